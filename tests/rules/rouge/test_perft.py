"""Counts of legal turns, fixed, and counted by two programs."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.toolkit.bits import indices
from rules.core.toolkit.perft import perft
from rules.games.rouge.game import GAME
from rules.games.rouge.state import RougeState
from tests.rules.rouge.naive import Naive, Pawn
from tests.rules.rouge.tables import after, house, place, table
from tests.rules.rouge.test_against_naive import COLOURS, both

#: From the empty track: the second program counted the same.
OPENING = {
    2: (30, 864, 26144),
    3: (30, 864, 23904),
    4: (30, 864, 23904),
}

#: In the middle of a game, with lines to be made, old end pawns and a closed ring.
MIDDLE = {
    2: "red 1/0 1/1 2/2 3/2; blue 1/4 1/5 2/4 3/3 3/7",
    3: "red 1/0 1/1 2/2 3/2; blue 1/4 1/5 2/4 3/3; green 2/0 2/7 3/5",
    4: "red 1/0 1/1 2/2; blue 1/4 1/5 2/4; green 2/0 2/7 3/5; yellow 3/0 3/1 1/7",
}


def middle(players: int) -> tuple[RougeState, Naive]:
    """The same position for both programs; red flies with two players."""
    names = COLOURS[:players]
    hands = {"red": 0, "blue": 2} if players == 2 else {}
    state = table(MIDDLE[players], names, hands=hands, locked={"red": "1/0"}, last_ring=2)
    _, naive = both(players, {})
    for side, name in enumerate(names):
        naive.hands[name] = state.hands[side]
        for index in indices(state.pawns[side]):
            pawn = Pawn(name, (index // 8 + 1, index % 8))
            pawn.locked = bool(state.locked[side] >> index & 1)
            naive.pawns.append(pawn)
    naive.ring_of_table = 2
    return state, naive


@pytest.mark.parametrize("players", [2, 3, 4])
def test_counts_from_the_empty_track(players: int) -> None:
    """Three turns deep."""
    state, naive = both(players, {})
    counts = tuple(perft(GAME, state, depth, house()) for depth in (1, 2, 3))
    assert counts == OPENING[players]
    assert tuple(naive.perft(depth) for depth in (1, 2)) == counts[:2]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_second_program_counts_as_deep(players: int) -> None:
    """The third turn as well."""
    assert both(players, {})[1].perft(3) == OPENING[players][2]


@pytest.mark.parametrize(("players", "counts"), [(2, (68, 2907)), (3, (57, 3182)), (4, (22, 2375))])
def test_counts_in_the_middle_of_a_game(players: int, counts: tuple[int, int]) -> None:
    """Two turns deep, with captures."""
    state, naive = middle(players)
    assert tuple(perft(GAME, state, depth, house()) for depth in (1, 2)) == counts
    assert (naive.perft(1), naive.perft(2)) == counts


HOUSES: list[dict[str, Any]] = [
    {"which_line": "player"},
    {"reopened_line": "pays"},
    {"double_line": "one"},
    {"protection": "lines"},
    {"eliminated_pawns": "may"},
    {"passing": "agreed"},
    {"turn_steps": "any"},
    {"neighbours": "diagonal"},
]


@pytest.mark.parametrize("changes", HOUSES, ids=str)
def test_turns_are_counted_as_they_are_listed(changes: dict[str, Any]) -> None:
    """The quick count, under house rules as well."""
    state, _ = middle(3)
    rules = house(**changes)
    listed = len(list(GAME.legal_turns(state, rules)))
    assert GAME.count_turns(state, rules) == listed == perft(GAME, state, 1, rules)


def test_unknown_things_are_counted_too() -> None:
    """A game met half-way, an open line, and one that is over."""
    met = GAME.resume(GAME.position(middle(3)[0]), ("A", "B", "C"), house())
    assert perft(GAME, met, 1, house()) == len(list(GAME.legal_turns(met, house())))
    open_line = after(table("red 1/0 1/1; blue 2/4 2/6"), place("red", "1/2", None))
    assert perft(GAME, open_line, 1, house()) == 2
    over = GAME.tell(open_line, "draw", {})
    assert perft(GAME, over, 1, house()) == 0
    assert perft(GAME, over, 0, house()) == 1
