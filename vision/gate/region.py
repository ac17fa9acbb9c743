"""Where the game lies in the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float, Mask, Pixels
from vision.gate.limits import LIMITS, GateLimits
from vision.gate.view import View

Outlines = tuple[tuple[tuple[float, float], ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class GameRegion:
    """Where the game lies, (h, w) bool in small pixels: `mask` with a rim for pieces to come,
    `core` with half of it; `piece_px` the usual size of a piece, small pixels, 0 where nothing
    was read yet."""

    mask: Mask
    core: Mask
    piece_px: float = 0.0

    def covered(self, mask: Mask) -> int:
        """How many small pixels of a mask (h, w) lie over the game."""
        return int((self.mask & mask).sum())

    def moved(self, matrix: Float) -> GameRegion:
        """The region after the camera has moved by `matrix` (3, 3), old to new small pixels."""
        return GameRegion(_warped(self.mask, matrix), _warped(self.core, matrix), self.piece_px)


def _warped(mask: Mask, matrix: Float) -> Mask:
    rows, cols = mask.shape
    moved = cv2.warpPerspective(mask.astype(np.uint8), matrix, (cols, rows))
    return np.asarray(moved, np.bool_)


def unknown_region(view: View, limits: GateLimits = LIMITS) -> GameRegion:
    """The picture without its rim: where a game that was not read yet may lie."""
    rim = round(limits.unknown_rim * max(view.shape))
    return GameRegion(_within(view, rim), _within(view, rim + rim // 2))


def _within(view: View, rim: int) -> Mask:
    rows, cols = view.shape
    mask = np.zeros((rows, cols), np.bool_)
    mask[rim : rows - rim, rim : cols - rim] = True
    return mask


def region_of(outlines_px: Outlines, view: View, limits: GateLimits = LIMITS) -> GameRegion:
    """The pieces' convex hull with a rim. `outlines_px` in frame pixels, at least one."""
    sizes = [np.ptp(np.asarray(o, np.float32), axis=0).max() for o in outlines_px]
    return _around(outlines_px, float(np.median(sizes)), view, limits)


def region_of_board(
    outline_px: tuple[tuple[float, float], ...],
    piece_px: float,
    view: View,
    limits: GateLimits = LIMITS,
) -> GameRegion:
    """A board with a rim: its outline and the usual size of a piece, frame pixels."""
    return _around((outline_px,), piece_px, view, limits)


def _around(outlines_px: Outlines, size_px: float, view: View, limits: GateLimits) -> GameRegion:
    rows, cols = view.shape
    points = np.concatenate([np.asarray(o, np.float32) for o in outlines_px]) * view.scale
    mask = np.zeros((rows, cols), np.uint8)
    cv2.fillConvexPoly(mask, np.round(cv2.convexHull(points)).astype(np.int32), 1)
    piece_px = size_px * view.scale
    rim = max(limits.rim_pieces * piece_px, limits.rim_share * max(rows, cols))
    return GameRegion(_grown(mask, rim), _grown(mask, rim / 2), piece_px)


def _grown(mask: Pixels, pixels: float) -> Mask:
    reach = 2 * round(pixels) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    return np.asarray(cv2.dilate(mask, disc), np.bool_)
