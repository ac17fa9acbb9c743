"""Every legal turn, by bit arithmetic over the open places (leaflet, play; R13, R14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, combinations

from rules.core.places import Cell
from rules.core.rulebook import House
from rules.core.verdict import Violation
from rules.games.redline.board import cell_at, site_of
from rules.games.redline.hands import Hand
from rules.games.redline.laws.apply import before_lay
from rules.games.redline.laws.fitting import fitting
from rules.games.redline.laws.placement import full_cell_fouls, variant_fouls
from rules.games.redline.masks import ALL_FACES, FACE, TURNS, Faces, tiles_of
from rules.games.redline.readings import Readings
from rules.games.redline.state import Discard, Lay, RedlineState, Turn
from rules.games.redline.tiles import Colour, Tile

#: Where the first tile goes: the middle of the table (leaflet, play; R3).
CENTRE = Cell(0, 0)

#: Tiles a player throws away who cannot lay (leaflet, impossible to play; R14).
STUCK_COUNT = 2


def legal_turns(state: RedlineState, house: House) -> Iterator[Turn]:
    """Every legal lay of the player to move, then the discards that are legal now.

    With a known hand exactly what may be done; where tiles of the hand are unknown, every tile
    that can be among them. The first tile is given at the middle only. Discards still owed after
    an alignment come last, and name their own players.
    """
    return chain.from_iterable(_batches(state, Readings.of(house)))


def _batches(state: RedlineState, readings: Readings) -> Iterator[Iterable[Turn]]:
    """The legal turns in groups: the lays of a place are ready-made and quick to hand out."""
    _, held = before_lay(state)
    listed = False
    for lays in _by_place(held, hand_faces(held, readings), readings):
        listed = listed or bool(lays)
        yield lays
    yield _stuck_discards(state, listed, readings)
    for player in state.owed:
        yield _discards(state, player, 1)


def legal_lays(state: RedlineState, faces: Faces, readings: Readings) -> Iterator[Lay]:
    """Every lay of these faces that A, B, C and the variant allow."""
    return chain.from_iterable(_by_place(state, faces, readings))


def _by_place(state: RedlineState, faces: Faces, readings: Readings) -> Iterator[tuple[Lay, ...]]:
    """The legal lays, place by place."""
    board = state.layout
    yellow_hand, blue_hand = faces
    if not board:
        yield _lays(site_of(CENTRE), yellow_hand, blue_hand)
        return
    plain = not readings.colour_variant and readings.full_cell == "allowed"
    fits_at = fitting(readings)
    for site, packed in board.open_sites.items():
        yellow, blue = fits_at[packed]
        yellow &= yellow_hand
        blue &= blue_hand
        if yellow or blue:
            lays = _lays(site, yellow, blue)
            yield lays if plain else _allowed(state, lays, readings)


@lru_cache(maxsize=1 << 14)
def _lays(site: int, yellow: int, blue: int) -> tuple[Lay, ...]:
    """These faces laid there. Remembered: a hand meets the same places again and again."""
    cell = cell_at(site)
    tiles = (*tiles_of(Colour.YELLOW, yellow), *tiles_of(Colour.BLUE, blue))
    return tuple(Lay(cell, tile) for tile in tiles)


def _allowed(state: RedlineState, lays: tuple[Lay, ...], readings: Readings) -> tuple[Lay, ...]:
    """Those that the rules beyond the place allow as well: the variant, a cell left fillable."""
    return tuple(lay for lay in lays if not any(_beyond_the_place(state, lay, readings)))


def _beyond_the_place(state: RedlineState, lay: Lay, readings: Readings) -> Iterator[Violation]:
    yield from full_cell_fouls(state.layout, lay, readings)
    yield from variant_fouls(state.layout, lay, state.last, readings)


def fits(state: RedlineState, lay: Lay, readings: Readings) -> bool:
    """Whether A, B, C and the variant allow a lay, whoever makes it and however straight."""
    if not state.layout:
        return True
    if lay.cell in state.layout:
        return False
    yellow, blue = fitting(readings)[state.layout.packed(lay.cell)]
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
    if mover is not None and state.hand(mover).exact and not state.hand(mover).read:
        return _unlaid(state, faces_of(state.hand(mover).known), readings)
    if readings.set == "unknown":
        return ALL_FACES, ALL_FACES
    elsewhere = [
        tile
        for player, hand in zip(state.players, state.hands, strict=True)
        for tile in hand.known
        if mover not in {None, player}
    ]
    own = () if mover is None else state.hand(mover).known
    yellow, blue = faces_of(tile for tile in elsewhere if tile not in own)
    return _unlaid(state, (ALL_FACES & ~yellow, ALL_FACES & ~blue), readings)


def _unlaid(state: RedlineState, faces: Faces, readings: Readings) -> Faces:
    """The faces that can still be laid: none that lies there already, where the set is known."""
    if readings.set != "derived":
        return faces
    yellow, blue = state.layout.laid_faces
    return faces[0] & ~yellow, faces[1] & ~blue


def _stuck_discards(state: RedlineState, listed: bool, readings: Readings) -> Iterator[Discard]:
    """What the player to move may throw away: only if no tile of his is known to fit (R13, R14).
    `listed`: whether any lay is."""
    mover = state.mover
    if mover is None or mover in state.owed:
        return
    hand = state.hand(mover)
    if not hand.empty and not (listed and _can_lay(state, hand, readings)):
        count = STUCK_COUNT if hand.count is None else min(hand.count, STUCK_COUNT)
        yield from _discards(state, mover, count)


def _can_lay(state: RedlineState, hand: Hand, readings: Readings) -> bool:
    """Whether a tile known to be in the hand fits, where some tile does."""
    if hand.exact and not hand.read:
        return True
    return bool(hand.known) and first_legal_lay(state, hand.known, readings) is not None


def _discards(state: RedlineState, player: str, count: int) -> Iterator[Discard]:
    """Every choice of tiles from a known hand; from an unknown one, tiles nobody read."""
    hand = state.hand(player)
    if not hand.exact:
        yield Discard(player, count)
        return
    for tiles in sorted(set(combinations(hand.known, count)), key=repr):
        yield Discard(player, count, tiles)
