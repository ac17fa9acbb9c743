"""The user's own tiles as a second opinion: how their lines and grounds look, spoke by spoke.

Every spoke of a tile is looked at as a strip along it, colours told against the tile's own ground.
What sets the strips with a line apart from those without is learnt from a few tiles, as is the
ground of either colour. Where another set lies on the table the lines look otherwise, and nothing
is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from rules.games.redline.tiles import Colour, Tile
from vision.nn.arrays import Float, Mask, Pixels
from vision.nn.calibration import log_odds, probability
from vision.redline.limits import LIMITS, Limits
from vision.redline.tiles.tile_reader import CROP, FACE, TilePosterior

#: A strip: steps along a spoke from the hub to the rim (shares of its length), and across it, in
#: tile sides.
_ALONG = np.linspace(0.3, 0.88, 6)
_ACROSS = np.linspace(-0.2, 0.2, 9)

#: What a step of light counts beside one of colour.
_LIGHT = 0.7


#: Added to the variance of every part of a strip, Lab units squared, and least spread of grounds.
_SHRINK, LEAST_TINT = 25.0, 4.0

#: Least spread of scores beside the step between lines and none.
_NARROWEST = 0.25


@dataclass(frozen=True)
class _Levels:
    """Where scores of strips with a line lie, and of those without, either `spread` wide."""

    lined: float
    plain: float
    spread: float

    @classmethod
    def of(cls, lined: Float, plain: Float) -> _Levels:
        """The levels of some scores (N,) and (M,)."""
        high, low = float(lined.mean()), float(plain.mean())
        spread = float(np.sqrt((lined.var() + plain.var()) / 2))
        return cls(high, low, max(spread, _NARROWEST * abs(high - low), 1e-6))

    def odds(self, scores: Float) -> Float:
        """(N,) nats for a line."""
        middle, step = (self.lined + self.plain) / 2, self.lined - self.plain
        return np.asarray((scores - middle) * step / self.spread**2)


@dataclass(frozen=True)
class TileLooks:
    """What was learnt of a set. `weigh` (D,) tells strips with a line from those without, `levels`
    where their scores lie; `contrast` (D,) is the mean difference between the two; `grounds` (2, 3)
    Lab of yellow and blue tiles, each `tint` wide."""

    weigh: Float
    levels: _Levels
    contrast: Float
    grounds: Float
    tint: float

    def tuned(
        self, crops: Sequence[Pixels], posteriors: Sequence[TilePosterior], limits: Limits = LIMITS
    ) -> TileLooks | None:
        """The same under the light of a photo, as what is clear in its tiles (each 40, 40, 3 uint8
        BGR) shows; None where too little is clear, or the lines look otherwise: another set lies
        there."""
        strips = np.concatenate([_strips(crop) for crop in crops])
        shares = np.concatenate([posterior.spokes for posterior in posteriors])
        lines, plain = shares > limits.clear, shares < 1 - limits.clear
        seen = _contrast(strips, lines, plain)
        if seen is None or _cosine(seen, self.contrast) < limits.same_lines:
            return None
        scores = strips @ self.weigh
        levels = _Levels.of(scores[lines], scores[plain])
        grounds, blue = (
            np.array([ground_of(crop) for crop in crops]),
            np.array([p.blue for p in posteriors]),
        )
        return replace(
            self,
            levels=levels,
            grounds=_lit(self.grounds, grounds, (blue < 1 - limits.clear, blue > limits.clear)),
        )

    def opinion(
        self, crop: Pixels, posterior: TilePosterior, limits: Limits = LIMITS
    ) -> TilePosterior:
        """The look at a tile (40, 40, 3 uint8 BGR) with what was learnt added to its odds."""
        said = np.clip(self.levels.odds(_strips(crop) @ self.weigh), -limits.said, limits.said)
        rows = zip(posterior.spokes, said, strict=True)
        spokes = np.array([probability(log_odds(float(p)) + float(s)) for p, s in rows])
        away = ((ground_of(crop) - self.grounds) ** 2).sum(axis=1)
        tint = float(np.clip((away[0] - away[1]) / (2 * self.tint**2), -limits.said, limits.said))
        return replace(posterior, spokes=spokes, blue=probability(log_odds(posterior.blue) + tint))


def learnt_looks(
    crops: Sequence[Pixels], tiles: Sequence[Tile], limits: Limits = LIMITS
) -> TileLooks | None:
    """What some tiles (each 40, 40, 3 uint8 BGR) show of their set; None where they are too few to
    tell."""
    blue = np.array([tile.colour is Colour.BLUE for tile in tiles])
    if min(blue.sum(), (~blue).sum()) < limits.taught_of_each:
        return None
    strips = np.concatenate([_strips(crop) for crop in crops])
    lines = np.array([bool(tile.mask >> k & 1) for tile in tiles for k in range(8)])
    contrast = _contrast(strips, lines, ~lines)
    if contrast is None:
        return None
    own = np.where(lines[:, None], strips[lines].mean(axis=0), strips[~lines].mean(axis=0))
    weigh = contrast / (((strips - own) ** 2).mean(axis=0) + _SHRINK)
    scores = strips @ weigh
    levels = _Levels.of(scores[lines], scores[~lines])
    grounds = np.array([ground_of(crop) for crop in crops])
    two = np.array([grounds[~blue].mean(0), grounds[blue].mean(0)])
    tint = float(np.sqrt(((grounds - two[blue.astype(int)]) ** 2).sum(1).mean()))
    return TileLooks(weigh, levels, contrast, two, max(tint, LEAST_TINT))


def _lit(learnt: Float, grounds: Float, clear: tuple[Mask, Mask]) -> Float:
    """(2, 3) the learnt grounds under a photo's light: as its clear tiles show them; a colour that
    none of them has is moved as the other is."""
    shown = [grounds[some].mean(axis=0) if some.any() else None for some in clear]
    moves = [here - there for here, there in zip(shown, learnt, strict=True) if here is not None]
    move = np.mean(moves, axis=0) if moves else np.zeros(3)
    rows = zip(shown, learnt, strict=True)
    return np.array([there + move if here is None else here for here, there in rows])


def _cosine(one: Float, other: Float) -> float:
    length = float(np.linalg.norm(one)) * float(np.linalg.norm(other))
    return float(one @ other) / max(length, 1e-9)


def _contrast(strips: Float, lined: Mask, plain: Mask) -> Float | None:
    """(D,) mean strip with a line less mean strip without; None where either is too rare."""
    if min(lined.sum(), plain.sum()) < 4:
        return None
    return np.asarray(strips[lined].mean(axis=0) - strips[plain].mean(axis=0))


def _strips(crop: Pixels) -> Float:
    """(8, D) of a tile: along each spoke, clockwise from north, its colours less the ground."""
    lab = _lab(crop)
    ground = ground_of(crop)
    reach = np.array([0.5, 0.5 * np.sqrt(2)] * 4)
    found = []
    for k in range(8):
        a = k * np.pi / 4
        out, side = np.array([np.sin(a), -np.cos(a)]), np.array([np.cos(a), np.sin(a)])
        along = (_ALONG * reach[k])[:, None, None] * out
        spots = (CROP - 1) / 2 + FACE * (along + _ACROSS[None, :, None] * side)
        xy = spots.astype(np.float32)
        found.append(cv2.remap(lab, xy[..., 0], xy[..., 1], cv2.INTER_LINEAR) - ground)
    return np.asarray(found, np.float64).reshape(8, -1)


def ground_of(crop: Pixels) -> Float:
    """(3,) Lab of what most of a tile's face shows."""
    rim = (CROP - FACE) // 2 + 2
    face = _lab(crop)[rim:-rim, rim:-rim].reshape(-1, 3)
    return np.asarray(np.median(face, axis=0), np.float64)


def _lab(crop: Pixels) -> Pixels:
    """(40, 40, 3) float32 CIE Lab, light held down."""
    lab = cv2.cvtColor(np.asarray(crop, np.float32) / 255, cv2.COLOR_BGR2LAB)
    return np.asarray(lab * np.array([_LIGHT, 1, 1], np.float32))
