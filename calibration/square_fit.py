"""Rough squares moved onto their true sides, all together: equal squares share one view.

A single side can be led astray by a band in the print or the grain of the table. But all squares
of a photo are the same square, moved and turned, under a view that changes slowly over the
picture; so the view is fitted to all of them, and each is then only moved, turned and scaled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.arrays import Float, Pixels, Tensor
from calibration.encoding import shrunk_by
from calibration.tileness import overlooked, tileness

#: (H, W, 4): blue, green, red and how much a pixel looks like a tile.
Ground = Tensor

_UNIT = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
#: First steps of the two rounds of fitting, shares of the side.
_REACHES = (0.05, 0.015)
#: From where a fit starts, as (turn in radians, logarithm of size) in units of the reach.
_STARTS = tuple((turn, size) for turn in (0, -1, 1, -2, 2, -3, 3) for size in (0, -0.6, 0.6))
#: Spread of the logarithm of a square's sides about the common view, its rough outline's noise.
_VIEW_NOISE = 0.03
#: Where sides are looked at, as shares of the side; corners are often worn or rounded.
_ALONG = np.linspace(0.06, 0.94, 19)
#: How far outside a side (less than zero: inside) colours are compared, shares of the side.
_OFFSETS = (-0.022, -0.05, -0.08, 0.022, 0.05, 0.08)
#: What it costs to differ by 2 % from the size that the common view says, levels.
_STRAIN = 5.0
#: First step of a corner that moves by itself, share of the side, and how often steps are halved.
_CORNER_STEP, _FINENESS = 0.008, 4
#: Levels that a unit of log likelihood of being tile is worth.
_TILE_WORTH = 30.0
#: A tile's side in the picture it is fitted in, pixels: finer is not more exact, only slower.
_FIT_PX = 110.0
#: Colour difference, levels summed over three channels, above which more counts no more.
_ENOUGH = 90.0
#: Share of the usual clearness below which a square is none.
_CLEAR = 0.45


@dataclass(frozen=True)
class Fitted:
    """Corners (4, 2) in pixels, and how clearly its sides part tile from table (levels)."""

    corners_xy: Float
    worth: float


def fit_together(image: Pixels, rough: Sequence[Float]) -> list[Fitted]:
    """Each square fitted, and those that were overlooked; what parts nothing is left out.

    `image` (H, W, 3) uint8 BGR; `rough` corners in pixels, off by up to a tenth of the side.
    """
    side = np.median([np.sqrt(abs(np.linalg.det(_affine(corners)))) for corners in rough])
    scale = min(1.0, _FIT_PX / float(side))
    small = shrunk_by(image, scale)
    placed = [(corners + 0.5) * scale - 0.5 for corners in rough]
    fitted = _fit(_ground(small, placed), placed)
    for _ in range(2):
        clear = [one.corners_xy for one in _clear(fitted)]
        ground = _ground(small, clear)
        fitted = _fit(ground, clear + overlooked(ground[..., 3], clear))
    return [Fitted((one.corners_xy + 0.5) / scale - 0.5, one.worth) for one in _clear(fitted)]


def _ground(small: Pixels, placed: Sequence[Float]) -> Ground:
    return np.dstack([small, tileness(small, placed)]).astype(np.float32)


def _clear(fitted: Sequence[Fitted]) -> list[Fitted]:
    """Those about as clear as the most, none over another: the clearest of a heap stays."""
    usual = float(np.median([one.worth for one in fitted]))
    kept: list[Fitted] = []
    for one in sorted(fitted, key=lambda f: -f.worth):
        if one.worth > _CLEAR * usual and not any(_overlap(one, other) for other in kept):
            kept.append(one)
    return kept


def _overlap(one: Fitted, other: Fitted) -> bool:
    shared, _ = cv2.intersectConvexConvex(
        one.corners_xy.astype(np.float32), other.corners_xy.astype(np.float32)
    )
    return bool(shared > 0.2 * cv2.contourArea(one.corners_xy.astype(np.float32)))


def _fit(ground: Ground, rough: Sequence[Float]) -> list[Fitted]:
    placed = np.array(rough)
    for reach in _REACHES:
        frames = [_affine(corners) for corners in placed]
        middles = placed.mean(axis=1)
        views = _common_views(middles, np.array([_view(frame) for frame in frames]))
        turns = [_turn(frame, view) for frame, view in zip(frames, views, strict=True)]
        states = np.column_stack([middles, turns, np.zeros(len(placed))])
        placed = _moved(ground, states, np.array([_stretch(view) for view in views]), reach)
    worths = _worth(ground, placed)
    return [Fitted(corners, float(worth)) for corners, worth in zip(placed, worths, strict=True)]


def _affine(corners: Float) -> Float:
    """(2, 2) least-squares map of the unit square onto the corners about their middle."""
    solved, *_ = np.linalg.lstsq(_UNIT, corners - corners.mean(axis=0), rcond=None)
    return np.asarray(solved.T)


def _view(frame: Float) -> Float:
    """The stretch of a frame without its turn: matrix logarithm (xx, xy, yy)."""
    values, vectors = np.linalg.eigh(frame @ frame.T)
    log = vectors @ np.diag(np.log(values) / 2) @ vectors.T
    return np.array([log[0, 0], log[0, 1], log[1, 1]])


def _stretch(view: Float) -> Float:
    values, vectors = np.linalg.eigh(np.array([[view[0], view[1]], [view[1], view[2]]]))
    return np.asarray(vectors @ np.diag(np.exp(values)) @ vectors.T)


def _turn(frame: Float, view: Float) -> float:
    """The angle of a frame's turn under a view, radians."""
    plain = np.linalg.inv(_stretch(view)) @ frame
    return float(np.arctan2(plain[1, 0] - plain[0, 1], plain[0, 0] + plain[1, 1]))


