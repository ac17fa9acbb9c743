"""Where the board lies: a small net says of every patch how far from the rings' centre it is.

Trained by `vision/training/rouge/train.py` on our own pictures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.homography import Homography, NoFit
from vision.nn.arrays import Mask, Tensor, size_of, to_nchw
from vision.nn.calibration import sigmoid
from vision.nn.resample import Patch, Window, translation
from vision.nn.symmetries import Forward
from vision.reader import Image
from vision.rouge.board.fitting import Plane, fit_plane
from vision.rouge.board.pose import BoardPose
from vision.rouge.limits import LIMITS, Limits
from vision.slanted import WarpedView, stretched

#: Pixels of the looked-at picture to a cell of the net's grid; sides it wants, in pixels.
STRIDE = 8
_MULTIPLE = 32


@dataclass(frozen=True)
class FoundBoard:
    """The board's pose; `score` 0..1: how surely and how completely a round board was seen."""

    pose: BoardPose
    score: float


class Finder:
    """Finds the one board of a photo."""

    def __init__(self, net: Forward, limits: Limits = LIMITS) -> None:
        self._net = net
        self._limits = limits

    def find(self, image: Image) -> Iterator[FoundBoard]:
        """Where the board of a photo (H, W, 3 uint8 BGR) may lie, one guess after the other, for
        those who see at once whether it does."""
        for view in _views(image, self._limits.look_px):
            found = self._in_view(image, view)
            if not isinstance(found, NoFit) and found.score >= self._limits.found:
                yield found

    def _in_photo(self, image: Image) -> FoundBoard | NoFit:
        h, w = image.shape[:2]
        whole = Window(0, 0, w, h, self._limits.look_px / max(h, w))
        found = self._look(image, whole)
        if isinstance(found, NoFit):
            return found
        radius = found.pose.radius_px * whole.scale
        if radius >= self._limits.near_px:
            return found
        second = self._look(image, self._round(found.pose, (w, h)))
        return found if isinstance(second, NoFit) else second

    def _in_view(self, image: Image, view: WarpedView) -> FoundBoard | NoFit:
        """The board in a view of the photo: one that is stretched makes a flat ellipse rounder."""
        found = self._in_photo(view.image)
        if isinstance(found, NoFit):
            return found
        matrix = view.to_photo.matrix @ found.pose.to_photo.matrix
        pose = BoardPose.of(Homography(matrix / matrix[2, 2]), size_of(image))
        return FoundBoard(pose, found.score)

    def _round(self, pose: BoardPose, size_wh: tuple[int, int]) -> Window:
        """The part of the photo round a board that is small in it."""
        low = np.maximum(pose.circle_xy(2.0).min(0), 0)
        high = np.minimum(pose.circle_xy(2.0).max(0), size_wh)
        scale = min(self._limits.second_px / pose.radius_px, 4.0)
        x, y = map(float, low)
        w, h = map(float, high - low)
        return Window(x, y, w, h, scale)

    def _look(self, image: Image, window: Window) -> FoundBoard | NoFit:
        small = _cut(image, window)
        out = self._net(to_nchw(small.image[None]))[0]
        board = sigmoid(out[0])
        cells = _largest(board > self._limits.board)
        ys, xs = np.nonzero(cells)
        at = np.column_stack([xs, ys]).astype(np.float64) * STRIDE + (STRIDE - 1) / 2
        plane = fit_plane(
            small.to_photo(at), out[1][cells].astype(np.float64), board[cells].astype(np.float64)
        )
        if isinstance(plane, NoFit):
            return plane
        if plane.residual > self._limits.residual:
            return NoFit("the radii fit no plane")
        pose = BoardPose.of(plane.to_photo, size_of(image))
        return FoundBoard(pose, _score(plane, board, small, self._limits))


def _views(image: Image, look_px: int) -> Iterator[WarpedView]:
    """The photo as it is; and, as a cloth of squares or stripes can be taken for rings, in grey,
    stretched, and in grey part by part."""
    as_it_is = Homography(np.eye(3))
    yield WarpedView(image, as_it_is)
    shades = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    grey = np.asarray(cv2.cvtColor(shades, cv2.COLOR_GRAY2BGR), np.uint8)
    yield WarpedView(grey, as_it_is)
    yield from stretched(image, look_px)
    yield from _parts(grey)


def _parts(image: Image) -> Iterator[WarpedView]:
    """Squares of a photo as wide as its shorter side, half of one from each to the next."""
    w, h = size_of(image)
    side = min(w, h)
    steps = math.ceil(2 * (max(w, h) - side) / side)
    for k in range(steps + 1 if steps else 0):
        x, y = (round(k * (whole - side) / steps) for whole in (w, h))
        yield WarpedView(image[y : y + side, x : x + side], Homography(translation(x, y)))


def _cut(image: Image, window: Window) -> Patch:
    """The window at its scale, bordered so that its sides suit the net."""
    part = window.part(image).image
    size = [max(1, round(side * window.scale)) for side in (window.w, window.h)]
    how = cv2.INTER_AREA if window.scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(part, size, interpolation=how)
    right, low = (-side % _MULTIPLE for side in size)
    bordered = cv2.copyMakeBorder(small, 0, low, 0, right, cv2.BORDER_REPLICATE)
    scale_xy, origin_xy = np.full(2, 1 / window.scale), np.array([window.x, window.y])
    return Patch(np.asarray(bordered, np.uint8), scale_xy, origin_xy)


def _largest(mask: Mask) -> Mask:
    """The largest connected part of a mask."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=4
    )
    if count < 2:
        return mask
    best = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    return np.asarray(labels == best)


def _score(plane: Plane, board: Tensor, seen: Patch, limits: Limits) -> float:
    """Mean probability of a board over the fitted disc, less what its radii are out by."""
    a = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    rings = [r * np.column_stack([np.cos(a), np.sin(a)]) for r in (0.3, 0.6, 0.85, 0.95)]
    spots = (seen.from_photo(plane.to_photo(np.vstack(rings))) + 0.5) / STRIDE
    x, y = np.floor(spots).astype(int).T
    h, w = board.shape
    inside = (x >= 0) & (y >= 0) & (x < w) & (y < h)
    if not inside.any():
        return 0.0
    shown = float(board[y[inside], x[inside]].mean())
    return shown * float(np.exp(-plane.residual / limits.residual_scale))
