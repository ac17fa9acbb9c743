"""Rough boards by four-sided outlines.

On a newspaper or a cloth strewn with flowers the finder's map of the grid runs on beyond the board,
and what it tells of the size of cells is of many things. The board still stands out as a patch with
four straight sides: in the map where it is surest, or in the photo by its lightness or its hue.
Whether the printed places lie in an outline is for the refiner to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from calibration.homography import Homography
from vision.linie1.board.pose import GRID_CORNERS
from vision.linie1.board.sheet import STRIDE, Maps
from vision.nn.arrays import Mask, Matrix, Pixels, Points
from vision.nn.resample import whole
from vision.reader import Image

#: Logits of the grid from which a patch is looked for, and the widths of thin parts that are taken
#: off it, map cells: no single one sets every board off from its table.
_LOGITS = (0.0, 1.0, 2.0, 3.0)
_THIN = (0, 5, 9)

#: The same of the photo: pixels of its longer side, of a median filter that takes small print off
#: it, and of thin parts; shares of the photo that are darker, or less red or blue, than a patch. By
#: hand: of eight boards that were not found without outlines five stand out so, three or four with
#: filters of 5 or 11 pixels or parts of 3 or 5; the maps show the rest.
_PHOTO_PX, _SMALL_PRINT, _THIN_PX = 448, 7, 7
_DARKER = tuple(np.linspace(0.15, 0.9, 8))

#: Sides of the small photo are multiples of this, pixels: it has some at least.
_MULTIPLE = 8

#: Least share of the map or the photo that a patch fills, and of a patch and its outline together
#: that both fill: of the same eight boards' outlines the least four-sided has 0.80. A board that
#: fills less of a photo has cells of some 15 pixels.
_LEAST_SHARE, _FOUR_SIDED = 0.02, 0.75

#: Outlines whose corners are nearer than this share of their diagonal are one: the refiner finds a
#: board from corners that are off by more.
_ONE = 0.08


#: Level of what is cut away.
_GROUND = 128


@dataclass(frozen=True)
class Outline:
    """Four corners (4, 2) of a patch in the photo, pixels, clockwise as seen; `share` of the patch
    and its outline together that both fill."""

    corners_xy: Points
    share: float

    def to_photo(self) -> Homography:
        """The board frame to the photo, whichever side is north."""
        matrix = cv2.getPerspectiveTransform(
            GRID_CORNERS.astype(np.float32), self.corners_xy.astype(np.float32)
        )
        return Homography(np.asarray(matrix, np.float64))

    def share_of(self, image: Image) -> float:
        """How much of a photo it encloses, by its corners."""
        return float(cv2.contourArea(self.corners_xy.astype(np.float32))) / image[..., 0].size

    def cut_out(self, image: Image) -> tuple[Image, Matrix]:
        """What it encloses of a photo (H, W, 3 uint8), on grey, and (3, 3) from there to the
        photo."""
        corners = np.round(self.corners_xy).astype(np.int32)
        left, top = np.maximum(corners.min(axis=0), 0)
        right, below = np.minimum(corners.max(axis=0) + 1, image.shape[1::-1])
        inside = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), corners, 1) > 0
        cut = np.where(inside[..., None], image, np.uint8(_GROUND))[top:below, left:right]
        return np.ascontiguousarray(cut), np.array([[1, 0, left], [0, 1, top], [0, 0, 1.0]])

    def is_like(self, other: Outline) -> bool:
        """Whether another outline has nearly the same corners."""
        near = _ONE * float(np.linalg.norm(np.ptp(self.corners_xy, axis=0)))
        turned = (np.roll(other.corners_xy, k, axis=0) for k in range(4))
        return any(float(np.abs(self.corners_xy - one).max()) < near for one in turned)


def outlines(image: Image, looks: Iterable[tuple[Maps, Matrix]]) -> list[Outline]:
    """The four-sided patches of a photo (H, W, 3 uint8 BGR) and of its maps (8, h, w), each with
    (3, 3) from the net's input to the photo; the most four-sided first."""
    found: list[Outline] = []
    seen = [*_of_photo(image), *(one for maps, to_photo in looks for one in _of(maps, to_photo))]
    for one in sorted(seen, key=lambda each: -each.share):
        if not any(one.is_like(other) for other in found):
            found.append(one)
    return found


def _of(maps: Maps, to_photo: Matrix) -> Iterator[Outline]:
    """Outlines in the map of the grid."""
    middles = np.array([[STRIDE, 0, (STRIDE - 1) / 2], [0, STRIDE, (STRIDE - 1) / 2], [0, 0, 1.0]])
    for least, thin in product(_LOGITS, _THIN):
        yield from _patches(maps[0] > least, thin, Homography(to_photo @ middles))


def _of_photo(image: Image) -> Iterator[Outline]:
    """Outlines of what is lighter, darker or of another hue than the rest."""
    scale = min(1.0, _PHOTO_PX / max(image.shape[:2]))
    small = whole(image).in_multiples(scale, _MULTIPLE)
    plain = cv2.cvtColor(cv2.medianBlur(small.image, _SMALL_PRINT), cv2.COLOR_BGR2LAB)
    to_photo = Homography(small.matrix)
    for channel in cv2.split(plain):
        for level in np.quantile(channel, _DARKER):
            yield from _patches(channel > level, _THIN_PX, to_photo)
            yield from _patches(channel < level, _THIN_PX, to_photo)


def _patches(shown: Mask, thin: int, to_photo: Homography) -> Iterator[Outline]:
    """The four-sided ones of a mask's connected parts."""
    count, label, stats, _ = cv2.connectedComponentsWithStats(_thick(shown, thin))
    for k in range(1, count):
        if stats[k, cv2.CC_STAT_AREA] >= _LEAST_SHARE * shown.size:
            outline = _outline_of(np.asarray(label == k), to_photo)
            if outline is not None:
                yield outline


def _thick(shown: Mask, thin: int) -> Pixels:
    """A mask without its parts that are less than so wide."""
    whole = shown.astype(np.uint8)
    if not thin:
        return whole
    opened = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((thin, thin), np.uint8))
    return np.asarray(opened, np.uint8)


def _outline_of(patch: Mask, to_photo: Homography) -> Outline | None:
    """The four-sided outline round a patch (h, w); None where it is not four-sided."""
    points = np.argwhere(patch)[:, ::-1].astype(np.int32)
    found = cv2.approxPolyN(points[:, None], 4, ensure_convex=True)
    corners = np.asarray(found, np.float64).reshape(-1, 2)
    if len(corners) != 4:
        return None
    drawn = np.zeros(patch.shape, np.uint8)
    inside = cv2.fillConvexPoly(drawn, np.round(corners).astype(np.int32), 1) > 0
    both = float((patch & inside).sum() / (patch | inside).sum())
    if both < _FOUR_SIDED:
        return None
    (ax, ay), (bx, by) = corners[1] - corners[0], corners[2] - corners[0]
    clockwise = corners if ax * by > ay * bx else corners[::-1]
    return Outline(to_photo(clockwise), both)
