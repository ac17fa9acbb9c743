"""From the finder's maps to a rough homography: local sizes and turns give the plane up to a
shift, the printed places give the shift."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.homography import Homography
from vision.linie1.print_points import ARC_RADIUS, ARCS, LOCATION_HALF, LOCATIONS

Float = NDArray[np.float64]
Maps = NDArray[np.float32]

#: The finder's maps: pixels of its input to a map's cell, unit of its cell sizes, pixels.
STRIDE, UNIT_PX = 4, 16.0

#: Locations and termini counted this many times as much in training; taken off again.
RARE = 4.0

#: Pixels a cell in the straightened maps, and how far they reach from the middle, cells.
_FINE, _REACH = 5, 14

#: Logits are cut here: one place of the map never decides alone.
_CUT = 4.0

#: Map cells used for the fit at most.
_SAMPLES = 500


@dataclass(frozen=True)
class RoughBoard:
    """A board as the finder's maps show it. `to_input` maps the board frame to the net's input;
    `inside`, `marks` are mean logits of the grid and of the printed places in view; `lead` how
    many nats the best shift is ahead of the next one that is a cell or more away."""

    to_input: Homography
    inside: float
    marks: float
    lead: float


def fit_board(maps: Maps, smallest: int) -> RoughBoard | None:
    """The board that (8, h, w) maps show, None where fewer than `smallest` of their cells lie
    on a grid."""
    ys, xs = _grid_part(maps)
    if len(ys) < smallest:
        return None
    step = max(1, len(ys) // _SAMPLES)
    ys, xs = ys[::step], xs[::step]
    pixels = (np.column_stack([xs, ys]) + 0.5) * STRIDE - 0.5
    weight = _sigmoid(maps[0, ys, xs].astype(np.float64))
    middle = (pixels * weight[:, None]).sum(0) / weight.sum()
    to_cells = _local_maps(maps[3:8, ys, xs].astype(np.float64), weight)
    plane = _fit_plane(pixels - middle, to_cells, weight)
    if plane is None:
        return None
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    return _shifted(maps, np.asarray(plane @ shift, np.float64))


def _grid_part(maps: Maps) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The largest connected part of the map that lies on a grid: rows, columns."""
    on_grid = (maps[0] > 0).astype(np.uint8)
    joined = cv2.morphologyEx(on_grid, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, label = cv2.connectedComponents(joined)
    if count < 2:
        return np.nonzero(on_grid[:0])  # type: ignore[return-value]
    sizes = np.bincount(label[on_grid > 0], minlength=count)
    sizes[0] = 0
    ys, xs = np.nonzero((label == int(sizes.argmax())) & (on_grid > 0))
    return ys, xs


def _local_maps(code: Float, weight: Float) -> Float:
    """(N, 2, 2): steps in pixels to steps in cells, all with the same side up; from (5, N)."""
    tensor = np.empty((code.shape[1], 2, 2))
    tensor[:, 0, 0], tensor[:, 1, 1] = code[0], code[2]
    tensor[:, 0, 1] = tensor[:, 1, 0] = code[1]
    values, vectors = np.linalg.eigh(tensor)
    root = vectors @ (np.exp(values)[..., None] * vectors.transpose(0, 2, 1)) * UNIT_PX
    wave = code[3] + 1j * code[4]
    wave /= np.abs(wave) + 1e-9
    common = np.angle((wave * weight).sum())
    turn = (common + np.angle(wave * np.exp(-1j * common))) / 4
    c, s = np.cos(turn), np.sin(turn)
    rotation = np.stack([np.stack([c, -s], -1), np.stack([s, c], -1)], -2)
    return np.asarray(np.linalg.inv(2 * root @ rotation))


def _fit_plane(pixels: Float, to_cells: Float, weight: Float) -> Float | None:
    """(3, 3) pixels to cells, (0, 0) to (0, 0), whose local maps fit (N, 2, 2) best.

    Gauss-Newton on the four linear and the two perspective numbers, far-off samples held down.
    """
    size = float(np.median(np.linalg.norm(pixels, axis=1))) + 1.0
    flat = pixels / size
    wanted = to_cells * size
    linear = np.median(wanted, axis=0)
    numbers = np.array([*linear.ravel(), 0.0, 0.0])
    norm = np.sqrt(abs(np.linalg.det(linear))) + 1e-9
    for _ in range(8):
        off = (_jacobians(numbers, flat) - wanted) / norm
        far = np.linalg.norm(off, axis=(1, 2))
        held = weight / (1 + (far / 0.15) ** 2)
        columns = []
        for k in range(6):
            moved = numbers.copy()
            moved[k] += 1e-4 * (norm if k < 4 else 1.0)
            change = (_jacobians(moved, flat) - wanted) / norm - off
            columns.append((change / (moved[k] - numbers[k])).reshape(len(flat), 4))
        slope = np.stack(columns, -1)
        left = np.einsum("n,nij,nik->jk", held, slope, slope) + 1e-9 * np.eye(6)
        right = np.einsum("n,nij,ni->j", held, slope, off.reshape(len(flat), 4))
        numbers = numbers - np.linalg.solve(left, right)
        numbers[4:] = np.clip(numbers[4:], -0.5, 0.5)
    a, b, c, d, g, h = numbers
    plane = np.array([[a, b, 0], [c, d, 0], [g, h, 1.0]]) @ np.diag([1 / size, 1 / size, 1])
    depth = 1 + flat @ numbers[4:]
    if not np.isfinite(plane).all() or depth.min() <= 0.05 or np.linalg.det(plane) <= 0:
        return None
    return plane


def _jacobians(numbers: Float, flat: Float) -> Float:
    """(N, 2, 2) local maps of the homography with these six numbers at (N, 2) points."""
    linear, tilt = numbers[:4].reshape(2, 2), numbers[4:]
    depth = 1 + flat @ tilt
    ahead = np.eye(2) - flat[:, :, None] * tilt / depth[:, None, None]
    return np.asarray(linear @ ahead / depth[:, None, None])


def _templates() -> tuple[Float, Float]:
    """Float32 masks of the grid and of the printed places, at _FINE pixels a cell, with one cell
    around the grid: inside (14n, 14n), locations and arcs (2, 14n, 14n)."""
    n = 14 * _FINE
    ys, xs = (np.mgrid[0:n, 0:n] + 0.5) / _FINE - 1
    board = np.stack([xs, ys], -1)
    inside = ((board > 0) & (board < 12)).all(-1)
    spots = (np.abs(board[..., None, :] - LOCATIONS).max(-1) < LOCATION_HALF).any(-1)
    arcs = (np.linalg.norm(board[..., None, :] - ARCS, axis=-1) < ARC_RADIUS).any(-1) & ~inside
    return inside.astype(np.float32), np.stack([spots, arcs]).astype(np.float32)


_INSIDE, _MARKS = _templates()


def _shifted(maps: Maps, to_cells: Float) -> RoughBoard | None:
    """The board, once the shift of (3, 3) pixels to cells is found by the printed places."""
    n = 2 * _REACH * _FINE
    fine = np.array([[_FINE, 0, n / 2 - 0.5], [0, _FINE, n / 2 - 0.5], [0, 0, 1.0]])
    from_map = np.array([[STRIDE, 0, STRIDE / 2 - 0.5], [0, STRIDE, STRIDE / 2 - 0.5], [0, 0, 1.0]])
    logits = np.clip(maps[:3] - np.log([1, RARE, RARE])[:, None, None], -_CUT, _CUT)
    sheet = cv2.warpPerspective(
        np.ascontiguousarray(np.concatenate([logits, np.ones_like(logits[:1])]).transpose(1, 2, 0)),
        fine @ to_cells @ from_map,
        (n, n),
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(0, 0, 0, 0),
    ).astype(np.float32)
    grid = cv2.matchTemplate(sheet[..., 0], _INSIDE, cv2.TM_CCORR)
    marks = sum(cv2.matchTemplate(sheet[..., k + 1], _MARKS[k], cv2.TM_CCORR) for k in range(2))
    score = np.asarray(grid + marks, np.float64)
    y, x = np.unravel_index(int(score.argmax()), score.shape)
    ys, xs = np.mgrid[0 : score.shape[0], 0 : score.shape[1]]
    apart = np.maximum(np.abs(ys - y), np.abs(xs - x)) >= _FINE
    # A cell of the finder's map is one observation, however often the sheet repeats it.
    lead = (score[y, x] - score[apart].max()) / _FINE**2
    window = (slice(y, y + 14 * _FINE), slice(x, x + 14 * _FINE))
    seen = sheet[(*window, 3)]
    counts = float((seen * _INSIDE).sum()), float((seen * _MARKS.sum(0)).sum())
    if min(counts) < _FINE**2:
        return None
    corner = np.array([x, y]) / _FINE - _REACH + 1
    move = np.array([[1, 0, -corner[0]], [0, 1, -corner[1]], [0, 0, 1.0]])
    to_board = Homography(np.asarray(move @ to_cells))
    found = np.asarray(marks, np.float64)[y, x] / counts[1]
    return RoughBoard(to_board.inverse(), float(grid[y, x]) / counts[0], float(found), float(lead))


def _sigmoid(x: Float) -> Float:
    return np.asarray(1 / (1 + np.exp(np.clip(-x, -30, 30))))
