"""Changes of where the pixels lie: seen from lower, from farther, through another lens."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from calibration.homography import Homography
from tests.robust.scene import Scene
from vision.nn.arrays import Points

Rng = np.random.Generator

#: Focal length of the cameras, widths of the photo: a phone's.
_FOCAL = 0.8
#: Share of the half picture that the game may take.
_FILL = 0.96
#: Places along a lens's radius that are told exactly; between them straight lines do.
_STEPS = 2000


def slanted(scene: Scene, level: float, rng: Rng) -> Scene:
    """The photo leaned back by so many degrees about any line through the game's middle, from as
    near as shows all of it."""
    w, h = scene.size_wh
    focal, middle = _FOCAL * max(w, h), scene.outline_xy.mean(0)
    turn, _ = cv2.Rodrigues(_axis(rng.uniform(0, 2 * np.pi)) * np.radians(level))
    flat = np.column_stack([scene.outline_xy - middle, np.zeros(len(scene.outline_xy))])
    rays = flat @ turn.T
    room = _FILL * np.array([w, h]) / 2
    away = max(focal, float((np.abs(rays[:, :2]) * focal / room - rays[:, 2:]).max()))
    inner = np.array([[focal, 0, (w - 1) / 2], [0, focal, (h - 1) / 2], [0, 0, 1]])
    to_flat = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    posed = np.column_stack([turn[:, 0], turn[:, 1], (0, 0, away)])
    return _warped(scene, Homography(inner @ posed @ to_flat))


def _axis(angle: float) -> np.ndarray:
    return np.array([np.cos(angle), np.sin(angle), 0.0])


def _warped(scene: Scene, move: Homography) -> Scene:
    """The scene through a homography; what was never photographed repeats the photo's rim."""
    image = cv2.warpPerspective(
        scene.image, move.matrix, scene.size_wh, flags=cv2.INTER_AREA,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return scene.moved(np.asarray(image, np.uint8), move)


def shrunk(scene: Scene, level: float, _rng: Rng) -> Scene | None:
    """The photo in fewer pixels; None where it has no more than that already."""
    factor = level / scene.pitch_px
    if factor >= 1:
        return None
    size = tuple(max(16, round(side * factor)) for side in scene.size_wh)
    image = cv2.resize(scene.image, size, interpolation=cv2.INTER_AREA)
    scale = np.array(size) / scene.size_wh
    return scene.moved(np.asarray(image, np.uint8), lambda xy: (xy + 0.5) * scale - 0.5)


def bent(scene: Scene, level: float, _rng: Rng) -> Scene:
    """Barrel (below 0) or pincushion distortion by the first radial number of OpenCV's model."""
    return _through(scene, lambda r: r * (1 + level * r**2))


def webcam(scene: Scene, level: float, _rng: Rng) -> Scene:
    """A wide lens of so many degrees from corner to corner that keeps angles alike (equidistant);
    the photo is taken for the middle of what a straight lens of that width would show."""
    half = np.radians(level) / 2
    rays = np.tan(half) / (np.hypot(*scene.size_wh) / 2 / (_FOCAL * max(scene.size_wh)))
    return _through(scene, lambda r: np.arctan(r * rays) / rays)


def _through(scene: Scene, lens: Callable[[Points], Points]) -> Scene:
    """The scene through a lens that moves what lies `r` (focal lengths) off the axis, grown so that
    the picture's corners stay."""
    w, h = scene.size_wh
    focal, middle = _FOCAL * max(w, h), (np.array([w, h]) - 1) / 2
    true = np.linspace(1e-9, np.hypot(w, h) / 2 / focal, _STEPS)
    seen = lens(true) * true[-1] / lens(true)[-1]

    def move(xy: Points) -> Points:
        away = np.asarray(xy) - middle
        r = np.maximum(np.hypot(*away.T), 1e-6)[:, None]
        return np.asarray(middle + away / r * np.interp(r / focal, true, seen) * focal)

    ys, xs = np.mgrid[0:h, 0:w]
    away = np.stack([xs, ys], axis=-1) - middle
    r = np.maximum(np.hypot(away[..., 0], away[..., 1]), 1e-6)
    source = middle + away * (np.interp(r / focal, seen, true) * focal / r)[..., None]
    image = cv2.remap(
        scene.image, source.astype(np.float32), None, cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    return scene.moved(np.asarray(image, np.uint8), move)
