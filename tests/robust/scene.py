"""A photo with its truth, which follows the picture wherever its pixels are moved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from calibration.homography import Homography, NoFit, fit_homography
from vision.nn.arrays import Points
from vision.reader import Image

#: Maps (N, 2) pixels of a photo to those of the changed one.
Move = Callable[[Points], Points]

#: Tile sides round a Redline layout, cells round a Linie 1 grid and outer hollows' radii of a Rouge
#: board that belong to the scene: tiles, termini and the board's rim.
_RIM, _BORDER, _BASE = 0.6, 1.0, 1.3

_SQUARE = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64)


@dataclass(frozen=True)
class Scene:
    """`image` (H, W, 3) uint8 BGR; `truth` as it lies beside a photo, its `px` in this picture;
    `outline_xy` (N, 2) pixels round the game; `faces_xy` the polygons (M, 2) that its pieces or its
    board fill; `pitch_px` from one tile, cell or ring to the next."""

    name: str
    image: Image
    truth: Mapping[str, Any]
    outline_xy: Points
    faces_xy: tuple[Points, ...]
    pitch_px: float

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height, pixels."""
        return (self.image.shape[1], self.image.shape[0])

    def shows(self, image: Image) -> Scene:
        """The same scene in other light."""
        return replace(self, image=image)

    def moved(self, image: Image, move: Move) -> Scene:
        """The same scene with every pixel at another place."""
        outline = move(self.outline_xy)
        shrunk = np.ptp(outline, axis=0).prod() / np.ptp(self.outline_xy, axis=0).prod()
        return replace(
            self,
            image=image,
            truth=_moved(self.truth, move),
            outline_xy=outline,
            faces_xy=tuple(move(face) for face in self.faces_xy),
            pitch_px=self.pitch_px * float(np.sqrt(shrunk)),
        )


def scene_of(name: str, image: Image, truth: Mapping[str, Any]) -> Scene | None:
    """A photo with its truth as a scene; None where it shows too little to tell its plane."""
    plane = PLANES[truth["game"]](truth)
    if isinstance(plane, NoFit):
        return None
    to_photo, outline, faces, pitch = plane
    shape = to_photo.jacobian(outline.mean(0))
    return Scene(
        name,
        image,
        truth,
        to_photo(outline),
        tuple(to_photo(face) for face in faces),
        pitch * float(np.sqrt(abs(np.linalg.det(shape)))),
    )


def _moved(value: Any, move: Move) -> Any:
    """JSON with every `px` in it moved."""
    if isinstance(value, Mapping):
        return {
            key: move(np.array([one]))[0].tolist() if key == "px" else _moved(one, move)
            for key, one in value.items()
        }
    return [_moved(one, move) for one in value] if isinstance(value, list) else value


#: Plane to photo, the game's outline and its faces in the plane, and its pitch there.
_Plane = tuple[Homography, Points, tuple[Points, ...], float]


def _redline(truth: Mapping[str, Any]) -> _Plane | NoFit:
    cells = np.array([(t["col"], t["row"]) for t in truth["tiles"]], np.float64)
    fit = _fitted(cells, truth["tiles"])
    faces = tuple(cell + 0.5 * _SQUARE for cell in cells)
    outline = (cells[:, None] + _RIM * _SQUARE).reshape(-1, 2)
    return fit if isinstance(fit, NoFit) else (fit, outline, faces, 1.0)


def _linie1(truth: Mapping[str, Any]) -> _Plane | NoFit:
    tiles = [t for t in truth["tiles"] if "px" in t]
    cells = np.array([(t["col"] - 0.5, t["row"] - 0.5) for t in tiles], np.float64)
    fit = _fitted(cells, tiles)
    outline = 6 + (6 + _BORDER) * _SQUARE
    return fit if isinstance(fit, NoFit) else (fit, outline, (outline,), 1.0)


def _rouge(truth: Mapping[str, Any]) -> _Plane | NoFit:
    outer = [c for c in truth["cells"] if c["ring"] == 3]
    fit = _fitted(_round(1.0, [c["cell"] for c in outer]), outer)
    outline = _round(_BASE, list(np.arange(0, 8, 0.25)))
    # Rings are about three tenths of the outer hollows' circle apart.
    return fit if isinstance(fit, NoFit) else (fit, outline, (outline,), 0.3)


def _round(radius: float, steps: Sequence[float]) -> Points:
    a = np.array(steps, np.float64) * np.pi / 4
    return radius * np.column_stack([np.cos(a), np.sin(a)])


def _fitted(places: Points, pieces: Sequence[Mapping[str, Any]]) -> Homography | NoFit:
    return fit_homography(places, np.array([p["px"] for p in pieces], np.float64))


#: How the plane of each game's table is told from its truth.
PLANES: Mapping[str, Callable[[Mapping[str, Any]], _Plane | NoFit]] = {
    "redline": _redline,
    "linie1": _linie1,
    "rouge": _rouge,
}
