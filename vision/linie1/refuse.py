"""Why a photo cannot be used as a Linie 1 picture, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.linie1.limits import Limits
from vision.quality import Quality
from vision.reading import Refusal
from vision.refusals import BOARD_OCCLUDED, BOARD_TOO_SMALL, fault_of, refusal_of

NO_BOARD = Refusal(
    "no-board",
    "There is no Linie 1 board in this picture.",
    "Show the whole board from above, with its twelve lettered places in view.",
)
GLARE = Refusal(
    "glare",
    "A lamp's reflection hides the board.",
    "Move the lamp or the camera until the reflection is off the board.",
)
CUT_OFF = Refusal(
    "cut-off",
    "Part of the board lies outside this picture.",
    "Step back or turn the camera until the whole grid is in view.",
)

#: Said with a doubtful reading before there is so much light, or blur, that nothing can be read.
_TOO_BRIGHT = "The board is too bright: turn the lamp away, or tap the table to expose for it."
_SOFT = "The board is blurred: hold the camera still, and tap the board to focus on it."
_TOP = "It is not seen which way round the board lies: bring its letters and numbers nearer."


@dataclass(frozen=True, slots=True)
class GridView:
    """How well the grid is seen: shares of its cells that lie outside the picture, are hidden,
    are doubtful; `cell_px` the side of a cell in the photo, pixels."""

    outside: float
    hidden: float
    doubtful: float
    cell_px: float


def refusal_without_board(quality: Quality) -> Refusal:
    """The likeliest reason why no board was found."""
    return refusal_of(quality, NO_BOARD)


def refusal_with_board(quality: Quality, view: GridView, limits: Limits) -> Refusal | None:
    """Why a photo whose board was found cannot be used, or None where it can."""
    if view.outside > limits.outside_cells:
        return CUT_OFF
    if view.hidden > limits.hidden_cells:
        return BOARD_OCCLUDED
    if view.doubtful <= limits.doubtful_cells:
        return None
    if view.cell_px < limits.smallest_cell_px:
        return BOARD_TOO_SMALL
    glare = GLARE if quality.burnt > limits.glare else None
    return fault_of(quality) or glare


def notes_on_doubt(
    quality: Quality, washed: float, top_share: float, limits: Limits
) -> tuple[str, ...]:
    """What to do about a doubtful reading of a photo; `washed` the share of the straightened board
    whose colours fade in too much light, `top_share` how surely its top is the one that was
    found."""
    told = {
        _TOP: top_share < limits.top_known,
        _TOO_BRIGHT: washed > limits.washed,
        _SOFT: quality.sharpness < limits.soft,
    }
    return tuple(note for note, holds in told.items() if holds)


def share(flags: list[bool]) -> float:
    """Share of true ones, 0 where there are none."""
    return float(np.mean(flags)) if flags else 0.0
