"""Several tiles in one picture as turns: none is accused where some order is right."""

from __future__ import annotations

import pytest

from rules.games.linie1.differences import changes
from rules.games.linie1.dividing import divided
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.games.linie1.readings import Readings
from rules.games.linie1.sequences import Sequences
from rules.games.linie1.state import Lay, Linie1State, Turn
from tests.rules.linie1.tables import dealt, house, lay, position, table, told, with_board

#: Tiles that are right wherever and whenever they are laid; the fifth cell is the last in order.
GOOD = [(3, 9, "NS"), (6, 3, "NS"), (10, 4, "EW"), (10, 10, "EW"), (11, 6, "EW")]


def turns_of(state: Linie1State, *tiles: tuple[int, int, str], **more: object) -> list[Turn]:
    """The turns that these tiles and signs, seen at once, are taken for; all but the tiles given
    lie as before."""
    known = GAME.position(state)
    now = position(*tiles, **more)  # type: ignore[arg-type]
    judge = Sequences(state, Readings.of(house())).legal
    return list(divided(state, changes(known, now), judge))


def spots(turn: Turn) -> set[tuple[int, int]]:
    """Where a turn laid its tiles."""
    assert isinstance(turn, Lay)
    return {(laid.spot.row, laid.spot.col) for laid in turn.tiles}


def rulings(state: Linie1State, turns: list[Turn]) -> list[bool]:
    """Which of the turns are legal, one after the other."""
    return list(Sequences(state, Readings.of(house())).legal(turns))


@pytest.mark.parametrize("number", [3, 4, 5])
def test_tiles_in_any_order_right_are_turns_of_two(number: int) -> None:
    """Each tile once, an odd one left over as the first of the next turn."""
    turns = turns_of(table(), *GOOD[:number])
    assert rulings(table(), turns) == [True] * len(turns)
    assert [len(spots(turn)) for turn in turns] == [2] * (number // 2) + [1] * (number % 2)
    assert set().union(*map(spots, turns)) == {one[:2] for one in GOOD[:number]}


@pytest.mark.parametrize("bad", [(1, 1, "NW"), (6, 9, "NS"), (12, 12, "ES")])
@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_tile_against_the_rules_came_last(bad: tuple[int, int, str], number: int) -> None:
    """Wherever on the board it lies: whoever laid the others did nothing wrong."""
    turns = turns_of(table(), *GOOD[:number], bad)
    assert rulings(table(), turns) == [True] * (len(turns) - 1) + [False]
    assert bad[:2] in spots(turns[-1])


def test_5_7_two_exchanges_right_only_together_are_one_turn() -> None:
    """Other tiles between and around them in the order of the board."""
    state = table((8, 5, "NS"), (8, 6, "NS"))
    turns = turns_of(state, GOOD[0], (8, 5, "NS+ES"), (8, 6, "NS+NW"), GOOD[3])
    assert rulings(state, turns) == [True, True]
    assert {(8, 5), (8, 6)} in [spots(turn) for turn in turns]


@pytest.mark.parametrize("where", [(8, 2, "EW"), (7, 9, "EW")])
def test_5_8_of_several_turns_the_last_forgot_its_sign(where: tuple[int, int, str]) -> None:
    """Had it been an earlier one, playing on would have been a foul."""
    turns = turns_of(table(), *GOOD[1:4], where)
    assert rulings(table(), turns) == [True, True]
    assert [getattr(turn, "lacking", None) for turn in turns] == [(), (Spot(*where[:2]),)]


@pytest.mark.parametrize("sign", [(6, 8), (7, 9)])
def test_5_8_the_tile_with_the_sign_came_first_though_turns_lie_between(
    sign: tuple[int, int],
) -> None:
    """Both lie beside one location; where the sign stands is no fault."""
    tiles = [(6, 8, "NS"), (7, 9, "EW")]
    turns = turns_of(table(), tiles[0], (7, 2, "NS"), GOOD[1], tiles[1], signs=[sign])
    assert rulings(table(), turns) == [True, True]
    assert not any(turn.lacking or turn.signs for turn in turns if isinstance(turn, Lay))


def test_5_3_a_tile_that_ends_a_half_turn_may_stand_before_a_pair_of_the_next_hand() -> None:
    """Ana's second tile, then Bo's two exchanges that are right only together: neither of them can
    have been Ana's."""
    base = with_board(dealt(), (8, 5, "NS"), (8, 6, "NS"))
    state = GAME.force(base, lay((3, 9, "NS")), house())
    hands = [("Ana", ["T1"] * 4), ("Bo", ["T4", "T4", "T1", "T2", "T2"])]
    state = told(state, *(("hand", {"player": name, "tiles": tiles}) for name, tiles in hands))
    turns = turns_of(state, (8, 5, "NS+ES"), (8, 6, "NS+NW"), GOOD[3])
    assert rulings(state, turns) == [True, True]
    assert [spots(turn) for turn in turns] == [{(10, 10)}, {(8, 5), (8, 6)}]
