"""Which differences to the settled table are something that reaches in."""

from __future__ import annotations

from collections.abc import Iterable

from calibration.arrays import Mask
from vision.gate.change import Shape
from vision.gate.limits import LIMITS, GateLimits
from vision.gate.region import GameRegion


def arms(
    found: Iterable[Shape],
    region: GameRegion,
    steady: Mask,
    quiet_s: float,
    limits: GateLimits = LIMITS,
) -> tuple[Shape, ...]:
    """The shapes that come in from the picture's border and stand against using it.

    `steady` (h, w) bool: where something does not move all the time; `quiet_s`: for how long
    nothing has moved. What lies beside the game, a shadow, and what may be a piece at the border
    stand against it for a moment only.
    """
    coming = tuple(s for s in found if s.at_border and _large(s, region, steady, limits))
    if quiet_s < limits.shade_s:
        return coming
    return tuple(s for s in coming if not _harmless(s, region, limits))


def _large(shape: Shape, region: GameRegion, steady: Mask, limits: GateLimits) -> bool:
    """Over the game a finger is enough; beside it, it takes a hand where nothing moved before."""
    beside = int((shape.mask & steady).sum())
    return region.covered(shape.mask) >= limits.arm_px or beside >= limits.moving_beside_px


def _harmless(shape: Shape, region: GameRegion, limits: GateLimits) -> bool:
    largest = limits.piece_at_border * region.piece_px
    small = shape.thing_share < limits.shade or max(shape.box_xywh[2:]) <= largest
    return small or int((shape.mask & region.core).sum()) < limits.arm_px
