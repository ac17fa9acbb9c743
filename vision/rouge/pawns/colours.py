"""Colours named together: a table has few colours, and no more than ten pawns of one.

Every pawn's own look gives a weight to each name; how often a name is used by the others, here and
in earlier pictures, is its prior. Pawns beside the board speak too, and so do the players, once all
their colours are known. Pawns of one colour look alike and are misnamed together, so several of
them vouch for a name hardly more than one.
"""

from __future__ import annotations

import numpy as np

from rules.games.rouge.state import PAWNS
from vision.nn.arrays import Float
from vision.nn.calibration import calibrate, softmax
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.limits import Limits
from vision.rouge.pawns.box import ColoursInPlay

#: What every name has before any pawn is looked at, in pawns: names of the common six, others.
_COMMON, _RARE = 0.12, 0.03
_PRIOR = np.array([_COMMON] * 6 + [_RARE] * (len(COLOURS) - 6))
#: Pawns that one earlier picture's use of a name is worth, at most.
_REMEMBERED = 12.0
_ROUNDS = 12
#: Power of the pawns that use a name in its prior: those that err together count as the square
#: root of their number. On 368 drawn boards it leaves 23 hollows surely wrong, their number 37.
_TOGETHER = 0.5


def named(logits: Float, presence: Float, box: ColoursInPlay, limits: Limits) -> Float:
    """(N, 11) probabilities of the names of N pawns.

    `logits` (N, 11) by the net; `presence` (N,) probability that a pawn is there at all;
    `box`: what is known of the table's colours.
    """
    look = looks_like(logits, box, limits)
    # A player's colour that was never named is as much in play as the others.
    base = _PRIOR + np.where(box.of_players(), _REMEMBERED, np.minimum(box.seen, _REMEMBERED))
    found = look.copy()
    for _ in range(_ROUNDS):
        count = presence @ found
        others = base + count - presence[:, None] * found
        weight = others**_TOGETHER * _room(count, presence[:, None] * found, limits.eleventh_pawn)
        found = look * weight
        found /= found.sum(1, keepdims=True)
    return found


def looks_like(logits: Float, box: ColoursInPlay, limits: Limits) -> Float:
    """(N, 11) how well N pawns suit each name by their own looks; what nobody plays suits less."""
    look = softmax(calibrate(logits, limits.colour_temperature))
    return look * np.where(box.by_nobody(), limits.of_nobody, 1.0)


def _room(count: Float, own: Float, least: float) -> Float:
    """(N, 11) less than one where more than ten others already have the name."""
    over = np.maximum(count - own - (PAWNS - 1), 0)
    return np.asarray(np.maximum(np.exp(-2.0 * over), least))
