"""The photo cut to the layout and straightened into the frame of the drawing, so that photo and
board are two layers of one picture."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.homography import Homography, NoFit, Points, fit_homography
from rules.core.places import Cell, Place
from server.pipeline.session import Moment
from server.views.pictures.imaging import PAGE_PIXELS, page_jpeg
from server.views.places import seen_at
from vision.reader import Image

if TYPE_CHECKING:  # a table of one game loads only that one
    from rules.games.linie1 import places as linie1
    from rules.games.mokadi import pieces as mokadi
    from rules.games.rouge.track import Hollow

#: Left, top, right, bottom in the units of the game's drawing on the page.
Rect = tuple[float, float, float, float]

#: The drawing of Rouge on the page (`static/boards/rouge.js`): the middle, the radius of ring 1,
#: the step from ring to ring; its side.
_ROUGE_MIDDLE, _ROUGE_INNER, _ROUGE_STEP = 235.0, 66.0, 58.0
_ROUGE_SIZE = 470.0

#: Cells of Linie 1 across its drawing, with the border of termini.
_LINIE1_SPAN = 14.0

#: Half a tile in steps from cell to cell: tiles lie a little apart.
_HALF_TILE = 0.48

#: What is shown around a free layout, in steps, and around a Mokadi pile, in stick lengths.
_LAYOUT_MARGIN, _PILE_MARGIN = 1.0, 0.19

#: Root mean square of what the fit may leave, as a share of a step: beyond it marks would lie
#: beside their pieces.
_MOST_OFF = 0.2

#: What lies outside the photo, grey.
_OUTSIDE = (190, 190, 190)


def straightened(moment: Moment) -> tuple[Image, Rect] | None:
    """The photo of a moment in the frame of the drawing, and the part of it that it shows; None
    where the picture does not say how the table lies in it."""
    if moment.image is None or not moment.session.opened:
        return None
    pairs = list(_pairs(moment))
    board = np.array([one for one, _ in pairs], np.float64).reshape(-1, 2)
    photo = np.array([xy for _, xy in pairs], np.float64).reshape(-1, 2)
    fitted = fit_homography(board, photo) if len(pairs) >= 4 else NoFit("few places")
    step = _step(moment.session.game.name)
    if isinstance(fitted, NoFit) or _is_off(fitted, board, photo, step):
        return None
    rect = _rect(moment.session.game.name, _extent(moment, board))
    return _warped(moment.image, fitted, rect, step), rect


def straight_jpeg(moment: Moment) -> tuple[bytes, Rect] | None:
    """The same as JPEG."""
    found = straightened(moment)
    return None if found is None else (page_jpeg(found[0]), found[1])


def _pairs(moment: Moment) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Points of the drawing with where they are in the photo, pixels."""
    game = moment.session.game.name
    spots = [(place, xy) for place, xy in seen_at(moment)]
    middles = [(_drawn_at(game, place), xy) for place, xy in spots]
    known = [(at, xy) for at, xy in middles if at is not None]
    yield from known
    if game == "redline":
        yield from _corners(moment, known)


def _drawn_at(game: str, place: Place) -> tuple[float, float] | None:
    if isinstance(place, Cell):
        return float(place.col), float(place.row)
    if game == "linie1":
        spot = cast("linie1.Spot", place)
        inside = 1 <= spot.row <= 12 and 1 <= spot.col <= 12
        return (spot.col + 0.5, spot.row + 0.5) if inside else None
    if game == "rouge":
        hollow = cast("Hollow", place)
        angle, radius = math.tau * hollow.cell / 8, _ROUGE_INNER + _ROUGE_STEP * (hollow.ring - 1)
        return _ROUGE_MIDDLE + radius * math.sin(angle), _ROUGE_MIDDLE - radius * math.cos(angle)
    points = cast("mokadi.Spot", place).points if game == "mokadi" else ()
    return tuple(np.mean(points, axis=0)) if points else None


def _corners(
    moment: Moment, known: Sequence[tuple[tuple[float, float], tuple[float, float]]]
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The corners of the tiles: a row of them alone would not say how the view is slanted."""
    if len(known) < 2:
        return
    board, photo = (np.array([pair[i] for pair in known], np.float32) for i in (0, 1))
    rough, _ = cv2.estimateAffinePartial2D(photo, board)
    if rough is None:
        return
    for piece in moment.in_game.pieces:
        if isinstance(piece.place, Cell) and len(piece.outline_xy) == 4:
            corners = np.array(piece.outline_xy) @ rough[:, :2].T + rough[:, 2]
            middle = np.array([piece.place.col, piece.place.row])
            signs = np.sign(corners - corners.mean(axis=0))
            for sign, xy in zip(signs, piece.outline_xy, strict=True):
                at = middle + _HALF_TILE * sign
                yield (float(at[0]), float(at[1])), xy


def _is_off(fitted: Homography, board: Points, photo: Points, step: float) -> bool:
    """Whether the fit leaves too much."""
    unit = step * math.sqrt(abs(np.linalg.det(fitted.jacobian(board.mean(axis=0)))))
    off = float(np.sqrt(np.mean(np.sum((fitted(board) - photo) ** 2, axis=1))))
    return off > _MOST_OFF * unit


def _extent(moment: Moment, board: Points) -> Points:
    """The points that the picture has to show: of a stick both its ends."""
    places = [place for place, _ in seen_at(moment)]
    ends = [xy for place in places for xy in getattr(place, "points", ())]
    return np.array(ends, np.float64) if ends else board


def _rect(game: str, board: Points) -> Rect:
    if game == "linie1":
        return 0.0, 0.0, _LINIE1_SPAN, _LINIE1_SPAN
    if game == "rouge":
        return 0.0, 0.0, _ROUGE_SIZE, _ROUGE_SIZE
    cells = np.round(board) if game == "redline" else board
    margin = _LAYOUT_MARGIN if game == "redline" else _PILE_MARGIN
    (left, top), (right, bottom) = cells.min(axis=0) - margin, cells.max(axis=0) + margin
    return float(left), float(top), float(right), float(bottom)


def _step(game: str) -> float:
    """A length of the drawing that is about a piece's."""
    return _ROUGE_STEP if game == "rouge" else 1.0


def _warped(image: Image, fitted: Homography, rect: Rect, step: float) -> Image:
    """The part of the photo as large as it is there, at most as large as pages show."""
    left, top, right, bottom = rect
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    scale = math.sqrt(abs(np.linalg.det(fitted.jacobian(middle))))
    scale = min(max(scale, _least(step)), PAGE_PIXELS / max(right - left, bottom - top))
    size = (max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale)))
    into: NDArray[np.float64] = np.array(
        [[1 / scale, 0, left], [0, 1 / scale, top], [0, 0, 1]], np.float64
    )
    matrix = fitted.matrix @ into
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    made = cv2.warpPerspective(image, matrix, size, flags=flags, borderValue=_OUTSIDE)
    return np.asarray(made, np.uint8)


def _least(step: float) -> float:
    """Pixels a unit of the drawing has at least."""
    return 24.0 / step
