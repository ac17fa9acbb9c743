"""Photos with what a calibration found drawn over them, to be checked at a glance."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.homography import Homography, fit_homography
from calibration.table import TableProfile
from vision.reader import Image
from vision.teacher import TaughtPieces

_LINE_BGR, _TOP_BGR = (80, 220, 80), (60, 60, 255)

#: Lines drawn across a board, whatever its game's unit.
_LINES = 12


def grid_drawn(image: Image, table: TableProfile) -> Image:
    """A copy of the photo with a net of lines over the board, its first side in red."""
    drawn = image.copy()
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
    net = fit_homography(square, table.outline_xy())
    if isinstance(net, Homography):
        for share in np.linspace(0, 1, _LINES + 1):
            _line(drawn, net(np.array([[share, 0], [share, 1]])), _LINE_BGR)
            _line(drawn, net(np.array([[0, share], [1, share]])), _LINE_BGR)
        _line(drawn, net(np.array([[0.0, 0], [1, 0]])), _TOP_BGR)
    return drawn


def outlines_drawn(image: Image, taught: TaughtPieces) -> Image:
    """A copy of the photo with every piece outlined and named."""
    drawn = image.copy()
    scale = min(image.shape[:2]) / 1000
    for outline, example in zip(taught.outlines_xy, taught.learnt.examples, strict=True):
        corners = np.round(outline).astype(np.int32)
        cv2.polylines(drawn, [corners], True, _LINE_BGR, max(1, round(2 * scale)))
        text = f"{example.name} {90 * example.quarters}"
        x, y = corners[:, 0].min(), corners[:, 1].min()
        at = (int(x), int(y - 6 * scale))
        for tone, width in (((0, 0, 0), 4), (_LINE_BGR, 1)):
            cv2.putText(drawn, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, tone, width, cv2.LINE_AA)
    return drawn


def _line(drawn: Image, ends: NDArray[np.float64], colour: tuple[int, int, int]) -> None:
    (a, b), (c, d) = np.round(ends).astype(int)
    width = max(1, round(min(drawn.shape[:2]) / 600))
    cv2.line(drawn, (int(a), int(b)), (int(c), int(d)), colour, width, cv2.LINE_AA)
