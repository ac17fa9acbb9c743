"""Where the board lies in a photo: the plane of its rings, and which way things lean on it.

Plane frame: the rings' true centre at the origin, the outer ring's outer radius 1, x right and y
down as seen from above, so that angles grow clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.homography import Homography
from vision.nn.arrays import Indices, Points
from vision.nn.resample import Patch, quad_area_side, translation
from vision.reader import Image

#: Pixels of a straightened picture's side, and of the board's radius in it: a hollow is then 9 to
#: 15 pixels wide.
SIDE = 192
RADIUS_PX = 84.0
#: Parts are cut from one picture round them all where it has no more pixels than so many times
#: theirs.
_OVERLAP = 1.5

#: Focal lengths tried, in widths of the photo: from wide phone lenses to a short telephoto lens.
_FOCALS = np.geomspace(0.5, 2.0, 9)
#: The one that phones have, and how strongly it is preferred where tilt does not tell.
_USUAL_FOCAL = 0.75
_FOCAL_WEIGHT = 0.02


@dataclass(frozen=True)
class BoardPose:
    """`to_photo`: plane of the rings to pixels; `lean` (2,): how far, in the plane, the head of a
    thing of height 1 at the middle of the board lies beside its foot."""

    to_photo: Homography
    lean: Points

    @classmethod
    def of(cls, to_photo: Homography, size_wh: tuple[int, int]) -> BoardPose:
        """The pose with its lean, for a photo whose lens looks at its middle."""
        return cls(to_photo, lean_of(to_photo, size_wh))

    @property
    def middle_xy(self) -> Points:
        """(2,) pixel of the rings' true centre."""
        return np.asarray(self.to_photo(np.zeros((1, 2)))[0])

    @property
    def radius_px(self) -> float:
        """The outer ring's radius in the photo, pixels."""
        return self.to_photo.scale_at(np.zeros(2))

    def circle_xy(self, radius: float) -> Points:
        """(48, 2) pixels of a circle round the middle, with a radius in that of the outer ring."""
        a = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        return self.to_photo(radius * np.column_stack([np.cos(a), np.sin(a)]))

    def upright(self) -> BoardPose:
        """The same plane turned about its middle so that things lean towards -y."""
        away = float(np.hypot(*self.lean))
        if away < 1e-9:
            return self
        c, s = -self.lean[1] / away, self.lean[0] / away
        turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        return BoardPose(Homography(self.to_photo.matrix @ turn), np.array([0.0, -away]))


def lean_of(to_photo: Homography, size_wh: tuple[int, int]) -> Points:
    """(2,): where the head of a thing of height 1 at the plane's origin is seen, in the plane."""
    w, h = size_wh
    best, found = np.inf, np.zeros(2)
    for share in _FOCALS:
        f = share * max(w, h)
        inner = np.array([[f, 0, (w - 1) / 2], [0, f, (h - 1) / 2], [0, 0, 1]])
        m = np.linalg.solve(inner, to_photo.matrix)
        a, b, t = m.T / np.sqrt(np.linalg.norm(m[:, 0]) * np.linalg.norm(m[:, 1]))
        odd = float(a @ b) ** 2 + (float(a @ a) - float(b @ b)) ** 2 / 4
        cost = odd + (_FOCAL_WEIGHT * np.log(share / _USUAL_FOCAL)) ** 2
        if cost < best:
            normal = np.cross(a, b)
            eye = -np.linalg.solve(np.column_stack([a, b, normal]), t)
            best, found = cost, -eye[:2] / max(abs(float(eye[2])), 1e-6)
    return found


def to_straight(pose: BoardPose, radius_px: float = RADIUS_PX, side: int = SIDE) -> Homography:
    """Photo to straightened picture: the board in the middle, leaning things point up."""
    middle = (side - 1) / 2
    grow = np.array([[radius_px, 0, middle], [0, radius_px, middle], [0, 0, 1.0]])
    return Homography(grow @ np.linalg.inv(pose.upright().to_photo.matrix))


def straightened(image: Image, to_flat: Homography, side: int = SIDE) -> Image:
    """(side, side, 3) uint8 BGR of a photo seen through `to_flat`; large ones are halved first, as
    often as leaves no fewer pixels than are wanted."""
    return _enough(image, to_flat, side).warped(to_flat.matrix, (side, side))


def straightened_parts(
    image: Image, to_flat: Homography, side: int, corners: Indices, view: int
) -> Image:
    """(N, view, view, 3) uint8 BGR: parts of what `straightened` gives, by their upper left corners
    (N, 2). What lies between is not computed where that is less work; what lies beyond is seen as
    well."""
    patch = _enough(image, to_flat, side)
    parts = np.empty((len(corners), view, view, 3), np.uint8)
    least, most = corners.min(0), corners.max(0) + view
    whole = int((most - least).max())
    if whole**2 < len(corners) * view**2 * _OVERLAP:
        around = patch.warped(translation(*-least) @ to_flat.matrix, (whole, whole))
        for part, (x, y) in zip(parts, corners - least, strict=True):
            part[:] = around[y : y + view, x : x + view]
        return parts
    for part, (x, y) in zip(parts, corners, strict=True):
        part[:] = patch.warped(translation(-x, -y) @ to_flat.matrix, (view, view))
    return parts


def _enough(image: Image, to_flat: Homography, side: int) -> Patch:
    """The part of a photo that is seen, halved until it has hardly more pixels than are wanted."""
    corners = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float64)
    seen = to_flat.inverse()(corners)
    return Patch.around(image, seen).halved_to(quad_area_side(seen) / side)
