"""Ends of sticks and middles of pads, found where the cells' votes meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.mokadi.fields import BAND, CELL, PAD, Fields, apart_deg
from vision.mokadi.limits import Limits
from vision.mokadi.runs import AT_BARE, followed, full_length, runs_of, told_tips
from vision.nn.arrays import Float, Points

#: Votes for one end scatter more along the stick than across: their reach in shares of the limit.
_LONG, _WIDE = 1.6, 0.7


@dataclass(frozen=True)
class Tip:
    """An end of a stick.

    `xy` (2,) and `outward` (2,) unit vector along the axis, away from the stick; pixels of the
    net's picture. `colour` (4,) probabilities; `voters` (N, 2) the axis points of the cells that
    vote for it, `weights` (N,) what each is worth; `scatter` how far apart their votes lie, pixels.
    """

    xy: Points
    outward: Points
    colour: Float
    voters: Points
    weights: Float
    scatter: float

    @property
    def weight(self) -> float:
        """Cells that vote for it."""
        return float(self.weights.sum())


@dataclass(frozen=True)
class Spot:
    """A pad: `xy` (2,) the middle of its top, `reach` the farthest voter, as in `Tip`."""

    xy: Points
    colour: Float
    weight: float
    scatter: float
    reach: float


@dataclass(frozen=True)
class _Votes:
    """N cells with a say: where they are, what they vote for, along what axis, how strongly."""

    spot: Points
    to: Points
    turn: Float
    colour: Float
    weight: Float

    def only(self, keep: np.ndarray) -> _Votes:
        return _Votes(
            self.spot[keep], self.to[keep], self.turn[keep], self.colour[keep], self.weight[keep]
        )


def _votes(fields: Fields, part: int, least: float) -> _Votes:
    chance = fields.part[part]
    chosen = chance > least
    return _Votes(
        fields.spot[chosen],
        fields.tip[chosen],
        fields.turn[chosen],
        fields.colour[:, chosen].T,
        chance[chosen],
    )


def tips_of(fields: Fields, limits: Limits) -> list[Tip]:
    """The sticks' ends, those with the most voters first."""
    chosen = np.flatnonzero(fields.part[BAND].ravel() > limits.vote)
    chosen = chosen[:: max(1, -(-len(chosen) // limits.followed))]
    if not len(chosen):
        return []
    runs = runs_of(fields, chosen, limits)
    run_to, outward, worth = told_tips(runs, full_length(runs))
    voted = fields.tip.reshape(-1, 2)[chosen]
    # A vote that lies off its own axis is worth less, and one at the cell itself tells no way out.
    ahead = ((voted - runs.start) * runs.along).sum(1)
    aside = np.hypot(*(voted - runs.start - ahead[:, None] * runs.along).T)
    sure = np.exp(-((aside / limits.tip_px) ** 2) / 2) * np.clip(np.abs(ahead) / 4, 0, 1)
    voted = runs.start + ahead[:, None] * runs.along
    away = np.sign(ahead)[:, None] * runs.along
    colour = fields.colour.reshape(len(fields.colour), -1).T[chosen]
    votes = _Votes(
        np.vstack([runs.start, runs.start]),
        np.vstack([run_to, voted]),
        _half_turn(np.vstack([outward, away])),
        np.vstack([colour, colour]),
        np.concatenate([limits.followed_worth * worth, limits.voted_worth * sure]),
    )
    groups = _groups(
        votes.only(votes.weight > 0.05), limits.tip_px, limits.turn_deg / 2, limits.voters
    )
    return _merged(_settled(fields, [_tip(group) for group in groups], limits), limits)


def _settled(fields: Fields, tips: Sequence[Tip], limits: Limits) -> list[Tip]:
    """Every end where the colour that leads to it ends in sight, which votes only tell roughly."""
    if not tips:
        return []
    outward = np.array([tip.outward for tip in tips])
    start = np.array([tip.xy for tip in tips]) - limits.width_px * outward
    turn = np.arctan2(outward[:, 1], outward[:, 0])
    reached, at = followed(fields, start, outward, turn, limits)
    seen = (reached > 0) & ((at == AT_BARE) | (reached > limits.width_px))
    ends = start + (reached + CELL / 2)[:, None] * outward
    return [
        replace(tip, xy=end) if there else tip
        for tip, end, there in zip(tips, ends, seen, strict=True)
    ]


def _merged(tips: Sequence[Tip], limits: Limits) -> list[Tip]:
    """Each end once, with all who vote for it; the best first."""
    found: list[Tip] = []
    for tip in sorted(tips, key=lambda t: -t.weight):
        same = next((k for k, other in enumerate(found) if _same(tip, other, limits)), None)
        if same is None:
            found.append(tip)
        else:
            kept = found[same]
            voters = np.vstack([kept.voters, tip.voters])
            weights = np.concatenate([kept.weights, tip.weights])
            found[same] = replace(kept, voters=voters, weights=weights)
    return found


def _same(one: Tip, other: Tip, limits: Limits) -> bool:
    """Whether two ends lie at one place of one axis, in one colour."""
    gap = one.xy - other.xy
    along = abs(float(gap @ other.outward))
    across = abs(float(gap @ np.array([-other.outward[1], other.outward[0]])))
    near = (
        along < limits.merged[0] * limits.width_px and across < limits.merged[1] * limits.width_px
    )
    return (
        near
        and float(one.outward @ other.outward) > 0.95
        and float(one.colour @ other.colour) > 0.3
    )


def _half_turn(way: Points) -> Float:
    """Half the angle of (N, 2) directions: so that ends which meet tip to tip stay apart."""
    return np.asarray(np.arctan2(way[:, 1], way[:, 0]) / 2)


def pads_of(fields: Fields, limits: Limits) -> list[Spot]:
    """The pads, those with the most voters first."""
    votes = _votes(fields, PAD, limits.vote)
    return [_pad(group) for group in _groups(votes, limits.pad_px, 180.0, limits.pad_voters)]


def _groups(votes: _Votes, near: float, turn_deg: float, least: float) -> Iterator[_Votes]:
    """Cells that vote for one place along one axis; the densest place first."""
    while len(votes.weight) and votes.weight.sum() >= least:
        seeds, place, turn = _densest(votes, near, turn_deg)
        for _ in range(3):
            mine = _agree(votes, place, turn, near, turn_deg)
            if not mine.any():
                break
            place = np.median(votes.to[mine], 0)
            turn = _mean_turn(votes.turn[mine], votes.weight[mine])
        mine = _agree(votes, place, turn, near, turn_deg)
        if votes.weight[mine].sum() >= least:
            yield votes.only(mine)
        mine |= seeds
        votes = votes.only(~(mine | _agree(votes, place, turn, 1.3 * near, 1.3 * turn_deg)))


def _densest(votes: _Votes, near: float, turn_deg: float) -> tuple[np.ndarray, Points, float]:
    """The votes that most others agree with, of a grid as fine as they scatter."""
    turns = max(1, round(180 / turn_deg))
    bins = np.column_stack([votes.to / near, (votes.turn / np.pi + 0.5) * turns]).round()
    bins[:, 2] %= turns
    low = bins.min(0)
    size = (bins.max(0) - low + 1).astype(int)
    flat = np.ravel_multi_index(tuple((bins - low).astype(int).T), tuple(size))
    _, inverse = np.unique(flat, return_inverse=True)
    best = int(np.argmax(np.bincount(inverse, votes.weight)))
    mine = inverse == best
    return mine, np.median(votes.to[mine], 0), _mean_turn(votes.turn[mine], votes.weight[mine])


def _agree(votes: _Votes, place: Points, turn: float, near: float, turn_deg: float) -> np.ndarray:
    gap = votes.to - place
    if turn_deg >= 90:
        return np.asarray(np.hypot(*gap.T) <= near)
    along = gap @ np.array([np.cos(2 * turn), np.sin(2 * turn)])
    across = gap @ np.array([-np.sin(2 * turn), np.cos(2 * turn)])
    off = np.hypot(along / _LONG, across / _WIDE)
    return np.asarray((off <= near) & (apart_deg(votes.turn, turn) <= turn_deg))


def _mean_turn(turn: Float, weight: Float) -> float:
    return float(np.arctan2(weight @ np.sin(2 * turn), weight @ np.cos(2 * turn)) / 2)


def _tip(votes: _Votes) -> Tip:
    place = np.average(votes.to, axis=0, weights=votes.weight)
    turn = _mean_turn(votes.turn, votes.weight)
    outward = np.array([np.cos(2 * turn), np.sin(2 * turn)])
    colour = votes.weight @ votes.colour / votes.weight.sum()
    scatter = float(np.median(np.hypot(*(votes.to - place).T)))
    return Tip(place, outward, colour, votes.spot, votes.weight, scatter)


def _pad(votes: _Votes) -> Spot:
    place = np.median(votes.to, 0)
    colour = votes.weight @ votes.colour / votes.weight.sum()
    off = np.hypot(*(votes.to - place).T)
    reach = float(np.quantile(np.hypot(*(votes.spot - place).T), 0.9)) + CELL / 2
    return Spot(place, colour, float(votes.weight.sum()), float(np.median(off)), reach)
