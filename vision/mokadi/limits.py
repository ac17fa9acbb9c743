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
    #: Evidence from which a stick is taken.
    least: float = tunable(0.06, 0, 1)

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


@dataclass(frozen=True)
class FieldLimits(Tunables):
    """How the thickness of sticks is told from the maps of the net."""

    #: Probability from which a cell counts as one of a stick, or of a coloured end; cells of sticks
    #: from which there is one, by hand.
    shown: float = share(0.7)
    least_cells: int = tunable(40, 1, 10_000)
    #: Thicknesses to how far half of a stick's cells lie from its axis: 4, and a little more for
    #: the cells of its rims that show the table.
    by_axis: float = tunable(4.2, 2, 8)
    #: How much thicker than by their axes sticks are by their rims where the net takes one for
    #: several. Origin: 1.6 and 1.8 in two path-traced photos in which it did, up to 1.2 in 22
    #: others; all cells of sticks and those of ends differ by up to 1.19 in these 24, by 3.2 in one
    #: with a table's edge.
    split: float = tunable(1.4, 1, 4)
    #: Cells that surely show a coloured end for these to tell how thick sticks are, by hand: one
    #: stick, four pixels thick, shows 40.
    ends: int = tunable(20, 1, 1000)


@dataclass(frozen=True)
class ContactLimits(Tunables):
    """What a stick rests on, drawn by lot from what the picture leaves open. Shares are those of a
    stick, lengths stick lengths."""

    #: Times that the doubts are drawn.
    draws: int = tunable(40, 1, 1000)
    #: Height of pads: boxes have 0.07 to 0.27.
    pad_heights: tuple[float, float] = tunable((0.08, 0.25), 0, 1)
    #: How far beside a pad's rim a stick's axis may pass and still lie on it, and the doubt of
    #: that, shares of a pad's radius; the chance from which it is a doubt at all.
    rim: float = tunable(0.9, 0, 2)
    rim_sigma: float = tunable(0.12, 0.01, 1)
    least_chance: float = share(0.03)
    #: How much of the word on a crossing of which hardly anything is seen is believed.
    unseen: float = share(0.5)
    #: Doubt of where a stick lies over another, a share, and of the height there.
    at_sigma: float = tunable(0.015, 0, 0.2)
    top_sigma: float = tunable(0.015, 0, 0.2)
    #: Certainty below which a contact is not worth telling, and that of one of every draw.
    told: float = share(0.06)
    most: float = share(0.97)
    #: Share of a stick that must be in sight, with both ends, for it to lie on nothing.
    in_sight: float = share(0.85)
    #: How near the tip of either stick a contact lies to be no more than likely, a share, and what
    #: it is believed at most: ends are read give or take that much, and where the tips of two
    #: sticks meet, the one beside may carry instead. No foul is called on such a contact.
    tip: float = share(0.06)
    at_the_tip: float = share(0.85)
    #: Standard deviations of where two sticks cross within which a tip may lie: flat ones slip far.
    sigmas: float = tunable(2.0, 0, 5)
    #: How far from the border between colour and wood a contact lies to be on colour or on wood,
    #: else it counts as either, and as rather wood as far out as others are in. Origin: of the
    #: contacts of 699 lays at rendered evenings (photos, seeds 50 to 87, 200 to 231 and 500 to 505)
    #: all of 560 farther in than that were coloured, 323 of 326 farther out on wood.
    coloured: float = tunable(0.02, 0, 0.3)
    wooden: float = tunable(0.05, 0, 0.3)
    #: How far aside a stick's axis may be off: where two cross flat, that slips far along them.
    aside: float = tunable(0.01, 0.0001, 0.2)
    #: How near each other, beyond their thickness, two sticks pass over one pad for it to be likely
    #: that the one lies on the other there: twice the spread of where sticks lie.
    beside: float = tunable(0.03, 0, 0.3)
    #: The same of a stick's end beside another stick, anywhere; by hand: most ends are read that
    #: well, and farther apart many sticks pass each other that do not touch.
    along: float = tunable(0.01, 0, 0.3)

    @property
    def the_other(self) -> float:
        """How surely a stick rests on the one that may carry it in place of what is at the tip."""
        return round(1 - self.at_the_tip, 2)


@dataclass(frozen=True)
class RenewLimits(Tunables):
    """Where a known table is looked at anew. By hand, but where an origin is named."""

    #: By how much the light of the whole picture may differ, logarithms, and a spot of five by five
    #: pixels beyond that, grey levels, where what the net said before still holds.
    light: float = tunable(0.03, 0, 0.5)
    differs: float = tunable(4.0, 0.5, 50)
    #: How far around what differs it may say something else, and how much farther around that it
    #: must look to say it, pixels of its picture.
    around_px: int = tunable(48, 0, 256)
    context_px: int = tunable(32, 0, 256)
    #: Later pictures in which a piece must have been found for it not to be looked at anew: each
    #: look at what is new is one of its own, and a foul needs two.
    settled: int = tunable(3, 1, 100)
    #: How much likelier a cell shows a pad than the net says, which knows no home-made ones, where
    #: something came to the bare table. Origin: of the pads laid on 7 tables with drawn own boxes
    #: (seeds 737 to 743) it takes three for table; all are found so, and with 100, but then three
    #: that are none as well.
    came: float = tunable(30.0, 1, 1000)
    #: Share of the picture from which all of it is looked at.
    most: float = share(0.6)


LIMITS = Limits()
RENEW = RenewLimits()
FIELDS = FieldLimits()
CONTACTS = ContactLimits()
