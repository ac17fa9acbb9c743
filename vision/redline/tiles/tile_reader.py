"""What a tile shows: eight spokes, a colour, and whether a whole tile lies there at all.

A small net looks at the straightened tile. Where it is not sure at once it looks again, turned by
each other quarter, and the four answers are averaged: so no turn is favoured. Trained by
`vision/training/redline/tile_reader.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from rules.core.observation import EMPTY, Belief, Empty
from rules.games.redline.tiles import MASKS, Colour, Tile
from vision.nn.arrays import Float, Mask, Pixels, Points, Tensor
from vision.nn.calibration import calibrate, grown, sigmoid
from vision.nn.resample import Patch, quad_area_side, warped
from vision.nn.symmetries import Forward, LabelPermutation, Symmetry, look, looks
from vision.reader import Image
from vision.reading import SURE_CONFIDENCE
from vision.redline.limits import LIMITS, Limits

#: Pixels of a straightened crop and of the tile in its middle.
CROP = 40
FACE = 32

#: Rim cut out with a tile, shares of its side; times as fine as its crop before it is warped.
_ROUND, _FINER = 0.3, 1.5

#: Labels kept by name in a belief; the rest share one small probability.
_KEPT = 12

_BITS = np.array([[m >> i & 1 for i in range(8)] for m in MASKS], bool)

#: Spokes after quarter turns; no tile is shown in a mirror, where it would be another one.
_SPOKES = LabelPermutation(
    np.array([np.roll(np.arange(8), -2 * quarters) for quarters in range(4)]), np.arange(8)
)
_STRAIGHT, *_TURNED = (Symmetry(quarters) for quarters in range(4))


@dataclass(frozen=True)
class TilePosterior:
    """Probabilities of one place: `square` that a whole square piece lies there, `blue`, and
    `spokes` (8,) clockwise from the north of the given outline."""

    square: float
    blue: float
    spokes: Float

    @cached_property
    def whole(self) -> float:
        """Probability that a whole tile lies there: a square piece with one to three spokes. A
        bare patch of table between tiles, or a card, is square but has none."""
        return self.square * min(1.0, float(self._weights.sum()))

    @cached_property
    def named(self) -> float:
        """Probability of the likeliest tile. A check of a cloth is square, but any spokes are as
        likely on it as any others."""
        return self.whole * max(self.blue, 1 - self.blue) * float(self.masks().max())

    def masks(self) -> Float:
        """(92,) probability of every spoke mask, in the order of MASKS, given a tile."""
        weight = self._weights + 1e-30
        return np.asarray(weight / weight.sum())

    @cached_property
    def _weights(self) -> Float:
        """(92,) probability of every mask a tile can have, spokes taken one by one."""
        return np.asarray(np.where(_BITS, self.spokes, 1 - self.spokes).prod(axis=1))

    def belief(self, limits: Limits = LIMITS) -> Belief[Tile]:
        """A belief over tiles and EMPTY."""
        masks, laid = self.masks(), self._laid(limits)
        weights: dict[Tile | Empty, float] = {EMPTY: 1 - laid}
        for k in np.argsort(-masks)[: _KEPT // 2]:
            for colour, share in ((Colour.BLUE, self.blue), (Colour.YELLOW, 1 - self.blue)):
                weights[Tile(colour, MASKS[k])] = float(laid * share * masks[k])
        return Belief.of(weights)

    def _laid(self, limits: Limits) -> float:
        """Probability that a tile lies there: `whole`, and as sure as such tiles are where that is
        sure, or the pattern is clear: no bare place shows one."""
        lines = min(1.0, float(self._weights.sum())) * float(self.masks().max())
        sure = limits.taken if lines >= limits.clear_pattern else SURE_CONFIDENCE
        return float(grown(np.array(self.whole), sure, limits.sure_growth))


class TileReader:
    """Reads straightened tiles."""

    def __init__(self, net: Forward, limits: Limits = LIMITS) -> None:
        self._net = net
        self._limits = limits

    def read(self, image: Image, outlines_xy: list[Points]) -> list[TilePosterior]:
        """The posterior of every outline (4, 2; NW, NE, SE, SW in pixels of the photo)."""
        if not outlines_xy:
            return []
        return self._told(*self._at_first_sight(image, outlines_xy))

    def read_best(
        self, image: Image, outlines_xy: list[Points], most: int
    ) -> list[tuple[Points, TilePosterior]]:
        """Of several outlines for one tile those that suit it best at first sight, at most so many,
        with their posteriors."""
        crops, logits = self._at_first_sight(image, outlines_xy)
        best = np.argsort(-logits[:, 9], kind="stable")[:most]
        read = self._told(crops[best], logits[best])
        return [(outlines_xy[k], one) for k, one in zip(best, read, strict=True)]

    def _at_first_sight(self, image: Image, outlines_xy: list[Points]) -> tuple[Pixels, Tensor]:
        """The straightened tiles (N, 40, 40, 3), and what one look says of them."""
        crops = np.stack([straightened(image, o) for o in outlines_xy])
        return crops, look(self._net, crops, _STRAIGHT, _SPOKES)

    def _told(self, crops: Pixels, logits: Tensor) -> list[TilePosterior]:
        """The posteriors, of doubtful tiles after further looks."""
        again = np.nonzero(_doubtful(logits, self._limits))[0]
        if len(again):
            turned = looks(self._net, crops[again], _TURNED, _SPOKES)
            logits[again] = np.concatenate([logits[None, again], turned]).mean(0)
            logits[again, :8] = calibrate(logits[again, :8], self._limits.mean_temperature)
        shares = sigmoid(calibrate(logits, self._limits.temperature))
        return [TilePosterior(float(s[9]), float(s[8]), s[:8].astype(np.float64)) for s in shares]


def _doubtful(logits: Tensor, limits: Limits) -> Mask:
    """(N,) places worth another look: not surely without a tile, and something in doubt."""
    unsure = (np.abs(logits) < limits.at_once).any(axis=1)
    return np.asarray(unsure & (logits[:, 9] > limits.bare))


def straightened(image: Image, outline_xy: Points) -> Pixels:
    """(40, 40, 3) uint8 BGR: the quad (NW, NE, SE, SW) laid straight in the middle 32x32.

    Large tiles are shrunk first, so that thin lines are averaged and not skipped.
    """
    side = quad_area_side(outline_xy)
    patch = Patch.around(image, np.asarray(outline_xy), int(_ROUND * side) + 3)
    patch = patch.scaled(min(1.0, _FINER * FACE / max(side, 1.0)))
    near = patch.from_photo(np.asarray(outline_xy)).astype(np.float32)
    low, high = (CROP - FACE) / 2 - 0.5, (CROP + FACE) / 2 - 0.5
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(near, square), np.float64)
    return warped(patch.image, matrix, (CROP, CROP))
