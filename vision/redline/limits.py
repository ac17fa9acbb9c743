"""Every threshold of the Redline reader: unit and origin beside each.

"Rendered" means measured on pictures of `tests/render`. Where no measurement is named the number
is a choice by eye on the rendered photos, and no figure stands behind it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.games.redline.straight import ASKEW_DEG, CENTRED, STRAIGHT_DEG


@dataclass(frozen=True, slots=True)
class Limits:
    """Numbers the reader decides by."""

    #: Longest side of the first look, pixels: tiles of an ordinary photo are then 15 to 70 px.
    first_look_px: int = 640
    #: Tile side that the finder and the reader like best, pixels: the middle of what both were
    #: trained on (17 to 76 px), on a logarithmic scale.
    best_side_px: float = 38.0
    #: Sides between which one look is enough, pixels: on six photos the
    #: finder's middles were 2 to 3 % of a side off.
    good_side_px: tuple[float, float] = (30.0, 56.0)
    #: Longest side any look may have, pixels: a bound on time, reached by far-off tiles only.
    largest_look_px: int = 1792
    #: Probability above which a cell of the finder's grid speaks for a tile.
    cell_probability: float = 0.25
    #: Mean probability below which a found tile is dropped unless the reader confirms it.
    found_score: float = 0.35
    #: Two middles nearer than this share of a side are one tile: tiles cannot overlap by half.
    same_tile: float = 0.55
    #: Distance between neighbours' middles, in sides: 1 plus a gap that people still call "laid
    #: against"; tiles in front of players lie farther apart (rendered sets: 1.25 and more).
    touching: tuple[float, float] = (0.82, 1.19)
    #: Sideways offset up to which two tiles lie in one row, in sides (R4: a quarter of a tile).
    in_row: float = CENTRED
    #: Angle up to which a tile counts as straight, degrees (R4).
    straight_deg: float = STRAIGHT_DEG
    #: Angle from which a tile that leans on the layout lies askew beyond doubt, degrees: R4 says
    #: "near 45"; below it may be a tile of the layout laid badly.
    askew_deg: float = ASKEW_DEG
    #: Gap in sides up to which a tile that lies askew still leans on the layout: a corner touches
    #: where people aim, outlines are good to a tenth of a side.
    leaning_gap: float = 0.25
    #: Gap in sides up to which a tile off the lattice might still be part of the layout: people
    #: leave a third of a tile where they lay corner to corner by eye.
    doubtful_gap: float = 0.4
    #: Probability of "a square piece" above which a rejected find beside the layout puts the
    #: photo in doubt. Origin: it puts none of 29 surely and rightly read photos in doubt.
    half_seen: float = 0.05
    #: Probability of "a whole tile lies here" from which a place counts as taken.
    taken: float = 0.5
    #: How much less likely a pattern is once the same pattern of that colour is surely on the
    #: table: the set is derived, not known (rule document 1.2: about 90 % sure), so it is soft.
    repeated_pattern: float = 0.1
    #: Belief from which a pattern counts as surely on the table.
    surely_there: float = 0.98
    #: Tile side in the photo below which lines cannot be told apart, pixels. Rendered, 168
    #: tiles each: at 13 to 16 px two in five are not given, at 16 to 20 px one in fifty.
    smallest_side_px: float = 16.0
    #: Share of the layout's tiles that may be doubtful before the whole photo is refused.
    doubtful_share: float = 0.6


LIMITS = Limits()
