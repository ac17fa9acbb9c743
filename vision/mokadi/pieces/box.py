"""The two colours of a box, from all that shows colour together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from rules.games.mokadi.pieces import USUAL_COLOURS, colours_of
from vision.mokadi.pieces.fields import BAND, COLOURS, Fields
from vision.mokadi.pieces.pads import FoundPad
from vision.nn.arrays import Float

#: What a cell says at least of a colour that the net does not see, and how surely a cell must show
#: colour to be asked.
_LEAST, _SHOWN = 0.02, 0.5
#: What it counts, nats, that people named their box, more than all cells of a picture; and that
#: they left the usual one standing, which they may have overlooked.
_NAMED, _LEFT = 1e7, 50.0

#: Every box there may be: pairs of colours, by number.
BOXES = tuple(combinations(range(len(COLOURS)), 2))
#: Nobody said anything of the box.
NO_VOTES: Float = np.zeros(len(BOXES))


def votes_for(box: str) -> Float:
    """(6,) what it says for each of `BOXES` that a table's house rule names that box."""
    names = colours_of(box)
    return _votes(_numbers(names), _LEFT if names == USUAL_COLOURS else _NAMED)


def votes_by_pieces(colours: Iterable[str]) -> Float | None:
    """(6,) what it says for each of `BOXES` that people say these colours of the pieces, None where
    they are not two."""
    found = _numbers(colours)
    return _votes(found, _NAMED) if found in BOXES else None


def _numbers(colours: Iterable[str]) -> tuple[int, ...]:
    return tuple(sorted({COLOURS.index(name) for name in colours if name in COLOURS}))


def _votes(box: tuple[int, ...], nats: float) -> Float:
    return np.array([nats * (pair == box) for pair in BOXES])


def box_by(votes: Float) -> tuple[int, int]:
    """The box that most is said for, its colours by number; `votes` (6,) nats for each of them."""
    return BOXES[int(np.argmax(votes))]


def votes_of(fields: Fields, pads: Sequence[FoundPad]) -> Float:
    """(6,) what ends and pads say for each of `BOXES`, logarithms of probabilities: every cell of
    an end, and a pad no more than most do, as a mug that looks like one has many times as many
    cells."""
    shown = (fields.part[BAND] > _SHOWN).ravel()
    told = fields.colour.reshape(len(COLOURS), -1)[:, shown].T
    weights = np.array([pad.weight for pad in pads])
    if len(pads):
        told = np.concatenate([told, [pad.colour for pad in pads]])
        weights = np.minimum(weights, np.quantile(weights, 0.5, method="lower"))
    weights = np.concatenate([np.ones(int(shown.sum())), weights])
    boxes = [np.log(told[:, list(pair)].sum(1) + 2 * _LEAST) for pair in BOXES]
    return np.array([float(weights @ nats) for nats in boxes])


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
