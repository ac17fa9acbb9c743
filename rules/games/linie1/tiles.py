"""The tiles of Linie 1: which sides of a square a track joins, in 34 ways (rule document 2.1).

A tile is its set of connections. The twelve kinds all differ, also when turned, so the set tells
the kind, and the kind tells whether trees lock it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.core.rulebook import TomlTable, data_file
from rules.games.linie1.places import SIDES

#: The six pairs of sides a track can join, letters in the order N, E, S, W; bit i is PAIRS[i].
PAIRS = ("NE", "NS", "NW", "ES", "EW", "SW")


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the twelve kinds of tile. `number` 1..12 is that of the rule document (T1 to T12);
    `pile` and `start` count how many lie in the pile and among the start tiles."""

    number: int
    name: str
    mask: int
    trees: bool
    pile: int
    start: int

    @property
    def count(self) -> int:
        """How many such tiles the box holds."""
        return self.pile + self.start


def mask_of(pairs: Iterable[str]) -> int:
    """The connections as bits. Raises ValueError for a pair of sides that does not exist."""
    return sum(1 << PAIRS.index("".join(sorted(p, key=SIDES.index))) for p in set(pairs))


def pairs_of(mask: int) -> tuple[str, ...]:
    """The names of connections, in the order of PAIRS."""
    return tuple(pair for i, pair in enumerate(PAIRS) if mask >> i & 1)


def turned_mask(mask: int, quarters: int) -> int:
    """Connections after quarter turns clockwise."""
    turn = quarters % 4
    turned = (
        "".join(SIDES[(SIDES.index(side) + turn) % 4] for side in pair) for pair in pairs_of(mask)
    )
    return mask_of(turned)


def _kind(number: int, entry: TomlTable) -> Kind:
    mask = mask_of(entry["connections"])
    return Kind(number, entry["name"], mask, entry["trees"], entry["pile"], entry["start"])


#: The twelve kinds in the order of the rule document.
KINDS: tuple[Kind, ...] = tuple(
    _kind(number, entry)
    for number, entry in enumerate(data_file(__package__, "tiles.toml")["kinds"], start=1)
)

#: Number of the start tiles' kinds: straight and curve.
STRAIGHT, CURVE = 1, 2

_FACES = tuple(dict.fromkeys((k.number, turned_mask(k.mask, q)) for k in KINDS for q in range(4)))

#: Connections of each face; a face is a kind in one of its turns, numbered from 1. 0 is no tile.
FACE_MASKS: tuple[int, ...] = (0, *(mask for _, mask in _FACES))

#: The number of every face's kind; 0 for no tile.
FACE_KINDS: tuple[int, ...] = (0, *(kind for kind, _ in _FACES))

#: The face of a set of connections.
FACE_OF: Mapping[int, int] = MappingProxyType({m: f for f, m in enumerate(FACE_MASKS) if f})


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as it lies: its connections as bits (`PAIRS`)."""

    mask: int

    def __post_init__(self) -> None:
        if self.mask not in FACE_OF:
            raise ValueError(f"no tile joins {'+'.join(pairs_of(self.mask)) or 'nothing'}")

    @classmethod
    def named(cls, connections: Iterable[str]) -> Tile:
        """The tile of the contract's words, as in ``Tile.named(["NS", "NE"])``."""
        return cls(mask_of(connections))

    @classmethod
    def of_kind(cls, number: int, quarters: int = 0) -> Tile:
        """Kind 1..12 turned clockwise from the way the rule document prints it."""
        return cls(turned_mask(KINDS[number - 1].mask, quarters))

    @property
    def face(self) -> int:
        """Its face number 1..34."""
        return FACE_OF[self.mask]

    @property
    def kind(self) -> Kind:
        """Its kind."""
        return KINDS[FACE_KINDS[FACE_OF[self.mask]] - 1]

    @property
    def connections(self) -> tuple[str, ...]:
        """Pairs of joined sides, as the contract writes them."""
        return pairs_of(self.mask)

    @property
    def trees(self) -> bool:
        """Whether trees lock it: such a tile is never exchanged (5.5)."""
        return self.kind.trees

    def turned(self, quarters: int) -> Tile:
        """The tile after quarter turns clockwise."""
        return Tile(turned_mask(self.mask, quarters))


def _sides(mask: int) -> int:
    """The sides with track as four bits."""
    return sum(1 << i for i, s in enumerate(SIDES) if any(s in pair for pair in pairs_of(mask)))


#: The sides where track leaves, as four bits, by face.
FACE_SIDES: tuple[int, ...] = tuple(map(_sides, FACE_MASKS))


def _partners(mask: int, side: int) -> tuple[int, ...]:
    pairs = (pair for pair in pairs_of(mask) if SIDES[side] in pair)
    return tuple(SIDES.index(pair.replace(SIDES[side], "")) for pair in pairs)


#: The sides that track entering by a side leads to, by face and side (rule document 2.1).
PARTNERS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(_partners(mask, side) for side in range(4)) for mask in FACE_MASKS
)


def _upgrades(mask: int) -> int:
    """The faces that keep every connection and add some (5.5); none for a tile with trees."""
    if not mask or Tile(mask).trees:
        return 0
    return sum(1 << f for f, m in enumerate(FACE_MASKS) if m != mask and m & mask == mask)


#: Every tile by its face; there is no tile 0, so its place holds the first.
TILES: tuple[Tile, ...] = (Tile(FACE_MASKS[1]), *map(Tile, FACE_MASKS[1:]))

#: All faces of each kind as bits; index 0 stands for none.
KIND_FACES: tuple[int, ...] = (
    0,
    *(sum(1 << f for f, kind in enumerate(FACE_KINDS) if kind == k.number) for k in KINDS),
)

#: Every face as bits.
ALL_FACES = sum(KIND_FACES)

#: What may replace a face in an exchange, as bits (5.5; rule document 2.2, here derived).
UPGRADES: tuple[int, ...] = tuple(map(_upgrades, FACE_MASKS))

#: Faces with track on a side, as bits, by side.
WITH_TRACK: tuple[int, ...] = tuple(
    sum(1 << f for f, sides in enumerate(FACE_SIDES) if sides >> side & 1) for side in range(4)
)
