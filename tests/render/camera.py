"""A pinhole camera over a table.

World frame: x right, y down (as rows grow), z up from the table top; unit = one lattice pitch.
Pixel frame: x right, y down, whole numbers at pixel middles.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

NEAREST = 0.25  # depth, as a share of the camera's distance, below which a point counts as unseen
FILM_MM = 36.0  # width of the film that focal lengths are quoted for


@dataclass(frozen=True)
class Camera:
    """matrix: (3, 4) float64 world homogeneous to pixel homogeneous."""

    matrix: np.ndarray
    size_wh: tuple[int, int]
    distance: float

    def project(self, points: np.ndarray) -> np.ndarray:
        """(N, 3) world points to (N, 2) float64 pixels."""
        h = points @ self.matrix[:, :3].T + self.matrix[:, 3]
        pixels: np.ndarray = h[:, :2] / h[:, 2:]
        return pixels

    def plane(self, height: float) -> np.ndarray:
        """(3, 3) homography from (x, y) at this height to pixels."""
        m = self.matrix
        return np.column_stack([m[:, 0], m[:, 1], m[:, 2] * height + m[:, 3]])

    def ground(self, pixels: np.ndarray, height: float = 0.0) -> np.ndarray:
        """(N, 2) pixels to (N, 2) world x, y at a height."""
        inverse = np.linalg.inv(self.plane(height))
        h = np.column_stack([pixels, np.ones(len(pixels))]) @ inverse.T
        flat: np.ndarray = h[:, :2] / h[:, 2:]
        return flat

    def scale(self, point_xy: tuple[float, float], height: float = 0.0) -> float:
        """Pixels a lattice unit measures around a point: root of the area ratio."""
        x, y = point_xy
        square = np.array([[x, y, height], [x + 0.1, y, height], [x, y + 0.1, height]])
        p = self.project(square)
        (ax, ay), (bx, by) = p[1] - p[0], p[2] - p[0]
        return float(np.sqrt(abs(ax * by - ay * bx))) * 10


@dataclass(frozen=True)
class Pose:
    """How the camera is held: degrees, focal length in millimetres for a 36 mm wide film."""

    yaw_deg: float
    tilt_deg: float
    roll_deg: float
    focal_mm: float


def _turn(axis: int, degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    m = np.eye(3)
    m[i, i], m[i, j], m[j, i], m[j, j] = c, -s, s, c
    return m


def camera_at(
    pose: Pose, target: tuple[float, float], distance: float, size_wh: tuple[int, int]
) -> Camera:
    """The camera that looks at `target` on the table from `distance` lattice units."""
    turn = _turn(2, pose.roll_deg) @ _turn(0, pose.tilt_deg) @ _turn(2, pose.yaw_deg)
    turn = turn @ np.diag([1.0, 1.0, -1.0])  # z up, while the camera looks along +z
    shift = np.array([0.0, 0.0, distance]) - turn @ np.array([*target, 0.0])
    w, h = size_wh
    focal = max(w, h) * pose.focal_mm / FILM_MM
    inner = np.array([[focal, 0, (w - 1) / 2], [0, focal, (h - 1) / 2], [0, 0, 1]])
    return Camera(inner @ np.column_stack([turn, shift]), size_wh, distance)


def sees(camera: Camera, points: np.ndarray, share: float = 1.0) -> bool:
    """Whether all (N, 3) points lie in the middle `share` of the picture, in front of the lens."""
    depth = points @ camera.matrix[2, :3] + camera.matrix[2, 3]
    if depth.min() < NEAREST * camera.distance:
        return False
    pixels = camera.project(points)
    half = (np.array(camera.size_wh) - 1) / 2
    return bool((np.abs(pixels - half) <= half * share).all())


def fit_distance(
    pose: Pose,
    target: tuple[float, float],
    points: np.ndarray,
    share: float,
    size_wh: tuple[int, int],
) -> float:
    """The nearest distance from which all points lie in the middle `share` of the picture."""
    turn = camera_at(pose, target, 0.0, size_wh).matrix
    along = points - np.array([*target, 0.0])
    depth = along @ turn[2, :3]
    half = (np.array(size_wh) - 1) / 2
    # Pixels from the middle, times depth: what distance would bring to the border of the share.
    wide = np.abs(along @ turn[:2, :3].T - depth[:, None] * half) / (half * share)
    return float(max((wide - depth[:, None]).max(), (-depth / (1 - NEAREST)).max()))


def scale_distance(pose: Pose, unit_px: float, size_wh: tuple[int, int]) -> float:
    """The distance at which a lattice unit at the target measures `unit_px` pixels."""
    focal = max(size_wh) * pose.focal_mm / FILM_MM
    return float(focal * np.sqrt(np.cos(np.radians(pose.tilt_deg))) / unit_px)


def shifted(
    pose: Pose,
    camera: Camera,
    points: np.ndarray,
    wish_xy: tuple[float, float],
) -> Camera:
    """The camera moved along the table so that the scene shifts by `wish_xy` (shares of the half
    picture), or by as much of it as keeps all points in view."""
    middle = (np.array(camera.size_wh) - 1) / 2
    for part in (1.0, 0.7, 0.45, 0.25, 0.1):
        aim = camera.ground((middle - middle * np.array(wish_xy) * part)[None])[0]
        moved = camera_at(pose, (float(aim[0]), float(aim[1])), camera.distance, camera.size_wh)
        if sees(moved, points, 0.98):
            return moved
    return camera
