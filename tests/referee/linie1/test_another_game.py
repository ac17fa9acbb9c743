"""A board on which another game lies than the one that was watched."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.core.call import Call, CallKind
from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME
from rules.games.linie1.places import CELLS, LOCATION_AT, SPOTS
from rules.games.linie1.tiles import TILES
from rules.referee.referee import RefereeState, begin, observe
from tests.referee.linie1.games import HOUSE, Table
from tests.referee.linie1.sights import seen
from tests.referee.noise import PERFECT


@pytest.fixture(name="table")
def _table() -> Table:
    table = Table(Random(5))
    for _ in range(10):
        table.lay_one()
    table.state = GAME.resume(GAME.position(table.state), ("A", "B"), HOUSE)
    return table


def looked(state: RefereeState, position: Any, photo: str) -> tuple[RefereeState, tuple[Call, ...]]:
    """A clear picture of a position."""
    return observe(state, seen(position, Random(1), PERFECT), photo)


def test_a_board_that_was_laid_anew_accuses_nobody(table: Table) -> None:
    """Forty tiles anywhere are no twenty turns: it says that they do not fit the game, and goes on
    with it where its own table is shown again."""
    state, _ = looked(begin(GAME, ("A", "B"), HOUSE), GAME.position(table.state), "first.jpg")
    free = [SPOTS[at] for at in CELLS if at not in LOCATION_AT]
    other = {spot: CellContent(table.rng.choice(TILES[1:])) for spot in table.rng.sample(free, 40)}
    after, calls = looked(state, other, "other.jpg")
    assert [(one.kind, one.reason) for one in calls] == [(CallKind.UNCLEAR, "no-board")]
    table.lay_turn()
    _, calls = looked(after, GAME.position(table.state), "again.jpg")
    assert {one.kind for one in calls} == {CallKind.LEGAL}


@pytest.mark.parametrize("turns", [3, pytest.param(6, marks=pytest.mark.slow)])
def test_turns_that_nobody_took_a_photo_of_are_judged_all_the_same(
    table: Table, turns: int
) -> None:
    """Several of them in one picture: told, or asked about, but neither refused nor accused."""
    state, _ = looked(begin(GAME, ("A", "B"), HOUSE), GAME.position(table.state), "first.jpg")
    for _ in range(turns):
        table.lay_turn()
    _, calls = looked(state, GAME.position(table.state), "later.jpg")
    assert {one.kind for one in calls} <= {CallKind.LEGAL, CallKind.ASK}
