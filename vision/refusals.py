"""Why no game can be read from a photo, whichever game it is, and what to do about it."""

from __future__ import annotations

import numpy as np

from vision.limits import LIMITS
from vision.nn.arrays import Points
from vision.quality import Quality
from vision.reading import Refusal

_TOO_DARK = Refusal(
    "too-dark",
    "This picture is too dark to read.",
    "Turn a lamp on, or hold the camera still longer.",
)
_TOO_BRIGHT = Refusal(
    "too-bright",
    "This picture is burnt out.",
    "Turn the lamp away, or tap the table to expose for it.",
)
_PARTLY_BURNT = Refusal(
    "too-bright",
    "Large parts of this picture are burnt out.",
    _TOO_BRIGHT.cure,
)
_BLURRED_OUT = Refusal(
    "blurred", "This picture is blurred.", "Hold the camera still and tap the game to focus."
)

COLOURLESS = Refusal(
    "too-dark",
    "There is hardly any colour in this picture.",
    "Light the game with a white lamp, and switch any filter of the camera off.",
)

BOARD_TOO_SMALL = Refusal(
    "too-small", "The board is too small in this picture.", "Go nearer, or use the full resolution."
)
_TOO_FEW_PIXELS = Refusal(
    "too-small", "This picture is too small to find a game in it.", BOARD_TOO_SMALL.cure
)
BOARD_OCCLUDED = Refusal(
    "occluded", "Something lies over the board.", "Take hands and things away from the board."
)


def refusal_of(quality: Quality, otherwise: Refusal) -> Refusal:
    """Return why no game was found in a picture: what is wrong with it as such, what may have
    kept a game from being found, or else the other refusal."""
    if (fault := fault_of(quality)) is not None:
        return fault
    if quality.burnt > LIMITS.partly_burnt:
        return _PARTLY_BURNT
    return _TOO_FEW_PIXELS if quality.longest_px < LIMITS.small_px else otherwise


def fault_of(quality: Quality) -> Refusal | None:
    """Return what is wrong with a picture as such, or None where nothing is."""
    if quality.bright < LIMITS.dark:
        return _TOO_DARK
    if quality.burnt > LIMITS.burnt:
        return _TOO_BRIGHT
    if quality.contrast > LIMITS.flat and quality.sharpness < LIMITS.blurred:
        return _BLURRED_OUT
    return None


def reaches_out(points_xy: Points, size_wh: tuple[int, int], by_px: float) -> bool:
    """Whether any point (..., 2) lies outside a picture, all in pixels, by more than so much."""
    return bool((points_xy < -by_px).any() or (points_xy > np.array(size_wh) + by_px).any())
