"""The photo of the spot that a foul or a question is about, large: people believe the photo."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.core.places import Place
from server.pipeline.session import Moment
from server.views.pictures.imaging import jpeg
from vision.reader import Image
from vision.reading import Piece

#: Pixels on the longer side of the packed spot: half a screen is filled sharply.
SPOT_PIXELS = 760

#: What is seen around the pieces at fault, in pieces: their neighbours and a little more.
_AROUND = 1.3

#: A spot is at most so much wider than high, or higher than wide: the tighter it is cut, the larger
#: it is shown in a frame of any shape.
_ASPECT = 4 / 3

#: What is wrong, and what is asked, in the colours of the page.
_RED_BGR = (28, 28, 214)
_AMBER_BGR = (0, 140, 255)
_WHITE_BGR = (255, 255, 255)
_BLACK_BGR = (0, 0, 0)

#: Pixels on the longer side of a spot in which its contrast is measured, so that it is the same
#: however large the photo is.
_MEASURED_PX = 320

#: A spot with less than this share of another one's contrast is the worse picture of it, 0..1. Of a
#: drawn photo 0.80 is left at 0.8 of its light, 0.60 at 0.6, and 0.57 where it is blurred by a
#: pixel in 640.
_MUCH_WORSE = 0.7

_Bgr = tuple[int, int, int]

Points = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot as JPEG: which places it is about, with what lies there, and how much of it the eye
    can tell (`_contrast`)."""

    shows: frozenset[tuple[Place, object]]
    jpeg: bytes
    contrast: float


def clearest(newest: Spot | None, before: Spot | None) -> Spot | None:
    """The newest spot, unless it shows what the one before it showed much worse: a lamp that is
    out, or a blurred picture, takes no proof away."""
    if newest is None or before is None or newest.shows != before.shows:
        return newest
    return before if newest.contrast < _MUCH_WORSE * before.contrast else newest


def spot_of(moment: Moment) -> Spot | None:
    """The pieces at fault with their neighbours, outlined in red, what else the broken rule speaks
    of in white; else the pieces asked about in amber. None where nothing is open, or the picture
    does not show where."""
    if moment.image is None or moment.reading.observation is None:
        return None
    offence = moment.session.offence
    wrong = offence.offenders
    places = set(wrong or moment.session.asked_about)
    beside = set(offence.involved)
    pieces = moment.in_game.pieces if places else ()
    outlines = _outlines(pieces, places)
    if not outlines:
        return None
    left, top, right, bottom = _window(outlines, moment.image.shape[:2])
    cut = np.ascontiguousarray(moment.image[top:bottom, left:right])
    contrast = _contrast(cut)
    for outline in _outlines(pieces, beside):
        _outline(cut, outline - (left, top), _WHITE_BGR, _BLACK_BGR)
    for outline in outlines:
        _outline(cut, outline - (left, top), _RED_BGR if wrong else _AMBER_BGR)
    lying = moment.session.standing()
    shows = frozenset((place, lying.get(place)) for place in places)
    return Spot(shows, jpeg(cut, SPOT_PIXELS), contrast)


def _contrast(cut: Image) -> float:
    """How much the picture's details stand out, in grey levels: less where it is dark, pale or
    blurred. Grain is smoothed away before."""
    grey = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)
    scale = _MEASURED_PX / max(grey.shape)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 1.0)
    return float(cv2.Laplacian(smooth, cv2.CV_32F).std())


def _outlines(pieces: Iterable[Piece], places: Set[Place]) -> list[Points]:
    return [np.asarray(p.outline_xy, np.float32) for p in pieces if p.place in places]


def _window(outlines: list[Points], size_hw: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Left, top, right, bottom in pixels, inside the picture."""
    points = np.concatenate(outlines)
    low, high = points.min(axis=0), points.max(axis=0)
    piece = max(float(np.ptp(outline, axis=0).max()) for outline in outlines)
    half = (high - low) / 2 + _AROUND * piece
    half_w, half_h = np.maximum(half, half[::-1] / _ASPECT)
    x, y = (low + high) / 2
    height, width = size_hw[:2]
    left, top = max(0, round(x - half_w)), max(0, round(y - half_h))
    return left, top, min(width, round(x + half_w)), min(height, round(y + half_h))


def _outline(picture: Image, outline: Points, colour: _Bgr, rim: _Bgr = _WHITE_BGR) -> None:
    points = np.round(outline).astype(np.int32).reshape(-1, 1, 2)
    width = max(2, round(min(picture.shape[:2]) / 90))
    for tone, more in ((rim, 2), (colour, 0)):
        cv2.polylines(picture, [points], True, tone, width + more, cv2.LINE_AA)
