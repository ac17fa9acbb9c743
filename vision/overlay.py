"""The photo with what was read drawn over it."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from rules.core.observation import AnySighting
from rules.core.places import Place
from vision.reader import Image
from vision.reading import IN_PLAY, SURE_CONFIDENCE, Piece, Reading

_SURE_BGR = (80, 220, 80)
_DOUBTFUL_BGR = (0, 140, 255)
_SPARE_BGR = (200, 200, 200)


def draw_overlay(image: Image, reading: Reading) -> Image:
    """A copy of the photo (H, W, 3 uint8 BGR) with every piece outlined: green sure, orange
    doubtful, grey beside the layout; each with its place or the lines it bears, the doubtful with
    a question mark."""
    drawn = image.copy()
    for piece in reading.pieces:
        _draw_piece(drawn, piece)
    return drawn


def mark_doubts(drawn: Image, places: Iterable[AnySighting]) -> None:
    """Write the names of free places that may bear something on a photo, orange, each with a
    question mark."""
    for one in places:
        if one.pose is not None:
            _write(drawn, _short(one.place) + "?", one.pose.pixel_xy, _DOUBTFUL_BGR)


def _draw_piece(drawn: Image, piece: Piece) -> None:
    outline = np.asarray(piece.outline_xy, np.float32).reshape(-1, 1, 2)
    thickness = max(1, round(min(drawn.shape[:2]) / 480))
    cv2.polylines(drawn, [np.round(outline).astype(np.int32)], True, _colour(piece), thickness)
    for stroke in piece.lines_xy:
        points = np.round(np.asarray(stroke, np.float32)).astype(np.int32).reshape(-1, 1, 2)
        for tone, width in (((0, 0, 0), thickness + 2), (_colour(piece), thickness)):
            cv2.polylines(drawn, [points], False, tone, width, cv2.LINE_AA)
    if not piece.lines_xy or piece.confidence < SURE_CONFIDENCE:
        _write(drawn, _caption(piece), piece.pixel_xy, _colour(piece))


def _colour(piece: Piece) -> tuple[int, int, int]:
    if piece.area not in IN_PLAY:
        return _SPARE_BGR
    return _SURE_BGR if piece.confidence >= SURE_CONFIDENCE else _DOUBTFUL_BGR


def _caption(piece: Piece) -> str:
    doubt = "?" if piece.confidence < SURE_CONFIDENCE else ""
    if piece.caption:
        return piece.caption + doubt
    return ("" if piece.place is None else _short(piece.place)) + doubt


def _short(place: Place) -> str:
    return place.name().strip("()").replace(" ", "")


def _write(
    drawn: Image, text: str, at_xy: tuple[float, float], colour: tuple[int, int, int]
) -> None:
    scale = min(drawn.shape[:2]) / 1500
    size, _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
    origin = (round(at_xy[0] - size[0] / 2), round(at_xy[1] + size[1] / 2))
    for tone, width in (((0, 0, 0), 3), (colour, 1)):
        cv2.putText(drawn, text, origin, cv2.FONT_HERSHEY_SIMPLEX, scale, tone, width, cv2.LINE_AA)
