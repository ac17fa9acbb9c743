"""Every threshold of the Mokadi reader: unit and origin beside each.

Where no measurement is named the number is a choice by eye on pictures of `tests/render`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.tunables import Tunables, share, tunable


@dataclass(frozen=True)
class Limits(Tunables):
    """Numbers the reader decides by. Pixels are those of the net's picture."""

    #: Longest side of the first look, pixels.
    look_px: int = tunable(640, 320, 2048)
    #: Thickness of sticks in the first look from which, and up to which, it will do, pixels: 7 to
    #: 18 were learnt. Else a second look, its longest side and how far a photo may be enlarged.
    thin_px: float = tunable(9.0, 3, 20)
    thick_px: float = tunable(20.0, 8, 60)
    second_px: int = tunable(1088, 320, 2048)
    #: The thickness that a second look aims at, by how much more than the thinnest that will do and
    #: of the thickest: well inside what was learnt from either side.
    aim_thin: float = tunable(1.4, 1, 3)
    aim_thick: float = share(0.7)
    enlarged: float = tunable(1.6, 1, 4)
    #: How far pads reach in the first look below which a second one, at the whole photo, is taken
    #: where nothing else lies, pixels: 11 to 35 were learnt.
    small_pad_px: float = tunable(14.0, 0, 60)
    #: Room around the pieces in the second look, shares of their extent.
    room: float = share(0.06)
    #: Share of the cells which show pieces that may be strays, at either end of their extent.
    outside: float = tunable(0.002, 0, 0.1)
    #: How far from a stick's axis its own cells lie where two cross, sticks' thicknesses, and the
    #: spread of what they tell of that axis: half a stick at most, less what offsets are off.
    on_stick: float = tunable(0.45, 0.1, 1)
    axis_sigma: float = tunable(0.3, 0.05, 2)
    #: Probability from which a cell votes for the pad that it belongs to.
    vote: float = share(0.2)
    #: How far votes for one pad may lie apart, pixels, and cells that it needs.
    pad_px: float = tunable(10.0, 2, 40)
    pad_voters: float = tunable(8.0, 1, 200)
    #: How near each other two pads can stand, stick lengths: boxes have pads 0.11 to 0.26 wide.
    pads_apart: float = tunable(0.17, 0, 1)
    #: Thickness of a stick, pixels, as measured, within bounds.
    width_px: float = tunable(11.0, 3, 60)
    widths: tuple[float, float] = tunable((5.0, 24.0), 3, 60)
    #: Evidence from which a stick is taken, and share of its cells that no better one explains.
    least: float = tunable(0.06, 0, 1)
    new: float = share(0.6)

    #: Probability from which a piece is told at all.
    told: float = share(0.3)
    #: And a pad that is new on a known table: it lies open. The pads of a box.
    told_new: float = share(0.5)
    box_pads: int = tunable(8, 1, 40)
    #: Cells that show a piece which was not found, at most, shares of a stick's thickness squared,
    #: and how far from even the odds of every crossing are, in a photo that was read in full.
    loose: float = tunable(0.5, 0, 20)
    clear: float = tunable(0.45, 0, 0.5)
    #: Cells that may show a piece which was not found, on a table on which nothing needs to lie.
    stray: float = tunable(60.0, 0, 2000)
    #: Pads from which it is another game: a box has eight, and one or two may be seen amiss.
    pads: int = tunable(10, 8, 40)
    #: Sum of the told pieces' probabilities below which there is no game.
    game: float = tunable(1.2, 0, 40)

    @property
    def closer(self) -> Limits:
        """For a look at pads alone: at the whole photo, larger, and there it stays, as what looks
        like a stick there is none that tells a thickness: bounds that let every one pass."""
        return replace(self, look_px=self.second_px, thin_px=3.0, thick_px=60.0)


LIMITS = Limits()
