"""The photo cut to the layout and straightened into the frame of the drawing, so that photo and
board are two layers of one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Points
from calibration.homography import Homography, NoFit, fit_homography
from rules.core.places import Cell
from server.pipeline.session import Moment
from server.views.pictures.frames import FRAMES, XY, DrawingFrame, Rect
from server.views.pictures.imaging import PAGE_PIXELS, page_jpeg
from server.views.places import seen_at
from vision.reader import Image

#: Half a tile in steps from cell to cell: tiles lie a little apart.
_HALF_TILE = 0.48

#: Root mean square of what the fit may leave, as a share of a step: beyond it marks would lie
#: beside their pieces.
_MOST_OFF = 0.2

#: What lies outside the photo, grey.
_OUTSIDE = (190, 190, 190)


def straightened(moment: Moment) -> tuple[Image, Rect] | None:
    """The photo of a moment in the frame of the drawing, and the part of it that it shows; None
    where the picture does not say how the table lies in it."""
    frame = FRAMES.get(moment.session.game.name)
    if frame is None or moment.image is None or not moment.session.opened:
        return None
    pairs = list(_pairs(moment, frame))
    board = np.array([one for one, _ in pairs], np.float64).reshape(-1, 2)
    photo = np.array([xy for _, xy in pairs], np.float64).reshape(-1, 2)
    fitted = fit_homography(board, photo) if len(pairs) >= 4 else NoFit("few places")
    if isinstance(fitted, NoFit) or _is_off(fitted, board, photo, frame.step):
        return None
    rect = frame.rect(_extent(moment, board))
    return _warped(moment.image, fitted, rect, frame.step), rect


def straight_jpeg(moment: Moment) -> tuple[bytes, Rect] | None:
    """The same as JPEG."""
    found = straightened(moment)
    return None if found is None else (page_jpeg(found[0]), found[1])


def _pairs(moment: Moment, frame: DrawingFrame) -> Iterator[tuple[XY, XY]]:
    """Points of the drawing with where they are in the photo, pixels."""
    middles = [(frame.middle(place), xy) for place, xy in seen_at(moment)]
    known = [(at, xy) for at, xy in middles if at is not None]
    yield from known
    yield from _corners(moment, known)


def _corners(moment: Moment, known: Sequence[tuple[XY, XY]]) -> Iterator[tuple[XY, XY]]:
    """The corners of the tiles of a free layout: a row of them alone would not say how the view is
    slanted."""
    tiles = [
        (piece.place, piece.outline_xy)
        for piece in moment.in_game.pieces
        if isinstance(piece.place, Cell) and len(piece.outline_xy) == 4
    ]
    if len(known) < 2 or not tiles:
        return
    board, photo = (np.array([pair[i] for pair in known], np.float32) for i in (0, 1))
    rough, _ = cv2.estimateAffinePartial2D(photo, board)
    if rough is None:
        return
    for cell, outline_xy in tiles:
        corners = np.array(outline_xy) @ rough[:, :2].T + rough[:, 2]
        middle = np.array([cell.col, cell.row])
        signs = np.sign(corners - corners.mean(axis=0))
        for sign, xy in zip(signs, outline_xy, strict=True):
            at = middle + _HALF_TILE * sign
            yield (float(at[0]), float(at[1])), xy


def _is_off(fitted: Homography, board: Points, photo: Points, step: float) -> bool:
    """Whether the fit leaves too much."""
    unit = step * fitted.scale_at(board.mean(axis=0))
    off = float(np.sqrt(np.mean(np.sum((fitted(board) - photo) ** 2, axis=1))))
    return off > _MOST_OFF * unit


def _extent(moment: Moment, board: Points) -> Points:
    """The points that the picture has to show: of a stick both its ends."""
    places = [place for place, _ in seen_at(moment)]
    ends = [xy for place in places for xy in getattr(place, "points", ())]
    return np.array(ends, np.float64) if ends else board


def _warped(image: Image, fitted: Homography, rect: Rect, step: float) -> Image:
    """The part of the photo as large as it is there, at most as large as pages show."""
    left, top, right, bottom = rect
    scale = fitted.scale_at(np.array([(left + right) / 2, (top + bottom) / 2]))
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
