"""Whether anybody can still lay a tile, with what stands in the way place by place (8.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.core.helping import Fit, FitsNowhere, Freeze
from rules.core.places import Place
from rules.core.rulebook import House
from rules.core.toolkit.bits import indices
from rules.games.linie1.board import Board
from rules.games.linie1.content import CellContent
from rules.games.linie1.hands import Hand, faces_of
from rules.games.linie1.laws.placement import (
    dead_end_fouls,
    exchange_fouls,
    laid_out,
    position_fouls,
)
from rules.games.linie1.laws.placings import can_lay, left_kinds, pairs_together, placements
from rules.games.linie1.places import CELLS, SPOTS
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Laid, Linie1State
from rules.games.linie1.tiles import KIND_FACES, TILES, Tile


def freeze(state: Linie1State, house: House) -> Freeze:
    """Whether a tile of any hand fits. Where hands are not read, every tile that is neither on
    the board nor known to be in another hand may be in them: if none of those fits either, the
    position is frozen all the same."""
    readings = Readings.of(house)
    hands = tuple(zip(state.players, state.hands, strict=True))
    for player, hand in hands:
        laid = _laid(state, hand, readings)
        if laid is not None:
            return Freeze(False, player, Fit(laid.spot, CellContent.of(laid.tile)))
    proof = tuple(
        FitsNowhere(
            player, CellContent.of(Tile.of_kind(kind)), tuple(_obstacles(state, kind, readings))
        )
        for player, hand in hands
        for kind in dict.fromkeys(hand.known)
    )
    unknown = tuple(player for player, hand in hands if not hand.exact)
    if not unknown and hands:
        return Freeze(True, proof=proof)
    remaining = tuple(_remaining(state, readings))
    return Freeze(None if remaining else True, unknown=unknown, proof=proof, remaining=remaining)


def _laid(state: Linie1State, hand: Hand, readings: Readings) -> Laid | None:
    """A tile surely in a hand that may be laid: by itself, or with a second one (5.7)."""
    alone = can_lay(state, hand, readings)
    if alone is not None:
        return alone
    held = Counter(hand.known)
    for one, other in pairs_together(state.board, hand.known_faces(), readings):
        if not Counter((one.tile.kind.number, other.tile.kind.number)) - held:
            return one
    return None


def _remaining(state: Linie1State, readings: Readings) -> Iterator[Fit]:
    """Where a tile that nobody has read could go, by itself or with a second one."""
    seats = range(len(state.players)) if state.players else (None,)
    unread = [seat for seat in seats if seat is None or not state.hands[seat].exact]
    faces = faces_of(kind for seat in unread for kind in left_kinds(state, seat, readings))
    for at, face, _ in placements(state.board, faces, readings):
        yield Fit(SPOTS[at], CellContent.of(TILES[face]))
    for pair in pairs_together(state.board, faces, readings):
        yield from (Fit(laid.spot, CellContent.of(laid.tile)) for laid in pair)


def _obstacles(state: Linie1State, kind: int, readings: Readings) -> Iterator[tuple[Place, str]]:
    """For every cell the code of the rule that the kind's least bad turn breaks there."""
    for at in CELLS:
        turns = [_broken(state.board, at, face, readings) for face in indices(KIND_FACES[kind])]
        yield from ((SPOTS[at], code) for code in min(turns, key=len)[:1])


def _broken(board: Board, at: int, face: int, readings: Readings) -> tuple[str, ...]:
    """The codes of what a face laid on a cell breaks, an exchange first."""
    laid = Laid(SPOTS[at], TILES[face], board.tile(at))
    after = laid_out(board, [laid])
    found = (
        *exchange_fouls(board, laid, readings),
        *position_fouls(after, [laid.spot], readings),
        *dead_end_fouls(board, after, [laid.spot], readings),
    )
    return tuple(violation.code for violation in found)
