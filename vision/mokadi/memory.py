"""What one reading leaves for the next of the same table: its plane, what lies on it under which
number, who lies over whom, and how the picture showed it. All places in pixels of the photo."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.mokadi.fields import CELL, Fields
from vision.mokadi.pads import Spot
from vision.mokadi.plane import Plane
from vision.mokadi.sticks import Stick
from vision.nn.arrays import Float, Matrix, Points

#: Steps of an angle in which a view is kept.
_TURNS = 127 / (np.pi / 2)


@dataclass(frozen=True)
class KnownPad:
    """A pad under its number, and how surely it lies there."""

    number: int
    spot: Spot
    sure: float


@dataclass(frozen=True)
class KnownStick:
    """A stick under its number. `shown` (K,) how much of it the last picture showed at steps from
    its first end to its second; `sure` how surely it lies there; `late`: it lay there before it was
    found."""

    number: int
    stick: Stick
    shown: Float
    sure: float
    late: bool = False


@dataclass(frozen=True)
class View:
    """How much of a stick every cell of a picture showed, (H, W) 0..255, and which way it lay,
    (H, W) -127..127 for a quarter turn either way. `to_look` (3, 3) from the photo to its cells."""

    stick: NDArray[np.uint8]
    turn: NDArray[np.int8]
    to_look: Matrix

    @classmethod
    def of(cls, fields: Fields) -> View:
        """What is kept of a picture: a fraction of its maps."""
        to_cells = np.array([[1, 0, (1 - CELL) / 2], [0, 1, (1 - CELL) / 2], [0, 0, CELL]]) / CELL
        return cls(
            np.round(255 * np.clip(fields.stick, 0, 1)).astype(np.uint8),
            np.round(_TURNS * fields.turn).astype(np.int8),
            np.asarray(to_cells @ np.linalg.inv(fields.patch.matrix)),
        )

    def showed(self, points: Points, along: Points, spread: float) -> Float:
        """(K,) how much of a stick that lies this `way` (2,) it showed at points (K, 2) of the
        photo; nothing outside it."""
        lifted = np.column_stack([points, np.ones(len(points))]) @ self.to_look.T
        at = np.round(lifted[:, :2] / lifted[:, 2:]).astype(np.intp)
        height, width = self.stick.shape
        inside = ((at >= 0) & (at < (width, height))).all(1)
        x, y = at[inside].T
        lean = self.turn[y, x] / _TURNS - np.arctan2(along[1], along[0])
        lean = (lean + np.pi / 2) % np.pi - np.pi / 2
        found = np.zeros(len(points))
        found[inside] = self.stick[y, x] / 255 * np.exp(-((lean / spread) ** 2) / 2)
        return found


@dataclass(frozen=True)
class Region:
    """The part of a photo that was looked at, pixels, and how much smaller or larger."""

    low: Points
    high: Points
    scale: float


@dataclass(frozen=True)
class Table:
    """What lies there. `over` the logarithms of the odds that the first of two sticks, by number,
    lies over the second; `last` the highest numbers given to a pad and to a stick; `box` the two
    colours, `thick_px` and `band` of the sticks; `region` None where the photo was looked at
    whole."""

    pads: tuple[KnownPad, ...]
    sticks: tuple[KnownStick, ...]
    over: Mapping[tuple[int, int], float]
    last: tuple[int, int]
    box: tuple[int, int]
    thick_px: float
    band: float
    view: View
    region: Region | None


@dataclass(frozen=True)
class TableMemory:
    """`plane` for pixels of a photo of `size_wh`, which holds while the camera stays where it is:
    None where no stick has told it; `table` what lay there, None where that is not known."""

    plane: Plane | None
    size_wh: tuple[int, int]
    table: Table | None = None
