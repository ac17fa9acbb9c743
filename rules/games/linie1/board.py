"""The tiles on the board, and for every cell what its four sides ask of a tile.

A side is free (an empty cell), closed (edge of the board, location, or a tile without track there)
or open (a tile with track there, or a terminus exit). The four sides make one number 0..80, and a
table tells which of the 34 faces fit it (rule document 5.4, the local test).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from rules.games.linie1.places import (
    CELL_SET,
    CELLS,
    SPAN,
    SPOTS,
    STEPS,
    TERMINI,
    Spot,
    index_of,
    opposite,
)
from rules.games.linie1.tiles import (
    ALL_FACES,
    FACE_KINDS,
    FACE_SIDES,
    KINDS,
    TILES,
    WITH_TRACK,
    Tile,
)

#: What a side asks for.
FREE, CLOSED, OPEN = 0, 1, 2

#: Weight of each side in a cell's number.
WEIGHTS = (27, 9, 3, 1)


def _fitting(key: int) -> int:
    """The faces that fit a cell's four sides, as bits."""
    faces = ALL_FACES
    for side, weight in enumerate(WEIGHTS):
        asks = key // weight % 3
        if asks == CLOSED:
            faces &= ~WITH_TRACK[side]
        elif asks == OPEN:
            faces &= WITH_TRACK[side]
    return faces


#: The faces that fit each number, as bits.
FITTING: tuple[int, ...] = tuple(_fitting(key) for key in range(3**4))


def _printed() -> bytes:
    """What the printed board asks for, before the first tile (rule document 1.3, 1.4)."""
    keys = bytearray(SPAN * SPAN)
    for cell in CELLS:
        asks = (CLOSED if cell + step not in CELL_SET else FREE for step in STEPS)
        keys[cell] = sum(ask * weight for ask, weight in zip(asks, WEIGHTS, strict=True))
    for terminus in TERMINI:
        for cell in terminus.cells:
            keys[cell] += (OPEN - CLOSED) * WEIGHTS[terminus.inner]
    return bytes(keys)


_PRINTED = _printed()

#: What to subtract from a cell's number where a terminus exit asks for nothing (8.4).
EXIT_RELIEF: Mapping[int, int] = {
    cell: OPEN * WEIGHTS[terminus.inner] for terminus in TERMINI for cell in terminus.cells
}


@cache
def _asked(face: int) -> tuple[tuple[int, int], ...]:
    """What a face asks of its neighbours: for each side the step and the weight change there."""
    return tuple(
        (step, (OPEN if FACE_SIDES[face] >> side & 1 else CLOSED) * WEIGHTS[opposite(side)])
        for side, step in enumerate(STEPS)
    )


class Board(Mapping[Spot, Tile]):
    """Spot to tile. Frozen and hashable; `with_tile` gives the next one.

    `faces` holds the face number of every place (0: no tile), `asks` the number of every cell's
    four sides, `counts` how many tiles of each kind lie there. Does not check legality: a tile
    may lie anywhere, even on a location.
    """

    __slots__ = ("_hash", "asks", "counts", "faces")

    faces: bytes
    asks: bytes
    counts: bytes
    _hash: int | None

    def __init__(self, tiles: Mapping[Spot, Tile] | None = None) -> None:
        """A board that holds these tiles."""
        self.faces = bytes(SPAN * SPAN)
        self.asks = _PRINTED
        self.counts = bytes(len(KINDS) + 1)
        self._hash = None
        for spot, tile in (tiles or {}).items():
            after = self.with_face(index_of(spot), tile.face)
            self.faces, self.asks, self.counts = after.faces, after.asks, after.counts

    def with_tile(self, spot: Spot, tile: Tile) -> Board:
        """The board after a tile is laid; one that lies there already is replaced."""
        return self.with_face(index_of(spot), tile.face)

    def with_face(self, at: int, face: int) -> Board:
        """The same by index and face number; a place outside the frame changes nothing."""
        if not 0 <= at < SPAN * SPAN:
            return self
        faces, counts = bytearray(self.faces), bytearray(self.counts)
        old = faces[at]
        faces[at] = face
        counts[FACE_KINDS[face]] += 1
        if old:
            counts[FACE_KINDS[old]] -= 1
        board = Board.__new__(Board)
        board.faces = bytes(faces)
        board.counts = bytes(counts)
        board.asks = self._asking(at, old, face)
        board._hash = None
        return board

    def _asking(self, at: int, old: int, face: int) -> bytes:
        """The numbers of the cells after a face took the place of another one."""
        if at not in CELL_SET:
            return self.asks
        asks = bytearray(self.asks)
        for step, asked in _asked(face):
            if at + step in CELL_SET:
                asks[at + step] += asked
        for step, asked in _asked(old) if old else ():
            if at + step in CELL_SET:
                asks[at + step] -= asked
        return bytes(asks)

    def at(self, spot: Spot) -> Tile | None:
        """The tile on a place, None where there is none."""
        return self.tile(index_of(spot))

    def tile(self, at: int) -> Tile | None:
        """The same by index."""
        face = self.faces[at] if 0 <= at < SPAN * SPAN else 0
        return TILES[face] if face else None

    def __getitem__(self, spot: Spot) -> Tile:
        tile = self.at(spot)
        if tile is None:
            raise KeyError(spot)
        return tile

    def __iter__(self) -> Iterator[Spot]:
        return (SPOTS[at] for at, face in enumerate(self.faces) if face)

    def __len__(self) -> int:
        return SPAN * SPAN - self.faces.count(0)

    def __contains__(self, spot: object) -> bool:
        return isinstance(spot, Spot) and self.at(spot) is not None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Board):
            return self.faces == other.faces
        return isinstance(other, Mapping) and dict(self) == dict(other)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.faces)
        return self._hash

    def __repr__(self) -> str:
        return f"Board({dict(self)!r})"
