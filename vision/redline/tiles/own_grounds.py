"""A tile of doubtful colour held against the grounds of the others in its photo.

The net names a colour by one tile at a time, as all sets have it. Two grounds lie on a table, and
which of them a tile has is told by those beside it, under the same lamp. Tiles of one ground are
of one colour, whatever the net says of this one or that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.nn.arrays import Float, Mask
from vision.nn.calibration import log_odds, probability
from vision.reader import Image
from vision.redline.layout.layout import Table
from vision.redline.layout.seen import Seen
from vision.redline.limits import Limits
from vision.redline.tiles.learnt_tiles import LEAST_TINT, ground_of
from vision.redline.tiles.tile_reader import straightened

#: How often grounds are parted anew by the nearer of two.
_ROUNDS = 8


def with_own_grounds(image: Image, table: Table, limits: Limits) -> Table:
    """The table with its tiles' colours weighed by the grounds of all: where these fall in two, by
    all the tiles of each; otherwise doubtful ones by the sure ones, if there are enough."""
    tiles = table.tiles
    grounds = np.array([ground_of(straightened(image, seen.outline_xy)) for seen in tiles])
    blue = np.array([seen.posterior.blue for seen in tiles])
    sure = np.array([seen.is_sure for seen in tiles], bool)
    if (second := _second_of_two(grounds.reshape(-1, 3), limits)) is not None:
        together = _told_together(blue, second, limits)
        agreed = sure & ((blue > 0.5) == (together > 0.5))
        return table.with_tiles(_coloured(tiles, np.where(agreed, blue, together)))
    fewest = min((sure & (blue > 0.5)).sum(), (sure & (blue <= 0.5)).sum())
    if fewest < limits.taught_of_each:
        return table
    clear = (grounds[sure & (blue <= 0.5)], grounds[sure & (blue > 0.5)])
    nats = _nats_for_blue(grounds, clear, limits)
    heard = [probability(log_odds(b) + float(said)) for b, said in zip(blue, nats, strict=True)]
    return table.with_tiles(_coloured(tiles, np.where(sure, blue, heard)))


def _second_of_two(grounds: Float, limits: Limits) -> Mask | None:
    """(N,) which of some grounds (N, 3) are the second of two that lie clearly apart, each that of
    a tile and of as many others as teach a colour; None where they do not fall in two."""
    if len(grounds) < 2 * (limits.taught_of_each + 1):
        return None
    away = grounds - grounds.mean(axis=0)
    along = away @ np.linalg.svd(away, full_matrices=False)[2][0]
    two = grounds[[along.argmin(), along.argmax()]]
    for _ in range(_ROUNDS):
        steps = np.linalg.norm(grounds[:, None] - two, axis=2)
        second = steps[:, 1] < steps[:, 0]
        if min(second.sum(), (~second).sum()) <= limits.taught_of_each:
            return None
        two = np.array([grounds[~second].mean(axis=0), grounds[second].mean(axis=0)])
    own, other = np.sort(np.linalg.norm(grounds[:, None] - two, axis=2), axis=1).T
    apart = float(np.linalg.norm(two[0] - two[1])) >= limits.two_grounds
    return second if apart and (own <= limits.nearer_ground * other).all() else None


def _told_together(blue: Float, second: Mask, limits: Limits) -> Float:
    """(N,) probabilities of blue of tiles that have one ground or the `second` of two, from each
    alone: the mean word on either ground is heard, and that the two are hardly of one colour.
    What is so told against the word of its own ground stays in doubt: a shadow has one, too."""
    odds = np.array([log_odds(b) for b in blue])
    words = np.array([odds[~second].mean(), odds[second].mean()])
    sides = np.array([(one, two) for one in (-0.5, 0.5) for two in (-0.5, 0.5)])
    nats = sides @ words
    nats[sides[:, 0] != sides[:, 1]] += limits.said
    shares = np.exp(nats - nats.max())
    told = shares @ (sides > 0) / shares.sum()
    most = limits.turned_ground
    told = np.where((told > 0.5) == (words > 0), told, np.clip(told, 1 - most, most))
    return np.asarray(np.where(second, told[1], told[0]))


def _nats_for_blue(grounds: Float, clear: Sequence[Float], limits: Limits) -> Float:
    """(N,) nats for blue, by how near grounds (N, 3) lie to those of clear yellow and blue tiles
    (each M, 3): none where they lie near neither."""
    own = np.concatenate([some - some.mean(axis=0) for some in clear])
    width = max(float((own**2).sum(axis=1).mean()), LEAST_TINT**2)
    away = [((grounds - some.mean(axis=0)) ** 2).sum(axis=1) for some in clear]
    yellow, blue = (np.exp(-step / (2 * width)) + limits.neither_ground for step in away)
    return np.asarray(np.clip(np.log(blue / yellow), -limits.said, limits.said))


def _coloured(tiles: Sequence[Seen], blue: Float) -> list[Seen]:
    rows = zip(tiles, blue.tolist(), strict=True)
    return [replace(seen, posterior=replace(seen.posterior, blue=share)) for seen, share in rows]
