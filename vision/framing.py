"""How the game lies in a picture: its outline, how large its pieces are, how slanted the view."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.homography import Homography
from rules.core.places import Place
from vision.nn.arrays import Points, usual_step
from vision.reading import IN_PLAY, Reading

#: Places needed to fit a view through them, and points to fit an ellipse through.
_LEAST_PLACES, _LEAST_ROUND = 12, 6

#: How far a place may lie from where the fitted view has it, in steps from place to place.
_OFF_STEPS = 0.25


@dataclass(frozen=True, slots=True)
class Framing:
    """`outline_xy`: the convex hull of what was located, pixels in order, empty where nothing was;
    `piece_px` the usual longest side of a piece (or the step between places where none lies), 0
    where unknown; `tilt_deg` the slant of the view, 0 from straight above, None where the pieces
    do not tell."""

    outline_xy: tuple[tuple[float, float], ...] = ()
    piece_px: float = 0.0
    tilt_deg: float | None = None


def framing_of(reading: Reading) -> Framing:
    """How the game lies in the picture of a reading; an empty framing where nothing was read."""
    outlines = [p.outline_xy for p in reading.pieces if p.area in IN_PLAY and p.outline_xy]
    spots = _spots(reading)
    points = [xy for outline in outlines for xy in outline] + [xy for _, xy in spots]
    return Framing(_hull(points), _piece_px(outlines, spots), _tilt(outlines, spots))


_Spots = Sequence[tuple[Place, tuple[float, float]]]


def _spots(reading: Reading) -> _Spots:
    seen = reading.observation.sightings if reading.observation is not None else ()
    return [(s.place, s.pose.pixel_xy) for s in seen if s.pose is not None]


def _hull(points: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    if len(points) < 3:
        return ()
    hull = cv2.convexHull(np.array(points, np.float32)).reshape(-1, 2)
    return tuple((float(x), float(y)) for x, y in hull)


def usual_side(outlines: Sequence[Sequence[tuple[float, float]]]) -> float:
    """The usual longest side of outlines, in their unit; 0 without any."""
    sides = [float(np.ptp(np.asarray(o), axis=0).max()) for o in outlines]
    return float(np.median(sides)) if sides else 0.0


def _piece_px(outlines: Sequence[Sequence[tuple[float, float]]], spots: _Spots) -> float:
    if outlines:
        return usual_side(outlines)
    where = np.array([xy for _, xy in spots], np.float64)
    return usual_step(where) if len(where) > 1 else 0.0


def _tilt(outlines: Sequence[Sequence[tuple[float, float]]], spots: _Spots) -> float | None:
    """From the net of places; else from a ring's ellipse; else from the pieces' own squares."""
    for slope in (_net_slope(spots), _ring_slope(spots), _square_slope(outlines)):
        if slope is not None:
            return math.degrees(math.acos(min(max(slope, 0.0), 1.0)))
    return None


def _net_slope(spots: _Spots) -> float | None:
    """Shortest over longest step of a net of rows and columns, at its middle."""
    net = [(p.col, p.row, *xy) for p, xy in spots if hasattr(p, "row") and hasattr(p, "col")]
    if len(net) < _LEAST_PLACES or min(len({n[0] for n in net}), len({n[1] for n in net})) < 2:
        return None
    table = np.array(net, np.float64)
    cells, pixels = table[:, :2], table[:, 2:]
    step = _piece_px((), spots) * _OFF_STEPS
    cv2.setRNGSeed(1)
    matrix, kept = cv2.findHomography(cells, pixels, cv2.RANSAC, max(step, 1.0))
    if matrix is None or int(kept.sum()) < _LEAST_PLACES:
        return None
    return _shortening(Homography(np.asarray(matrix, np.float64)).jacobian(cells.mean(axis=0)))


def _ring_slope(spots: _Spots) -> float | None:
    """Short over long axis of the outermost ring."""
    rings = [(p.ring, xy) for p, xy in spots if hasattr(p, "ring")]
    if not rings:
        return None
    outer = max(ring for ring, _ in rings)
    points = np.array([xy for ring, xy in rings if ring == outer], np.float32)
    if len(points) < _LEAST_ROUND:
        return None
    _, axes, _ = cv2.fitEllipse(points)
    return min(axes) / max(axes) if max(axes) > 0 else None


def _square_slope(outlines: Sequence[Sequence[tuple[float, float]]]) -> float | None:
    slopes = [_square_shortening(np.asarray(o, np.float64)) for o in outlines if len(o) == 4]
    return float(np.median(slopes)) if slopes else None


def _square_shortening(corners: Points) -> float:
    a, b, c, d = corners
    return _shortening(np.column_stack([(b - a + c - d) / 2, (d - a + c - b) / 2]))


def _shortening(slope: Points) -> float:
    """How much shorter the shortest step is than the longest one."""
    longest, shortest = np.linalg.svd(slope, compute_uv=False)
    return float(shortest / max(longest, 1e-9))
