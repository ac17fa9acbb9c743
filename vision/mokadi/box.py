"""The two colours of a box, from all that shows colour together."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from vision.mokadi.fields import BAND, COLOURS, PAD, Fields
from vision.nn.arrays import Float

#: What a cell says at least of a colour that the net does not see, and how surely a cell must show
#: colour to be asked.
_LEAST, _SHOWN = 0.02, 0.5


def box_of(fields: Fields) -> tuple[int, int]:
    """The colours, by number, that most cells of ends and pads agree with."""
    shown = (np.maximum(fields.part[BAND], fields.part[PAD]) > _SHOWN).ravel()
    told = fields.colour.reshape(len(COLOURS), -1)[:, shown] + _LEAST
    pairs = list(combinations(range(len(COLOURS)), 2))
    return max(pairs, key=lambda pair: float(np.log(told[list(pair)].sum(0)).sum()))


def shares_of(fields: Fields, box: tuple[int, int]) -> dict[int, Float]:
    """For either colour of a box (H * W,) its probability against the other."""
    colours = fields.colour.reshape(len(COLOURS), -1)
    both = colours[list(box)].sum(0) + 1e-6
    return {colour: np.asarray(colours[colour] / both) for colour in box}


def in_box(colour: Float, box: tuple[int, int]) -> Float:
    """(4,) probabilities of a piece's colour, when it is one of the box's."""
    found = np.zeros(len(COLOURS))
    found[list(box)] = colour[list(box)] + _LEAST
    return np.asarray(found / found.sum())
