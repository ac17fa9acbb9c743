"""Every threshold of the watcher: unit and origin beside each."""

from __future__ import annotations

from dataclasses import dataclass

from vision.tunables import Tunables, share, tunable


@dataclass(frozen=True)
class FaintSteps(Tunables):
    """Of places on which something may change that hardly shows: how many times the median one's
    difference one has to be the same for sure, to say nothing, and to say the first of
    `faint_nats` (`change`); and between which it comes to say the second: where no place changed
    outright (`alone`), and where one did, which may throw its shadow there (`beside`). The median
    one is taken to differ by `quiet` at least: without noise a soft shadow shows by as much."""

    change: tuple[float, ...] = tunable((1.2, 1.5, 2.0), 1, 10)
    alone: tuple[float, float] = tunable((2.0, 2.5), 1, 10)
    beside: tuple[float, float] = tunable((3.0, 4.0), 1, 10)
    quiet: float = tunable(0.16, 0, 1)


#: By all of the place. In eight films of Rouge (seeds 10 to 15), where no place changed outright,
#: 38 of 47 places that changed have 2 and more: pawns of their ring's colour; of 2,185 that did not
#: change 35 have 1.2 to 1.5, 8 up to 1.75, none more. Beside one that changed outright 10 of 5,796
#: that did not have 2 to 3.5, none more, and 33 that changed faintly more than 3.5. Shadows beside
#: pawns on five path-traced photos have 1.8 to 2.6.
FAINT_PLACE = FaintSteps()
#: By the inside of the hollow alone. In ten films (seeds 10 to 13, 15, 43 to 47) and five moves on
#: each of 60 boards (seeds 2000 to 2059), where no place changed outright, all of 28 that changed
#: have 2.6 and more, of 1,052 that did not 7 more than 2 and one 2.9; by all of the place 5 of the
#: 28 have less than 1.6. Where one did, all of 38 have 2.4 and more, of 10,486 that did not 2 in
#: 100 more than 2.1, 19 more than 4, 7 more than 6; by all of the place 19 of the 38 less than 1.6.
FAINT_INSIDE = FaintSteps((1.4, 1.8, 2.3), (2.8, 3.3), (4.5, 6.5), 0.12)
#: By the larger marks of tiles, one of which was exchanged for another. Five moves on each of 60
#: boards of Linie 1 (seeds 2000 to 2059): of 300 exchanges, 180 of them under a sign that stays, 43
#: do not show outright, 36 of these under a sign. Where nothing else changed 24 of 25 have 2.4 and
#: more, of 825 that did not change 5 more than 2, 2 more than 2.5, none more than 3.5; beside
#: something that did 16 of 18 have 2.5 and more, of 9,009 that did not 2 in 100 more than 2, 1 in
#: 100 more than 2.5, 15 more than 4, one more than 6.
FAINT_TILE = FaintSteps((1.5, 2.0, 2.5), (2.6, 3.2), (4.0, 6.0), 0.1)


