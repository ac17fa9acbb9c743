"""Every threshold of the Rouge reader: unit and origin beside each.

Where no measurement is named the number is a choice by eye on pictures of `tests/render/rouge`.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.tunables import Tunables, share, tunable


@dataclass(frozen=True)
class Limits(Tunables):
    """Numbers the reader decides by. Lengths in the rings' plane: the board's radius is 1."""

    #: Longest side of the finder's look, pixels: boards of 56 to 260 pixels were learnt.
    look_px: int = tunable(320, 160, 1024)
    #: Board radius in the first look below which the board is looked at again, enlarged, pixels.
    near_px: float = tunable(45.0, 10, 200)
    #: Board radius in the second look, pixels: the middle of what was learnt.
    second_px: float = tunable(80.0, 30, 260)
    #: Probability above which a cell of the finder's grid shows the board.
    board: float = share(0.5)
    #: Median error of the finder's radii above which its plane is no board's.
    residual: float = tunable(0.12, 0, 1)
    #: That error for which a board found counts by a factor e less. By hand.
    residual_scale: float = tunable(0.05, 0.001, 1)
    #: Score of the finder's board below which there is none.
    found: float = share(0.25)
    #: Probability above which a cell of the reader's grid votes for a foot.
    vote: float = share(0.25)
    #: How far a vote may lie from its ring's circle of hollows.
    off_circle: float = tunable(0.06, 0, 0.2)
    #: Hollows with votes that a ring needs to be measured.
    ring_votes: int = tunable(3, 1, 8)
    #: Correction of the plane (root mean square over the hollows) from which the board is
    #: straightened and read again.
    again: float = tunable(0.02, 0, 1)
    #: Looks at most.
    looks: int = tunable(4, 1, 10)
    #: Brightness of a picture and of its board (98th percentile of the brightest channel, levels)
    #: below which it is lifted there before it is read, and by how much at most: the nets learnt
    #: well-exposed photos. Of the 12 sample photos at 0.18 of their light one was refused and eight
    #: hollows misread; lifted, none.
    bright: float = tunable(200.0, 100, 250)
    lifted: float = tunable(3.0, 1, 10)
    #: Radius of the hollows below which they are looked at from nearer, and by how much at most:
    #: the nets tell best those as wide as most of what they learnt. Of 260 boards 119 have narrower
    #: ones; 54 of their 2850 hollows were wrongly taken for free or taken, from nearer 42.
    hollow: float = tunable(0.065, 0.03, 0.1)
    nearer: float = tunable(1.6, 1, 3)
    #: Degrees off the rays from which a ring stands between two steps (U5, aligned).
    off_ray_deg: float = tunable(8.0, 0, 22.5)
    #: Share of a hollow's mean visibility below which what stands there is not told.
    in_sight: float = share(0.3)
    #: Probability of a foot at a hollow's place below which its look is doubted: hollows of the
    #: path-traced photos have 0.93 and more (1.5 stops over 0.73), those under rendered hands 0.02
    #: to 0.6 mostly. Below nine tenths of this nothing is sure.
    footless: float = share(0.75)
    #: Shares of the logits of the board's net and of the second stage on whether a pawn stands in a
    #: hollow. On 64 path-traced boards (1536 hollows, most with pawns in their ring's colour) that
    #: no net had learnt from; less than one in all, for both are too sure.
    board_says: float = share(0.1)
    close_says: float = share(0.7)
    #: How many times as fast as by the nets' word the log odds of a pawn grow, from where it is
    #: sure. Origin: of 3628 hollows with 0.97 and more on 380 rendered boards in play 5.4 would be
    #: free by their word, 2.1 by this, and none is (`tests/vision/bench_laid.py`, seeds 30000 to
    #: 30119 and 31000 to 31259); of 385 on 47 path-traced photos none is.
    sure_growth: float = tunable(2.0, 1, 5)
    #: Shares of the logits of both on a pawn's colour.
    board_names: float = share(0.2)
    close_names: float = share(0.8)
    #: Divisor of the colours' logits: looks of pawns of one photo err together. It grows with the
    #: square root of what the photo is lifted.
    colour_temperature: float = tunable(1.2, 0.2, 5)
    #: Spread of colour over a board below which its pawns' names are doubted, the more the paler:
    #: sample photos have 0.11 and more; at a fifth of their colour one pawn in three is misnamed
    #: (0.02 to 0.11), at a third one in twelve.
    pale: float = share(0.075)
    #: What is left of a colour's weight for an eleventh pawn: two boxes on one table, or a foul,
    #: which must be seen to be told.
    eleventh_pawn: float = share(0.05)
    #: What is left of the weight of a colour that nobody plays, once all players' are known: what
    #: looks like it is rather misread, but such a foul must be seen to be told. A choice by eye; of
    #: 2,990 pawns of six films 134 are named wrongly without it and 34 with it.
    of_nobody: float = share(0.01)
    #: Lightness (Lab) from which a pawn is burnt out, and how much likelier it is then white than
    #: yellow at most, nats. Of 18 such pawns of 72 path-traced photos three were yellow, all in one
    #: photo, and told as white without a doubt.
    burnt_out: float = tunable(99.0, 50, 100)
    yellow_burnt: float = tunable(2.2, 0, 20)
    #: What it says for the set of a clear pawn, nats, that another pawn has its shade, and the step
    #: (Lab, light held down) at which that has faded to a third of it. Of pawns beside boards: of
    #: 121 pawns beside 21 path-traced boards 69 are sure without it and 101 with it, none of either
    #: of a colour that is not in the box; of 116 things beside 40 drawn ones 75 and 83 are, six of
    #: either wrongly. With 3 nats two more of the drawn ones are wrong.
    shade_says: float = tunable(2.0, 0, 20)
    same_shade: float = tunable(8.0, 1, 60)
    #: Probability of a pawn from which it counts in a crowd of its hue; steps (Lab, hue) up to
    #: which pawns are of one hue, and from which two crowds are of two.
    crowd: float = share(0.9)
    #: Lightness between which a hue is seen, as it is lost in the dark and where a lamp burns out;
    #: and chroma from which it is the paint's: white pawns have the hue of their light, and half a
    #: board may lie in another. On 300 boards in any colours less chroma named 20 pawns rightly and
    #: 5 wrongly, this 16 and none.
    hued: tuple[float, float] = tunable((12.0, 96.0), 0, 100)
    painted: float = tunable(25.0, 0, 150)
    one_hue: float = tunable(10.0, 1, 50)
    two_hues: float = tunable(15.0, 1, 90)
    #: Lead of another name, nats a pawn, from which the second crowd of a name rather has that one,
    #: how fast this grows sure and how sure at most, and what it counts that a player's colour is
    #: seen nowhere else. Of 37 such crowds on 830 drawn boards 25 had another colour, with leads of
    #: -4 and more, of those that had not three.
    another_name: float = tunable(-4.2, -30, 0)
    name_slope: float = tunable(1.2, 0.1, 10)
    renamed: float = share(0.95)
    waited_for: float = tunable(2.0, 0, 10)
    #: Probability from which a pawn is clear: it shows that its colour is in play. On 71
    #: path-traced boards 0.9 and 0.98 left eight hollows misread where this left five.
    clear_pawn: float = share(0.95)
    #: Least probability that a colour is in play: a clear pawn may have been named wrongly, and
    #: pawns in rings of their colour are never clear. On 240 drawn boards 0.003 left 83 hollows
    #: misread, 0.05 78. On 235 boards 0.05 leaves 22 hollows surely wrong, one of them alone in its
    #: photo, and 0.07 18 and none, with one photo more in doubt.
    least_in_play: float = share(0.07)
    #: Probability of a pawn below which a hollow shows how free ones look; how unlike these may be
    #: to each other, and how unlike they count at least, nats of light: in the sun's hard shadows,
    #: and on a board with pawns that nobody sees, nothing is told from them.
    known_free: float = share(0.1)
    uneven: float = tunable(0.3, 0, 3)
    even: float = tunable(0.05, 0, 1)
    #: How many times as unlike to free hollows as these are to each other what may be a pawn is: of
    #: 330 free hollows of 25 path-traced photos none is 2.5 times as unlike, and 97 in 100 pawns
    #: are. What that says grows with the logarithm, nats; and how much it says at most.
    unlike_free: float = tunable(2.0, 1, 10)
    unlike_says: float = tunable(4.0, 0, 20)
    alike_says: float = tunable(3.5, 0, 10)
    #: The same of tones, where hollows are unlike to each other by their grain. Of 25 path-traced
    #: boards no free hollow is 4.6 times as unlike, and 99 in 100 pawns are; where grain made
    #: hollows uneven 78 of 720 are in doubt with it and 107 without.
    uneven_tones: float = tunable(0.15, 0, 3)
    even_tones: float = tunable(0.03, 0, 1)
    untoned_free: float = tunable(3.5, 1, 20)
    #: What is said by how light falls into a hollow, against known free ones and known pawns: nats
    #: by one of correlation less than these have with each other, and how much less says nothing;
    #: and what counts at most. A logistic regression on 139 drawn boards (3,291 hollows): beside
    #: the nets 4.4 and 2.6 nats. Of free hollows half correlate with the three likest by 0.94, of
    #: pawns one in ten by more than 0.6 (path-traced 0.76).
    shaded_free: tuple[float, float] = tunable((4.0, 0.13), 0, 20)
    shaded_pawn: tuple[float, float] = tunable((-3.0, 0.25), -20, 20)
    shaded_otherwise: float = tunable(0.8, 0, 2)
    #: How much all that other hollows show says at most, nats.
    others_say: float = tunable(4.0, 0, 20)
    #: How many times as unlike as usual two free hollows still look alike: where more than a
    #: colour has pawns do, none of them is a pawn that nobody sees.
    alike: float = tunable(4.0, 1, 20)
    #: How many steps, by which free hollows differ in tone, a hollow must be from every clear pawn
    #: of the colour that it would have: free ones are 5 and more, pawns 3 and less.
    unlike_pawn: float = tunable(4.0, 1, 50)
    #: Hollows are of one crowd whose tones differ by no more than a hollow and the second likest to
    #: it do on this board, times so much, within these bounds (nats of light); one nat between what
    #: is known of two counts as this share of it. Of 180 crowds of 66 boards, drawn and traced,
    #: three hold pawns and free hollows.
    crowd_reach: float = tunable(1.8, 1, 10)
    crowd_bounds: tuple[float, float] = tunable((0.1, 0.3), 0, 2)
    crowd_parts: float = tunable(0.2, 0, 1)
    #: What speaks for a crowd of free hollows, nats: every one beyond as many as pawns of a colour
    #: often are; more than a colour has pawns; that none beside it is as free, in all three rings;
    #: and of what the nets say for all this share by each one more. By the sizes of those crowds.
    #: On 28 boards of looks that nothing had learnt 171 hollows are in doubt, 76 wrong and 20 of
    #: them surely without this, 80, 43 and 4 with it; half or twice of each differs little.
    crowd_of_free: float = tunable(0.25, 0, 5)
    crowd_of_pawns: float = tunable(4.5, 0, 24)
    too_many: float = tunable(6.0, 0, 20)
    some_free: float = tunable(1.5, 0, 20)
    crowd_knows: float = tunable(0.1, 0, 1)
    #: What speaks against each where more seem to hold pawns of a name than there are and none to
    #: be free, nats: deep dark hollows are black pawns to the nets, eleven and a real one on one
    #: board, all surely.
    of_many: float = tunable(6.0, 0, 20)
    #: Log odds of a pawn to which this brings a crowd at most, and light (nats of the brightest) of
    #: a hollow below which what is alike there is the dark.
    crowd_free: float = tunable(-5.0, -20, 0)
    in_the_dark: float = tunable(-5.0, -10, 0)
    #: Height of the tallest pawns, in board radii: how far behind its foot a body may be seen. Pegs
    #: of the quick maker have up to 0.25.
    tallest: float = tunable(0.25, 0, 1)
    #: Steps of colour (Lab, mostly hue) up to which a body is in one piece.
    one_body: float = tunable(12.0, 1, 60)
    #: What is left beside the board of a pawn's say on which colours are in the box: fewer looks
    #: tell of it, and it need not be a pawn.
    aside_speaks: float = share(0.3)
    #: Shares of what a pawn's tint says of its name that are believed: where it is asked whether a
    #: pawn stands there at all (of 3,504 hollows of 146 boards in odd looks 32 are surely taken for
    #: free or for pawns where the players' colours are known, with 0.5 41), and for its name.
    tint_hints: float = share(0.3)
    tint_says: float = share(1.0)
    #: What is left of the net's word for that name beside it: of 258 sets of pawns 13 in 100 are
    #: misnamed by the net alone, and 12 so, with a mean log loss of 0.53 and 0.35 nats. On 36
    #: boards that nothing was measured on 85 and 58 pawns are misnamed, 35 and 20 where the
    #: players' colours are known.
    net_names: float = share(0.54)
    #: How far the blue and the green of a light that is not known stray, nats. Of 278 pawns on 27
    #: drawn boards (seeds 880000 to 880037) without a known light 25 are misnamed with none of it
    #: and 26 so, none surely, 50 and 65 doubted though right; under red and under blue lamps (370
    #: and 244 pawns) 67 and 47, 49 and 33 are misnamed, 5 and 2, 10 and none surely.
    light_strays: tuple[float, float] = tunable((0.6, 0.36), 0.0, 3)
    #: Degrees within which rings count as lined up with each other.
    together_deg: float = tunable(10.0, 0, 22.5)
    #: Least scatter of a ring's angle that is claimed, degrees: rings rest where hands leave them;
    #: and that of a mark's.
    ring_sigma_deg: float = tunable(1.0, 0, 22.5)
    mark_sigma_deg: float = tunable(2.0, 0, 22.5)
    #: Share of the board under hands from which a hand is reported: 0.03 and more under nine
    #: rendered ones, 0.01 and less where none is.
    covered: float = share(0.015)
    #: Share of the board under hands from which the photo is refused.
    hidden: float = share(0.3)
    #: How far a hollow may lie over the picture's border.
    outside: float = share(0.02)
    #: Mean probability of a foot at the hollows' places below which the picture shows another
    #: thing. Path-traced photos of Rouge boards have 0.95 and more, of other games 0.2 and less.
    board_like: float = share(0.5)
    #: Distance of hollows of two rings, in their radii, below which both rings were laid on the
    #: same ones. Of 191 boards one with its outer ring at the picture's edge has 0.2, and was told
    #: surely where the players' colours were known; the others have 2.5 and more.
    rings_apart: float = tunable(1.3, 0, 2)
    #: Mean probability of a foot from which a board lies where it was found, and is looked for
    #: nowhere else. On 160 drawn tables 153 of those found at the first look have 0.9 and more; a
    #: board laid wrongly over the true one has up to 0.83, laid rightly then 1.0.
    clear_board: float = share(0.9)
    #: Board radius in the photo below which pawns cannot be told, pixels.
    smallest_px: float = tunable(60.0, 10, 400)
    #: Distances from the middle between which a pawn is beside the board; two feet nearer than the
    #: next are one pawn's; rim of a picture of the table in which no pawn is seen whole.
    aside: tuple[float, float] = tunable((1.1, 2.1), 1, 5)
    one_pawn: float = tunable(0.07, 0, 0.5)
    aside_rim: float = tunable(0.08, 0, 1)
    #: Probability of its colour from which a pawn teaches it.
    teaches: float = share(0.8)
    #: Share of the hollows that may be doubtful before the photo is refused.
    doubtful_share: float = share(0.6)
    #: How far the board may have moved in the picture to count as the same board under the same
    #: camera, shares of its radius; and by how much it may have grown (logarithm): how wide a
    #: board is whose rim no light shows is told up to 5 % otherwise by pictures of one view.
    unmoved: float = tunable(0.03, 0, 1)
    resized: float = tunable(0.1, 0, 1)
    #: By how much more a photo must be like the last one upside down than upright to be taken for
    #: one held upside down, as correlation.
    turned_round: float = tunable(0.05, 0, 1)
    #: Correlation of two photos of the same view, from which one of them held upside down has the
    #: same rays (0.76 to 1.0 in 12 drawn pairs; of 552 pairs of other photos 1 in 100 has 0.7).
    same_view: float = tunable(0.7, 0, 1)
    #: Probability of a mark at its best place from which it is told.
    marked: float = share(0.7)
    #: How far from its best place a mark reaches, and how near a pawn's foot there is none, board
    #: radii: a mark is a small sticker, a pawn hides what is beside its foot. By eye.
    mark_reach: float = tunable(0.08, 0, 1)
    foot_reach: float = tunable(0.05, 0, 1)


LIMITS = Limits()
