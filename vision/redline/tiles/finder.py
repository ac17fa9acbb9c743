"""Where the tiles lie: a small fully convolutional net looked at over a few scales.

The net is trained by `vision/training/redline/finder.py` on our own rendered pictures.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.nn.arrays import Points, Tensor, to_nchw
from vision.nn.calibration import calibrate, sigmoid
from vision.nn.resample import Patch, Window
from vision.nn.symmetries import Forward
from vision.reader import Image
from vision.redline.limits import LIMITS, Limits
from vision.redline.tiles.quads import Quad, axes_from_code

#: Pixels of the looked-at picture to a cell of the net's grid, and the unit of its sizes.
STRIDE = 8
UNIT_PX = 32.0

#: How many times higher the odds of a covered cell were in training: it counted six times as much
#: and was shown twice as often as it occurs.
_COVER_WEIGHT = math.exp(2.5)

#: Height by width of the largest look: that of most photos. A square one has no more pixels, as
#: each takes 70 bytes while the net runs.
_SHAPE = 3 / 4

#: The net wants sides that are multiples of this, pixels.
_MULTIPLE = 16


@dataclass(frozen=True)
class Found:
    """What one search gave: the tiles and the share of the picture that things occlude, as a
    probability map `occlusion` (h, w) float32 over the whole photo."""

    quads: tuple[Quad, ...]
    occlusion: Tensor


class Finder:
    """Finds tiles of any size and turn."""

    def __init__(self, net: Forward, limits: Limits = LIMITS) -> None:
        self._net = net
        self._limits = limits

    def find(self, image: Image) -> Found:
        """All tiles of a photo (H, W, 3 uint8 BGR), in its pixels, overlapping ones merged."""
        h, w = image.shape[:2]
        longest, scale = max(h, w), self._limits.first_look_px / max(h, w)
        quads, occlusion = self._look(image, Window(0, 0, w, h, scale))
        doubtful = _surest(quads) < self._limits.found_surely
        for other in _other_scales(longest) if doubtful else ():
            found, _ = self._look(image, self._window([], image, other))
            if _surest(found) > _surest(quads):
                quads, scale = found, other
        if nearer := self._nearer_scale(quads, scale):
            small = _side_px(quads) * scale < self._limits.learnt_side_px
            looks = self._limits.nearer_looks if small else 1
            more, window = self._nearer(image, quads, nearer, looks)
            if self._shows_them(more, quads):
                return Found(self._merged(more, quads, window), occlusion)
        return Found(tuple(_distinct(quads, self._limits.same_tile)), occlusion)

    def _shows_them(self, more: list[Quad], quads: list[Quad]) -> bool:
        """Whether another look shows the tiles of the first, or those in which these lie: the first
        takes a tile that is too large for it for several that fit."""
        wanted = max(1.0, self._limits.nearer_share * len(quads))
        middles = np.array([quad.middle_xy for quad in quads])
        within = np.zeros(len(quads), bool)
        for one in more:
            within |= np.abs(one.local(middles)).max(axis=1) < self._limits.covers
        return max(len(more), int(within.sum())) >= wanted

    def _nearer(
        self, image: Image, quads: list[Quad], scale: float, looks: int
    ) -> tuple[list[Quad], Window]:
        """The tiles round those found so far, seen at a scale, and the part of the photo looked at:
        it grows with what is found, for so many looks at most."""
        window = self._window(quads, image, scale)
        more, _ = self._look(image, window)
        for _ in range(looks - 1):
            if len(more) <= len(quads) or not _reach_beyond(more, quads):
                break
            quads, window = more, self._window(more, image, scale)
            more, _ = self._look(image, window)
        return more, window

    def _nearer_scale(self, quads: list[Quad], scale: float) -> float | None:
        """The scale at which tiles seen at another are worth a look, None where they are not."""
        if not quads:
            return None
        side = _side_px(quads)
        low, high = self._limits.good_side_px
        return None if low <= side * scale <= high else min(self._limits.best_side_px / side, 2.0)

    def _window(self, quads: list[Quad], image: Image, scale: float) -> Window:
        """The part of the photo that holds the tiles found so far, with room for neighbours."""
        h, w = image.shape[:2]
        x0, y0, x1, y1 = 0.0, 0.0, float(w), float(h)
        if quads:
            middles = np.array([q.middle_xy for q in quads])
            room = self._limits.window_room * max(q.side_px for q in quads)
            x0, y0 = np.maximum(middles.min(0) - room, 0)
            x1, y1 = np.minimum(middles.max(0) + room, (w, h))
        longest = self._limits.largest_look_px
        scale = min(scale, longest / max(x1 - x0, y1 - y0))
        scale = min(scale, longest * math.sqrt(_SHAPE / ((x1 - x0) * (y1 - y0))))
        return Window(int(x0), int(y0), int(x1 - x0), int(y1 - y0), scale)

    def _merged(self, new: list[Quad], old: list[Quad], window: Window) -> tuple[Quad, ...]:
        """The better look's tiles, and those of the first look that it could not see."""
        outside = [q for q in old if not _inside(q, window)]
        return tuple(_distinct([*new, *outside], self._limits.same_tile))

    def _look(self, image: Image, window: Window) -> tuple[list[Quad], Tensor]:
        """One pass of the net over a window; tiles in the photo's pixels, occlusion map resized."""
        small = window.part(image).in_multiples(window.scale, _MULTIPLE)
        out = self._net(to_nchw(small.image[None]))[0]
        quads = [_to_photo(quad, small) for quad in self._decode(out)]
        return quads, sigmoid(calibrate(out[9], prior_ratio=_COVER_WEIGHT))

    def _decode(self, out: Tensor) -> list[Quad]:
        """Tiles from the net's grid (10, h, w): cells vote for a middle and a shape."""
        score = sigmoid(out[0])
        ys, xs = np.nonzero(score > self._limits.cell_probability)
        if len(xs) == 0:
            return []
        cells = out[:, ys, xs].astype(np.float64)
        weight = score[ys, xs].astype(np.float64)
        middles = (np.stack([xs + 0.5 + cells[1], ys + 0.5 + cells[2]], axis=1)) * STRIDE
        return self._votes(middles, cells, weight)

    def _votes(self, middles: Points, cells: Points, weight: Points) -> list[Quad]:
        """Greedy clustering: the surest cell gathers all that mean the same middle."""
        quads: list[Quad] = []
        free = np.ones(len(weight), bool)
        for best in np.argsort(-weight):
            if not free[best]:
                continue
            side = 2 * UNIT_PX * float(np.exp((cells[3, best] + cells[5, best]) / 2))
            away = np.linalg.norm(middles - middles[best], axis=1)
            same = free & (away < self._limits.same_middle * side)
            free &= away >= self._limits.same_tile * side
            quads.append(_mean_quad(middles[same], cells[:, same], weight[same]))
        return [q for q in quads if q.score >= self._limits.found_score]


