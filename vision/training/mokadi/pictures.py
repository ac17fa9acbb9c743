"""Make Mokadi training pictures once:
`python -m vision.training mokadi.pictures OUT FIRST COUNT [--own-box]`.

One file a picture; those that appear while the net learns are taken in. `--own-box`: boxes that
players made themselves, on any table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.encoding import encoded, jpeg
from tests.render.mokadi_own_box import random_photo as own_box_photo
from tests.render.mokadi_photo import NAMES, MokadiPhoto
from tests.render.mokadi_photo import random_photo as mokadi_photo
from tests.render.redline import random_photo as redline_photo
from tests.render.rouge.photo import random_photo as rouge_photo
from vision.nn.arrays import Float, Pixels
from vision.training.kept import keep_all

SIZE_WH = (800, 600)
#: One picture in so many shows another game.
_OTHER = 12
_QUALITY = 95


@dataclass(frozen=True)
class Kept:
    """A picture with its labels, compressed. `start` and `end` (N, 2) ends of the pieces' axes,
    pads first; `colour` (N,) their colours; `thick_px` of the stick that was laid last, 0 where
    there is none."""

    image: bytes
    owner: bytes
    part: bytes
    start: Float
    end: Float
    colour: Float
    thick_px: float


def packed(photo: MokadiPhoto) -> Kept:
    """A picture as it is kept."""
    colours = [p.colour for p in photo.pile.pads] + [s.colour for s in photo.pile.sticks]
    ends = photo.sticks_xy.reshape(-1, 2, 2)
    last = len(colours) - 1
    thick = 0.0
    if photo.pile.sticks:
        area = float((photo.labels.owner == last).sum())
        thick = area / max(1.0, float(np.hypot(*(ends[-1, 1] - ends[-1, 0]))))
    return Kept(
        jpeg(photo.image, _QUALITY),
        encoded((photo.labels.owner + 1).astype(np.uint8), ".png"),
        encoded(photo.labels.part, ".png"),
        np.vstack([photo.pads_xy, ends[:, 0]]),
        np.vstack([photo.pads_xy, ends[:, 1]]),
        np.array([NAMES.index(photo.names[colour]) for colour in colours]),
        thick,
    )


def _other(image: Pixels) -> Kept:
    """A picture of another game: nothing of Mokadi is on it."""
    bare, none = encoded(np.zeros(image.shape[:2], np.uint8), ".png"), np.zeros((0, 2))
    return Kept(jpeg(image, _QUALITY), bare, bare, none, none, np.zeros(0), 0.0)


def picture(seed: int, *, own_box: bool = False) -> Kept:
    """The training picture of a seed."""
    if seed % _OTHER:
        return packed((own_box_photo if own_box else mokadi_photo)(seed, SIZE_WH))
    maker = redline_photo if seed % (2 * _OTHER) else rouge_photo
    return _other(maker(seed, SIZE_WH).image)


def main(argv: Sequence[str]) -> None:
    """Render and keep `COUNT` pictures."""
    own_box = "--own-box" in argv
    keep_all(argv, 1, lambda seeds: picture(seeds[0], own_box=own_box))
