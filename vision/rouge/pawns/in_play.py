"""Which colours are in play, and what that says of a pawn that is hardly seen.

A hollow's floor may look like a flat pawn of the ring's own colour, and the other way round. Who
sees ten red and blue pawns and not one clear white one takes a white floor for a floor; who sees
white pawns elsewhere looks twice. That is Bayes' rule with the box's colours as what is not known.
"""

from __future__ import annotations

from math import comb

import numpy as np

from vision.nn.arrays import Float
from vision.nn.calibration import calibrate, softmax
from vision.rouge.limits import Limits
from vision.rouge.pawns.box import ColoursInPlay

#: Probability of so many colours on a table (two to four players, S004 par. 1).
_PLAYERS = {2: 0.25, 3: 0.25, 4: 0.5}
#: Colours that boxes choose from, about: six are common, some are rare.
_NAMES = 7
#: How likely a colour is in play for the nets, which know nothing of the other pawns: about half
#: of the boards they learnt had pawns in their ring's colour.
_USUAL = 0.5
_TINY = 1e-6
#: Share of the boxes of two, three and four colours that hold all of so many that are shown.
_BOXES = np.array(
    [
        [comb(_NAMES - shown, m - shown) / comb(_NAMES, m) if m >= shown else 0.0 for m in _PLAYERS]
        for shown in range(12)
    ]
)


def weighed(
    logits: Float, presence: Float, names: Float, box: ColoursInPlay, limits: Limits
) -> Float:
    """(N,) probabilities that a pawn stands in each of N places, given which colours are in play.

    `logits` (N, 11) colours by the net; `presence` (N,) by the net; `names` (N, 11) probabilities
    of the names as far as known; `box`: what is known of the table's colours.
    """
    look = softmax(calibrate(logits, limits.colour_temperature))
    told = presence[:, None] * names
    clear = told * (told > limits.clear_pawn)
    count = np.maximum(clear.sum(0) - clear, box.seen)
    # The clearest other pawn vouches for its colour. Several doubtful ones do no more: they
    # look alike, and err together.
    witness = np.maximum(_odds(_most_of_others(told)), 1.0)
    there = _in_play(count, limits.least_in_play)
    if box.played is not None:
        there = np.where(box.by_nobody(), np.minimum(there, limits.of_nobody), 1 - _TINY)
    likely = _odds(there) * witness
    found = _odds(presence) * (look * (likely / (1 + likely))).sum(1) / _USUAL
    return np.asarray(found / (1 + found))


def _most_of_others(told: Float) -> Float:
    """(N, K): the greatest number of every column in the other rows."""
    least_two = np.zeros((2, told.shape[1]))
    first, second = np.sort(np.vstack([told, least_two]), axis=0)[:-3:-1]
    return np.asarray(np.where(told == first, second, first))


def _in_play(count: Float, least: float) -> Float:
    """(N, 11) probability that each colour is in play, when `count` (N, 11) pawns of each are
    clear: the more pawns were seen without one of a colour, the likelier nobody plays it."""
    seen = count > 0.5
    shown, pawns = seen.sum(1), (count * seen).sum(1)
    # Of all boxes of m colours these hold the ones seen, and each pawn is as likely of any colour.
    m = np.array(list(_PLAYERS), float)
    weight = np.array(list(_PLAYERS.values())) * _BOXES[shown] * m ** -pawns[:, None]
    rest = (weight * (m - shown[:, None])).sum(1) / np.maximum(_NAMES - shown, 1)
    total = weight.sum(1)
    unseen = np.maximum(rest / np.where(total > 0, total, 1.0), least)
    return np.asarray(np.where(seen, 1 - _TINY, unseen[:, None]))


def _odds(probability: Float) -> Float:
    p = np.clip(probability, _TINY, 1 - _TINY)
    return np.asarray(p / (1 - p))