def _side_px(quads: list[Quad]) -> float:
    """The usual side of some tiles, pixels of the photo."""
    return float(np.median([quad.side_px for quad in quads]))


def _surest(quads: list[Quad]) -> float:
    """The highest probability of a tile: low where a look saw things or shreds of tiles too small
    or too large for it, 0 where it saw nothing."""
    return max((quad.score for quad in quads), default=0.0)


def _other_scales(longest: int) -> list[float]:
    """Scales at which a photo is looked at as a whole where the first showed nothing clear;
    `longest` its longest side, pixels."""
    wanted = [1280 / longest, 320 / longest, 2560 / longest]
    return [s for s in wanted if s <= max(1.0, 320 / longest)]


def _reach_beyond(more: list[Quad], quads: list[Quad]) -> bool:
    """Whether tiles lie half a side or more beyond all those that were known."""
    new, old = (np.array([q.middle_xy for q in some]) for some in (more, quads))
    room = 0.5 * max(q.side_px for q in quads)
    return bool((new.min(0) < old.min(0) - room).any() or (new.max(0) > old.max(0) + room).any())


def _mean_quad(middles: Points, cells: Points, weight: Points) -> Quad:
    share = weight / weight.sum()
    code = cells[3:8] @ share
    blue = float(sigmoid(np.asarray(cells[8] @ share, np.float32)))
    axes = axes_from_code(code, UNIT_PX)
    # The surest cells speak for the tile: the rim of its core is never sure.
    score = float(np.mean(np.sort(weight)[-max(1, len(weight) // 2) :]))
    return Quad(share @ middles, axes, score, blue)


def _to_photo(quad: Quad, seen: Patch) -> Quad:
    axes = seen.scale_xy[:, None] * quad.axes
    return Quad(seen.to_photo(quad.middle_xy), axes, quad.score, quad.blue)


def _inside(quad: Quad, window: Window) -> bool:
    x, y = quad.middle_xy
    return bool(window.x <= x < window.x + window.w and window.y <= y < window.y + window.h)


def _distinct(quads: list[Quad], same: float) -> list[Quad]:
    """Without those whose middle lies in a surer tile."""
    surest = sorted(quads, key=lambda q: -q.score)
    middles = np.array([quad.middle_xy for quad in surest]).reshape(-1, 2)
    reach = same * np.array([quad.side_px for quad in surest])
    kept: list[int] = []
    for k in range(len(surest)):
        away = np.linalg.norm(middles[k] - middles[kept], axis=1)
        if (away > reach[kept]).all():
            kept.append(k)
    return [surest[k] for k in kept]
