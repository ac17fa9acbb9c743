"""Redline tiles: a colour and one to three spokes from the middle to sides and corners.

Source: rule document section 1.2. A tile is turned but never flipped: six pairs of patterns are
each other's mirror image.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import combinations


class Colour(Enum):
    """The two background colours; the value is the contract's word."""

    YELLOW = "yellow"
    BLUE = "blue"

    # Members are single objects: hashing by identity is the same and many times faster.
    __hash__ = object.__hash__

    @property
    def other(self) -> Colour:
        """The opposite colour."""
        return Colour.BLUE if self is Colour.YELLOW else Colour.YELLOW


#: The eight directions clockwise from north; bit i of a spoke mask is DIRECTIONS[i].
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

#: (columns, rows) from a cell to its neighbour in each direction; rows grow downward.
STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def opposite(direction: int) -> int:
    """The direction in which a neighbour sees this one."""
    return (direction + 4) % 8


def turned(mask: int, quarters: int) -> int:
    """A spoke mask after `quarters` quarter turns clockwise."""
    shift = 2 * (quarters % 4)
    return ((mask << shift) | (mask >> (8 - shift))) & 0xFF


def canonical(mask: int) -> int:
    """The smallest of a mask's four turns: two tiles are one pattern when these agree."""
    return min(turned(mask, quarters) for quarters in range(4))


def mask_of(names: Iterable[str]) -> int:
    """The spoke mask of direction names. Raises ValueError for an unknown name."""
    return sum(1 << DIRECTIONS.index(name) for name in set(names))


#: All masks a tile can show: one to three of the eight spokes, 92 of them.
MASKS: tuple[int, ...] = tuple(
    sorted(sum(1 << i for i in c) for n in (1, 2, 3) for c in combinations(range(8), n))
)

_PATTERN_NAMES = (
    *("N", "NE", "N+E", "N+S", "N+NE", "N+SE", "N+SW", "N+NW", "NE+SE", "NE+SW", "N+E+S"),
    *("N+NE+E", "N+NE+S", "N+NE+W", "N+E+SW", "N+E+NW", "N+SE+S", "N+NE+SE", "N+NE+SW"),
    *("N+NE+NW", "N+SE+SW", "N+SE+NW", "N+SW+NW", "NE+SE+SW"),
)

#: The 24 patterns, numbered from 1 in the order of the rule document (table in 1.2).
PATTERNS: tuple[int, ...] = tuple(canonical(mask_of(names.split("+"))) for names in _PATTERN_NAMES)


@lru_cache(maxsize=256)
def pattern_number(mask: int) -> int:
    """The pattern's number 1..24. Raises ValueError for a mask no tile has."""
    return PATTERNS.index(canonical(mask)) + 1


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as it lies: its colour and the spokes as a mask in the lattice's frame."""

    colour: Colour
    mask: int

    def __post_init__(self) -> None:
        if self.mask not in MASKS:
            raise ValueError(f"a tile has one to three spokes, not mask {self.mask}")

    @classmethod
    def named(cls, colour: str, spokes: Iterable[str]) -> Tile:
        """The tile of the contract's words, as in ``Tile.named("yellow", ["N", "SE"])``."""
        return cls(Colour(colour), mask_of(spokes))

    @property
    def spokes(self) -> tuple[str, ...]:
        """Direction names, clockwise from north."""
        return tuple(name for i, name in enumerate(DIRECTIONS) if self.mask >> i & 1)

    @property
    def pattern(self) -> int:
        """The pattern's number 1..24, the same however the tile is turned."""
        return pattern_number(self.mask)

    def turned(self, quarters: int) -> Tile:
        """The tile after `quarters` quarter turns clockwise."""
        return Tile(self.colour, turned(self.mask, quarters))

    def orientations(self) -> Iterator[Tile]:
        """The distinct ways to lay the tile: two or four."""
        yield from (
            Tile(self.colour, m) for m in dict.fromkeys(turned(self.mask, k) for k in range(4))
        )


#: The whole set: every pattern once in yellow and once in blue (rule document 1.1, 1.2).
FULL_SET: tuple[Tile, ...] = tuple(Tile(c, m) for c in Colour for m in PATTERNS)
