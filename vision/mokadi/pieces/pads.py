"""Middles of pads, found where the cells' votes meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.mokadi.limits import Limits
from vision.mokadi.pieces.fields import CELL, PAD, Fields
from vision.mokadi.pieces.plane import through
from vision.nn.arrays import Float, Matrix, Points

#: Rounds in which a group of votes finds its middle, and how much farther its rest reaches.
_ROUNDS, _REST = 3, 1.3


@dataclass(frozen=True)
class FoundPad:
    """A pad.

    `xy` (2,) the middle of its top, pixels of the net's picture; `colour` (4,) probabilities;
    `weight` cells that vote for it, `scatter` how far apart their votes lie, `reach` the farthest
    voter, pixels; `by_change`: the net takes it for table, where something came.
    """

    xy: Points
    colour: Float
    weight: float
    scatter: float
    reach: float
    by_change: bool = False

    def moved(self, matrix: Matrix) -> FoundPad:
        """The same in other pixels."""
        xy, rim = through(matrix, np.array([self.xy, self.xy + np.array([self.reach, 0.0])]))
        return replace(self, xy=xy, reach=float(np.hypot(*(rim - xy))))


@dataclass(frozen=True)
class _Votes:
    """N cells with a say: where they are, what they vote for, how strongly."""

    spot: Points
    to: Points
    colour: Float
    weight: Float

    def only(self, keep: np.ndarray) -> _Votes:
        return _Votes(self.spot[keep], self.to[keep], self.colour[keep], self.weight[keep])

    def near(self, place: Points, reach: float) -> np.ndarray:
        """(N,) which of them vote for a place."""
        return np.asarray(np.hypot(*(self.to - place).T) <= reach)


def pads_of(fields: Fields, limits: Limits, chance: Float | None = None) -> list[FoundPad]:
    """The pads, those with the most voters first; `chance` (H, W) that a cell shows one, where it
    is another than the net's."""
    chance = fields.part[PAD] if chance is None else chance
    chosen = chance > limits.vote
    colour = fields.colour[:, chosen].T
    votes = _Votes(fields.spot[chosen], fields.tip[chosen], colour, chance[chosen])
    return [_pad(group) for group in _groups(votes, limits.pad_px, limits.pad_voters)]


def _groups(votes: _Votes, near: float, least: float) -> Iterator[_Votes]:
    """Cells that vote for one place; the densest place first."""
    while len(votes.weight) and votes.weight.sum() >= least:
        seeds = _densest(votes, near)
        place = np.median(votes.to[seeds], 0)
        for _ in range(_ROUNDS):
            mine = votes.near(place, near)
            if not mine.any():
                break
            place = np.median(votes.to[mine], 0)
        mine = votes.near(place, near)
        if votes.weight[mine].sum() >= least:
            yield votes.only(mine)
        votes = votes.only(~(mine | seeds | votes.near(place, _REST * near)))


def _densest(votes: _Votes, near: float) -> np.ndarray:
    """(N,) the votes that most others agree with, of a grid as fine as they scatter."""
    bins = (votes.to / near).round().astype(int)
    bins -= bins.min(0)
    _, inverse = np.unique(bins @ np.array([1, bins[:, 0].max() + 1]), return_inverse=True)
    return np.asarray(inverse == np.argmax(np.bincount(inverse, votes.weight)))


def _pad(votes: _Votes) -> FoundPad:
    place = np.median(votes.to, 0)
    colour = votes.weight @ votes.colour / votes.weight.sum()
    off = np.hypot(*(votes.to - place).T)
    reach = float(np.quantile(np.hypot(*(votes.spot - place).T), 0.9)) + CELL / 2
    return FoundPad(place, colour, float(votes.weight.sum()), float(np.median(off)), reach)
