"""A photo as a camera straight above would have taken it: for what is seen too flat to be found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.homography import Homography
from vision.nn.arrays import Matrix, Points, Tensor
from vision.nn.resample import Patch, rotation
from vision.reader import Image

#: Directions in which a photo is stretched where nobody knows how the camera leans, degrees, and by
#: how much: a plane seen from 57 degrees then looks as from above, one seen from 35 or from 70
#: degrees as from 45, which every finder has learnt; the middle of two directions likewise.
_DIRECTIONS_DEG = (90.0, 0.0, 45.0, 135.0)
_STRETCH = 1.85

#: The least that a view is shrunk by before it is warped: thin lines are averaged, not skipped.
_FINER = 1.5


@dataclass(frozen=True)
class WarpedView:
    """`image` (h, w, 3) uint8 BGR; `to_photo` maps its pixels to the photo's."""

    image: Image
    to_photo: Homography

    def back(self, values: Tensor, size_wh: tuple[int, int]) -> Tensor:
        """A map (h, w) of the whole view as a map of the whole photo, a quarter of its size; 0
        where the view shows nothing."""
        w, h = (max(1, side // 4) for side in size_wh)
        grow = np.diag([size_wh[0] / w, size_wh[1] / h, 1.0])
        shrink = np.diag([values.shape[1] / self.image.shape[1]] * 2 + [1.0])
        matrix = shrink @ np.linalg.inv(self.to_photo.matrix) @ grow
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        seen = cv2.warpPerspective(np.asarray(values, np.float32), matrix, (w, h), flags=flags)
        return np.asarray(seen, np.float32)


def stretched(image: Image, longest_px: int) -> Iterator[WarpedView]:
    """Views of a photo (H, W, 3 uint8 BGR), each stretched in another direction, with at most so
    many pixels along the longer side."""
    h, w = image.shape[:2]
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64)
    for degrees in _DIRECTIONS_DEG:
        stretch = _stretch(np.radians(degrees))
        reach = np.ptp(corners @ stretch[:2, :2].T, axis=0).max()
        scale = min(1.0, longest_px / reach)
        yield warped_view(image, Homography(np.diag([scale, scale, 1.0]) @ stretch), corners)


def warped_view(image: Image, to_view: Homography, shown_xy: Points) -> WarpedView:
    """The view in which `to_view` lays a photo, moved so that it shows what these points of the
    photo (N, 2) surround. What lies outside the photo repeats its rim."""
    seen = to_view(shown_xy)
    low = seen.min(0)
    size = np.maximum(np.ceil(seen.max(0) - low), 2).astype(int)
    matrix = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ to_view.matrix
    patch = Patch.around(image, np.clip(shown_xy, 0, np.array(image.shape[1::-1]) - 1))
    scale = float(np.sqrt(size.prod() / max(float(np.prod(patch.size_wh)), 1.0)))
    patch = patch.scaled(min(1.0, _FINER * scale))
    return WarpedView(
        patch.warped(matrix, (int(size[0]), int(size[1]))),
        Homography(np.asarray(np.linalg.inv(matrix), np.float64)),
    )


def _stretch(angle: float) -> Matrix:
    """(3, 3) that stretches along a direction and shrinks across it: areas stay."""
    turn, root = rotation(angle), np.sqrt(_STRETCH)
    matrix = np.eye(3)
    matrix[:2, :2] = turn @ np.diag([root, 1 / root]) @ turn.T
    return matrix
