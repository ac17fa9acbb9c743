"""Whether the camera has moved: corners of the settled view looked up in the new one."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float, Mask, Pixels, Tensor
from vision.gate.view import View

#: Corners followed, and how many must agree for an answer.
_CORNERS = 120
_LEAST = 10

#: Share of the corners found again that must agree on one shift: hands and moved pieces do not.
_AGREEING = 0.5

#: Likewise of matched features, most of which are always wrong.
_MATCHING = 0.15

#: Distance within which corners agree, small pixels; tracking is good to a few tenths.
_AGREE_PX = 0.7

#: Corners that come back to within this many small pixels when followed there and back are real.
_RETURN_PX = 0.5

#: Window of the normalised picture, small pixels.
_NORMAL_PX = 15


@dataclass(frozen=True, slots=True, eq=False)
class CameraShift:
    """How the camera has moved: `matrix` (3, 3) float64 maps old to new small pixels; `pixels`
    is the largest way any corner of the picture went, small pixels."""

    matrix: Float
    pixels: float


def shift_between(now: View, before: View) -> CameraShift | None:
    """The camera's shift between two views, or None where too little agrees on one.

    Follows corners for small shifts and matches features for large ones; neither minds a change
    of light. Pieces that moved and hands are outvoted as long as half the corners lie elsewhere.
    """
    old, new = _normal(before.brightness), _normal(now.brightness)
    return _followed(old, new) or _matched(old, new)


def _normal(grey: Tensor) -> Pixels:
    """Grey with light and contrast evened out, uint8."""
    size = (_NORMAL_PX, _NORMAL_PX)
    mean = cv2.boxFilter(grey, -1, size)
    spread = cv2.sqrt(np.maximum(cv2.boxFilter(grey * grey, -1, size) - mean * mean, 0))
    return np.asarray(np.clip(128 + 50 * (grey - mean) / (spread + 0.04), 0, 255), np.uint8)


def _followed(old: Pixels, new: Pixels) -> CameraShift | None:
    corners = cv2.goodFeaturesToTrack(old, _CORNERS, 0.02, 6)
    if corners is None or len(corners) < _LEAST:
        return None
    corners = np.asarray(corners, np.float32).reshape(-1, 1, 2)
    there, found = _follow(old, new, corners)
    back, found_back = _follow(new, old, there)
    came_back = np.abs(back - corners).reshape(-1, 2).max(1) < _RETURN_PX
    good = came_back & found & found_back
    needed = max(_LEAST, round(_AGREEING * len(corners)))
    return _agreed(corners[good].reshape(-1, 2), there[good].reshape(-1, 2), needed, old)


def _follow(old: Pixels, new: Pixels, corners: Tensor) -> tuple[Tensor, Mask]:
    ways = cv2.calcOpticalFlowPyrLK(
        old, new, corners, np.empty_like(corners), winSize=(15, 15), maxLevel=3
    )
    return np.asarray(ways[0], np.float32), np.asarray(ways[1]).ravel() == 1


def _matched(old: Pixels, new: Pixels) -> CameraShift | None:
    """For a camera that was pushed far."""
    orb = cv2.ORB.create(nfeatures=600, fastThreshold=10)
    old_points, old_words = orb.detectAndCompute(old, None)
    new_points, new_words = orb.detectAndCompute(new, None)
    if old_words is None or new_words is None or min(len(old_points), len(new_points)) < _LEAST:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(old_words, new_words)
    a = np.asarray([old_points[p.queryIdx].pt for p in pairs], np.float32).reshape(-1, 2)
    b = np.asarray([new_points[p.trainIdx].pt for p in pairs], np.float32).reshape(-1, 2)
    return _agreed(a, b, max(2 * _LEAST, round(_MATCHING * len(a))), old)


def _agreed(old: Tensor, new: Tensor, needed: int, picture: Pixels) -> CameraShift | None:
    if len(old) < needed:
        return None
    matrix, inliers = cv2.estimateAffinePartial2D(
        old, new, method=cv2.RANSAC, ransacReprojThreshold=_AGREE_PX, maxIters=500
    )
    if matrix is None or inliers is None or int(inliers.sum()) < needed:
        return None
    full = np.vstack([np.asarray(matrix, np.float64), [0.0, 0.0, 1.0]])
    return CameraShift(full, _largest_way(full, picture.shape))


def _largest_way(matrix: Float, shape: tuple[int, ...]) -> float:
    rows, cols = shape[:2]
    corners = np.array([[0, 0, 1], [cols, 0, 1], [0, rows, 1], [cols, rows, 1]], np.float64)
    return float(np.linalg.norm((corners @ matrix.T)[:, :2] - corners[:, :2], axis=1).max())