def _common_views(middles: Float, views: Float) -> Float:
    """(N, 3) the views smoothed: one for all, or a plane over the picture where squares are many;
    squares that disagree most are left out of the fit."""
    columns = [np.ones(len(middles))]
    if len(middles) >= 6:
        spread = np.ptp(middles, axis=0).max() + 1e-9
        columns += list(((middles - middles.mean(axis=0)) / spread).T)
    design = np.stack(columns, axis=1)
    off = np.abs(views - np.median(views, axis=0)).max(axis=1)
    for _ in range(10):
        weights = 1 / (1 + (off / _VIEW_NOISE) ** 2) ** 2
        root = np.sqrt(weights)[:, None]
        solved, *_ = np.linalg.lstsq(design * root, views * root, rcond=None)
        off = np.abs(views - design @ solved).max(axis=1)
    return np.asarray(design @ solved)


def _corners(states: Float, stretches: Float) -> Float:
    """(N, 4, 2) corners of states (N, 4): middle x and y, turn, logarithm of size."""
    c, s = np.cos(states[:, 2]), np.sin(states[:, 2])
    turns = np.stack([np.stack([c, -s], axis=-1), np.stack([s, c], axis=-1)], axis=1)
    shapes = stretches @ turns * np.exp(states[:, 3])[:, None, None]
    return np.asarray(states[:, None, :2] + _UNIT @ shapes.transpose(0, 2, 1))


def _moved(ground: Ground, starts: Float, stretches: Float, reach: float) -> Float:
    """The squares whose sides show the clearest steps near the starts: moved, turned and scaled,
    then each corner by itself a little, for the perspective within one square."""

    def worth(states: Float) -> Float:
        strain = _STRAIN * (states[:, 3] / 0.02) ** 2
        return np.asarray(_worth(ground, _corners(states, stretches)) - strain)

    sides = np.sqrt(np.linalg.det(stretches))[:, None]
    ones = np.ones_like(sides)
    tries = [starts + np.array([0, 0, turn, size]) * reach for turn, size in _STARTS]
    worths = np.array([worth(states) for states in tries])
    best = np.take_along_axis(np.array(tries), worths.argmax(axis=0)[None, :, None], axis=0)[0]
    steps = np.hstack([sides, sides, ones, 0.6 * ones]) * reach
    corners = _corners(_climbed(best, steps, worth), stretches)
    flat = _climbed(
        corners.reshape(-1, 8),
        np.repeat(_CORNER_STEP * sides, 8, axis=1),
        lambda states: _worth(ground, states.reshape(-1, 4, 2)),
    )
    return flat.reshape(-1, 4, 2)


def _climbed(states: Float, steps: Float, worth: Callable[[Float], Float]) -> Float:
    """Pattern search for the greatest worth of every state by itself: along one axis after the
    other, with ever finer steps. `states` and `steps` (N, D), `worth` (N, D) -> (N,)."""
    states, values = states.copy(), worth(states)
    for fineness in 0.5 ** np.arange(_FINENESS):
        for axis in [*range(states.shape[1])] * 2:
            for way in (-fineness, fineness):
                trial = states.copy()
                trial[:, axis] += way * steps[:, axis]
                found = worth(trial)
                better = found > values
                states[better], values[better] = trial[better], found[better]
    return states


def _worth(ground: Ground, corners: Float) -> Float:
    """(N,) how much more tile lies just inside the sides than just outside, and the step of
    colour, in levels. `corners` (N, 4, 2)."""
    looks = _looks(ground, corners)
    inner, outer = looks[:3], looks[3:]
    step = np.minimum(np.abs(inner[0, ..., :3] - outer[0, ..., :3]).sum(axis=-1), _ENOUGH)
    tile = inner[..., 3].mean(axis=(0, 2, 3)) - outer[..., 3].mean(axis=(0, 2, 3))
    return np.asarray(step.mean(axis=(1, 2)) + _TILE_WORTH * tile, np.float64)


def _looks(ground: Ground, corners: Float) -> Tensor:
    """Values (offsets, N, 4 sides, samples, channels) along the sides, so far outside them.
    Corners run clockwise as seen or all the other way round."""
    along = np.roll(corners, -1, axis=1) - corners
    out = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    inward = ((corners - corners.mean(axis=1, keepdims=True)) * out).sum(axis=-1) < 0
    out = np.where(inward[..., None], -out, out)
    feet = corners[:, :, None] + _ALONG[:, None] * along[:, :, None]
    places = np.stack([feet + offset * out[:, :, None] for offset in _OFFSETS])
    maps = places.reshape(len(_OFFSETS) * len(corners) * 4, -1, 2).astype(np.float32)
    values = cv2.remap(
        ground, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(values.reshape(*places.shape[:4], ground.shape[2]), np.float32)