@dataclass(frozen=True)
class WatcherLimits(Tunables):
    """Numbers the watcher decides by. All are choices unless they say otherwise."""

    #: Seconds after the first reading of a look at which it is read again: soon, because a foul
    #: needs two readings and a question three, then farther apart, because frames close in time err
    #: alike.
    rereads_s: tuple[float, ...] = tunable((0.25, 0.75, 2.0), 0, 60)
    #: Seconds after a doubted reading at which the table is read under another light: another
    #: frame, and a call that waits for it is still made within half a second.
    doubt_s: float = tunable(0.06, 0, 5)
    #: Seconds between readings of a table where nothing happens: they find what a quiet hand
    #: changed and cost 1 % of a core.
    idle_s: float = tunable(20.0, 1, 3600)
    #: Seconds between two readings of a view that could not be used: for the first `retry_often`
    #: of the same quiet view, and at most. Every further one doubles them: searching the whole
    #: picture in vain took up to 1.6 cores, and people who mend something move.
    retry_s: float = tunable(0.5, 0, 60)
    retry_often: int = tunable(6, 1, 1000)
    retry_most_s: float = tunable(12.0, 0, 600)
    #: Readings fused, the newest of a look: more say nothing new.
    fused: int = tunable(6, 1, 100)
    #: Seconds for which a thing over the game that is no piece, old or new, counts as a hand.
    #: Hands on the films rest up to 1.7 s.
    unexplained_s: float = tunable(2.5, 0, 60)
    #: Seconds for which something hides the game until it is said that it may be a thing that
    #: somebody laid there: nobody looks for a hand where a mug stands.
    covered_s: float = tunable(10.0, 0, 600)
    #: Part of a piece's size around pieces that a difference beside them is put down to them
    #: (height, shadow, a push), and part of a piece's area from which the rest needs a reason.
    beside_piece: float = tunable(0.5, 0, 5)
    unexplained: float = tunable(0.5, 0, 5)
    #: Part of a piece's area that must differ for a quiet look to begin anew.
    begins_anew: float = tunable(0.2, 0, 5)
    #: Part of a piece's size within which a piece seen again is the same.
    same_piece: float = tunable(0.4, 0, 2)
    #: Part of a piece's size by which a corner of a piece seen again lies elsewhere when it was
    #: pushed or turned. On four tables (Redline 5 and 6, Linie 1 5, Rouge 5), under
    #: other lamps and with a camera that was bumped, of 833 that nobody touched none has more than
    #: 0.08, few more than 0.04; a tile of Redline that lay askew and was put straight has 0.46.
    pushed: float = tunable(0.1, 0, 2)
    #: Share of the last known pieces that must be there when the camera looks from elsewhere.
    found_again: float = share(0.8)
    #: Frames averaged into the picture that is read, the newest ones of a still table, and noise of
    #: the camera in the gate's small view, grey levels, from which that is worth its time.
    averaged: int = tunable(5, 1, 30)
    noise_worth: float = tunable(1.0, 0, 20)
    #: What a frame may differ by from the newest one and still be averaged: log light, shake of
    #: the camera in pixels (below the first number it is not taken back), and the size of a
    #: difference in small pixels, a third of what counts as motion.
    same_light: float = tunable(0.05, 0, 1)
    steady_px: float = tunable(0.4, 0, 5)
    shaken_px: float = tunable(6.0, 0, 50)
    other_px: int = tunable(12, 1, 1000)
    #: What a place may differ by from the look before a hand came, natural logarithms of brightness
    #: and of the ratios of colours at this share of its pixels, to be as likely another thing as
    #: the same; nats an e-fold of it, and the least and the most that it says. In films of Linie 1
    #: (seeds 7, 12, 14) all of 198 places that changed have 1.8 and more, of 26,634 others fewer
    #: than one in 300 are above 1; in one of Rouge (seed 10) 172 have 6 and more, of 1,172 none is
    #: above 1.6. In two path-traced games (seed 101) 22 that changed have 1.07 and more, of 1,034
    #: others none is above 0.56. Most of those above 1 lie in a shadow that came with a piece. In
    #: four films of Linie 1 below 0.7 lie 0 of 275 that changed and 99 in 100 others, in two of
    #: Redline 0 of 91 (the least has 2.4): had one more done so, -3.4 nats would be right.
    changed_light: float = tunable(0.4, 0.01, 5)
    changed_colour: float = tunable(0.16, 0.01, 5)
    changed_part: float = share(0.9)
    change_slope: float = tunable(4.0, 0, 20)
    change_nats: tuple[float, float] = tunable((-3.5, 4.0), -10, 10)
    #: The median place's difference up to which the light is the same, and from which it is so much
    #: another one that nothing is said. Films have 0.06 to 0.38, after the lamp was changed up to
    #: 0.6; photos that each were exposed otherwise 0.37 to 4.7.
    light_alike: tuple[float, float] = tunable((0.38, 0.56), 0, 5)
    #: Nats that places say which differ a little more than most (`FaintSteps`).
    faint_nats: tuple[float, float] = tunable((1.0, 3.0), 0, 5)
    #: Part of the distance between two places within which a place lies where it lay, and places
    #: that must: a change of light is told from a change of pieces by the others. A camera on a
    #: stand has 0.02 in nine of ten looks; seen from a little elsewhere all that stands up looks
    #: otherwise, and its shadow.
    same_place: float = share(0.05)
    places_compared: int = tunable(12, 3, 1000)
    #: The same where every picture finds a lattice of its own, by which little layouts' rims lie a
    #: tenth elsewhere though nothing moved (they are compared at the later one's spots), or where
    #: the pictures show that nothing moved: of 40 pairs of frames of four films their shift is told
    #: by a quarter of a pixel, and by another one if one is pushed. And share of the places of a
    #: lattice that must: a tile that is taken back leaves fewer round the layout.
    same_lattice: float = share(0.12)
    lattice_found: float = share(0.5)
    #: Part of the distance between two cells within which the look before told of one: lattices of
    #: one view lie up to an eighth apart, and the next cell is a whole one away.
    same_cell: float = share(0.4)


LIMITS = WatcherLimits()
