"""A stick seen from the side: the two things below it on which it comes to rest, and how high."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise


def rest_on(points: Sequence[tuple[float, float, int]]) -> tuple[list[int], tuple[float, float]]:
    """The pieces that carry a stick, and its height at its start and its rise, of the things below
    it: (share of the stick, height of the thing, piece)."""
    if not points:
        return [], (0.0, 0.0)
    if len(points) == 1:
        return [points[0][2]], (points[0][1], 0.0)
    hull = _upper(sorted(points))
    if len(hull) == 1:
        return [hull[0][2]], (hull[0][1], 0.0)
    edges = list(pairwise(hull))
    one, other = min(edges, key=lambda e: max(e[0][0] - 0.5, 0.5 - e[1][0], 0.0))
    rise = (other[1] - one[1]) / max(other[0] - one[0], 1e-3)
    return [one[2], other[2]], (one[1] - rise * one[0], rise)


def _upper(points: list[tuple[float, float, int]]) -> list[tuple[float, float, int]]:
    """The upper convex hull of points from left to right."""
    hull: list[tuple[float, float, int]] = []
    for p in points:
        while len(hull) > 1 and _turns_up(hull[-2], hull[-1], p):
            hull.pop()
        if hull and p[0] - hull[-1][0] < 1e-6:
            if p[1] <= hull[-1][1]:
                continue
            hull.pop()
        hull.append(p)
    return hull


def _turns_up(
    a: tuple[float, float, int], b: tuple[float, float, int], c: tuple[float, float, int]
) -> bool:
    return (b[0] - a[0]) * (c[1] - a[1]) >= (b[1] - a[1]) * (c[0] - a[0])
