"""Plane geometry in stick lengths: distances and motions. Nothing is ever mirrored."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

#: A point on the table, x right and y down as in a photo from above, in stick lengths.
XY = tuple[float, float]

#: The two ends of a stick.
Ends = tuple[XY, XY]


@dataclass(frozen=True, slots=True)
class Motion:
    """A turn about the origin by `angle` radians, grown by `scale`, then a shift."""

    angle: float = 0.0
    dx: float = 0.0
    dy: float = 0.0
    scale: float = 1.0

    def __call__(self, point: XY) -> XY:
        """Where a point goes."""
        c, s = self.scale * math.cos(self.angle), self.scale * math.sin(self.angle)
        x, y = point
        return c * x - s * y + self.dx, s * x + c * y + self.dy


STILL = Motion()


def rigid_fit(pairs: Sequence[tuple[XY, XY]]) -> Motion:
    """The motion that best takes each first point to its second, by least squares.

    A single pair fixes only the shift; none at all leaves everything where it is.
    """
    if not pairs:
        return STILL
    (ax, ay), (bx, by) = (_middle([pair[i] for pair in pairs]) for i in (0, 1))
    cross = dot = 0.0
    for (px, py), (qx, qy) in pairs:
        cross += (px - ax) * (qy - by) - (py - ay) * (qx - bx)
        dot += (px - ax) * (qx - bx) + (py - ay) * (qy - by)
    angle = math.atan2(cross, dot) if cross or dot else 0.0
    turned = Motion(angle)((ax, ay))
    return Motion(angle, bx - turned[0], by - turned[1])


def similar_fit(pairs: Sequence[tuple[XY, XY]]) -> Motion:
    """The same of motions that may also grow or shrink; a single pair keeps the size."""
    rigid = rigid_fit(pairs)
    a, b = _middle([one for one, _ in pairs]), _middle([other for _, other in pairs])
    before = math.sqrt(sum(math.dist(one, a) ** 2 for one, _ in pairs))
    after = math.sqrt(sum(math.dist(other, b) ** 2 for _, other in pairs))
    if not before or not after:
        return rigid
    turned = Motion(rigid.angle, scale=after / before)
    x, y = turned(a)
    return Motion(rigid.angle, b[0] - x, b[1] - y, turned.scale)


def _middle(points: Sequence[XY]) -> XY:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def between(one: XY, other: XY, share: float = 0.5) -> XY:
    """The point that lies such a share of the way from one to the other."""
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


def points_along(ends: Ends, steps: int) -> tuple[XY, ...]:
    """The points that divide a stick into so many parts, its ends among them."""
    return tuple(between(*ends, i / steps) for i in range(steps + 1))


def ends_apart(one: Ends, other: Ends) -> float:
    """How far two sticks lie apart: the larger of their ends' distances, whichever way round."""
    (a, b), (c, d) = one, other
    straight = max(math.dist(a, c), math.dist(b, d))
    return min(straight, max(math.dist(a, d), math.dist(b, c)))


def off_line(point: XY, ends: Ends) -> float:
    """The distance of a point from a stick, seen from above."""
    (ax, ay), (bx, by) = ends
    length = (bx - ax) ** 2 + (by - ay) ** 2
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length if length else 0.0
    along = min(1.0, max(0.0, along))
    return math.dist(point, (ax + along * (bx - ax), ay + along * (by - ay)))


def stick_over(one: XY, other: XY) -> Ends:
    """A stick of length one laid over two points, its middle between them."""
    gap = math.dist(one, other)
    ux, uy = ((other[0] - one[0]) / gap, (other[1] - one[1]) / gap) if gap else (1.0, 0.0)
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    return _rounded((x - ux / 2, y - uy / 2)), _rounded((x + ux / 2, y + uy / 2))


def _rounded(point: XY) -> XY:
    return round(point[0], 3), round(point[1], 3)
