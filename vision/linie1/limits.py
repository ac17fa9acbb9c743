"""Every threshold of the Linie 1 reader: unit and origin beside each.

"Rendered" means measured on pictures of `tests/render`. Where no measurement is named the number
is a choice by eye on rendered photos, and no figure stands behind it.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.tunables import Tunables, share, tunable


@dataclass(frozen=True)
class Limits(Tunables):
    """Numbers the reader decides by."""

    #: Probability under which a face, a sign or a tram is not named in a cell's belief; the
    #: referee proposes nothing unlikelier (its own `label_share` is twice this).
    named: float = share(0.001)
    #: Probability under which a tram makes no cell doubtful. By hand, and high: on 100 rendered
    #: pictures one cell in a hundred without a tram reaches 0.05, and a doubt for each of them
    #: would leave no photo sure.
    tram_doubted: float = share(0.15)
    #: Probability that what looks like a sign is a given line's tram: of 77 trams alone on their
    #: cells in 80 rendered photos, the hardest there are, 3 are read as signs.
    tram_for_sign: float = share(0.002)
    #: Probability at least that a given line's tram stands unseen at a sign that is seen, and a
    #: sign unseen beside a tram: trams halt at signs. By hand; of nine trams at signs in the same
    #: photos four are not seen, and none of the signs at the five others.
    tram_at_sign: float = share(0.01)
    sign_at_tram: float = share(0.3)
    #: How much less likely a sign is where no tile lies than on a tile, odds. By hand: of 13,310
    #: bare places of two rendered evenings none bore one.
    sign_on_bare: float = share(0.05)
    #: How much less likely no tile is where a tram stands than where none does: it stands on track.
    #: By hand, as for signs: one in twenty leaves a tram off the track to be seen.
    tram_on_bare: float = share(0.05)
    #: How much less likely a sign is where it would be a foul (beside no location, or beside one
    #: that has its sign elsewhere) than beside one that waits for its sign, odds: what looks like
    #: one there is a tram's roof, or leans over from the next cell. By hand: the nets learnt boards
    #: with signs on any cell, one in fifty of those cells; at a table one in a thousand would be
    #: many.
    sign_elsewhere: float = share(0.1)
    #: Contents kept by name in a cell's belief.
    contents: int = tunable(12, 2, 64)
    #: Probability from which what a cell shows is left alone, and how much less likely a side that
    #: its neighbour does not answer makes a tile below it, on a photo of no game: the referee of
    #: one weighs that himself. By hand: a foul in fifty tiles would ask for a factor ten times as
    #: strong.
    judged_alone: float = share(0.97)
    answers_not: float = share(0.2)
    #: How much less likely a tile or tram is on a printed location: nobody puts one there but by
    #: mistake, and what is printed there may look like one: 15 of 624 bare locations of 52 photos
    #: do rather than not. Of tiles in plain sight 96 % and more have 0.999 without this.
    on_location: float = share(0.02)
    #: Probability that a cell nobody can see bears no tile, and that it bears no sign: an empty
    #: board has 132 free cells, a full game leaves about 50.
    hidden_empty: float = share(0.6)
    hidden_no_sign: float = share(0.95)
    #: Share of a cell that must be hidden before what is seen of it says less and less.
    hidden_from: float = share(0.35)
    #: How much of the printed places one look at an outline must show before it is straightened,
    #: cells (twelve places and twelve half circles are some 20). On eight path-traced tables where
    #: the board was not found without outlines, those of the board show 3.4 to 16.0, others 4.7 and
    #: less, nearly all under 3; on tables of other games 3.6 and less.
    least_printed: float = tunable(3.0, 0, 30)
    #: Share of a photo with a channel as bright as can be from which a board that was not found is
    #: looked for in darker pictures, too. Of 13 photos in which nothing else shows it the least has
    #: 0.02; of 74 photos, most of them of other games, half have 0.001 and less.
    clipped: float = share(0.01)
    #: Mean logit of the printed places below which what was straightened is no board of the game,
    #: and from which no other look is needed; rms residual, cells, above which there is none. On
    #: 200 rendered boards and 116 tables without the game, no net trained on them: 195 boards pass,
    #: none off by more than a tenth of a cell; boards taken wrongly have -2.3 and less, other
    #: tables -1.8 and less, a board off by 0.12 cells a residual of 0.037.
    least_marks: float = tunable(-0.8, -30, 30)
    clear_marks: float = tunable(1.0, -30, 30)
    residual: float = share(0.036)
    #: The same at the whole cells by which all fits better under which it is not moved there. On
    #: two tables, one without the game, 16 grids that are none have -2.5 and less at their best;
    #: none of 24 drawn boards on restless tables needed to be moved.
    moved_marks: float = tunable(-2.0, -30, 30)
    #: Passes of the refiner, each from the answer of the one before, and corner movement under
    #: which no further one is needed, cells.
    passes: int = tunable(4, 1, 20)
    still: float = tunable(0.03, 0, 1)
    #: Mean logit of the printed places from which the board lies right at the first try; how often
    #: it is drawn to them otherwise, how far they may be off and the least evidence of one, cells.
    straight_marks: float = tunable(0.5, -30, 30)
    draws: int = tunable(2, 0, 20)
    draw_search: float = tunable(1.2, 0, 5)
    draw_evidence: float = tunable(0.2, 0, 5)
    #: Residual from which a patch is held down, cells; what covers the board lies further off.
    patch_far: float = tunable(0.06, 0.001, 1)
    #: Divisors of the logits of faces, signs and trams, so that of the cells at 0.9 nine in ten are
    #: right, by `vision/training/linie1/fits/temperature.py`; under signs and trams the net is too
    #: sure: there by the likelihood of 76 such cells in 13 path-traced photos. Trams as a first
    #: choice, by how many of them a closer look is given (`TRAM_PLENTY`).
    face_temperature: float = tunable(0.85, 0.2, 5)
    covered_temperature: float = tunable(1.4, 0.2, 5)
    sign_temperature: float = tunable(1.0, 0.2, 5)
    tram_temperature: float = tunable(1.1, 0.2, 5)
    #: Divisor of the summed scores of letters and digits: printed marks of one photo share its blur
    #: and its font. Of 195 rendered boards that no net was trained on, 193 were turned right; with
    #: this divisor the likelihood is best, and 190 are surer than 0.97, all of them right.
    top_temperature: float = tunable(2.0, 0.2, 10)
    #: Probability that a turn has at least: a print can be read wrong as a whole.
    least_turn: float = share(1e-4)
    #: Probability of the likeliest face that makes other looks at the grid needless.
    grid_sure: float = share(0.999)
    #: Probability of the likeliest face below which a cell is classified again, larger, and that of
    #: a sign or a tram from which it is; cells at most, the worst ones.
    cell_sure: float = share(0.99)
    cell_covered: float = share(0.02)
    most_cells: int = tunable(32, 1, 144)
    #: Divisor of the close look's logits of the faces of covered cells: it is surer than it says.
    #: Origin: likelihood of 323 such cells of 65 path-traced photos (best at 0.5), of 543 of 20 of
    #: printed sets (0.7) and of 628 of 20 boards crowded with signs and trams (0.75 to 0.8). In the
    #: open, where the first look is heard, it made one of 20,000 cells surely wrong.
    close_temperature: float = tunable(0.75, 0.2, 5)
    #: Of a cell looked at closely: what log odds of a sign count there, what those at a glance, and
    #: how much too high their sum is; and the share of the first look's log probabilities that a
    #: tile in the open gains. By the likelihood of 1649 such cells of 45 drawn boards late in a
    #: game, with trams and without (`tests/render`, seeds 950000 on), and, counted three times or
    #: more, of 1108 of 138 path-traced photos (evenings of seeds 7, 9 and 11, the shared ones and
    #: 700 to 719) and of 159 of 24 printed sets: of these 869 signs none is missed, 4 are seen
    #: where none is; of the 758 drawn ones 42 and 16.
    close_sign: float = tunable(0.31, 0, 5)
    glance_sign: float = tunable(0.69, 0, 5)
    sign_plenty: float = tunable(0.06, -5, 5)
    glance_faces: float = share(0.3)
    #: The same of signs where a tram is seen too, by the likelihood of 105 such cells of the drawn
    #: boards and 86 of the photos: of 18 and 29 signs 4 and 6 are then likelier not there, 5 and 1
    #: seen where none is.
    close_sign_by_tram: float = tunable(0.17, 0, 5)
    glance_sign_by_tram: float = tunable(0.64, 0, 5)
    sign_by_tram_plenty: float = tunable(-0.06, -5, 5)
    #: The same of trams in cells, and on termini, that are looked at closely; by
    #: `vision/training/linie1/fits/tram_weights.py` on 40 drawn boards late in a game with the nets
    #: before, and then, as photos are read, by `vision/training/linie1/fits/tram_places.py` on 60
    #: with trams and as many without (941000 to 941029, 940000 to 940029 sober: 295 nats, then
    #: 266); with the odds that a tram stands nowhere, against one in a place of even odds.
    close_tram: float = tunable(0.67, 0, 5)
    glance_tram: float = tunable(0.55, 0, 5)
    tram_plenty: float = tunable(-0.1, -5, 5)
    close_terminus: float = tunable(1.23, 0, 5)
    glance_terminus: float = tunable(0.31, 0, 5)
    terminus_plenty: float = tunable(-0.28, -5, 5)
    tram_nowhere: float = tunable(0.71, 0.01, 10)
    #: Probability from which a place clearly looks to bear a line's tram, and the most that another
    #: line's may have of it, before what people say of that tram is said of the set; how likely
    #: what looks like that line's is its all the same. By hand.
    line_seen: float = share(0.5)
    line_beside: float = share(0.33)
    as_sold_all_the_same: float = share(0.002)
    #: The power of the share of pixels round a tram with a colour as bright as can be that tells
    #: how far colours are faded there, and how likely a tram in wholly faded ones is any line's. By
    #: the likelihood of the lines of 502 trams on 400 drawn boards, most of them with a lamp's spot
    #: (943000 to 943529): 106 nats instead of 124; of 358 trams of others, by
    #: `vision/training/linie1/fits/tram_light.py` (944000, 120 boards), 70 instead of 77. In cells
    #: burnt out by 0.8 and more the nets take three of those ten for another line's, elsewhere 13
    #: of 348.
    faded_power: float = tunable(4.0, 1, 20)
    faded_line: float = share(0.5)
    #: Sure bare cells from which they tell of others, sure tiles from which these do; how far (rms,
    #: Lab) a tile is from bare cells before, and by what factor it must be further than they are.
    #: With five, 4 cells of a board with strong grain are wrong, 57 with twelve, 29 of them surely
    #: (one of 36 drawn tables unlike any learnt); three told no more.
    bare_cells: int = tunable(5, 3, 144)
    tiles_tell: int = tunable(3, 1, 144)
    tile_away: float = tunable(7.0, 1, 100)
    bare_apart: float = tunable(1.5, 1, 10)
    #: Shares of the way (logarithms) from the median bare cell to the median tile up to which a
    #: cell is as good as bare, and from which nothing is said; how much likelier, nats, the former
    #: is then to be bare; and from which probability of a sign or a tram on it a cell is left
    #: alone. Of 5,381 bare cells of some 70 photos (of tables unlike any learnt, drawn, and 13
    #: path-traced) 5,082 lie before the first share and 5,307 before the second, and none of 2,927
    #: tiles before 0.58: a factor of 8 nats and more.
    bare_from: float = share(0.3)
    bare_until: float = share(0.6)
    bare_nats: float = tunable(8.0, 0, 20)
    bare_covered: float = share(0.2)
    #: Sure tiles from which they tell what is none of them; how many times as far from them (rms of
    #: the sorted colours, Lab) as the median one of them a printed location is like them and quite
    #: unlike them, and how much likelier, nats, the latter is bare. Of 3,343 tiles of those photos
    #: and 15 of real boards 231 are further than the first, 12 than the second; of 864 locations
    #: 794 and 299.
    prints_from: int = tunable(4, 4, 144)
    print_like: float = tunable(2.0, 1, 20)
    print_unlike: float = tunable(6.0, 1, 20)
    print_nats: float = tunable(4.5, 0, 20)
    #: Cells that are told to bear the same tile as another one, from which they say how well tiles
    #: are told apart; how many times as much those told apart must differ as those told alike (F
    #: ratio) for them to be believed in full; and the least share of its logits that a tile keeps.
    #: By the likelihood of 66 drawn tables unlike any learnt or made of real boards: 2,858 nats
    #: without, 2,550 with it, 63 and 45 cells surely wrong. 13 path-traced tables have 18 and more,
    #: 24 drawn ones 4.5 and more.
    told_from: int = tunable(20, 4, 144)
    told_apart: float = tunable(2.0, 1.1, 20)
    told_least: float = share(0.3)
    #: Probability from which a cell needs no comparison with the user's own tiles.
    own_sure: float = share(0.999)
    #: Likeness a face gains for e-fold odds against another one, by
    #: `vision/training/linie1/fits/learnt_looks.py` on rendered tables and sets; and the natural
    #: logarithm of the odds by which the set may outvote the net at most.
    likeness_unit: float = tunable(0.25, 0.01, 10)
    likeness_most: float = tunable(4.0, 0, 20)
    #: Median likeness of the surely read tiles under which the set is not the one on the table, how
    #: many such tiles there must be, and from which probability a tile counts as surely read.
    same_set: float = share(0.6)
    witnesses: int = tunable(3, 1, 144)
    witness: float = share(0.98)
    #: Movement of a corner of the board up to which nothing moved, cells: half of what the cell
    #: net is trained to bear.
    unmoved: float = tunable(0.03, 0, 0.5)
    #: Residual, cells, up to which a pose is remembered, and pictures after which the board is
    #: found anew, moved or not: many small drifts make a large one.
    exact: float = tunable(0.06, 0, 0.5)
    trusted_for: int = tunable(30, 1, 1000)
    #: Probability from which a look is worth a word against a name that a person gave, and from
    #: which a tile that nobody named is named by its look; under which a tile's turn is not clear.
    contradicts: float = share(0.8)
    names: float = share(0.9)
    turn_clear: float = share(0.9)
    #: How many of the twelve kinds a set must show for each of the squares, at most twelve. Twelve
    #: real tiles show 12.0; cards below them, their bars and windows 1.2 to 3.6.
    like_a_set: float = share(0.5)
    #: Share of the tiles that may contradict an order before it is taken for another one.
    wrong_order: float = share(0.34)
    #: Probability from which a tile as laid on the board is taken into the set.
    as_laid: float = share(0.99)
    #: Share of burnt-out pixels in the picture from which doubtful cells are put down to glare.
    glare: float = share(0.03)
    #: Share of the board with two of three colours at their brightest from which a doubtful reading
    #: says that there is too much light: 13 photos have 0 to 0.004, half a stop over 0 to 0.27, one
    #: stop over 0.3 in the median.
    washed: float = share(0.15)
    #: `Quality.sharpness` under which a doubtful reading says that the photo is blurred: six photos
    #: have 0.22 to 0.35, with a blur of 1 pixel in 1280 0.19 to 0.30, of 2 pixels 0.13 to 0.22,
    #: jerked by 12 pixels 0.14 to 0.20.
    soft: float = tunable(0.2, 0, 1)
    #: Mean cover of a cell from which a hand is reported.
    hand: float = share(0.5)
    #: Share of the cells that may be hidden before the photo is refused.
    hidden_cells: float = share(0.4)
    #: Share of the cells that may lie out of the picture before the photo is refused.
    outside_cells: float = share(0.15)
    #: Side of a cell below which tracks cannot be told apart, pixels.
    smallest_cell_px: float = tunable(9.0, 3, 60)
    #: Share of the cells that may be doubtful before the photo is refused.
    doubtful_cells: float = share(0.5)
    #: Probability that the board's top is what was found, below which nothing is sure, no pose is
    #: remembered and a calibration wants to be told.
    top_known: float = share(0.97)
    #: How far a board's corners may be from where they were, cells, so that one whose print is not
    #: read lies the same way round: a nudge of camera or board is not half of a quarter turn, which
    #: moves a corner by six cells and more.
    lies_as_before: float = tunable(3.0, 0.5, 5)


LIMITS = Limits()
