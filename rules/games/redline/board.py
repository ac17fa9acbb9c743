"""The tiles on the table as a frozen mapping that knows what surrounds every open place.

Rule document 1.5, definitions: the *demand* of an empty cell are the directions from which a
neighbour's line arrives, through the shared side's middle or the shared corner. A board keeps it
for every empty cell next to a tile and brings it up to date as a tile is laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.core.places import Cell
from rules.games.redline.masks import FACE, TURNS, Faces
from rules.games.redline.tiles import MASKS, STEPS, Colour, Tile, opposite

# A surrounding is kept as one integer of seven bytes, in the order of the fields of
# `Surroundings`, so that laying a tile is eight "or"s.
_LINES = {Colour.YELLOW: 8, Colour.BLUE: 16}
_BEFORE = {Colour.YELLOW: 24, Colour.BLUE: 32}
_AFTER = {Colour.YELLOW: 40, Colour.BLUE: 48}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an empty cell's eight neighbours bring to it, as masks in the cell's own directions.

    `yellow` and `blue` are the directions from which a line of a tile of that colour arrives. The
    others are corners where a line of a side neighbour ends, which a line from this cell would
    meet at a right angle (fig. 6): the neighbour one step before the corner, going clockwise, or
    the one after it.
    """

    occupied: int
    yellow: int
    blue: int
    yellow_before: int
    blue_before: int
    yellow_after: int
    blue_after: int

    @property
    def demand(self) -> int:
        """D(c): every direction from which a line arrives."""
        return self.yellow | self.blue

    @property
    def before(self) -> int:
        """Corners where a line of the side neighbour before it ends."""
        return self.yellow_before | self.blue_before

    @property
    def after(self) -> int:
        """Corners where a line of the side neighbour after it ends."""
        return self.yellow_after | self.blue_after

    @property
    def corners(self) -> int:
        """Corners where a line of this cell would meet another at a right angle."""
        return self.before | self.after

    @classmethod
    def unpacked(cls, packed: int) -> Surroundings:
        """The surroundings from a board's packed integer."""
        return cls(*((packed >> shift) & 0xFF for shift in (0, 8, 16, 24, 32, 40, 48)))


def _brought(tile: Tile, direction: int) -> int:
    """What a tile brings to its neighbour in a direction, packed."""
    back = opposite(direction)
    packed = 1 << back
    if tile.mask >> direction & 1:
        packed |= 1 << back << _LINES[tile.colour]
    if direction % 2 == 0:
        # Side neighbours share two corners: the tile stands before one of them and after the other.
        if tile.mask >> (direction - 1) % 8 & 1:
            packed |= 1 << (back + 1) % 8 << _BEFORE[tile.colour]
        if tile.mask >> (direction + 1) % 8 & 1:
            packed |= 1 << (back - 1) % 8 << _AFTER[tile.colour]
    return packed


#: Sites are cells as single integers, the quickest keys there are: a step in a direction is one
#: addition, from any cell within two thousand million of the origin.
_ROW = 1 << 32

#: What a step in each of the eight directions adds to a site.
SITE_STEPS = tuple(cols + rows * _ROW for cols, rows in STEPS)

#: By colour and mask: for each of the eight neighbours its step and what the tile brings to it.
_BROUGHT: dict[Colour, dict[int, tuple[tuple[int, int], ...]]] = {
    colour: {
        mask: tuple((SITE_STEPS[d], _brought(Tile(colour, mask), d)) for d in range(8))
        for mask in MASKS
    }
    for colour in Colour
}


def site_of(cell: Cell) -> int:
    """The cell as one integer."""
    return cell.col + cell.row * _ROW


