"""Colours named together: two to four sets of pawns are on a board, each of one colour.

Two doubts are kept apart. Which set a pawn belongs to: of all boxes that the pawns of a board may
have come from those weigh most that explain them with few colours, so one that looks otherwise in a
lamp's sheen goes with those of its set. And which colour a set has: its pawns look alike and are
misnamed together, so all of them say hardly more than one does.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from rules.games.rouge.state import PAWNS
from vision.nn.arrays import Float
from vision.nn.calibration import softmax
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.limits import Limits
from vision.rouge.pawns.box import ColoursInPlay
from vision.rouge.pawns.looks import looks_like
from vision.rouge.pawns.shades import as_in_set

#: Probability of so many colours on a table (two to four players, S004 par. 1).
_PLAYERS = {2: 0.25, 3: 0.25, 4: 0.5}
#: How often a box has a colour: one of the common six, another.
_OFTEN = np.array([1.0] * 6 + [0.25] * (len(COLOURS) - 6))
#: What is left of a pawn whose colour is in no box, of what the players have, per colour.
_STRANGER = 0.01
#: Pawns, of this picture and of earlier ones, that count at most against boxes of many colours: who
#: sets his first one late is seen as well.
_COUNTED = 12.0
#: What is left of a pawn that nobody plays where all players' colours are known, beside that it
#: looks less likely.
_UNPLAYED = 0.1
#: Power of the pawns of a set in how sure its colour is: those that err together count little more
#: than one.
_TOGETHER = 0.15
#: Least look that is told apart from none.
_LEAST = 1e-12


def _all_boxes() -> tuple[Float, Float]:
    """(K, 11) whether a colour is in each box, and (K,) how likely the box is."""
    boxes, chances = [], []
    for count, share in _PLAYERS.items():
        chosen = np.array(list(combinations(range(len(COLOURS)), count)))
        often = _OFTEN[chosen].prod(axis=1)
        boxes.append(np.eye(len(COLOURS))[chosen].sum(axis=1))
        chances.append(share * often / often.sum())
    return np.vstack(boxes), np.concatenate(chances)


_BOXES, _CHANCES = _all_boxes()


def named(
    logits: Float,
    presence: Float,
    box: ColoursInPlay,
    limits: Limits,
    shades: Float | None = None,
) -> Float:
    """(N, 11) probabilities of the names of N pawns.

    `logits` (N, 11) by the net; `presence` (N,) probability that a pawn is there at all;
    `box`: what is known of the table's colours; `shades` (N, 3; Lab) where they were measured.
    """
    look = looks_like(logits, box, limits)
    belongs = _sets(look, presence, box, limits)
    if shades is not None:
        belongs = as_in_set(belongs, presence, shades, limits)
    return np.asarray(belongs @ _colours_of_sets(look, presence[:, None] * belongs))


def _sets(look: Float, presence: Float, box: ColoursInPlay, limits: Limits) -> Float:
    """(N, 11) probabilities that each of N pawns belongs to the set that looks like a name."""
    if box.played is None:
        # A colour that was seen before may have been a pawn misnamed.
        unseen = (box.seen >= 1)[None] & (_BOXES == 0)
        chances = np.log(_CHANCES) + np.log(limits.least_in_play) * unseen.sum(axis=1)
        size = _BOXES.sum(axis=1, keepdims=True)
        counted = min(presence.sum() + box.seen.sum(), _COUNTED) - presence.sum()
        chances -= counted * np.log(size[:, 0])
        shares = _BOXES / size + (1 - _BOXES) * _STRANGER / size
        fits = np.log(look @ shares.T + _LEAST)
        boxes = softmax(chances + presence @ fits)
        belongs = look * (np.exp(-fits) @ (boxes[:, None] * shares))
    else:
        belongs = look * np.where(box.by_nobody(), _UNPLAYED, 1.0)
    belongs /= belongs.sum(axis=1, keepdims=True)
    own = presence[:, None] * belongs
    belongs *= _room(own.sum(axis=0), own, limits.eleventh_pawn)
    return np.asarray(belongs / belongs.sum(axis=1, keepdims=True))


def _colours_of_sets(look: Float, belongs: Float) -> Float:
    """(11, 11) probabilities of the colours of each set that looks like a name, where several pawns
    clearly belong to it: of one alone all is said by which set it belongs to."""
    members = np.where(belongs > 0.5, belongs, 0.0)
    count = members.sum(axis=0)[:, None]
    said = members.T @ np.log(look + _LEAST) * np.maximum(count, 1) ** (_TOGETHER - 1)
    several = np.clip(count - 1, 0, 1)
    alone = np.eye(len(COLOURS))
    return np.asarray(several * softmax(said) + (1 - several) * alone)


def _room(count: Float, own: Float, least: float) -> Float:
    """(N, 11) less than one where more than ten others already have the name."""
    over = np.maximum(count - own - (PAWNS - 1), 0)
    return np.asarray(np.maximum(np.exp(-2.0 * over), least))
