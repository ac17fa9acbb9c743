"""Pawns on the table round the board: which colours are in the box, and how many wait in hand."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from calibration.homography import Homography
from vision.nn.arrays import Indices, Mask, Points, size_of
from vision.reader import Image
from vision.rouge.board.heat_maps import BoardReader, HeatMaps, Sample
from vision.rouge.board.pose import SIDE, BoardPose
from vision.rouge.limits import Limits

#: The board's radius in a look at the table, pixels, and how far from its middle the four looks
#: go: nearer ones show pawns larger, farther ones more of the table. Of 276 pawns beside 34
#: path-traced boards one look at all of it found 76, these four 168, before the net learnt them.
_RADIUS_PX, _AWAY = 70.0, 0.9


@dataclass(frozen=True)
class Spares:
    """Pawns beside the board: `feet` (N, 2) in the plane, `sample` the net's word on them."""

    feet: Points
    sample: Sample | None

    @classmethod
    def none(cls) -> Spares:
        """Nothing beside the board, or nobody looked."""
        return cls(np.zeros((0, 2)), None)


def see_spares(image: Image, pose: BoardPose, reader: BoardReader, limits: Limits) -> Spares:
    """Pawns on the table round a board at an upright pose, in four looks."""
    looks = [
        _corner(image, pose, (x, y), reader, limits)
        for x in (-_AWAY, _AWAY)
        for y in (-_AWAY, _AWAY)
    ]
    seen = [look for look in looks if look.sample is not None]
    if not seen:
        return Spares.none()
    feet = np.vstack([look.feet for look in seen])
    sample = Sample.joined([look.sample for look in looks if look.sample is not None])
    once = _apart(feet, sample.foot, limits.one_pawn)
    return Spares(feet[once], sample.rows(once))


def _corner(
    image: Image, pose: BoardPose, away: tuple[float, float], reader: BoardReader, limits: Limits
) -> Spares:
    """Pawns beside the board in one look whose middle is so far from the board's."""
    move = np.eye(3)
    move[:2, 2] = away
    there = BoardPose(Homography(pose.to_photo.matrix @ move), np.array([0.0, -1.0]))
    maps = reader.read(image, there, _RADIUS_PX)
    votes = maps.votes(2 * limits.vote)
    r = np.hypot(*(votes.feet + away).T)
    beside = (r > limits.aside[0]) & (r < limits.aside[1]) & (votes.ring[:, 0] > 0.5)
    beside &= np.abs(votes.feet).max(1, initial=0) < SIDE / 2 / _RADIUS_PX - limits.aside_rim
    feet = _gathered(votes.feet[beside], votes.weight[beside], limits.one_pawn)
    if not len(feet):
        return Spares.none()
    sample = maps.sampled(feet)
    keep = (sample.taken > 0) & (sample.foot > 2 * limits.vote) & _inside(maps, feet, image)
    moved = replace(sample, middle=sample.middle + away)
    return Spares((feet + away)[keep], moved.rows(keep))


def _inside(maps: HeatMaps, feet: Points, image: Image) -> Mask:
    pixels = maps.to_photo(feet)
    size = size_of(image)
    return np.asarray(((pixels >= 0) & (pixels < size)).all(1))


def _gathered(feet: Points, weight: Points, apart: float) -> Points:
    """(M, 2) feet that votes gather round, the strongest first."""
    found: list[Points] = []
    free = np.ones(len(feet), bool)
    for k in np.argsort(-weight):
        if free[k]:
            near = np.hypot(*(feet - feet[k]).T) < apart
            mine = near & free
            found.append(np.average(feet[mine], axis=0, weights=weight[mine]))
            free &= ~near
    return np.array(found).reshape(-1, 2)


def _apart(feet: Points, weight: Points, apart: float) -> Indices:
    """Rows of feet, the strongest first, less those of a pawn that another look saw better."""
    kept: list[int] = []
    for k in np.argsort(-weight):
        if all(np.hypot(*(feet[k] - feet[j])) >= apart for j in kept):
            kept.append(int(k))
    return np.array(kept, np.intp)
