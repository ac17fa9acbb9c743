"""A tile of doubtful colour held against the grounds of the others in its photo.

The net names a colour by one tile at a time, as all sets have it. Two grounds lie on a table, and
which of them a tile has is told by those that are sure beside it, under the same lamp.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.nn.arrays import Float
from vision.nn.calibration import log_odds, probability
from vision.reader import Image
from vision.redline.layout.layout import Table
from vision.redline.layout.seen import Seen
from vision.redline.limits import Limits
from vision.redline.tiles.learnt_tiles import LEAST_TINT, ground_of
from vision.redline.tiles.tile_reader import straightened


def with_own_grounds(image: Image, table: Table, limits: Limits) -> Table:
    """The table with doubtful tiles' colours weighed by the grounds of its sure ones; as it was
    where too few are sure."""
    tiles = table.tiles
    sure = np.array([seen.is_sure for seen in tiles], bool)
    blue = np.array([seen.posterior.blue > 0.5 for seen in tiles], bool)
    fewest = min((sure & blue).sum(), (sure & ~blue).sum())
    if fewest < limits.taught_of_each:
        return table
    grounds = np.array([ground_of(straightened(image, seen.outline_xy)) for seen in tiles])
    nats = _nats_for_blue(grounds, (grounds[sure & ~blue], grounds[sure & blue]), limits)
    heard = zip(tiles, nats, strict=True)
    return table.with_tiles([t if t.is_sure else _weighed(t, float(said)) for t, said in heard])


def _nats_for_blue(grounds: Float, clear: Sequence[Float], limits: Limits) -> Float:
    """(N,) nats for blue, by how near grounds (N, 3) lie to those of clear yellow and blue tiles
    (each M, 3): none where they lie near neither."""
    own = np.concatenate([some - some.mean(axis=0) for some in clear])
    width = max(float((own**2).sum(axis=1).mean()), LEAST_TINT**2)
    away = [((grounds - some.mean(axis=0)) ** 2).sum(axis=1) for some in clear]
    yellow, blue = (np.exp(-step / (2 * width)) + limits.neither_ground for step in away)
    return np.asarray(np.clip(np.log(blue / yellow), -limits.said, limits.said))


def _weighed(seen: Seen, nats: float) -> Seen:
    posterior = seen.posterior
    blue = probability(log_odds(posterior.blue) + nats)
    return replace(seen, posterior=replace(posterior, blue=blue))
