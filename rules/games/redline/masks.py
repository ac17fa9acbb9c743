"""Sets of spoke masks as bit sets: which of the 92 faces a tile can show suit a place.

A face is a spoke mask; a *face set* is an integer whose bit i stands for MASKS[i]. Three tables of
256 entries turn "holds all of", "keeps off" and "shares one with" into one look-up each.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.redline.tiles import MASKS, Colour, Tile, canonical, turned

#: Face sets as yellow and as blue tile.
Faces = tuple[int, int]

#: The face set that holds just the face of a mask.
FACE: dict[int, int] = {mask: 1 << index for index, mask in enumerate(MASKS)}

#: The face set of every mask a tile can have.
ALL_FACES = (1 << len(MASKS)) - 1


def _faces(wanted: Iterator[int]) -> int:
    return sum(FACE[mask] for mask in wanted)


#: By mask: the faces that have all of its spokes.
HOLDING: tuple[int, ...] = tuple(
    _faces(face for face in MASKS if face & mask == mask) for mask in range(256)
)

#: By mask: the faces that have none of its spokes.
AVOIDING: tuple[int, ...] = tuple(
    _faces(face for face in MASKS if not face & mask) for mask in range(256)
)

#: By mask: the faces that have at least one of its spokes.
SHARING: tuple[int, ...] = tuple(ALL_FACES ^ faces for faces in AVOIDING)

#: By mask: the faces one tile can show as it is turned (two or four).
TURNS: dict[int, int] = {
    mask: _faces(iter({turned(mask, quarters) for quarters in range(4)})) for mask in MASKS
}

_TILES: dict[Colour, dict[int, Tile]] = {
    colour: {FACE[mask]: Tile(colour, mask) for mask in MASKS} for colour in Colour
}

#: The tile as it lies in a hand or a box, where no turn of it means anything.
_UNTURNED: dict[tuple[Colour, int], Tile] = {
    (colour, mask): _TILES[colour][FACE[canonical(mask)]] for colour in Colour for mask in MASKS
}


def tiles_of(colour: Colour, faces: int) -> Iterator[Tile]:
    """The tiles of a face set, in the order of MASKS."""
    tiles = _TILES[colour]
    while faces:
        lowest = faces & -faces
        yield tiles[lowest]
        faces ^= lowest


def unturned(tile: Tile) -> Tile:
    """The tile in its one canonical turn: equal for two tiles of one kind."""
    return _UNTURNED[tile.colour, tile.mask]