@lru_cache(maxsize=1 << 14)
def cell_at(site: int) -> Cell:
    """The inverse of `site_of`; the same object again and again."""
    col = (site + _ROW // 2) % _ROW - _ROW // 2
    return Cell(col, (site - col) // _ROW)


@lru_cache(maxsize=1 << 14)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The eight cells around one, clockwise from north."""
    return tuple(cell.shifted(cols, rows) for cols, rows in STEPS)


class Board(Mapping[Cell, Tile]):
    """A layout: cell to tile. Frozen and hashable; `with_tile` gives the next one."""

    __slots__ = ("_blue_laid", "_hash", "_open", "_tiles", "_yellow_laid")

    _tiles: dict[int, Tile]
    _open: dict[int, int]
    _yellow_laid: int
    _blue_laid: int
    _hash: int | None

    def __init__(self, layout: Mapping[Cell, Tile] | None = None) -> None:
        """A board that holds the tiles of any layout."""
        self._tiles, self._open = {}, {}
        self._yellow_laid = self._blue_laid = 0
        self._hash = None
        for cell, tile in (layout or {}).items():
            self._lay(site_of(cell), tile)

    def _lay(self, site: int, tile: Tile) -> None:
        """Used on a board under construction only."""
        tiles, surroundings = self._tiles, self._open
        tiles[site] = tile
        surroundings.pop(site, None)
        for step, brought in _BROUGHT[tile.colour][tile.mask]:
            near = site + step
            if near not in tiles:
                surroundings[near] = surroundings.get(near, 0) | brought
        if tile.colour is Colour.YELLOW:
            self._yellow_laid |= TURNS[tile.mask]
        else:
            self._blue_laid |= TURNS[tile.mask]

    def with_tile(self, cell: Cell, tile: Tile) -> Board:
        """The board after a tile is laid; one that already lies there is replaced."""
        site = site_of(cell)
        if site in self._tiles:
            return Board({**self, cell: tile})
        board = Board.__new__(Board)
        board._tiles = self._tiles.copy()
        board._open = self._open.copy()
        board._yellow_laid, board._blue_laid = self._yellow_laid, self._blue_laid
        board._hash = None
        board._lay(site, tile)
        return board

    @property
    def sites(self) -> Mapping[int, Tile]:
        """The tiles by site, in the order in which they were laid."""
        return self._tiles

    @property
    def open_sites(self) -> Mapping[int, int]:
        """As `open_places`, by site."""
        return self._open

    @property
    def open_places(self) -> Mapping[Cell, int]:
        """Every empty cell next to a tile with its packed surroundings, in order of appearance."""
        return {cell_at(site): packed for site, packed in self._open.items()}

    @property
    def laid_faces(self) -> Faces:
        """The faces of every kind of tile that lies on the table, yellow and blue."""
        return self._yellow_laid, self._blue_laid

    def packed(self, cell: Cell) -> int:
        """The packed surroundings of an empty cell; 0 where no tile is near."""
        return self._open.get(site_of(cell), 0)

    def around(self, cell: Cell) -> Surroundings:
        """The surroundings of an empty cell."""
        return Surroundings.unpacked(self.packed(cell))

    def at(self, cell: Cell) -> Tile | None:
        """The tile on a cell, None where there is none."""
        return self._tiles.get(site_of(cell))

    def has_kind(self, tile: Tile) -> bool:
        """Whether a tile of this colour and pattern already lies on the table."""
        laid = self._yellow_laid if tile.colour is Colour.YELLOW else self._blue_laid
        return bool(laid & FACE[tile.mask])

    def __getitem__(self, cell: Cell) -> Tile:
        try:
            return self._tiles[site_of(cell)]
        except (AttributeError, KeyError):
            raise KeyError(cell) from None

    def __iter__(self) -> Iterator[Cell]:
        return map(cell_at, self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, Cell) and site_of(cell) in self._tiles

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Board):
            return self._tiles == other._tiles
        return isinstance(other, Mapping) and dict(self) == dict(other)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._tiles.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Board({dict(self)!r})"


def board_of(layout: Mapping[Cell, Tile]) -> Board:
    """The layout as a board, without work where it is one."""
    return layout if isinstance(layout, Board) else Board(layout)
