"""The base's rays: where cell 0 is, and how far each ring rests from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.rouge.board.pose import BoardPose
from vision.rouge.board.rings import CELLS, STEP, Ring
from vision.rouge.limits import Limits


@dataclass(frozen=True)
class Rays:
    """`first`: radians clockwise from x to the first ray; `off_deg` (3,) each ring's rest beyond
    its ray, clockwise; `sigma_deg` (3,); `kept`: the first ray is that of an earlier picture."""

    first: float
    off_deg: tuple[float, float, float]
    sigma_deg: tuple[float, float, float]
    kept: bool

    def cell(self, angle: float) -> int:
        """The cell whose ray is nearest to an angle (radians clockwise from x)."""
        return round((angle - self.first) / STEP) % CELLS


def rays_of(
    rings: tuple[Ring, ...],
    pose: BoardPose,
    before: float | None,
    limits: Limits,
    wish: float | None = None,
) -> Rays:
    """The rays of three rings in an upright pose. `before`: the first ray as it is known from an
    earlier picture of the same table, in this pose's plane; None where nothing is known. Then the
    first ray is the one nearest to `wish`, or else to twelve o'clock."""
    rays = _rays(rings, before, np.radians(limits.together_deg))
    wish = next((one for one in (before, wish) if one is not None), _twelve(pose))
    first = rays + STEP * round((wish - rays) / STEP)
    off = tuple(float(np.degrees(_wrapped(r.phase - rays))) for r in rings)
    sigma = tuple(
        float(min(max(np.degrees(r.scatter), limits.ring_sigma_deg), 30.0)) for r in rings
    )
    return Rays(float(first), off, sigma, before is not None)  # type: ignore[arg-type]


def _rays(rings: tuple[Ring, ...], before: float | None, together: float) -> float:
    """Where the rays are: the mean angle of the rings that lie together; with an earlier picture
    the ones that lie near its rays, and where none does its rays."""
    known = [ring for ring in rings if ring.found]
    if before is not None:
        near = [r for r in known if abs(_wrapped(r.phase - before)) < together / 2]
        return before + (_mean([_wrapped(r.phase - before) for r in near]) if near else 0.0)
    groups = [[_wrapped(other.phase - r.phase) for other in known] for r in known]
    close = [[d for d in group if abs(d) < together] for group in groups]
    best = max(range(len(known)), key=lambda k: (len(close[k]), known[k].found))
    return known[best].phase + _mean(close[best])


def _mean(values: list[float]) -> float:
    return float(np.mean(values))


def _wrapped(angle: float) -> float:
    """An angle between two steps, -22.5 to 22.5 degrees, radians."""
    return float((angle + STEP / 2) % STEP - STEP / 2)


def _twelve(pose: BoardPose) -> float:
    """The direction in the plane that points to twelve o'clock of the picture."""
    above = pose.middle_xy - (0.0, 0.4 * pose.radius_px)
    x, y = pose.to_photo.inverse()(above[None])[0]
    return float(np.arctan2(y, x))
