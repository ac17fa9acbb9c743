"""Stop signs: where each belongs, which are due, which stand wrong (5.8).

The first tile laid orthogonally next to a location gets its sign, whatever way its track runs;
there is one sign a location for the whole game, and it stays through exchanges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.games.linie1.board import Board
from rules.games.linie1.places import BESIDE, LETTER_BESIDE, LETTERS, SPOTS, Spot, index_of
from rules.games.linie1.state import Laid, Linie1State


def tiles_beside(board: Board, letter: str) -> tuple[int, ...]:
    """The cells next to a location that hold a tile."""
    return tuple(at for at in BESIDE[letter] if board.faces[at])


def letter_at(spot: Spot) -> str | None:
    """The location a place is next to, None where there is none."""
    return LETTER_BESIDE.get(index_of(spot))


def signs_of(signs: Iterable[Spot], letter: str) -> tuple[Spot, ...]:
    """The signs that stand next to a location."""
    return tuple(sorted(spot for spot in signs if letter_at(spot) == letter))


def belongs(state: Linie1State, letter: str) -> tuple[Spot, ...]:
    """Where a location's sign may stand: on its first tile, or, where nobody saw which that was,
    on any tile next to it."""
    known = dict(state.first).get(letter)
    if known is not None:
        return (known,)
    return tuple(SPOTS[at] for at in tiles_beside(state.board, letter))


def stop_cells(state: Linie1State, letter: str) -> tuple[int, ...]:
    """The cells that count as a location's stop: where its sign stands, else where it belongs."""
    right = belongs(state, letter)
    standing = [spot for spot in signs_of(state.signs, letter) if spot in right]
    return tuple(index_of(spot) for spot in standing or right)


def due(state: Linie1State) -> Iterator[str]:
    """The locations that have a tile beside them and no sign."""
    signed = set(map(letter_at, state.signs))
    for letter in LETTERS:
        if letter not in signed and tiles_beside(state.board, letter):
            yield letter


def overdue(state: Linie1State) -> Iterator[str]:
    """Those whose sign should have been put up in an earlier turn that was seen."""
    laid_now = {laid.spot for laid in state.half}
    for letter in due(state):
        if letter not in state.excused and not laid_now & set(belongs(state, letter)):
            yield letter


def newly_due(state: Linie1State, tiles: Iterable[Laid]) -> dict[str, Spot]:
    """The locations whose first tile is among these, with that tile's place, in order."""
    found: dict[str, Spot] = {}
    for laid in tiles:
        letter = letter_at(laid.spot)
        if letter is None or letter in found or tiles_beside(state.board, letter):
            continue
        found[letter] = laid.spot
    return found
