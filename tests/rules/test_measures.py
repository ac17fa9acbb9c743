"""What games count of a position to draw how a match went."""

from __future__ import annotations

import pytest

from rules.core.discovery import discover, get
from rules.core.measures import Measure
from tests.laws.games import GAMES


@pytest.mark.parametrize("name", sorted(discover()))
def test_every_game_counts_its_table(name: str) -> None:
    """An empty table has counts of nothing laid, each under a name of its own, whole numbers."""
    game = get(name)
    state = game.start(("Ada", "Bo"), game.rulebook.house())
    found = game.measures(state)
    assert found
    assert len({(m.name, m.of) for m in found}) == len(found)
    assert all(m.value >= 0 for m in found)


@pytest.mark.parametrize("name", sorted(discover()))
def test_a_turn_changes_a_count(name: str) -> None:
    """The first legal turn shows in some count, and the names stay."""
    game = get(name)
    house = game.rulebook.house()
    state = game.start(("Ada", "Bo"), house)
    turn = next(iter(game.legal_turns(state, house)))
    before, after = game.measures(state), game.measures(game.apply(state, turn, house))
    assert before != after or name == "rouge"  # a pawn placed was in hand before: as many are left
    assert {m.name for m in before} == {m.name for m in after}


def test_rouge_counts_pawns_in_hand_and_on_the_track() -> None:
    """Ten pawns a side are left before the first is taken, wherever they are."""
    game = get("rouge")
    house = game.rulebook.house()
    state = game.start(("Ada", "Bo"), house)
    turn = next(iter(game.legal_turns(state, house)))
    values = [m.value for m in game.measures(game.apply(state, turn, house))]
    assert values == [10, 10]


def test_a_game_without_counts_counts_pieces() -> None:
    """Whatever is known to lie on the table."""
    toy = GAMES["toy"]
    state = toy.start(("Ada", "Bo"), toy.rulebook.house())
    turn = next(iter(toy.legal_turns(state, toy.rulebook.house())))
    after = toy.force(state, turn, toy.rulebook.house())
    assert toy.measures(after) == (Measure("pieces", 1),)
