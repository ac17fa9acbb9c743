"""How right a reading is: what was read against the truth that lies beside a photo."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, cast

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


@dataclass(frozen=True, slots=True)
class Mark:
    """One piece that was read: how sure the reader was of it, 0..1, and whether it was `right`."""

    confidence: float
    right: bool


def marks(truth: Truth, reading: Reading) -> tuple[Mark, ...]:
    """Every piece that was read, marked; pieces that were missed are not among them. Raises
    KeyError for a game that nobody can score yet."""
    right = _RIGHT[truth["game"]](truth, reading)
    return tuple(Mark(p.confidence, id(p) in right) for p in reading.pieces if _counts(p))


def _counts(piece: Piece) -> bool:
    """Whether the truth tells of such a piece: not of tiles in hands nor of spare pawns."""
    return piece.area in ("", "layout", "board") or piece.kind in ("pad", "stick")


def _redline(truth: Truth, reading: Reading) -> tuple[int, int]:
    """Tiles of the layout. A free layout has no north, so the best of four turns counts."""
    met, lost = _redline_met(truth, reading)
    return lost + min(_unlike(met, turn) for turn in range(4)), len(truth["tiles"])


def _redline_right(truth: Truth, reading: Reading) -> set[int]:
    met, _ = _redline_met(truth, reading)
    turn = min(range(4), key=lambda one: _unlike(met, one))
    return {id(piece) for tile, piece in met if _same_tile(tile, piece, turn)}


def _redline_met(truth: Truth, reading: Reading) -> tuple[list[tuple[Json, Piece]], int]:
    """True tiles with what was read there, and how many were missed or invented."""
    tiles = truth["tiles"]
    read = [piece for piece in reading.pieces if piece.area == "layout"]
    pairs = _paired([t["px"] for t in tiles], [p.pixel_xy for p in read])
    met = [(tiles[i], read[j]) for i, j in pairs]
    return met, len(tiles) + len(read) - 2 * len(pairs)


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


def _linie1_right(truth: Truth, reading: Reading) -> set[int]:
    """Tiles, and the signs and trams that the truth tells of."""
    cells = {(c["row"], c["col"]): _pairs(c["connections"]) for c in truth["tiles"] if c["tile"]}
    stops = {(one["row"], one["col"]) for one in truth.get("stops", ())}
    trams = {(one["row"], one["col"], one["line"]) for one in truth.get("trams", ())}

    def is_so(piece: Piece) -> bool:
        row, col = cast(Any, piece.place).as_json()[:2]
        label = cast(Any, piece.label)
        if piece.kind == "tile":
            return cells.get((row, col)) == _pairs(label.tile.connections)
        return (row, col) in stops if piece.kind == "stop" else (row, col, label.trams[0]) in trams

    return {id(piece) for piece in reading.pieces if is_so(piece)}


def _pairs(connections: Sequence[str]) -> frozenset[frozenset[str]]:
    """Joined sides, in whatever order they were written."""
    return frozenset(map(frozenset, connections))


def _rouge(truth: Truth, reading: Reading) -> tuple[int, int]:
    """Cells of the track. Which ray the truth calls the first is arbitrary: the pawns' places in
    the picture tell by how much the whole is turned, every ring by the same."""
    cells, found = _rouge_cells(truth), _rouge_found(truth, reading)
    read = {place: colour for place, (colour, _) in found.items()}
    places = set(cells) | set(read)
    return sum(cells.get(p) != read.get(p) for p in places), len(truth["cells"])


def _rouge_right(truth: Truth, reading: Reading) -> set[int]:
    cells, found = _rouge_cells(truth), _rouge_found(truth, reading)
    return {id(piece) for at, (colour, piece) in found.items() if cells.get(at) == colour}


def _rouge_cells(truth: Truth) -> dict[tuple[int, int], str]:
    return {(c["ring"], c["cell"]): c["colour"] for c in truth["cells"] if c["colour"]}


def _rouge_found(truth: Truth, reading: Reading) -> dict[tuple[int, int], tuple[str, Piece]]:
    """What was read at the truth's places."""
    spots = {(c["ring"], c["cell"]): c["px"] for c in truth["cells"]}
    read: dict[tuple[int, int], tuple[str, Piece]] = {}
    votes: Counter[int] = Counter()
    for piece in reading.pieces:
        if piece.area == "board":
            place: Any = piece.place
            label: Any = piece.label
            read[place.ring, place.cell] = label.colour, piece
            own = [c for c in range(8) if (place.ring, c) in spots]
            near = min(own, key=lambda c: math.dist(spots[place.ring, c], piece.pixel_xy))
            votes[(near - place.cell) % 8] += 1
    turn = votes.most_common(1)[0][0] if votes else 0
    return {(ring, (cell + turn) % 8): one for (ring, cell), one in read.items()}


def _mokadi(truth: Truth, reading: Reading) -> tuple[int, int]:
    """Pads and sticks: a piece is right where its middle, or both its ends, lie within a share of
    a stick's length, and its colour is the true one."""
    met = _mokadi_met(truth, reading)
    true = len(truth["pads"]) + len(truth["sticks"])
    right = sum(one["colour"] == cast(Any, piece.label).colour for one, piece in met)
    return true + len(reading.pieces) - len(met) - right, true


def _mokadi_right(truth: Truth, reading: Reading) -> set[int]:
    met = _mokadi_met(truth, reading)
    return {id(piece) for one, piece in met if one["colour"] == cast(Any, piece.label).colour}


def _mokadi_met(truth: Truth, reading: Reading) -> list[tuple[Json, Piece]]:
    """True pads and sticks with what was read there."""
    lengths = [math.dist(*stick["px"]) for stick in truth["sticks"]]
    near = _NEAR_STICKS * (median(lengths) if lengths else _LONE_PAD_PX)
    kinds = (("pads", "pad"), ("sticks", "stick"))
    return [
        pair
        for name, kind in kinds
        for pair in _met(truth[name], [p for p in reading.pieces if p.kind == kind], near)
    ]


def _met(true: Sequence[Json], read: Sequence[Piece], near: float) -> list[tuple[Json, Piece]]:
    """Pieces of one kind with what was read nearest to each."""
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
    return [(true[i], read[j]) for i, j in met.items()]


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


#: For every game, which of the pieces that were read are right, by their `id`.
_RIGHT: Mapping[str, Callable[[Truth, Reading], set[int]]] = {
    "linie1": _linie1_right,
    "mokadi": _mokadi_right,
    "redline": _redline_right,
    "rouge": _rouge_right,
}

#: One scorer a game.
SCORERS: Mapping[str, Callable[[Truth, Reading], tuple[int, int]]] = {
    "linie1": _linie1,
    "mokadi": _mokadi,
    "redline": _redline,
    "rouge": _rouge,
}
