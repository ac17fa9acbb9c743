"""How right a reading is: what was read against the truth that lies beside a photo."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any

from rules.games.redline.tiles import DIRECTIONS
from server.store.values import Json
from vision.reading import Piece, Reading

Truth = Json

#: A piece read farther from every true one than this share of their spacing is an invention.
_REACH = 0.5

#: Likewise for pads and sticks, in stick lengths; and pixels of one where none lies.
_NEAR_STICKS, _LONE_PAD_PX = 0.15, 200.0


def errors(truth: Truth, reading: Reading) -> tuple[int, int]:
    """Pieces read wrong, missed or invented, and how many there are. Raises KeyError for a game
    that nobody can score yet."""
    return SCORERS[truth["game"]](truth, reading)


def _redline(truth: Truth, reading: Reading) -> tuple[int, int]:
    """Tiles of the layout. A free layout has no north, so the best of four turns counts."""
    tiles = truth["tiles"]
    read = [piece for piece in reading.pieces if piece.area == "layout"]
    pairs = _paired([t["px"] for t in tiles], [p.pixel_xy for p in read])
    met = [(tiles[i], read[j]) for i, j in pairs]
    lost = len(tiles) + len(read) - 2 * len(pairs)
    return lost + min(_unlike(met, turn) for turn in range(4)), len(tiles)


def _unlike(met: Sequence[tuple[Json, Piece]], quarters: int) -> int:
    return sum(not _same_tile(tile, piece, quarters) for tile, piece in met)


def _same_tile(tile: Json, piece: Piece, quarters: int) -> bool:
    label: Any = piece.label
    spokes = {(DIRECTIONS.index(name) + 2 * quarters) % 8 for name in label.spokes}
    return label.colour.value == tile["colour"] and spokes == set(tile["spokes"])


def _linie1(truth: Truth, reading: Reading) -> tuple[int, int]:
    """Cells: which connections lie there, or none. The printed board gives the frame."""
    read: dict[tuple[int, int], Any] = {
        (piece.place.as_json()[0], piece.place.as_json()[1]): piece.label
        for piece in reading.pieces
        if piece.kind == "tile" and piece.place is not None
    }
    cells = {
        (cell["row"], cell["col"]): _pairs(cell["connections"])
        for cell in truth["tiles"]
        if cell["tile"]
    }
    places = {(cell["row"], cell["col"]) for cell in truth["tiles"]} | set(read)
    found = {place: _pairs(label.tile.connections) for place, label in read.items()}
    return sum(found.get(p) != cells.get(p) for p in places), len(truth["tiles"])


def _pairs(connections: Sequence[str]) -> frozenset[frozenset[str]]:
    """Joined sides, in whatever order they were written."""
    return frozenset(map(frozenset, connections))


def _rouge(truth: Truth, reading: Reading) -> tuple[int, int]:
    """Cells of the track. Which ray the truth calls the first is arbitrary: the pawns' places in
    the picture tell by how much the whole is turned, every ring by the same."""
    cells = {(c["ring"], c["cell"]): c["colour"] for c in truth["cells"] if c["colour"]}
    spots = {(c["ring"], c["cell"]): c["px"] for c in truth["cells"]}
    read: dict[tuple[int, int], str] = {}
    votes: Counter[int] = Counter()
    for piece in reading.pieces:
        if piece.area == "board":
            place: Any = piece.place
            label: Any = piece.label
            read[place.ring, place.cell] = label.colour
            own = [c for c in range(8) if (place.ring, c) in spots]
            near = min(own, key=lambda c: math.dist(spots[place.ring, c], piece.pixel_xy))
            votes[(near - place.cell) % 8] += 1
    turn = votes.most_common(1)[0][0] if votes else 0
    found = {(ring, (cell + turn) % 8): colour for (ring, cell), colour in read.items()}
    places = set(cells) | set(found)
    return sum(cells.get(p) != found.get(p) for p in places), len(truth["cells"])


def _mokadi(truth: Truth, reading: Reading) -> tuple[int, int]:
    """Pads and sticks: a piece is right where its middle, or both its ends, lie within a share of
    a stick's length, and its colour is the true one."""
    lengths = [math.dist(*stick["px"]) for stick in truth["sticks"]]
    near = _NEAR_STICKS * (median(lengths) if lengths else _LONE_PAD_PX)
    pads = _met(truth["pads"], [p for p in reading.pieces if p.kind == "pad"], near)
    sticks = _met(truth["sticks"], [p for p in reading.pieces if p.kind == "stick"], near)
    return pads + sticks, len(truth["pads"]) + len(truth["sticks"])


def _met(true: Sequence[Json], read: Sequence[Piece], near: float) -> int:
    """Errors among pieces of one kind: those of another colour, missed ones, invented ones."""
    pairs = sorted(
        (off, i, j)
        for i, one in enumerate(true)
        for j, piece in enumerate(read)
        if (off := _apart(one["px"], piece)) <= near
    )
    met: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in met and j not in met.values():
            met[i] = j
    labels: list[Any] = [piece.label for piece in read]
    unlike = sum(bool(true[i]["colour"] != labels[j].colour) for i, j in met.items())
    return unlike + len(true) + len(read) - 2 * len(met)


def _apart(px: Sequence[Any], piece: Piece) -> float:
    """How far a pad's middle, or the farther end of a stick, was read from where it is."""
    if piece.kind == "pad":
        return math.dist(px, piece.pixel_xy)
    ends = piece.lines_xy[0]
    return float(min(max(map(math.dist, px, way)) for way in (ends, ends[::-1])))


def _paired(
    true_xy: Sequence[Sequence[float]], read_xy: Sequence[Sequence[float]]
) -> list[tuple[int, int]]:
    """True and read pieces that are each other's, the nearest pairs first."""
    reach = _REACH * _spacing(true_xy)
    near = sorted(
        (distance, i, j)
        for i, a in enumerate(true_xy)
        for j, b in enumerate(read_xy)
        if (distance := math.dist(a, b)) < reach
    )
    pairs: dict[int, int] = {}
    for _, i, j in near:
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return list(pairs.items())


def _spacing(points: Sequence[Sequence[float]]) -> float:
    """Pixels from a piece to its nearest neighbour, as a rule; a lone piece has all the room."""
    if len(points) < 2:
        return math.inf
    return median(min(math.dist(p, q) for q in points if q is not p) for p in points)


#: One scorer a game.
SCORERS: Mapping[str, Callable[[Truth, Reading], tuple[int, int]]] = {
    "linie1": _linie1,
    "mokadi": _mokadi,
    "redline": _redline,
    "rouge": _rouge,
}
