"""Outlines of what is printed: (N, 2) float64 points, x right, y down."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.arrays import Points

#: Corners of a circle's outline: at a radius of 100 mm it is 0.02 mm off.
_CORNERS = 160


def rectangle(x: float, y: float, width: float, height: float) -> Points:
    """The four corners from the upper left one, clockwise."""
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


def circle(x: float, y: float, radius: float, corners: int = _CORNERS) -> Points:
    """A circle's outline, clockwise from its rightmost point."""
    return arc(x, y, radius, 0, 360, corners)[:-1]


def arc(
    x: float, y: float, radius: float, start_deg: float, end_deg: float, steps: int = 24
) -> Points:
    """Points from one angle to another, clockwise from x."""
    a = np.radians(np.linspace(start_deg, end_deg, steps + 1))
    return np.column_stack([x + radius * np.cos(a), y + radius * np.sin(a)])


def band(path: Points, width: float) -> Points:
    """The outline of a stroke along a path, cut square at both ends."""
    left, right = beside(path, width / 2), beside(path, -width / 2)
    return np.vstack([left, right[::-1]])


def beside(path: Points, off: float) -> Points:
    """The path moved sideways, to the right of its way where `off` is positive."""
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    moved: Points = path + off * np.column_stack([-along[:, 1], along[:, 0]])
    return moved


def turned(points: Points, deg: float, about: Sequence[float] = (0.0, 0.0)) -> Points:
    """Points turned clockwise about a point."""
    a = np.radians(deg)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    moved: Points = (points - np.array(about)) @ turn.T + np.array(about)
    return moved
