"""The calibrated table: where its board lay when the reference picture was taken."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import numpy as np

from calibration.arrays import Float, Pixels
from calibration.encoding import shrunk_to
from calibration.homography import Homography, NoFit, fit_homography
from calibration.profiles import ProfileKind, Stored

KIND = ProfileKind("table", version=1, shelf="tables")
#: Longest side of a kept reference picture, pixels.
_KEPT_PX = 2000


@dataclass(frozen=True)
class TableProfile:
    """One table under one camera.

    `board_to_photo` maps the board's frame (its unit is the game's: a cell, a ring's width) to
    pixels of a photo of `size_wh`; `anchors` (4, 2) are the points of the board that the file
    names, in its frame; `residual` how well the board was found, in the board's units; `reference`
    the picture, which may be smaller than the photo; `made` when, `photo` from which file.
    """

    game: str
    made: datetime
    photo: str
    size_wh: tuple[int, int]
    board_to_photo: Homography
    anchors: tuple[tuple[float, float], ...]
    residual: float
    reference: Pixels

    def outline_xy(self) -> Float:
        """(4, 2) where the anchors lie in the photo, pixels."""
        return self.board_to_photo(np.array(self.anchors, np.float64))

    def reference_pose(self) -> Homography:
        """The board's frame to pixels of the reference picture as it is kept."""
        scale = self.reference.shape[1] / self.size_wh[0]
        shift = (scale - 1) / 2
        to_kept = np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1]])
        return Homography(to_kept @ self.board_to_photo.matrix)


def shrunk_reference(photo: Pixels) -> Pixels:
    """The photo as it is kept: never enlarged, its longest side at most 2000 pixels."""
    return shrunk_to(photo, _KEPT_PX)[0]


def save_table(data: Path, name: str, table: TableProfile) -> Path:
    """Writes a table's profile; its folder. Raises UnusableProfile."""
    return KIND.save(
        data,
        name,
        {"reference": table.reference},
        lambda names: {
            "game": table.game,
            "made": table.made.isoformat(timespec="seconds"),
            "photo": table.photo,
            "picture": {"width": table.size_wh[0], "height": table.size_wh[1]},
            "points": _points(table),
            "misfit": round(table.residual, 4),
            "reference": names["reference"],
        },
    )


def load_table(data: Path, name: str) -> TableProfile:
    """A table's profile. Raises UnusableProfile for one that is missing, damaged or too new."""
    return KIND.load(data, name, _table)


def table_names(data: Path) -> tuple[str, ...]:
    """All tables, the newest first; whether they can be read is not checked."""
    return KIND.names(data)


def _points(table: TableProfile) -> list[dict[str, list[float]]]:
    pixels = table.outline_xy()
    return [
        {"board": list(board), "pixel": [round(float(v), 3) for v in pixel]}
        for board, pixel in zip(table.anchors, pixels, strict=True)
    ]


def _table(stored: Stored) -> TableProfile:
    fields = stored.fields
    anchors = tuple(_pair(point["board"]) for point in fields["points"])
    fit = fit_homography(
        np.array(anchors), np.array([_pair(point["pixel"]) for point in fields["points"]])
    )
    if isinstance(fit, NoFit) or len(anchors) != 4:
        raise ValueError("the points of the board fit no view")
    size_wh = (int(fields["picture"]["width"]), int(fields["picture"]["height"]))
    residual = _finite(fields["misfit"])
    if min(size_wh) < 1:
        raise ValueError("a picture without size")
    return TableProfile(
        str(fields["game"]),
        datetime.fromisoformat(fields["made"]),
        str(fields["photo"]),
        size_wh,
        fit,
        anchors,
        residual,
        stored.picture(fields["reference"]),
    )


def _pair(values: Sequence[float]) -> tuple[float, float]:
    x, y = values
    return _finite(x), _finite(y)


def _finite(value: float) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError("a number that is none")
    return number
