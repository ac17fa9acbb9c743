"""Every threshold of the Redline reader: unit and origin beside each.

"Rendered" means measured on pictures of `tests/render`. Where no measurement is named the number
is a choice by eye on the rendered photos, and no figure stands behind it.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.games.redline.straight import ASKEW_DEG, CENTRED, STRAIGHT_DEG
from vision.tunables import Tunables, share, tunable


@dataclass(frozen=True)
class Limits(Tunables):
    """Numbers the reader decides by."""

    #: Longest side of the first look, pixels: tiles of an ordinary photo are then 15 to 70 px.
    first_look_px: int = tunable(640, 160, 4096)
    #: Tile side that the finder and the reader like best, pixels: the middle of what both were
    #: trained on (17 to 76 px), on a logarithmic scale.
    best_side_px: float = tunable(38.0, 17, 76)
    #: Sides between which one look is enough, pixels: on six photos the
    #: finder's middles were 2 to 3 % of a side off.
    good_side_px: tuple[float, float] = tunable((30.0, 56.0), 17, 76)
    #: Longest side any look may have, pixels: a bound on time, reached by far-off tiles only.
    largest_look_px: int = tunable(1792, 320, 8192)
    #: Side that tiles had at least in what the finder learnt, pixels. Where they are smaller in a
    #: look it sees a corner of the layout (five tiles of 29), so nearer ones go on as far as each
    #: finds more, so often at most; where they are not, squares of a cloth would be taken as well.
    learnt_side_px: float = tunable(17.0, 4, 76)
    nearer_looks: int = tunable(8, 1, 20)
    #: Share of the tiles of the first look that a nearer one must find, or show to lie in its own,
    #: to take its place: it may lose some at its rim, but is elsewhere where it loses most. By eye
    #: on drawn tables.
    nearer_share: float = share(0.6)
    #: Room round the middles of the tiles found so far that is looked at, in sides: a neighbour and
    #: more. By hand.
    window_room: float = tunable(2.2, 0, 10)
    #: Probability above which a cell of the finder's grid speaks for a tile.
    cell_probability: float = share(0.25)
    #: Mean probability below which a found tile is dropped unless the reader confirms it.
    found_score: float = share(0.35)
    #: Mean probability of the surest found tile below which other scales are tried: things that the
    #: first look found instead of small tiles had 0.36 to 0.39, tiles mostly 0.6 and more.
    found_surely: float = share(0.5)
    #: How many times longer than wide a lattice's cells are seen from which the photo is laid
    #: straight before tiles are looked for again (1.35: 42 degrees; the finder learnt 45), and how
    #: often at most.
    slanted: float = tunable(1.35, 1, 5)
    straightenings: int = tunable(3, 0, 10)
    #: Share of the found tiles in the largest lattice below which it may be a shred of the layout.
    hangs_together: float = share(0.6)
    #: Cells round the lattice in which other finds are shown in the straight view too, its rim, and
    #: how many times nearer than the farthest corner the nearest one may be.
    round_lattice: float = tunable(6.0, 0, 50)
    view_rim: float = tunable(1.6, 0, 10)
    deepest: float = tunable(12.0, 1, 100)
    #: Two middles nearer than this share of a side are one tile: tiles cannot overlap by half.
    same_tile: float = tunable(0.55, 0.1, 1)
    #: And up to this share of a side votes for a middle mean the same one: they scatter by less
    #: than a tenth, and a neighbour's lie a side away. By hand.
    same_middle: float = tunable(0.4, 0.05, 1)
    #: How near a tile's middle, in its own sides along either axis, that of a free place lies where
    #: the tile covers it: half a side, and what outlines are off. By hand.
    covers: float = tunable(0.6, 0.3, 1)
    #: Distance between neighbours' middles, in sides: 1 plus a gap that people still call "laid
    #: against"; tiles in front of players lie farther apart (rendered sets: 1.25 and more).
    touching: tuple[float, float] = tunable((0.82, 1.19), 0.5, 2)
    #: Sideways offset up to which two tiles lie in one row, in sides (R4: a quarter of a tile).
    in_row: float = tunable(CENTRED, 0, 0.5)
    #: Angle up to which a tile counts as straight, degrees (R4).
    straight_deg: float = tunable(STRAIGHT_DEG, 0, 45)
    #: Angle from which a tile that leans on the layout lies askew beyond doubt, degrees: R4 says
    #: "near 45"; below it may be a tile of the layout laid badly.
    askew_deg: float = tunable(ASKEW_DEG, 0, 45)
    #: Gap in sides up to which a tile that lies askew still leans on the layout: a corner touches
    #: where people aim, outlines are good to a tenth of a side.
    leaning_gap: float = tunable(0.25, 0, 1)
    #: Gap in sides up to which a tile off the lattice might still be part of the layout: people
    #: leave a third of a tile where they lay corner to corner by eye, and outlines err; beyond half
    #: of one it is nearer to no place of it. Hands of the quick maker and the photobooth lie 0.6
    #: off and more.
    doubtful_gap: float = tunable(0.5, 0, 1)
    #: Probability of the likeliest tile above which a rejected find beside the layout puts the
    #: photo in doubt: tiles half under an arm have 0.06 and more, checks of a cloth 0.02.
    half_seen: float = share(0.05)
    #: What is left of that where the find shows no colour of the layout's tiles. Of eight tiles
    #: half under hands, cards and papers beside drawn layouts (seeds 991540 to 991579) seven show
    #: one on 22 % and more, the other keeps its doubt; of five prints and blank pieces two do.
    other_colours: float = share(0.3)
    #: Probability of "a whole tile lies here" from which a place counts as taken, and of the
    #: likeliest tile from which a find apart from the layout is a piece.
    taken: float = share(0.5)
    #: How much less likely a pattern is once the same pattern of that colour is surely on the
    #: table: the set is derived, not known (rule document 1.2: about 90 % sure), so it is soft, and
    #: the less so the more tiles lie there of which no two are of a kind. Of 53 path-traced photos
    #: 13 tiles are in doubt without that and 9 with it, 9 and 6 of 49 right ones unsure.
    repeated_pattern: float = share(0.1)
    #: Belief from which a pattern counts as surely on the table.
    surely_there: float = share(0.98)
    #: Tiles from which a group's lattice predicts its neighbours better than single outlines, and
    #: distance from the predicted middle, in sides, up to which a tile of another group is a
    #: neighbour after all: a quarter of a tile (R4) less what outlines err.
    absorbs_from: int = tunable(3, 1, 20)
    absorbs: float = tunable(0.22, 0, 0.5)
    #: Sides of a tile round the layout within which its colour is looked for where the photo has
    #: none: what a tile lies on is its usual tint, and a lone tile is a ninth of that.
    colour_round: float = tunable(1.0, 0, 5)
    #: How many times as fast as by the reader's word the log odds of a tile in its place grow, from
    #: where it is sure of it. Origin: of 4698 places with 0.97 and more at 300 rendered tables that
    #: no net learnt from 12 would be bare by its word, 2.6 by this, and none is
    #: (`tests/vision/bench_laid.py`, seeds 0 to 59, 100 to 219 and 300 to 419).
    sure_growth: float = tunable(2.0, 1, 5)
    #: Probability of the likeliest spokes from which the same holds for every place more likely
    #: taken than not: a bare one shows no clear pattern. Of 62 such found places given 0.5 to 0.97
    #: on drawn, home-made and path-traced tables and in bad photos none of the 24 with 0.9 and more
    #: is bare, of the others 11 are.
    clear_pattern: float = share(0.9)
    #: Weight of the finder's word on colour beside the reader's: it sees the tile among others,
    #: which helps where a lamp washes it out, but what both see is not seen twice. Of 1,262 tiles
    #: with one and a half stops too much of light (seeds 950000 to 950059) 43 are the wrong colour
    #: without it, 39 with a quarter, 47 with half of it.
    finder_says: float = share(0.25)
    #: Likelihood that a tile looks unlike its ground, as in a lamp's reflection or a shadow, where
    #: one of its very colour has 1: four spreads away nothing is told of its colour. By hand.
    neither_ground: float = tunable(0.0003, 0, 1)
    #: What two touching tiles say for "layout" against "laid down by chance", in nats: no line
    #: between them, one that ends at the other's blank edge, lines that meet. Counted over 150
    #: legally grown layouts (39, 10 and 51 % of neighbours) and random tiles (48, 43, 9 %).
    apart_nats: float = tunable(-0.19, -10, 10)
    stub_nats: float = tunable(-1.44, -10, 10)
    met_nats: float = tunable(1.71, -10, 10)
    #: The same for every tile of a group, and for every one beyond those that a hand can hold (R2):
    #: tiles in front of players seldom touch, and a layout full of fouls is still the layout.
    touch_nats: float = tunable(0.7, -10, 10)
    too_many_nats: float = tunable(2.0, -10, 10)
    hand: int = tunable(10, 1, 80)
    #: What it says for "layout" that the other tiles lie all round a group, in nats; none where
    #: they lie to one side of it. Origin: the beginnings of 300 drawn games with open hands (seeds
    #: 881000 on, `tests/vision/bench_hands.py`) would bear 12 and more; half of that, as players
    #: may all sit to one side.
    surrounded_nats: float = tunable(6.0, 0, 30)
    #: Tile sides from tile to tile within one hand, and what it says for "layout" that a tile of
    #: another group lies so near, in nats: 8 % of those layouts and 79 % of the parts of hands
    #: have one.
    one_hand: float = tunable(2.0, 1, 5)
    beside_nats: float = tunable(-2.0, -10, 0)
    #: The same for every tile of a kind that is known to have been laid, and for every other one,
    #: where a game is known: each kind is there once, and one in a hundred is misread.
    laid_nats: float = tunable(4.0, 0, 20)
    new_nats: float = tunable(-0.5, -10, 0)
    #: New tiles that a turn or two may have laid, and what each beyond these says: as many as the
    #: game takes a picture for the same layout with, before each costs more.
    free_new: int = tunable(3, 1, 20)
    crowd_nats: float = tunable(-2.0, -10, 0)
    #: Groups beside the likeliest one from which open hands lie in the picture, and nats below
    #: which that is one of them, too, before the first turn: one tile among hands on two sides has
    #: them, part of a row has not.
    hands_lie: int = tunable(2, 1, 20)
    first_nats: float = tunable(2.0, -10, 20)
    #: Lead in nats that a group needs over every other to be the layout for sure: twenty to one.
    clear_lead: float = tunable(3.0, 0, 20)
    #: Share of a free cell that must be seen before it can put a photo in doubt.
    in_sight: float = share(0.5)
    #: Mean probability of "something covers this" round the layout from which a hand is reported.
    #: Of 60 rendered photos one with a free layout reached it, and four of 11 partly covered.
    covered: float = share(0.15)
    #: The same of a single place, where all others are free. Of 176 drawn tables with a tile under
    #: a hand (seeds 985000 and 986000 on) 171 are told to have one, of 200 with nothing over them
    #: one; 173 and 11 with the former for any place, and before patterns were known for the table.
    covered_alone: float = share(0.2)
    #: Share of the free cells that must show a colour before it is the table's; step (Lab, light
    #: halved) up to which colours are one; share of a covered cell in such colours from which it
    #: shows nothing else, and what is left of its probability then: a hand over most of the rim is
    #: the rim's most usual colour. Of 54 path-traced photos of unfamiliar tables 9 told of
    #: a hand without this, 3 with it; of 83 drawn ones with a tile under a hand 82 both times.
    many_cells: float = share(0.33)
    same_colour: float = tunable(8.0, 1, 60)
    nothing_else: float = share(0.85)
    covered_table: float = share(0.3)
    #: Share of a side by which a tile may reach over the picture's border: outlines err as much.
    outside: float = share(0.04)
    #: Divisor of the tile reader's logits, so that of the pieces at 0.9 nine in ten are right.
    #: `vision/training/redline/temperature.py` fits 0.98 on 1,013 rendered tiles; one is the
    #: careful side of that.
    temperature: float = tunable(1.0, 0.2, 5)
    #: The same for the spokes of a tile that was looked at four times: the mean of four looks is
    #: right more often than it says. Of 1,627 such tiles on drawn, home-made and path-traced tables
    #: and in bad photos 301 are given 0.5 to 0.97 without it, of which 253 should be right and 271
    #: are; with it 265. As many are surely wrong (3, under things or very soft); 0.8, which fits
    #: better, makes one more of the soft ones so.
    mean_temperature: float = tunable(0.9, 0.2, 5)
    #: Logit beyond which one look at a tile is enough: wrong twice in a thousand by the net's own
    #: word; and that of "a square piece" under which a place is bare at first sight: one in 150.
    at_once: float = tunable(6.0, 0, 30)
    bare: float = tunable(-5.0, -30, 0)
    #: Divisor of the logit of "a square piece" where the finder saw none either: on 25 tables in
    #: seven bad lights nine places given 0.03 to 0.5 of 304 held a tile, and all 46 above 0.5. That
    #: was 0.4; the net that learnt burnt-out tiles doubts a white table's cells a little more.
    not_found: float = tunable(0.35, 0.05, 5)
    #: Probability of "a square piece" under which a found tile's outline is fitted to it: it lies a
    #: little off or turned, mostly.
    fits: float = share(0.99)
    #: Share of a free cell that is burnt out from which it may hold a tile that is so too.
    burnt_cell: float = share(0.8)
    #: Share of the layout with two of three colours at their brightest from which a doubtful
    #: reading says so. Samples have 0 to 0.07, one stop over 0.2 to 0.6.
    washed: float = share(0.15)
    #: Step of colour (Lab) from the middle of the free cells from which one shows something over
    #: the table: at least, and more for every level by which half of them differ; and free cells
    #: that are needed to tell.
    unlike: tuple[float, float] = tunable((13.0, 4.0), 0, 100)
    cells_tell: int = tunable(6, 3, 100)
    #: Share of the light that a shadow leaves the table at least. By hand.
    deepest_shadow: float = share(0.3)
    #: Share of that step up to which a cell looks like the table.
    like_table: float = share(0.5)
    #: Share of a cell that shows the table's own colours (`many_cells`) from which no tile lies
    #: there under something: of 62 such tiles on 200 drawn tables (hands and cards over them) one
    #: left 0.19 of its cell, the others 0.16 and less, and 31 of 69 bare cells unlike the table
    #: show more than this (15 of 30 on path-traced tables with flowers, checks and stripes).
    shows_table: float = share(0.25)
    #: Share of a cell in the table's own colours from which a patch in a tile's colour is no part
    #: of one in it: beside 40 tiles under hands, cards and papers on drawn tables (seeds 991540 to
    #: 991579) cells into which a tile reaches show up to 0.61, on a white table one shows 1. Bare
    #: ones with dice, pens and prints in them have 0.75 to 0.83.
    bare_share: float = share(0.75)
    #: Corners of such a cell in the table's own colours from which no tile lies there either. Of 49
    #: tiles under hands, cards, papers and round things on 104 drawn tables (seeds 985000 to 985023
    #: and 991540 to 991619) that fill a cell unlike the table two leave one free, the others none.
    bare_corners: int = tunable(2, 1, 4)
    #: Distance of colour (Lab, light counted half) up to which a pixel shows a tile's own ground,
    #: share of its distance from the table's colours that this may be, and share of a free cell
    #: with such pixels from which part of a tile lies there. Counted with a first form of the
    #: measure: of 61 photos with nothing over them 60 have no free cell above 0.07; of 28 under an
    #: arm 22 have one above 0.1.
    tile_colour: float = tunable(14.0, 1, 60)
    not_table: float = share(0.5)
    part_of_tile: float = share(0.1)
    #: Most that a learnt set says about a spoke or a colour, nats, and tiles of either colour from
    #: which a set is learnt.
    said: float = tunable(4.0, 0, 20)
    taught_of_each: int = tunable(3, 1, 24)
    #: How far two grounds lie apart (Lab) whose tiles are told together, and share of the way to
    #: the other that each of these is off its own at most: shadows and reflections leave some
    #: between. Of the tiles on 379 home-made, path-traced and drawn tables, too bright, small and
    #: soft ones among them, 23 are the wrong colour with it and 30 without, three and five of them
    #: surely, 65 and 71 doubted though right; by half of the way nine more are surely wrong.
    two_grounds: float = tunable(12.0, 1, 60)
    nearer_ground: float = share(0.33)
    #: Most that is said of the colour of a ground's tiles where the net's mean word on it says the
    #: other one: below 0.97, so that they are asked about, and above even.
    turned_ground: float = share(0.9)
    #: Probability of the likeliest tile from which an outline is fitted: of 2,299 finds on 140
    #: rendered tables 42 had less, and none of them became a tile by being moved; they took three
    #: fifths of the time on the tables of which the camera sees most.
    worth_moving: float = share(0.1)
    #: Confidence from which a tile read in play is taken into the set.
    teaches: float = share(0.985)
    #: Probability from which a spoke or a colour is clear enough to tell how lines and grounds look
    #: in a photo, and likeness of its lines to the learnt ones under which another set lies there.
    clear: float = share(0.95)
    same_lines: float = share(0.6)
    #: Tile side in the photo below which lines cannot be told apart, pixels. Rendered, 168
    #: tiles each: at 13 to 16 px two in five are not given, at 16 to 20 px one in fifty.
    smallest_side_px: float = tunable(16.0, 4, 100)
    #: Share of the layout's tiles that may be doubtful before the whole photo is refused.
    doubtful_share: float = share(0.6)


LIMITS = Limits()
