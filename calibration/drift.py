"""Whether camera and board still stand as they stood: a few milliseconds a picture.

Both pictures are made small, and their light taken out. Each block of the board is moved against
its own earlier look by phase correlation; a smooth movement of the blocks together is a board or
a camera that was pushed, blocks that fit nowhere are tiles laid, hands and shadows.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.arrays import Float, Indices, Mask, Pixels, Points, Tensor
from calibration.encoding import shrunk_to

#: Longest side of the compared pictures and a block's side, pixels of the small picture.
_SMALL_PX, _BLOCK_PX = 640, 48
#: Spread of the light-normalised print under which a block shows nothing to hold on to.
_BARE = 0.25
#: Height of the correlation's peak (1: the same picture) under which a block has changed.
_PEAK = 0.12
#: Blocks that must show the same movement, and their share of all with a print.
_LEAST_BLOCKS, _LEAST_SHARE = 6, 0.3
#: How far a block may be from the common movement, pixels of the small picture.
_TOGETHER_PX = 0.4


@dataclass(frozen=True)
class Detail:
    """A picture made small, its light taken out. `plane` (h, w) float32: fine detail over its own
    local strength; `scale` its size over the picture's."""

    plane: Tensor
    scale: float


@dataclass(frozen=True)
class EarlierLook:
    """An earlier look of a table. `plane`, `scale`: its `Detail`; `blocks` (N, 2) int, top left
    corners of blocks on the board that show print; `outline_xy` (4, 2) the board's corners in the
    small picture."""

    plane: Tensor
    scale: float
    blocks: Indices
    outline_xy: Points


@dataclass(frozen=True)
class Drift:
    """How far the board moved: `pixels` of the full picture, at the corner that moved most."""

    pixels: float


@dataclass(frozen=True)
class Changed:
    """Too little is as it was to say whether it moved."""

    reason: str


def earlier_look_of(detail: Detail, outline_xy: Points) -> EarlierLook:
    """What is to be remembered of a picture whose board has this outline (4, 2 pixels)."""
    plane, scale = detail.plane, detail.scale
    outline = (np.asarray(outline_xy, np.float64) + 0.5) * scale - 0.5
    mask = np.zeros(plane.shape, np.uint8)
    cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 1)
    height, width = plane.shape
    step = _BLOCK_PX * 3 // 4
    corners = np.array(
        [
            (x, y)
            for y in range(0, height - _BLOCK_PX + 1, step)
            for x in range(0, width - _BLOCK_PX + 1, step)
            if _block(mask, x, y).mean() > 0.8 and _block(plane, x, y).std() > _BARE
        ],
        np.intp,
    ).reshape(-1, 2)
    return EarlierLook(plane, scale, corners, outline)


def drift_since(still: EarlierLook, frame: Detail) -> Drift | Changed:
    """How far the board of an earlier picture has moved in a frame of the same size."""
    plane, scale = frame.plane, frame.scale
    if plane.shape != still.plane.shape or scale != still.scale:
        return Changed("the picture has another size")
    if len(still.blocks) < _LEAST_BLOCKS:
        return Changed("the board shows too little print")
    shifts, peaks = _shifts(still, plane)
    clear = peaks > _PEAK
    if clear.sum() < _LEAST_BLOCKS:
        return Changed("the picture looks too different")
    middles = np.asarray(still.blocks[clear] + _BLOCK_PX / 2, np.float64)
    field, together = _common(middles, np.asarray(shifts[clear], np.float64))
    share = float(together.sum() / len(still.blocks))
    if together.sum() < _LEAST_BLOCKS or share < _LEAST_SHARE:
        return Changed("the parts of the picture do not move together")
    corners = np.column_stack([np.ones(4), still.outline_xy])
    return Drift(float(np.linalg.norm(corners @ field, axis=1).max()) / scale)


def _block(plane: NDArray[np.generic], x: int, y: int) -> NDArray[np.generic]:
    return plane[y : y + _BLOCK_PX, x : x + _BLOCK_PX]


def detail_of(picture: Pixels) -> Detail:
    """The detail of a picture (H, W, 3 uint8 BGR), to be compared with others."""
    small, scale = shrunk_to(picture, _SMALL_PX)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = cv2.GaussianBlur(grey, (0, 0), 0.8) - cv2.blur(grey, (9, 9))
    return Detail(np.asarray(fine / (_strength(fine) + 4.0), np.float32), scale)


def _strength(fine: Tensor) -> Tensor:
    """(h, w) root mean square of the detail around each pixel. Where strong detail ends the running
    sum of the blur leaves a rest below nothing."""
    return np.asarray(np.sqrt(np.maximum(cv2.blur(fine * fine, (31, 31)), 0.0)), np.float32)


def _shifts(still: EarlierLook, plane: Tensor) -> tuple[Points, Float]:
    """(N, 2) shift of each block in small pixels, and (N,) the height of its peak."""
    window = cv2.createHanningWindow((_BLOCK_PX, _BLOCK_PX), cv2.CV_32F)
    found = [
        cv2.phaseCorrelate(
            np.ascontiguousarray(_block(still.plane, x, y)),
            np.ascontiguousarray(_block(plane, x, y)),
            window,
        )
        for x, y in still.blocks
    ]
    shifts, peaks = zip(*found, strict=True)
    return np.array(shifts, np.float64), np.array(peaks, np.float64)


def _common(middles: Points, shifts: Points) -> tuple[Points, Mask]:
    """(3, 2) the affine field (constant, x, y) most blocks share, and which those are.

    Starts from the shift with the most neighbours and adds blocks as the field takes them in.
    """
    design = np.column_stack([np.ones(len(middles)), middles])
    near = np.linalg.norm(shifts[:, None] - shifts[None], axis=2) < 2 * _TOGETHER_PX
    field = np.zeros((3, 2))
    field[0] = shifts[near[near.sum(axis=1).argmax()]].mean(axis=0)
    together = near[near.sum(axis=1).argmax()]
    for _ in range(6):
        if together.sum() >= _LEAST_BLOCKS:
            field, *_ = np.linalg.lstsq(design[together], shifts[together], rcond=None)
        together = np.linalg.norm(shifts - design @ field, axis=1) < _TOGETHER_PX
    return field, together
