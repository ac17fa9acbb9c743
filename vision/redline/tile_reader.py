"""What a tile shows: eight spokes, a colour, and whether a whole tile lies there at all.

A small net looks at the straightened tile. Where it is not sure at once it looks again, turned by
each quarter, and the four answers are averaged: so no turn is favoured. Trained by
`tests/training/tile_reader.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.core.observation import EMPTY, Belief, Empty
from rules.games.redline.tiles import MASKS, Colour, Tile
from vision.nets import Net, planes
from vision.reader import Image
from vision.redline.quads import Points

#: Pixels of a straightened crop and of the tile in its middle.
CROP = 40
FACE = 32

#: The logits are divided by this before they become probabilities, so that of the pieces at 0.9
#: nine in ten are right. `tests/training/calibrate.py` fits 0.92 on 950 rendered tiles; one is the
#: careful side of that.
TEMPERATURE = 1.0

#: Logit beyond which one look is enough: wrong twice in a thousand by the net's own word.
_AT_ONCE = 6.0

#: Logit of "a square piece" under which a place is bare at first sight: one in 150.
_BARE = -5.0

#: Labels kept by name in a belief; the rest share one small probability.
_KEPT = 12

_BITS = np.array([[m >> i & 1 for i in range(8)] for m in MASKS], bool)


@dataclass(frozen=True)
class Look:
    """Probabilities of one place: `square` that a whole square piece lies there, `blue`, and
    `spokes` (8,) clockwise from the north of the given outline."""

    square: float
    blue: float
    spokes: NDArray[np.float64]

    @cached_property
    def whole(self) -> float:
        """Probability that a whole tile lies there: a square piece with one to three spokes. A
        bare patch of table between tiles, or a card, is square but has none."""
        return self.square * min(1.0, float(self._weights.sum()))

    def masks(self) -> NDArray[np.float64]:
        """(92,) probability of every spoke mask, in the order of MASKS, given a tile."""
        weight = self._weights + 1e-30
        return np.asarray(weight / weight.sum())

    @cached_property
    def _weights(self) -> NDArray[np.float64]:
        """(92,) probability of every mask a tile can have, spokes taken one by one."""
        return np.asarray(np.where(_BITS, self.spokes, 1 - self.spokes).prod(axis=1))

    def belief(self) -> Belief[Tile]:
        """A belief over tiles and EMPTY."""
        masks = self.masks()
        weights: dict[Tile | Empty, float] = {EMPTY: 1 - self.whole}
        for k in np.argsort(-masks)[: _KEPT // 2]:
            for colour, share in ((Colour.BLUE, self.blue), (Colour.YELLOW, 1 - self.blue)):
                weights[Tile(colour, MASKS[k])] = float(self.whole * share * masks[k])
        return Belief.of(weights)


class TileReader:
    """Reads straightened tiles."""

    def __init__(self, net: Net, temperature: float = TEMPERATURE) -> None:
        self._net = net
        self._temperature = temperature

    def read(self, image: Image, outlines_xy: list[Points]) -> list[Look]:
        """One look for every outline (4, 2; NW, NE, SE, SW in pixels of the photo)."""
        if not outlines_xy:
            return []
        crops = np.stack([straightened(image, o) for o in outlines_xy])
        logits = self._turned_logits(crops, 0)
        again = np.nonzero(_doubtful(logits))[0]
        if len(again):
            turns = [self._turned_logits(crops[again], q) for q in (1, 2, 3)]
            logits[again] = np.mean([logits[again], *turns], axis=0)
        shares = 1 / (1 + np.exp(-np.clip(logits / self._temperature, -30, 30)))
        return [Look(float(s[9]), float(s[8]), s[:8].astype(np.float64)) for s in shares]

    def _turned_logits(self, crops: NDArray[np.uint8], quarters: int) -> NDArray[np.float32]:
        """Logits (N, 10) of the crops turned anticlockwise, told in the unturned frame."""
        out = self._net(planes(np.rot90(crops, quarters, axes=(1, 2))))
        return np.concatenate([np.roll(out[:, :8], 2 * quarters, axis=1), out[:, 8:]], axis=1)


def _doubtful(logits: NDArray[np.float32]) -> NDArray[np.bool_]:
    """(N,) places worth another look: not surely without a tile, and something in doubt."""
    unsure = (np.abs(logits) < _AT_ONCE).any(axis=1)
    return np.asarray(unsure & (logits[:, 9] > _BARE))


def straightened(image: Image, outline_xy: Points) -> NDArray[np.uint8]:
    """(40, 40, 3) uint8 BGR: the quad (NW, NE, SE, SW) laid straight in the middle 32x32.

    Large tiles are shrunk first, so that thin lines are averaged and not skipped.
    """
    x0, y0, w, h = cv2.boundingRect(np.asarray(outline_xy, np.float32))
    side = float(np.sqrt(abs(cv2.contourArea(np.asarray(outline_xy, np.float32)))))
    pad = int(0.3 * side) + 3
    top, left = max(y0 - pad, 0), max(x0 - pad, 0)
    patch = image[top : max(y0 + h + pad, top + 2), left : max(x0 + w + pad, left + 2)]
    if patch.size == 0:
        return np.zeros((CROP, CROP, 3), np.uint8)
    factor = min(1.0, 1.5 * FACE / max(side, 1.0))
    if factor < 1.0:
        patch = np.asarray(
            cv2.resize(patch, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
    near = (np.asarray(outline_xy) - [left, top] + 0.5) * factor - 0.5
    low, high = (CROP - FACE) / 2 - 0.5, (CROP + FACE) / 2 - 0.5
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    matrix = cv2.getPerspectiveTransform(near.astype(np.float32), square)
    straight = cv2.warpPerspective(
        patch, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(straight, np.uint8)
