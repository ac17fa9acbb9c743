"""Which pixels look like the tiles of a photo and which like its table."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.arrays import Float, Pixels, Tensor

#: Levels in one bin of L, a and b.
_BIN = (16, 4, 4)
#: A tile's side where overlooked ones are looked for, pixels.
_LOOK_PX = 24
#: How much more like a tile than what lies round it, log likelihood, a place must be to be tried.
_TILE_LIKE = 0.5


def tileness(small: Pixels, placed: Sequence[Float]) -> Tensor:
    """(H, W) log likelihood, within +-2, that a pixel's colour is the tiles' and not that of the
    table round them; learnt from inside and round the rough squares of this picture."""
    inside, near = (np.zeros(small.shape[:2], np.uint8) for _ in range(2))
    for corners in placed:
        middle = corners.mean(axis=0)
        for mask, share in ((near, 1.8), (inside, 0.9)):
            grown = (middle + (corners - middle) * share).round().astype(np.int32)
            cv2.fillConvexPoly(mask, grown, 1)
    for corners in placed:
        grown = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * 1.15
        cv2.fillConvexPoly(near, grown.round().astype(np.int32), 0)
    lab = np.asarray(
        cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.0), cv2.COLOR_BGR2LAB), np.uint8
    )
    tile, table = (_colours(lab, mask) for mask in (inside, near))
    bins = (lab // np.array(_BIN, np.uint8)).reshape(-1, 3).T
    ratio = np.log((tile + 1e-6) / (table + 1e-6)).clip(-2, 2)
    return np.asarray(ratio[tuple(bins)].reshape(lab.shape[:2]), np.float32)


def _colours(lab: Pixels, mask: Pixels) -> Float:
    """Shares of Lab colours under a mask: coarse in light, fine in colour, smoothed."""
    sizes = [256 // size for size in _BIN]
    bins = (lab[mask > 0] // np.array(_BIN, np.uint8)).astype(int)
    counts = np.zeros(sizes)
    np.add.at(counts, tuple(bins.T), 1.0)
    for axis in range(3):
        counts = 0.5 * counts + 0.25 * (np.roll(counts, 1, axis) + np.roll(counts, -1, axis))
    return np.asarray(counts / max(counts.sum(), 1.0))


def overlooked(tile_like: Tensor, placed: Sequence[Float]) -> list[Float]:
    """Places (4, 2) where a square like the placed ones seems to lie and none is placed."""
    side = float(np.median([np.sqrt(cv2.contourArea(c.astype(np.float32))) for c in placed]))
    scale = _LOOK_PX / side
    small = cv2.resize(tile_like, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    kernel = _kernel([(c - c.mean(axis=0)) * scale for c in placed])
    answer = cv2.filter2D(small, cv2.CV_32F, kernel, borderType=cv2.BORDER_REPLICATE)
    spots = np.array([c.mean(axis=0) for c in placed])
    found: list[Float] = []
    for _ in range(4 * len(placed)):
        _, best, _, (x, y) = cv2.minMaxLoc(answer)
        if best < _TILE_LIKE:
            break
        cv2.circle(answer, (x, y), _LOOK_PX // 2, -1e3, -1)
        spot = (np.array([x, y]) + 0.5) / scale - 0.5
        away = np.linalg.norm(spots - spot, axis=1)
        if away.min() > 0.7 * side:
            model = placed[int(away.argmin())]
            found.append(model - model.mean(axis=0) + spot)
    return found


def _kernel(shapes: Sequence[Float]) -> Tensor:
    """Inside the usual shape minus a ring round it, each of weight 1."""
    size = int(np.ceil(max(np.abs(s).max() for s in shapes) * 1.5)) * 2 + 1
    inside, wide = (np.zeros((size, size), np.float32) for _ in range(2))
    for shape in shapes:
        inside += _filled(shape * 0.95 + size // 2, size)
        wide += _filled(shape * 1.35 + size // 2, size)
    ring = wide - inside
    return np.asarray(inside / inside.sum() - ring / ring.sum(), np.float32)


def _filled(shape: Float, size: int) -> Pixels:
    mask = np.zeros((size, size), np.uint8)
    cv2.fillConvexPoly(mask, shape.round().astype(np.int32), 1)
    return mask
