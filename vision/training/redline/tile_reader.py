"""Train the tile reader, from files of `pictures` and folders of photos."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import torch

from calibration.encoding import shrunk_by
from vision.nn.arrays import Pixels, Points, Tensor
from vision.nn.resample import rotation, warped
from vision.training.feed import Batch, net_input, stacked
from vision.training.learning import arguments, train
from vision.training.losses import Parts, yes_no
from vision.training.recolour import recolour
from vision.training.redline.nets import TileNet
from vision.training.redline.samples import Pools, Quad, Sample, pools_of

CROP = 40
FACE = 32
SIDES_PX = (19.0, 64.0)


def straight(image: Pixels, corners: Tensor) -> Pixels:
    """(40, 40, 3): the quad (NW, NE, SE, SW) laid straight in the middle 32x32."""
    low, high = (CROP - FACE) / 2, (CROP + FACE) / 2
    square = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), square)
    return warped(image, np.asarray(matrix, np.float64), (CROP, CROP))


def shaken(quad: Quad, rng: np.random.Generator, off: Points | None = None) -> Tensor:
    """The corners as a finder with its small errors would give them; `off` (2,) shifts them by
    that many tile sides along the tile's own sides, which makes a wrong place."""
    corners = quad.corners_xy.astype(np.float64)
    middle, side = corners.mean(0), quad.side_px
    turn = rotation(rng.normal(0, 0.035))
    shape = (corners - middle) @ turn.T * np.exp(rng.normal(0, 0.035))
    shift = rng.normal(0, 0.03, 2) * side
    if off is not None:
        shift += off[0] * (corners[1] - corners[0]) + off[1] * (corners[3] - corners[0])
    return (shape + middle + shift + rng.normal(0, 0.012, (4, 2)) * side).astype(np.float32)


def scaled(sample: Sample, quad: Quad, rng: np.random.Generator) -> tuple[Pixels, Quad]:
    """A cut-out round the quad at a random smaller resolution."""
    side = quad.side_px
    box = cv2.boundingRect(quad.corners_xy)
    pad = int(2 * side)  # room for a crop of the neighbouring cell
    x0, y0 = max(box[0] - pad, 0), max(box[1] - pad, 0)
    patch = sample.image[y0 : box[1] + box[3] + pad, x0 : box[0] + box[2] + pad]
    largest = np.clip(side, SIDES_PX[0] + 1, SIDES_PX[1])
    want = float(np.exp(rng.uniform(np.log(SIDES_PX[0]), np.log(largest))))
    factor = min(1.0, want / side)
    if factor >= 0.95:
        factor = 1.0
    patch = shrunk_by(patch, factor)
    corners = ((quad.corners_xy - [x0, y0] + 0.5) * factor - 0.5).astype(np.float32)
    return patch, replace(quad, corners_xy=corners)


def wrong_cell(rng: np.random.Generator) -> Points:
    """(2,) tile sides to a neighbouring cell, which may be an empty hole between tiles."""
    steps = [(c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) != (0, 0)]
    return np.array(steps[rng.integers(8)]) * rng.uniform(1.0, 1.05)


def wrong_place(rng: np.random.Generator) -> Points:
    """(2,) tile sides to anywhere from a third of a tile on."""
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 1.6)
    return far * np.array([np.cos(angle), np.sin(angle)])


def crop_of(sample: Sample, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor] | None:
    """A straightened crop, its ten targets and their weights; None where it would prove nothing."""
    quads = [q for q in sample.quads if q.side_px >= SIDES_PX[0] * 0.9 and q.visible > 0.3]
    if not quads:
        return None
    quad = quads[rng.integers(len(quads))]
    wrong = rng.random() < 0.4
    bare = wrong and rng.random() < 0.75
    off = (wrong_cell(rng) if bare else wrong_place(rng)) if wrong else None
    patch, near = scaled(sample, quad, rng)
    corners = shaken(near, rng, off)
    target, weight = np.zeros(10, np.float32), np.zeros(10, np.float32)
    if wrong:
        if _taken(sample, quad, corners, near):
            return None
        weight[9] = 1
        # No red line leaves the middle of a cell in which no tile lies.
        weight[:8] = 0.5 if bare else 0
    elif quad.visible < 0.96:
        weight[9] = 1 if quad.visible < 0.75 else 0
    else:
        target[:8] = [quad.spokes >> i & 1 for i in range(8)]
        target[8], target[9] = quad.blue, 1
        weight[:] = 1
    crop = straight(patch, np.roll(corners, -(turn := int(rng.integers(4))), axis=0))
    target[:8] = np.roll(target[:8], -2 * turn)
    if rng.random() < 0.5:
        crop = np.ascontiguousarray(crop[:, ::-1])
        target[:8] = target[[0, 7, 6, 5, 4, 3, 2, 1]]
    return net_input(recolour(crop, rng)), target, weight


def _taken(sample: Sample, quad: Quad, corners: Tensor, near: Quad) -> bool:
    """Whether the shifted place happens to hold some other tile after all."""
    factor = near.side_px / quad.side_px
    shift = (corners.mean(0) - near.corners_xy.mean(0)) / factor
    middle = quad.corners_xy.mean(0) + shift
    away = [float(np.linalg.norm(q.corners_xy.mean(0) - middle)) for q in sample.quads]
    return min(away) < 0.22 * quad.side_px


def batch_of(pools: Pools, count: int, rng: np.random.Generator) -> Batch:
    """Crops, targets and weights."""
    rows: list[tuple[Tensor, Tensor, Tensor]] = []
    while len(rows) < count:
        pool = pools[rng.integers(len(pools))]
        row = crop_of(pool[rng.integers(len(pool))], rng)
        if row is not None:
            rows.append(row)
    return stacked(rows)


def losses_of(out: torch.Tensor, target: torch.Tensor, weight: torch.Tensor) -> Parts:
    """The loss where it counts, and for the log, without weight, the share of wrong crops."""
    raw = yes_no(out, target * 0.998 + 0.001)
    wrong = (((out > 0) != (target > 0.5)) & (weight > 0)).any(1).float().mean()
    return [(raw * weight).sum() / weight.sum(), wrong.detach()]


def main(argv: Sequence[str]) -> None:
    """Command line."""
    args = arguments(__doc__, minutes=40, batch=64, rate=2e-3).parse_args(argv)
    pools = pools_of(args.folders)
    print([len(p) for p in pools], flush=True)
    make = partial(batch_of, pools, args.batch)
    train(TileNet(), args, make, losses_of, (1, 3, CROP, CROP), {0: "n"})
