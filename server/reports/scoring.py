"""How right a reading is: what was read against the truth that lies beside a photo."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import cast

from rules.core.codec import Json
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import Spot
from rules.games.mokadi.pieces import Pad, Stick
from rules.games.redline.tiles import DIRECTIONS, Tile
from rules.games.rouge.state import Pawn
from rules.games.rouge.track import Hollow
from vision.reading import Piece, Reading

Truth = Json

XY = Sequence[float]

#: A piece read farther from every true one than this share of their spacing is an invention.
_REACH = 0.5

#: Likewise for pads and sticks, in stick lengths; and pixels of one where none lies.
_NEAR_STICKS, _LONE_PAD_PX = 0.15, 200.0


@dataclass(frozen=True, slots=True)
class ReadPiece:
    """One piece that was read: how sure the reader was of it, 0..1, and whether it was `right`."""

    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class Score:
    """Pieces read `wrong`, missed or invented, of how many there are; and those that are right,
    by their `id`."""

    wrong: int
    pieces: int
    right: frozenset[int]


def errors(truth: Truth, reading: Reading) -> tuple[int, int]:
    """Pieces read wrong, missed or invented, and how many there are. Raises KeyError for a game
    that nobody can score yet."""
    score = SCORERS[truth["game"]](truth, reading)
    return score.wrong, score.pieces


def read_pieces(truth: Truth, reading: Reading) -> tuple[ReadPiece, ...]:
    """Every piece that was read, marked; pieces that were missed are not among them. Raises
    KeyError for a game that nobody can score yet."""
    right = SCORERS[truth["game"]](truth, reading).right
    return tuple(ReadPiece(p.confidence, id(p) in right) for p in reading.pieces if _counts(p))


def _counts(piece: Piece) -> bool:
    """Whether the truth tells of such a piece: not of tiles in hands nor of spare pawns."""
    return piece.area in ("", "layout", "board") or piece.kind in ("pad", "stick")


def _redline(truth: Truth, reading: Reading) -> Score:
    """Tiles of the layout. A free layout has no north, so the best of four turns counts."""
    tiles = truth["tiles"]
    read = [piece for piece in reading.pieces if piece.area == "layout"]
    reach = _REACH * _spacing([tile["px"] for tile in tiles])
    met = _met(tiles, read, lambda tile, piece: math.dist(tile["px"], piece.pixel_xy), reach)
    right = max((_same_tiles(met, quarters) for quarters in range(4)), key=len)
    return Score(len(tiles) + len(read) - len(met) - len(right), len(tiles), right)


def _same_tiles(met: Sequence[tuple[Json, Piece]], quarters: int) -> frozenset[int]:
    return frozenset(id(piece) for tile, piece in met if _is_same_tile(tile, piece, quarters))


def _is_same_tile(tile: Json, piece: Piece, quarters: int) -> bool:
    label = cast(Tile, piece.label)
    spokes = {(DIRECTIONS.index(name) + 2 * quarters) % 8 for name in label.spokes}
    return label.colour.value == tile["colour"] and spokes == set(tile["spokes"])


def _spacing(points: Sequence[XY]) -> float:
    """Pixels from a piece to its nearest neighbour, as a rule; a lone piece has all the room."""
    if len(points) < 2:
        return math.inf
    return median(min(math.dist(p, q) for q in points if q is not p) for p in points)


def _linie1(truth: Truth, reading: Reading) -> Score:
    """Cells: which connections lie there, or none; the printed board gives the frame. The signs
    and trams that the truth tells of may be right, but count in no cell."""
    cells = {_at(c): _joined(c["connections"]) for c in truth["tiles"] if c["tile"]}
    stops = {_at(one) for one in truth.get("stops", ())}
    trams = {(*_at(one), one["line"]) for one in truth.get("trams", ())}
    placed = [(piece, cast(Spot, piece.place)) for piece in reading.pieces if piece.place]
    read = {
        (spot.row, spot.col): _joined(_tracks(piece))
        for piece, spot in placed
        if piece.kind == "tile"
    }

    def is_right(piece: Piece, row: int, col: int) -> bool:
        if piece.kind == "tile":
            return cells.get((row, col)) == _joined(_tracks(piece))
        if piece.kind == "stop":
            return (row, col) in stops
        return (row, col, cast(CellContent, piece.label).trams[0]) in trams

    places = {_at(cell) for cell in truth["tiles"]} | set(read)
    right = frozenset(id(piece) for piece, spot in placed if is_right(piece, spot.row, spot.col))
    return Score(sum(read.get(p) != cells.get(p) for p in places), len(truth["tiles"]), right)


def _at(place: Json) -> tuple[int, int]:
    return place["row"], place["col"]


def _tracks(piece: Piece) -> Sequence[str]:
    tile = cast(CellContent, piece.label).tile
    return () if tile is None else tile.connections


def _joined(connections: Sequence[str]) -> frozenset[frozenset[str]]:
    """Joined sides, in whatever order they were written."""
    return frozenset(map(frozenset, connections))


def _rouge(truth: Truth, reading: Reading) -> Score:
    """Cells of the track. Which ray the truth calls the first is arbitrary: the pawns' places in
    the picture tell by how much the whole is turned, every ring by the same."""
    cells = {(c["ring"], c["cell"]): c["colour"] for c in truth["cells"] if c["colour"]}
    found = _rouge_found(truth, reading)
    read = {at: cast(Pawn, piece.label).colour for at, piece in found.items()}
    wrong = sum(cells.get(at) != read.get(at) for at in {*cells, *read})
    right = frozenset(id(piece) for at, piece in found.items() if cells.get(at) == read[at])
    return Score(wrong, len(truth["cells"]), right)


def _rouge_found(truth: Truth, reading: Reading) -> dict[tuple[int, int], Piece]:
    """What was read at the truth's places."""
    spots = {(c["ring"], c["cell"]): c["px"] for c in truth["cells"]}
    read: dict[tuple[int, int], Piece] = {}
    votes: Counter[int] = Counter()
    for piece in reading.pieces:
        if piece.area == "board":
            place = cast(Hollow, piece.place)
            read[place.ring, place.cell] = piece
            own = [c for c in range(8) if (place.ring, c) in spots]
            near = min(own, key=lambda c: math.dist(spots[place.ring, c], piece.pixel_xy))
            votes[(near - place.cell) % 8] += 1
    turn = votes.most_common(1)[0][0] if votes else 0
    return {(ring, (cell + turn) % 8): one for (ring, cell), one in read.items()}


