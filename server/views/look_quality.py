"""How good a look at the table is, as findings with a grade; the page has the sentences."""

from __future__ import annotations

from dataclasses import dataclass

from server.reports.checkup import BRIGHT_LIGHT, DARK_LIGHT, GLARE, SHARP, SMALL_PIXELS
from vision.glare import GlareSpot
from vision.quality import Quality
from vision.viewing import View

#: Longest side of a piece in pixels below which pieces get hard to read. Origin: the pieces of the
#: sample pictures, on which reading was measured, have 43 to 102 pixels.
SMALL_PIECE_PX = 40.0

#: Degrees of tilt up to which reading was measured (0 to 39 in the sample pictures).
STEEP_DEG = 40.0

GOOD = "good"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: `what` and `grade` are stable words (`good` needs nothing done),
    `value` the measurement in the unit that the sentence names, None where unknown."""

    what: str
    grade: str
    value: float | None = None


def findings(
    size_wh: tuple[int, int], quality: Quality, view: View, glare: tuple[GlareSpot, ...]
) -> tuple[Finding, ...]:
    """Light, glare, sharpness, size and tilt, in the order in which they are worth mending."""
    return (
        _light(quality),
        Finding("glare", "spots" if glare else GOOD, float(len(glare))),
        _sharpness(quality),
        _size(size_wh, view),
        _tilt(view),
    )


def _light(quality: Quality) -> Finding:
    grade = GOOD
    if quality.light < DARK_LIGHT:
        grade = "dark"
    elif quality.light > BRIGHT_LIGHT:
        grade = "bright"
    elif quality.burnt > GLARE:
        grade = "burnt"
    return Finding("light", grade, round(100 * quality.light / 255))


def _sharpness(quality: Quality) -> Finding:
    grade = GOOD if quality.sharpness >= SHARP else "soft"
    return Finding("sharpness", grade, round(quality.sharpness, 2))


def _size(size_wh: tuple[int, int], view: View) -> Finding:
    """Of the pieces where some were found, else of the picture."""
    if view.piece_px > 0:
        grade = GOOD if view.piece_px >= SMALL_PIECE_PX else "small"
        return Finding("size", grade, round(view.piece_px))
    shorter = min(size_wh)
    return Finding("picture", GOOD if shorter >= SMALL_PIXELS else "small", float(shorter))


def _tilt(view: View) -> Finding:
    if view.tilt_deg is None:
        return Finding("tilt", "unknown")
    grade = GOOD if view.tilt_deg <= STEEP_DEG else "steep"
    return Finding("tilt", grade, round(view.tilt_deg))
