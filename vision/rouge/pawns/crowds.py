"""Hollows that look alike are all free, or all hold pawns of one colour.

The nets judge one hollow at a time, and what they never learnt (a printed circle, cork) they doubt,
or take for pawns, in every hollow of a board. A crowd of them says more: no colour has so many
pawns, a ring without a free hollow is rare, and what is said of each is said of all.
"""

from __future__ import annotations

import numpy as np

from rules.games.rouge.state import PAWNS
from vision.nn.arrays import Float, Indices, Mask
from vision.nn.calibration import sigmoid
from vision.rouge.board.rings import CELLS, RINGS
from vision.rouge.limits import Limits
from vision.rouge.pawns.surroundings import Surroundings

#: Hollows that make a crowd.
_LEAST = 3
_TINY = 1e-9


def among_alike(
    presence: Float, names: Float, seen: Surroundings, clear: Mask, limits: Limits
) -> Float:
    """(N,) probabilities that a pawn stands in each of N hollows, given those that look alike.

    `presence` (N,) and `names` (N, 11) as far as known; `clear` (N,) whether a hollow's place is
    seen at all.
    """
    shown = np.flatnonzero(clear & (seen.tones.mean(axis=1) > limits.in_the_dark))
    odds = np.log(np.maximum(presence, _TINY) / np.maximum(1 - presence, _TINY))
    odds = odds - np.where(_of_many(presence, names, clear), limits.of_many, 0.0)
    found = odds.copy()
    unlike = seen.toned[np.ix_(shown, shown)]
    crowds = [shown[crowd] for crowd in _crowds(unlike, odds[shown], limits)]
    for crowd in crowds:
        # Which of them stands out is told apart from what is said of all.
        out = np.maximum(odds[crowd] - odds[crowd].mean(), 0.0)
        found[crowd] += np.minimum(_nats(odds, crowd, limits) + out, 0.0)
    return sigmoid(found)


def _of_many(presence: Float, names: Float, clear: Mask) -> Mask:
    """(N,) whether a hollow in sight is one of more that seem to hold pawns of a name than there
    are, where none in sight seems to be free."""
    name, taken = names.argmax(axis=1), clear & (presence > 0.5)
    if not taken[clear].all():
        return np.zeros(len(presence), bool)
    counts = np.bincount(name[taken], minlength=names.shape[1])
    return np.asarray(taken & (counts[name] > PAWNS))


def _nats(odds: Float, crowd: Indices, limits: Limits) -> float:
    """By how much likelier pawns stand in the hollows of a crowd than they seem to, nats: at most
    0, and no more than tells it free."""
    count, mean = len(crowd), float(odds[crowd].mean())
    says = limits.crowd_of_free * (limits.crowd_of_pawns - count)
    says += limits.crowd_knows * (count - 1) * min(mean, 0.0)
    if count > PAWNS:
        says -= limits.too_many
    says -= limits.some_free * _full_rings(odds, crowd, mean)
    return min(0.0, max(says, limits.crowd_free - mean))


def _full_rings(odds: Float, crowd: Indices, mean: float) -> float:
    """In what share of the rings no hollow beside those of a crowd is as free as these."""
    rings, own = np.arange(len(odds)) // CELLS, np.zeros(len(odds), bool)
    own[crowd] = True
    freer = set(rings[~own & (odds < mean)].tolist())
    return len(set(rings[crowd].tolist()) - freer) / len(RINGS)


def _crowds(unlike: Float, odds: Float, limits: Limits) -> list[Indices]:
    """Groups of hollows that look alike, by average linkage, of those (N, N) and what is known of
    each (N,)."""
    if len(odds) < _LEAST:
        return []
    own = np.diag(np.full(len(odds), np.inf))
    usual = float(np.median(np.sort(unlike + own, axis=1)[:, 1]))
    reach = float(np.clip(limits.crowd_reach * usual, *limits.crowd_bounds))
    apart = unlike + reach * limits.crowd_parts * np.abs(odds[:, None] - odds) + own
    groups = [[k] for k in range(len(odds))]
    while len(groups) > 1:
        a, b = np.unravel_index(int(apart.argmin()), apart.shape)
        if apart[a, b] > reach:
            break
        m, n = len(groups[a]), len(groups[b])
        apart[a] = apart[:, a] = (m * apart[a] + n * apart[b]) / (m + n)
        apart[a, a] = np.inf
        groups[a] = groups[a] + groups.pop(b)
        apart = np.delete(np.delete(apart, b, axis=0), b, axis=1)
    return [np.array(group, np.intp) for group in groups if len(group) >= _LEAST]
