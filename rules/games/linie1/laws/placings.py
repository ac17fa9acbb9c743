"""Where single tiles may be laid, by bit tables: the core of every list of turns (5.4 to 5.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from rules.core.toolkit.bits import indices
from rules.core.verdict import Violation
from rules.games.linie1.board import CLOSED, EXIT_RELIEF, FITTING, OPEN, WEIGHTS, Board
from rules.games.linie1.hands import Hand, kinds_left
from rules.games.linie1.laws.placement import hopeless
from rules.games.linie1.places import CELL_SET, CELLS, SPOTS, STEPS, Spot, index_of, opposite
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Laid, Lay, Linie1State
from rules.games.linie1.tiles import ALL_FACES, FACE_SIDES, KINDS, TILES, UPGRADES, WITH_TRACK

#: A place, the face laid there and the face it replaces (0: none).
Placement = tuple[int, int, int]

#: A place, the faces that may be laid there as bits, and the face they replace (0: none).
OpenCell = tuple[int, int, int]


@cache
def laid_of(at: int, face: int, old: int = 0) -> Laid:
    """One tile laid, made once for every place and face."""
    return Laid(SPOTS[at], TILES[face], TILES[old] if old else None)


@lru_cache(maxsize=1 << 14)
def laid_at(at: int, faces: int, old: int = 0) -> tuple[Laid, ...]:
    """Each of these faces laid there. Remembered: a hand meets the same places again and again."""
    return tuple(laid_of(at, face, old) for face in indices(faces))


@lru_cache(maxsize=1 << 14)
def lays_at(at: int, faces: int, old: int = 0) -> tuple[Lay, ...]:
    """The turns, or half turns, that lay them."""
    return tuple(Lay((laid,)) for laid in laid_at(at, faces, old))


def _replacing(old: int, readings: Readings) -> int:
    same = 1 << old if readings.exchange_adds == "same" and UPGRADES[old] else 0
    return UPGRADES[old] | same


@cache
def _upgrades(readings: Readings) -> tuple[int, ...]:
    """What may lie where a face lies, as bits; anything where none does."""
    return (ALL_FACES, *(_replacing(old, readings) for old in range(1, len(UPGRADES))))


def asking(board: Board, readings: Readings) -> bytes:
    """What every cell's sides ask for, terminus exits as the table reads them (8.4)."""
    if readings.terminus_exit == "joins":
        return board.asks
    keys = bytearray(board.asks)
    for cell, relief in EXIT_RELIEF.items():
        keys[cell] -= relief
    return bytes(keys)


def places(board: Board, faces: int, readings: Readings) -> Iterator[OpenCell]:
    """Every place that takes some of these faces by rules A to E and the exchange, with those."""
    keys, lying, upgrades = asking(board, readings), board.faces, _upgrades(readings)
    look_ahead = readings.dead_ends != "allowed"
    for at in CELLS:
        old = lying[at]
        fits = FITTING[keys[at]] & upgrades[old] & faces
        if look_ahead:
            fits = sum(1 << face for face in indices(fits) if not _kills(board, at, face))
        if fits:
            yield at, fits, old


def placements(board: Board, faces: int, readings: Readings) -> Iterator[Placement]:
    """The same one by one."""
    for at, fits, old in places(board, faces, readings):
        for face in indices(fits):
            yield at, face, old


def _kills(board: Board, at: int, face: int) -> bool:
    """Whether a tile makes a cell beside it impossible to fill that was not so before."""
    after = board.with_face(at, face)
    beside = (at + step for step in STEPS if at + step in CELL_SET)
    return any(hopeless(after, cell) and not hopeless(board, cell) for cell in beside)


def pairs_together(board: Board, faces: int, readings: Readings) -> Iterator[tuple[Laid, Laid]]:
    """Two neighbouring exchanges that are legal only together: each adds the track to the other
    that neither had (5.7)."""
    keys, lying = asking(board, readings), board.faces
    for at in CELLS:
        for side in (1, 2):
            there = at + STEPS[side]
            if there not in CELL_SET or not UPGRADES[lying[at]] or not UPGRADES[lying[there]]:
                continue
            if FACE_SIDES[lying[at]] >> side & 1 or FACE_SIDES[lying[there]] >> opposite(side) & 1:
                continue
            ours = faces & _joining(keys[at], lying[at], side)
            theirs = faces & _joining(keys[there], lying[there], opposite(side))
            for face in indices(ours):
                for other in indices(theirs):
                    yield laid_of(at, face, lying[at]), laid_of(there, other, lying[there])


def _joining(key: int, old: int, side: int) -> int:
    """What may replace a face with new track on a side that is closed so far."""
    return FITTING[key + (OPEN - CLOSED) * WEIGHTS[side]] & UPGRADES[old] & WITH_TRACK[side]


def mending(
    board: Board, spot: Spot, blocked: Iterable[Violation], rest: Hand, readings: Readings
) -> bool:
    """Whether one exchange of a neighbour answers every blocked track of a tile just laid."""
    others = {p for v in blocked for p in v.places if isinstance(p, Spot)} - {spot}
    if len(others) != 1:
        return False
    at = index_of(others.pop())
    faces = rest.faces(kinds_left(board.counts, whole=readings.box == "printed"))
    fits = FITTING[asking(board, readings)[at]] & UPGRADES[board.faces[at]]
    return bool(fits & faces)


def left_kinds(state: Linie1State, seat: int | None, readings: Readings) -> tuple[int, ...]:
    """The kinds an unread tile of a player can be of: some copy is neither on the board nor
    known to be in another hand."""
    if readings.box == "unknown":
        return tuple(kind.number for kind in KINDS)
    elsewhere = bytearray(state.board.counts)
    for other, hand in enumerate(state.hands):
        for kind in hand.known if other != seat else ():
            elsewhere[kind] += 1
    return kinds_left(bytes(elsewhere), whole=True)


def hand_faces(state: Linie1State, seat: int | None, readings: Readings) -> int:
    """The faces a player may lay, as bits, going by what is known of the hand."""
    hand = Hand() if seat is None else state.hands[seat]
    return hand.faces(left_kinds(state, seat, readings))


def can_lay(state: Linie1State, hand: Hand, readings: Readings) -> Laid | None:
    """Some legal placement of a tile surely in a hand, None where there is none."""
    one = next(placements(state.board, hand.known_faces(), readings), None)
    return None if one is None else laid_of(*one)
