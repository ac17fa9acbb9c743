"""Every threshold of the Mokadi reader: unit and origin beside each.

Where no measurement is named the number is a choice by eye on pictures of `tests/render`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Numbers the reader decides by. Pixels are those of the net's picture."""

    #: Longest side of the first look, pixels.
    look_px: int = 640
    #: Thickness of sticks in the first look from which, and up to which, it will do, pixels: 7 to
    #: 18 were learnt. Else a second look, its longest side and how far a photo may be enlarged.
    thin_px: float = 6.5
    thick_px: float = 20.0
    second_px: int = 1088
    enlarged: float = 1.6
    #: Room around the pieces in the second look, shares of their extent.
    room: float = 0.06
    #: Probability from which a cell votes for the end or the pad that it belongs to.
    vote: float = 0.4
    #: How far votes for one end may lie apart, pixels, and their axes, degrees.
    tip_px: float = 7.0
    turn_deg: float = 13.0
    #: Cells that an end needs.
    voters: float = 5.0
    #: How far votes for one pad may lie apart, pixels, and cells that it needs.
    pad_px: float = 10.0
    pad_voters: float = 12.0
    #: Thickness of a stick, pixels, as measured, within bounds.
    width_px: float = 11.0
    widths: tuple[float, float] = (5.0, 24.0)
    #: Gap in a run of colour that a stick lying over it makes, thicknesses.
    crossing_widths: float = 1.8
    #: Cells that are followed along their axis, at most.
    followed: int = 3000
    #: Worth of what following a cell tells of the stick's end, and of the cell's own vote.
    followed_worth: float = 0.5
    voted_worth: float = 0.5
    #: How far two finds of one end lie apart along the stick and across, thicknesses.
    merged: tuple[float, float] = (0.9, 0.4)
    #: Shortest stick, pixels.
    shortest_px: float = 40.0
    #: Cosine of the angle by which two ends of one stick may miss each other.
    facing: float = 0.975
    #: Probability that both ends of a stick have one colour, at least.
    alike: float = 0.05
    #: Evidence a step (-4..1) from which a pair of ends measures the sticks' length, from which it
    #: is a stick, and from which a single end has one.
    measured: float = 0.1
    measured_most: int = 60
    pair: float = -0.2
    single: float = -0.5
    #: Share of a single end's stick that may show table or pad.
    bare: float = 0.2

    #: Probability from which a piece is told at all, and a photo counts as read in full.
    told: float = 0.35
    whole: float = 0.97
    #: Mean probability of the told pieces, times their number, below which there is no game.
    game: float = 1.2


LIMITS = Limits()
