"""Why no game can be read from a photo, whichever game it is, and what to do about it."""

from __future__ import annotations

from vision.quality import Quality
from vision.reading import Refusal

#: Brightest tones (98th percentile, 0..255) below which colours drown in noise. By eye.
_DARK = 38.0
#: Share of burnt-out pixels from which the picture as a whole is overexposed. By eye.
_BURNT = 0.6
#: Relative slope of the steepest edges under which a picture without a readable game is put down
#: to blur. Origin: sharp rendered and real photos have 0.34 to 0.85; Redline photos blurred until
#: nothing is found have 0.06 to 0.15.
_BLURRED = 0.15
#: Grey level spread under which a picture shows nothing at all (a wall, a lens cap).
_FLAT = 12.0

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
_BLURRED_OUT = Refusal(
    "blurred", "This picture is blurred.", "Hold the camera still and tap the game to focus."
)


BOARD_TOO_SMALL = Refusal(
    "too-small", "The board is too small in this picture.", "Go nearer, or use the full resolution."
)
BOARD_OCCLUDED = Refusal(
    "occluded", "Something lies over the board.", "Take hands and things away from the board."
)


def refusal_of(quality: Quality, otherwise: Refusal) -> Refusal:
    """Return what is wrong with a picture as such, or else the other refusal."""
    if quality.bright < _DARK:
        return _TOO_DARK
    if quality.burnt > _BURNT:
        return _TOO_BRIGHT
    if quality.contrast > _FLAT and quality.sharpness < _BLURRED:
        return _BLURRED_OUT
    return otherwise
