"""Every legal turn, by bit arithmetic over the open places (leaflet, play; R13, R14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from rules.core.places import Cell
from rules.core.rulebook import House
from rules.core.verdict import Violation
from rules.games.redline.fitting import Faces, fitting
from rules.games.redline.masks import ALL_FACES, FACE, TURNS, tiles_of, unturned
from rules.games.redline.placement import full_cell_fouls, variant_fouls
from rules.games.redline.readings import Readings
from rules.games.redline.state import Discard, Lay, RedlineState, Turn
from rules.games.redline.tiles import FULL_SET, Colour, Tile

#: Where the first tile goes: the middle of the table (leaflet, play; R3).
CENTRE = Cell(0, 0)

#: Tiles a player throws away who cannot lay (R14).
STUCK_COUNT = 2


def legal_turns(state: RedlineState, house: House) -> Iterator[Turn]:
    """Every legal lay of the player to move, then the discards that are legal now.

    With a known hand exactly what may be done; where tiles of the hand are unknown, every tile
    that can be among them. The first tile is given at the middle only. Discards still owed after
    an alignment come last, and name their own players.
    """
    readings = Readings.of(house)
    stuck = True
    for lay in legal_lays(state, hand_faces(state, readings), readings):
        stuck = False
        yield lay
    yield from _stuck_discards(state, stuck)
    for player in state.owed:
        yield from _discards(state, player, 1)


def legal_lays(state: RedlineState, faces: Faces, readings: Readings) -> Iterator[Lay]:
    """Every lay of these faces that A, B, C and the variant allow."""
    board = state.layout
    if not board:
        yield from (Lay(CENTRE, tile) for tile in _both(faces))
        return
    table = fitting(readings)
    yellow_hand, blue_hand = faces
    for cell, packed in board.open_places.items():
        yellow, blue = table.faces(packed)
        yellow &= yellow_hand
        blue &= blue_hand
        if yellow or blue:
            lays = (Lay(cell, tile) for tile in _both((yellow, blue)))
            yield from _allowed(state, lays, readings)


def _both(faces: Faces) -> Iterator[Tile]:
    yield from tiles_of(Colour.YELLOW, faces[0])
    yield from tiles_of(Colour.BLUE, faces[1])


def _allowed(state: RedlineState, lays: Iterator[Lay], readings: Readings) -> Iterator[Lay]:
    """Those that the rules beyond the place allow as well: the variant, a cell left fillable."""
    if not readings.colour_variant and readings.full_cell == "allowed":
        return lays
    return (lay for lay in lays if not any(_beyond_the_place(state, lay, readings)))


def _beyond_the_place(state: RedlineState, lay: Lay, readings: Readings) -> Iterator[Violation]:
    yield from full_cell_fouls(state.layout, lay, readings)
    yield from variant_fouls(state.layout, lay, state.last, readings)


def fits(state: RedlineState, lay: Lay, readings: Readings) -> bool:
    """Whether A, B, C and the variant allow a lay, whoever makes it and however straight."""
    if not state.layout:
        return True
    if lay.cell in state.layout:
        return False
    yellow, blue = fitting(readings).faces(state.layout.packed(lay.cell))
    faces = yellow if lay.tile.colour is Colour.YELLOW else blue
    return bool(faces & FACE[lay.tile.mask]) and not any(_beyond_the_place(state, lay, readings))


def first_legal_lay(state: RedlineState, tiles: Iterable[Tile], readings: Readings) -> Lay | None:
    """Some legal lay of one of these tiles, None where none of them fits."""
    return next(legal_lays(state, faces_of(tiles), readings), None)


def faces_of(tiles: Iterable[Tile]) -> Faces:
    """The faces these tiles can show."""
    yellow = blue = 0
    for tile in tiles:
        if tile.colour is Colour.YELLOW:
            yellow |= TURNS[tile.mask]
        else:
            blue |= TURNS[tile.mask]
    return yellow, blue


def hand_faces(state: RedlineState, readings: Readings) -> Faces:
    """The faces that the player to move can show, going by what is known of his hand."""
    mover = state.mover
    if mover is not None and state.hand(mover).exact:
        return faces_of(_unlaid(state, state.hand(mover).known, readings))
    if readings.set == "unknown":
        return ALL_FACES, ALL_FACES
    elsewhere = {
        tile
        for player, hand in zip(state.players, state.hands, strict=True)
        for tile in hand.known
        if mover not in {None, player}
    }
    return faces_of(_unlaid(state, _KINDS - elsewhere, readings))


_KINDS = frozenset(map(unturned, FULL_SET))


def _unlaid(state: RedlineState, tiles: Iterable[Tile], readings: Readings) -> Iterator[Tile]:
    """The tiles that can still be laid: none that lies there already, where the set is known."""
    if readings.set != "derived":
        return iter(tiles)
    return (tile for tile in tiles if not state.layout.has_kind(tile))


def _stuck_discards(state: RedlineState, stuck: bool) -> Iterator[Discard]:
    """What the player to move may throw away: only if no tile of his is known to fit (R13, R14)."""
    mover = state.mover
    if mover is None or mover in state.owed or state.hand(mover).empty:
        return
    hand = state.hand(mover)
    if hand.exact and stuck:
        yield from _discards(state, mover, min(len(hand.known), STUCK_COUNT))
    elif not hand.known:
        yield Discard(mover, STUCK_COUNT if hand.count is None else min(hand.count, STUCK_COUNT))


def _discards(state: RedlineState, player: str, count: int) -> Iterator[Discard]:
    """Every choice of tiles from a known hand; from an unknown one, tiles nobody read."""
    hand = state.hand(player)
    if not hand.exact:
        yield Discard(player, count)
        return
    for tiles in sorted(set(combinations(hand.known, count)), key=repr):
        yield Discard(player, count, tiles)
