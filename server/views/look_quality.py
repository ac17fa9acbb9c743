"""How good a look at the table is, as findings with a grade; the page has the sentences."""

from __future__ import annotations

from dataclasses import dataclass

from vision.framing import Framing
from vision.glare import GlareSpot
from vision.quality import Quality

#: Shorter side of a photo in pixels below which pieces get too small to be read surely: twenty
#: pieces in a row then have about 30 pixels each.
SMALL_PIXELS = 600

#: Median grey 0..255 outside which a table is dark or glaring; see `vision.quality`.
DARK_LIGHT = 40.0
BRIGHT_LIGHT = 225.0

#: Slope of the steepest edges over the contrast (`Quality.sharpness`; 0.1 is soft) from which a
#: photo counts as sharp.
SHARP = 0.1

#: Share of burnt-out pixels that is worth a remark.
GLARE = 0.05

#: Longest side of a piece in pixels below which pieces get hard to read. Origin: the pieces of the
#: sample pictures, on which reading was measured, have 43 to 102 pixels.
SMALL_PIECE_PX = 40.0

#: Degrees of tilt up to which reading was measured (0 to 39 in the sample pictures).
STEEP_DEG = 40.0

GOOD = "good"


@dataclass(frozen=True, slots=True)
class GradedFinding:
    """One thing looked at: `what` and `grade` are stable words (`good` needs nothing done),
    `value` the measurement in the unit that the sentence names, None where unknown."""

    what: str
    grade: str
    value: float | None = None


def findings(
    size_wh: tuple[int, int], quality: Quality, framing: Framing, glare: tuple[GlareSpot, ...]
) -> tuple[GradedFinding, ...]:
    """Light, glare, sharpness, size and tilt, in the order in which they are worth mending."""
    light = round(100 * quality.light / 255)
    return (
        GradedFinding("light", light_grade(quality), light),
        GradedFinding("glare", "spots" if glare else GOOD, float(len(glare))),
        GradedFinding("sharpness", sharpness_grade(quality), round(quality.sharpness, 2)),
        _size(size_wh, framing),
        _tilt(framing),
    )


def light_grade(quality: Quality) -> str:
    """`dark`, `bright`, `burnt` or `good`."""
    if quality.light < DARK_LIGHT:
        return "dark"
    if quality.light > BRIGHT_LIGHT:
        return "bright"
    return "burnt" if quality.burnt > GLARE else GOOD


def sharpness_grade(quality: Quality) -> str:
    """`soft` or `good`."""
    return GOOD if quality.sharpness >= SHARP else "soft"


def size_grade(size_wh: tuple[int, int]) -> str:
    """`small` or `good`."""
    return GOOD if min(size_wh) >= SMALL_PIXELS else "small"


def _size(size_wh: tuple[int, int], framing: Framing) -> GradedFinding:
    """Of the pieces where some were found, else of the picture."""
    if framing.piece_px > 0:
        grade = GOOD if framing.piece_px >= SMALL_PIECE_PX else "small"
        return GradedFinding("size", grade, round(framing.piece_px))
    return GradedFinding("picture", size_grade(size_wh), float(min(size_wh)))


def _tilt(framing: Framing) -> GradedFinding:
    if framing.tilt_deg is None:
        return GradedFinding("tilt", "unknown")
    grade = GOOD if framing.tilt_deg <= STEEP_DEG else "steep"
    return GradedFinding("tilt", grade, round(framing.tilt_deg))
