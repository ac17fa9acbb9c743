"""Which colours are in play, and what that says of a pawn that is hardly seen.

A hollow's floor may look like a flat pawn of the ring's own colour, and the other way round. Who
sees ten red and blue pawns and not one clear white one takes a white floor for a floor; who sees
white pawns elsewhere looks twice. That is Bayes' rule with the box's colours as what is not known.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from vision.nets import softmax
from vision.rouge.colours import TEMPERATURE

Points = NDArray[np.float64]

#: Probability of so many colours on a table (two to four players, S004 par. 1).
_PLAYERS = {2: 0.25, 3: 0.25, 4: 0.5}
#: Colours that boxes choose from, about: six are common, some are rare.
_NAMES = 7
#: How likely a colour is in play for the nets, which know nothing of the other pawns: about half
#: of the boards they learnt had pawns in their ring's colour.
_USUAL = 0.5
#: A colour is never ruled out: a clear pawn may have been named wrongly.
_LEAST = 0.003
#: Probability from which a pawn is clear: it shows that its colour is in play. On 71 path-traced
#: boards 0.9 and 0.98 left eight hollows misread where this left five.
CLEAR = 0.95
_TINY = 1e-6


def weighed(
    logits: Points, presence: Points, names: Points, remembered: Points | None = None
) -> Points:
    """(N,) probabilities that a pawn stands in each of N places, given which colours are in play.

    `logits` (N, 11) colours by the net; `presence` (N,) by the net; `names` (N, 11) probabilities
    of the names as far as known; `remembered` (11,) pawns of each name that earlier pictures
    showed clearly.
    """
    look = softmax(logits / TEMPERATURE)
    odds = _odds(presence)
    told = presence[:, None] * names
    clear = told * (told > CLEAR)
    everybody = np.zeros(look.shape[1]) if remembered is None else remembered
    found = np.empty(len(presence))
    for k in range(len(presence)):
        others = np.delete(told, k, 0)
        count = np.maximum(np.delete(clear, k, 0).sum(0), everybody)
        # The clearest other pawn vouches for its colour. Several doubtful ones do no more: they
        # look alike, and err together.
        witness = np.maximum(_odds(others.max(0, initial=0.0)), 1.0)
        likely = _odds(_in_play(count)) * witness
        found[k] = odds[k] * float(look[k] @ (likely / (1 + likely))) / _USUAL
    return found / (1 + found)


def _in_play(count: Points) -> Points:
    """(11,) probability that each colour is in play, when `count` pawns of each are clear: the
    more pawns were seen without one of a colour, the likelier nobody plays it."""
    seen = count > 0.5
    shown, pawns = int(seen.sum()), float(count[seen].sum())
    # Of all boxes of m colours these hold the ones seen, and each pawn is as likely of any colour.
    weight = {
        m: share * m**-pawns * comb(_NAMES - shown, m - shown) / comb(_NAMES, m)
        for m, share in _PLAYERS.items()
        if m >= shown
    }
    rest = sum(w * (m - shown) for m, w in weight.items()) / max(_NAMES - shown, 1)
    total = sum(weight.values())
    unseen = max(rest / total, _LEAST) if total > 0 else _LEAST
    return np.where(seen, 1 - _TINY, unseen)


def _odds(probability: Points) -> Points:
    p = np.clip(probability, _TINY, 1 - _TINY)
    return np.asarray(p / (1 - p))
