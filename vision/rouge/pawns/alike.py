"""Free hollows of one board are alike, and so are pawns of one colour.

All hollows are cut alike and lie in one light, so each shows the same against the face of its ring,
whatever that is painted. What looks otherwise holds a pawn; what looks like the free ones, and not
like any pawn of the colour it would have, or like more of them than a colour has pawns, holds none.
And light falls otherwise into a bowl than on to a pawn, be it of the ring's own colour.
"""

from __future__ import annotations

import numpy as np

from rules.games.rouge.state import PAWNS
from vision.nn.arrays import Float, Mask
from vision.nn.calibration import sigmoid
from vision.rouge.limits import Limits
from vision.rouge.pawns.surroundings import Surroundings

#: Hollows that must be free, or hold pawns, for their look to be known, and how many of the most
#: alike count.
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
        nats = _nats(found, names, seen, clear, limits)
        found = sigmoid(odds + np.where(clear, nats, 0.0))
    return found


def _nats(presence: Float, names: Float, seen: Surroundings, clear: Mask, limits: Limits) -> Float:
    """(N,) by how much likelier a pawn stands in each hollow for what the others show, nats."""
    free = presence < limits.known_free
    nats = _by_shading(presence, names, seen, clear & free, clear, limits)
    if free.sum() >= _LEAST:
        nats += _by_look(presence, names, seen, free, limits)
    return np.asarray(np.clip(nats, -limits.others_say, limits.others_say))


def _by_shading(
    presence: Float, names: Float, seen: Surroundings, free: Mask, clear: Mask, limits: Limits
) -> Float:
    """(N,) nats by how light falls into hollows: otherwise into a bowl than on to a pawn."""
    name = names.argmax(axis=1)
    pawns = clear & (presence > limits.clear_pawn)
    # Where more look like pawns of a colour than it has, nobody knows which of them are.
    pawns &= np.bincount(name[pawns], minlength=names.shape[1])[name] <= PAWNS
    nats = np.zeros(len(presence))
    for known, (says, least) in ((free, limits.shaded_free), (pawns, limits.shaded_pawn)):
        if known.sum() >= _LEAST:
            nearest, usual = _from_known(seen.shaded, known)
            away = np.clip(nearest - usual, 0.0, limits.shaded_otherwise)
            nats += says * (away - least)
    return nats


def _by_look(
    presence: Float, names: Float, seen: Surroundings, free: Mask, limits: Limits
) -> Float:
    """(N,) nats by how a hollow looks against the face of its ring, and where grain or specks make
    all of them look otherwise by its tones."""
    steps, even, most = seen.unlike, limits.even, limits.unlike_free
    unlike, usual = _from_known(steps, free)
    if usual > limits.uneven:
        steps, even, most = seen.toned, limits.even_tones, limits.untoned_free
        unlike, usual = _from_known(steps, free)
        if usual > limits.uneven_tones:
            return np.zeros(len(presence))
    step = max(usual, even)
    nats = limits.unlike_says * np.log(np.maximum(unlike / step, _TINY) / most)
    like_none = _from_pawns(seen, presence, names, free, limits) > limits.unlike_pawn
    # So many alike are no pawns of one colour: it has fewer.
    many = (_others(steps)[:, free] < limits.alike * step).sum(axis=1) >= PAWNS
    # What is unlike both may be a reflection; what is like both, a dark pawn in a dark hollow.
    told = np.where(nats > 0, ~like_none, like_none | many)
    return np.asarray(np.clip(np.where(told, nats, 0.0), -limits.alike_says, limits.alike_says))


def _from_known(unlike: Float, known: Mask) -> tuple[Float, float]:
    """(N,) how unlike each is to the most alike of the other known ones; and how unlike these are
    usually to each other."""
    nearest = np.sort(_others(unlike)[:, known], axis=1)[:, :_NEAREST].mean(axis=1)
    return nearest, float(np.median(nearest[known]))


def _others(unlike: Float) -> Float:
    """The same (N, N), and each infinitely unlike itself."""
    return unlike + np.diag(np.full(len(unlike), np.inf))


def _from_pawns(
    seen: Surroundings, presence: Float, names: Float, free: Mask, limits: Limits
) -> Float:
    """(N,) how unlike each is to the most alike other clear pawn of the name it would have, in
    steps by which the free ones differ; nan where there is none."""
    steps = np.abs(seen.tones[:, None] - seen.tones[None]).mean(axis=2)
    usual = _from_known(steps, free)[1]
    name = names.argmax(axis=1)
    same = (name[:, None] == name[None]) & (presence > limits.clear_pawn)[None]
    same &= ~np.eye(len(name), dtype=bool)
    nearest = np.where(same, steps, np.inf).min(axis=1)
    return np.where(np.isinf(nearest), np.nan, nearest / max(usual, limits.even))
