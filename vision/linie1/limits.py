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
    #: Probability under which a tram is left out of a cell's belief. By hand, and high: on 100
    #: rendered pictures one cell in a hundred without a tram reaches 0.05, and a doubt for each
    #: of them would leave no photo sure.
    tram_named: float = share(0.15)
    #: Contents kept by name in a cell's belief.
    contents: int = tunable(12, 2, 64)
    #: Probability from which what a cell shows is left alone, and how much less likely a side that
    #: its neighbour does not answer makes a tile below it. By hand: a foul in fifty tiles would ask
    #: for a factor ten times as strong.
    judged_alone: float = share(0.97)
    answers_not: float = share(0.2)
    #: How much less likely a tile is on a printed location: nobody lays one there but by mistake.
    on_location: float = share(0.05)
    #: Probability that a cell nobody can see bears no tile, and that it bears no sign: an empty
    #: board has 132 free cells, a full game leaves about 50.
    hidden_empty: float = share(0.6)
    hidden_no_sign: float = share(0.95)
    #: Share of a cell that must be hidden before what is seen of it says less and less.
    hidden_from: float = share(0.35)
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
    #: Probability that the board's top is what was found, below which nothing is sure.
    top_known: float = share(0.97)


LIMITS = Limits()
