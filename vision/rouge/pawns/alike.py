"""Free hollows of one board are alike, and so are pawns of one colour.

All hollows are cut alike and lie in one light, so each shows the same against the face of its ring,
whatever that is painted. What looks otherwise holds a pawn; what looks like the free ones, and not
like any pawn of the colour it would have, holds none.
"""

from __future__ import annotations

import numpy as np

from vision.nn.arrays import Float, Mask
from vision.nn.calibration import sigmoid
from vision.rouge.limits import Limits
from vision.rouge.pawns.surroundings import Surroundings

#: Hollows that must be free for their look to be known, and how many of the most alike count.
_LEAST, _NEAREST = 4, 3
_TINY = 1e-9
#: Who is clear for what the others show tells of others in turn.
_ROUNDS = 2


def beside_others(
    presence: Float, names: Float, seen: Surroundings, clear: Mask, limits: Limits
) -> Float:
    """(N,) probabilities that a pawn stands in each hollow, given what the other hollows show.

    `presence` (N,) and `names` (N, 11) as far as known; `clear` (N,) whether a hollow's place is
    seen at all.
    """
    odds = np.log(np.maximum(presence, _TINY) / np.maximum(1 - presence, _TINY))
    found = presence
    for _ in range(_ROUNDS):
        nats = _nats(found, names, seen, limits)
        found = sigmoid(odds + np.where(clear, nats, 0.0))
    return found


def _nats(presence: Float, names: Float, seen: Surroundings, limits: Limits) -> Float:
    """(N,) by how much likelier a pawn stands in each hollow for what the others show, nats."""
    free = presence < limits.known_free
    if free.sum() < _LEAST:
        return np.zeros(len(presence))
    unlike, usual = _from_free(seen.unlike, free)
    if usual > limits.uneven:
        return np.zeros(len(presence))
    other = unlike / max(usual, limits.even)
    witness = _from_pawns(seen, presence, names, free, limits)
    nats = limits.unlike_says * np.log(np.maximum(other, _TINY) / limits.unlike_free)
    like_none = witness > limits.unlike_pawn
    # What is unlike both may be a reflection; what is like both, a dark pawn in a dark hollow.
    nats = np.where((nats > 0) == like_none, 0.0, nats)
    return np.asarray(np.clip(nats, -limits.alike_says, limits.alike_says))


def _from_free(unlike: Float, free: Mask) -> tuple[Float, float]:
    """(N,) how unlike each is to the most alike of the other free ones; and how unlike these are
    usually to each other."""
    others = unlike + np.diag(np.full(len(unlike), np.inf))
    nearest = np.sort(others[:, free], axis=1)[:, :_NEAREST].mean(axis=1)
    return nearest, float(np.median(nearest[free]))


def _from_pawns(
    seen: Surroundings, presence: Float, names: Float, free: Mask, limits: Limits
) -> Float:
    """(N,) how unlike each is to the most alike other clear pawn of the name it would have, in
    steps by which the free ones differ; nan where there is none."""
    steps = np.abs(seen.tones[:, None] - seen.tones[None]).mean(axis=2)
    usual = _from_free(steps, free)[1]
    name = names.argmax(axis=1)
    same = (name[:, None] == name[None]) & (presence > limits.clear_pawn)[None]
    same &= ~np.eye(len(name), dtype=bool)
    nearest = np.where(same, steps, np.inf).min(axis=1)
    return np.where(np.isinf(nearest), np.nan, nearest / max(usual, limits.even))
