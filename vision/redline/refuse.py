"""Why a photo cannot be used as a Redline picture, and what to do about it."""

from __future__ import annotations

import numpy as np

from rules.core.observation import EMPTY, Empty
from vision.limits import LIMITS as PHOTO_LIMITS
from vision.nn.arrays import size_of
from vision.quality import Quality, colour_of
from vision.reader import Image
from vision.reading import SURE_CONFIDENCE, Refusal
from vision.redline.layout.layout import Table
from vision.redline.layout.seen import Seen
from vision.redline.limits import Limits
from vision.refusals import COLOURLESS, fault_of, reaches_out, refusal_of

NO_BOARD = Refusal(
    "no-board",
    "There is no Redline layout in this picture.",
    "Show the whole layout from above, with nothing over it.",
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


def refusal_after(image: Image, table: Table, quality: Quality, limits: Limits) -> Refusal | None:
    """A refusal of a photo whose tiles were found, or None where it can be used."""
    if table.hands_alone:
        return NO_BOARD
    size_wh = size_of(image)
    doubtful = np.mean([_doubtful(s) for s in table.layout])
    side = float(np.median([s.quad.side_px for s in table.layout]))
    if any(_leaves(s, size_wh, limits.outside) for s in table.layout):
        return _CUT_OFF
    colourless = PHOTO_LIMITS.colourless
    if quality.colour < colourless and _colour_round(image, table, limits) < colourless:
        return COLOURLESS
    if doubtful <= limits.doubtful_share:
        return None
    if side < limits.smallest_side_px:
        return _TOO_SMALL
    return _cause(table, quality)


def _colour_round(image: Image, table: Table, limits: Limits) -> float:
    """The spread of colour in and just round the layout: one tile on a grey table is too little of
    the photo to speak for it."""
    corners = np.concatenate([s.outline_xy for s in table.layout])
    round_px = limits.colour_round * max(s.quad.side_px for s in table.layout)
    low = np.floor(corners.min(0) - round_px).clip(0).astype(int)
    high = np.ceil(corners.max(0) + round_px).astype(int)
    return colour_of(image[low[1] : high[1], low[0] : high[0]])


def _cause(table: Table, quality: Quality) -> Refusal | None:
    """Why most tiles of a layout cannot be read; None leaves them doubtful, one by one.

    Where not a single piece is surely a tile, it is another game or no game at all. A pattern that
    lies alone says that by itself: before there are others to compare it with, its colour may be in
    doubt.
    """
    seen = (*table.layout, *table.hands, *table.askew)
    if len(seen) == 1 and _pattern_share(seen[0]) >= SURE_CONFIDENCE:
        return None
    nothing = all(_doubtful(s) for s in table.layout)
    return refusal_of(quality, NO_BOARD) if nothing else fault_of(quality)


def _pattern_share(seen: Seen) -> float:
    """Probability of the likeliest pattern, whatever its colour."""
    belief = seen.posterior.belief()
    if isinstance(belief.best, Empty):
        return 0.0
    return sum(p for one, p in belief.ranked if one is not EMPTY and one.mask == belief.best.mask)


def _doubtful(seen: Seen) -> bool:
    return seen.posterior.belief().confidence < SURE_CONFIDENCE


def _leaves(seen: Seen, size_wh: tuple[int, int], outside: float) -> bool:
    """Whether a tile reaches out of the picture by more than a sliver."""
    return reaches_out(seen.outline_xy, size_wh, outside * seen.quad.side_px)
