"""The track: 24 hollows on three rings, their neighbours and lines, as bits of one number.

Leaflet, contents and set-up. Bit ``8 * (ring - 1) + cell`` is a hollow; ring 1 is the inner one,
cells count clockwise from the first ray. A ring is one byte, a ray one bit of each byte.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.core.toolkit.bits import indices

#: Rings of the track, hollows of a ring, hollows of the track (leaflet, contents).
RINGS = (1, 2, 3)
CELLS = 8
HOLLOWS = 24

#: Every hollow.
ALL = 0xFFFFFF

#: The hollows of each ring, by ring number; index 0 is no ring.
RING = (0, 0x0000FF, 0x00FF00, 0xFF0000)

#: Names of the rings, as the texts know them.
RING_NAMES = ("", "inner", "middle", "outer")


@dataclass(frozen=True, order=True, slots=True)
class Hollow:
    """A hollow of the track: `ring` 1 (inner) to 3 (outer), `cell` 0 to 7 clockwise from the
    first ray. Rays belong to the base, so they stay where they are when a ring turns."""

    ring: int
    cell: int

    def name(self) -> str:
        """Ring and cell, as in ``2/5``."""
        return f"{self.ring}/{self.cell}"

    def as_json(self) -> list[int]:
        """Ring and cell."""
        return [self.ring, self.cell]

    @property
    def index(self) -> int:
        """The hollow's bit number."""
        return CELLS * (self.ring - 1) + self.cell

    @property
    def bit(self) -> int:
        """The hollow as a set of one."""
        return 1 << CELLS * (self.ring - 1) + self.cell


#: Every hollow by its bit number.
TRACK = tuple(Hollow(ring, cell) for ring in RINGS for cell in range(CELLS))


def clockwise(bits: int) -> int:
    """Every hollow's next one clockwise on its ring."""
    return (bits << 1) & 0xFEFEFE | (bits >> 7) & 0x010101


def anticlockwise(bits: int) -> int:
    """Every hollow's next one anticlockwise on its ring."""
    return (bits >> 1) & 0x7F7F7F | (bits << 7) & 0x808080


def turned(bits: int, ring: int, steps: int) -> int:
    """The hollows after one ring was turned that many steps clockwise (leaflet, rule 2)."""
    shift = CELLS * (ring - 1)
    byte = bits >> shift & 0xFF
    steps %= CELLS
    byte = (byte << steps | byte >> CELLS - steps) & 0xFF
    return bits & ~RING[ring] | byte << shift


def rays(bits: int) -> int:
    """The cells (one byte) whose whole ray is in the set (leaflet, lines b)."""
    return bits & bits >> 8 & bits >> 16


def middles(bits: int) -> int:
    """The hollows with both neighbours on the ring in the set, as they are (leaflet, lines a)."""
    return bits & clockwise(bits) & anticlockwise(bits)


def ends(centres: int) -> int:
    """Both neighbours on the ring of each of these hollows: a line's end pawns."""
    return clockwise(centres) | anticlockwise(centres)


def lined(bits: int) -> int:
    """The members of the set that stand in a line of it, on the ring or the ray (U8)."""
    centres, through = middles(bits), rays(bits)
    return centres | ends(centres) | through * 0x010101


def hollows(bits: int) -> tuple[Hollow, ...]:
    """A set as hollows, inner ring first."""
    return tuple(TRACK[index] for index in indices(bits))


def subsets(bits: int) -> Iterator[int]:
    """Every set of some of these, all of them first, none last."""
    some = bits
    while some:
        yield some
        some = some - 1 & bits
    yield 0


def near(index: int) -> int:
    """The hollows that may stand in one line with this one: two on either side on the ring, and
    those of its ray."""
    bit = 1 << index
    beside = ends(bit)
    ray = (bit | bit >> 8 | bit >> 16) & 0xFF
    return (beside | ends(beside) | ray * 0x010101) & ~bit


def _straight(index: int) -> int:
    """The neighbours on the ring and on the ray (U7)."""
    bit = 1 << index
    return ends(bit) | bit << 8 & ALL | bit >> 8


def _diagonal(index: int) -> int:
    bit = 1 << index
    return _straight(index) | ends(bit << 8 & ALL | bit >> 8)


#: Neighbours of each hollow: side by side on the ring or on the ray (leaflet, rule 3; U7).
STRAIGHT = tuple(_straight(index) for index in range(HOLLOWS))

#: The same with the four hollows across the corners, for tables that play so (U7).
DIAGONAL = tuple(_diagonal(index) for index in range(HOLLOWS))


def _three_on(index: int, steps: int) -> int:
    return turned(1 << index, TRACK[index].ring, steps)


#: Three cells on, clockwise and anticlockwise: where a pawn that jumps over its two neighbours
#: would only re-make the line of the same three pawns (U9).
THREE_ON = tuple(_three_on(index, 3) for index in range(HOLLOWS))
THREE_BACK = tuple(_three_on(index, -3) for index in range(HOLLOWS))
