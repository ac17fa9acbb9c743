"""A known tile that a picture shows apart from the layout lies where it lay."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.call import CallKind
from rules.core.observation import Belief, Loose, Observation, Pose
from rules.core.places import Cell
from rules.games.redline import GAME
from rules.games.redline.align import LayoutFrame, moved_to
from rules.games.redline.state import Lay
from rules.referee.referee import begin, observe
from tests.rules.redline_pictures import CLEAR, clear, laid, pixel_of
from tests.rules.tables import house, lay, table, tile

BEFORE = table((0, 0, "Y E"), (1, 0, "B W+S"), (1, 1, "Y N"))
#: Two tiles against the rules, the second one three cells from the layout.
NEARER, FARTHER = lay(3, 1, "B N"), lay(4, 2, "Y N+S")


def apart(laid_there: Lay, name: str | None = None, off: float = 0.0) -> Loose[Any]:
    """A tile as a picture shows it that takes it for one of a hand, off its middle by a share of
    the pitch."""
    shown = laid_there.tile if name is None else tile(name)
    x, y = pixel_of(laid_there.cell)
    return Loose(Belief.of({shown: CLEAR}), "hand", Pose((x + 90.0 * off, y)))


def after_two_fouls(last: Observation[Any, Any]) -> tuple[list[CallKind], set[Cell]]:
    """What is called of a picture after them, and where tiles lie then."""
    state = begin(GAME, ("A", "B"), house())
    for picture in (clear(BEFORE.layout), laid(BEFORE, NEARER), laid(BEFORE, NEARER, FARTHER)):
        state, _ = observe(state, picture)
    state, calls = observe(state, last)
    return [call.kind for call in calls], set(state.match.lying)


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("off", [0.0, 0.25, 0.45, -0.55])
def test_a_foul_that_lies_apart_is_not_taken_back(quarters: int, off: float) -> None:
    """Only the one nearer to the layout was; however the photo is held."""
    left = laid(BEFORE, loose=[apart(FARTHER, off=off)])
    kinds, lying = after_two_fouls(moved_to(left, LayoutFrame(quarters, 3, -2)))
    assert CallKind.TAKEN_BACK in kinds
    assert lying == {*BEFORE.layout, FARTHER.cell}


@pytest.mark.parametrize(
    "thing",
    [apart(FARTHER, "Y N+E"), apart(FARTHER, off=0.75), replace(apart(FARTHER), area="askew")],
    ids=["another tile", "elsewhere", "askew"],
)
def test_a_tile_of_a_hand_is_none_of_the_layout(thing: Loose[Any]) -> None:
    """Another one, or one beside the place, or one that lies askew."""
    picture = laid(BEFORE, loose=[thing])
    (found,) = GAME.align({**BEFORE.layout, FARTHER.cell: FARTHER.tile}, picture)
    assert found.loose == (thing,)
    assert found.at(FARTHER.cell) is None


def test_what_lies_between_is_not_covered() -> None:
    """A place that shows another tile keeps it."""
    over = Lay(FARTHER.cell, tile("B E"))
    picture = laid(BEFORE, over, loose=[apart(FARTHER)])
    (found,) = GAME.align({**BEFORE.layout, FARTHER.cell: FARTHER.tile}, picture)
    seen = found.at(FARTHER.cell)
    assert seen is not None
    assert seen.belief.best == over.tile