def _mokadi(truth: Truth, reading: Reading) -> Score:
    """Pads and sticks: a piece is right where its middle, or both its ends, lie within a share of
    a stick's length, and its colour is the true one."""
    lengths = [math.dist(*stick["px"]) for stick in truth["sticks"]]
    reach = _NEAR_STICKS * (median(lengths) if lengths else _LONE_PAD_PX)
    met = [
        pair
        for name, kind in (("pads", "pad"), ("sticks", "stick"))
        for pair in _met(truth[name], [p for p in reading.pieces if p.kind == kind], _apart, reach)
    ]
    pieces = len(truth["pads"]) + len(truth["sticks"])
    right = frozenset(id(p) for one, p in met if one["colour"] == cast(Pad | Stick, p.label).colour)
    return Score(pieces + len(reading.pieces) - len(met) - len(right), pieces, right)


def _apart(true: Json, piece: Piece) -> float:
    """How far a pad's middle, or the farther end of a stick, was read from where it is."""
    px = true["px"]
    if piece.kind == "pad":
        return math.dist(px, piece.pixel_xy)
    ends = piece.lines_xy[0]
    return float(min(max(map(math.dist, px, way)) for way in (ends, ends[::-1])))


def _met(
    true: Sequence[Json],
    read: Sequence[Piece],
    apart: Callable[[Json, Piece], float],
    reach: float,
) -> list[tuple[Json, Piece]]:
    """True pieces with what was read nearest to each, the nearest pairs first."""
    pairs = sorted(
        (off, i, j)
        for i, one in enumerate(true)
        for j, piece in enumerate(read)
        if (off := apart(one, piece)) <= reach
    )
    met: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in met and j not in met.values():
            met[i] = j
    return [(true[i], read[j]) for i, j in met.items()]


#: One scorer a game.
SCORERS: Mapping[str, Callable[[Truth, Reading], Score]] = {
    "linie1": _linie1,
    "mokadi": _mokadi,
    "redline": _redline,
    "rouge": _rouge,
}
