"""Why a photo cannot be used as a Redline picture, and what to do about it."""

from __future__ import annotations

import numpy as np

from vision.quality import Quality
from vision.reading import SURE_CONFIDENCE, Refusal
from vision.redline.layout import Seen, Table
from vision.redline.limits import Limits

#: Brightest tones (98th percentile, 0..255) below which red and blue drown in noise. By eye.
_DARK = 38.0
#: Share of burnt-out pixels from which the picture as a whole is overexposed. By eye.
_BURNT = 0.6
#: Relative slope of the steepest edges under which a picture without readable tiles is put down to
#: blur. Origin: sharp rendered and real photos have 0.34 to 0.85; Redline photos blurred until
#: nothing is found have 0.06 to 0.15.
_BLURRED = 0.15
#: Grey level spread under which a picture shows nothing at all (a wall, a lens cap).
_FLAT = 12.0
#: Share of a side by which a tile may reach over the picture's border: outlines err as much.
_TILE_OUTSIDE = 0.04

NO_BOARD = Refusal(
    "no-board",
    "There is no Redline layout in this picture.",
    "Show the whole layout from above, with nothing over it.",
)
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
    "blurred", "This picture is blurred.", "Hold the camera still and tap the tiles to focus."
)
_TOO_SMALL = Refusal(
    "too-small",
    "The tiles are too small in this picture.",
    "Go nearer, or use the full resolution.",
)
_CUT_OFF = Refusal(
    "cut-off",
    "Part of the layout lies outside this picture.",
    "Step back or turn the camera until every tile is in view.",
)
_OCCLUDED = Refusal(
    "occluded", "Something lies over the tiles.", "Take hands and things away from the layout."
)


def refusal_without_tiles(quality: Quality) -> Refusal:
    """The likeliest reason why no tile was found."""
    if quality.bright < _DARK:
        return _TOO_DARK
    if quality.burnt > _BURNT:
        return _TOO_BRIGHT
    if quality.contrast > _FLAT and quality.sharpness < _BLURRED:
        return _BLURRED_OUT
    return NO_BOARD


def refusal_after(
    table: Table, quality: Quality, size_wh: tuple[int, int], limits: Limits
) -> Refusal | None:
    """A refusal of a photo whose layout was found, or None where it can be used."""
    doubtful = np.mean([_doubtful(s) for s in table.layout])
    side = float(np.median([s.quad.side_px for s in table.layout]))
    if any(_leaves(s, size_wh) for s in table.layout):
        return _CUT_OFF
    if doubtful <= limits.doubtful_share:
        return None
    if side < limits.smallest_side_px:
        return _TOO_SMALL
    return _cause(table, quality)


def _cause(table: Table, quality: Quality) -> Refusal | None:
    """Why most tiles of a layout cannot be read; None leaves them doubtful, one by one.

    Where not a single piece is surely a tile, it is another game or no game at all.
    """
    refusal = refusal_without_tiles(quality)
    if refusal is not NO_BOARD:
        return refusal
    return NO_BOARD if all(_doubtful(s) for s in table.layout) else None


def _doubtful(seen: Seen) -> bool:
    return seen.look.belief().confidence < SURE_CONFIDENCE


def _leaves(seen: Seen, size_wh: tuple[int, int]) -> bool:
    """Whether a tile reaches out of the picture by more than a sliver."""
    reach = _TILE_OUTSIDE * seen.quad.side_px
    low, high = seen.outline_xy.min(0), seen.outline_xy.max(0)
    return bool((low < -reach).any() or (high > np.array(size_wh) + reach).any())
