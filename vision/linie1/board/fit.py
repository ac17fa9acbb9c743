"""From the finder's maps to a rough homography: local sizes and turns give the plane up to a
shift, the printed places give the shift."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.homography import Homography
from vision.linie1.board.sheet import STRIDE, Maps, Sheet, Shifted
from vision.nn.arrays import Float, Indices
from vision.nn.calibration import sigmoid
from vision.nn.resample import translation

#: Unit of the finder's cell sizes, pixels.
UNIT_PX = 16.0

#: Map cells used for the fit at most.
_SAMPLES = 500

#: Turns tried besides the one that the maps tell, degrees: where the print is small they tell the
#: sizes of cells better than their turn.
_TURNS = tuple(np.arange(-45.0, 45.0, 7.5))

#: Length of a turn's cosine and sine, as the maps tell them, that counts as much as the turn of
#: the whole board.
_FAINT = 0.2

#: Pixels a cell of the straightened maps while turns are tried, and after that.
_COARSE, _FINE = 3, 5

#: Spots that are tried one by one.
_SPOTS = 6

#: Rounds in which the plane settles on the printed places.
_ROUNDS = 3


def fit_board(maps: Maps, smallest: int) -> Homography | None:
    """Board frame to the net's input, as (8, h, w) maps show it; None where fewer than `smallest`
    of their cells lie on a grid."""
    ys, xs = _grid_part(maps)
    if len(ys) < smallest:
        return None
    step = max(1, len(ys) // _SAMPLES)
    ys, xs = ys[::step], xs[::step]
    pixels = _pixels(ys, xs)
    weight = sigmoid(maps[0, ys, xs].astype(np.float64))
    middle = (pixels * weight[:, None]).sum(0) / weight.sum()
    to_cells = _local_maps(maps[3:8, ys, xs].astype(np.float64), weight)
    plane = _fit_plane(pixels - middle, to_cells, weight)
    if plane is None:
        return None
    return _best_of(Sheet(maps), [plane @ translation(*-middle)]).to_input()


def fit_from_spots(maps: Maps) -> Homography | None:
    """Board frame to the net's input that fits best when the size of cells is taken from one spot
    of the picture at a time: where the grid's map runs over into a checked cloth, the board's own
    spots still agree."""
    sheet, planes = Sheet(maps), []
    likely = np.minimum(maps[0], 3.0) + maps[1]
    for _ in range(_SPOTS):
        y, x = (int(k) for k in np.unravel_index(int(likely.argmax()), likely.shape))
        if maps[0, y, x] < 0:
            break
        part = (slice(max(y - 2, 0), y + 3), slice(max(x - 2, 0), x + 3))
        code = maps[(slice(3, 8), *part)].reshape(5, -1).astype(np.float64)
        weight = sigmoid(maps[(0, *part)].astype(np.float64)).ravel()
        linear = np.median(_local_maps(code, weight), axis=0)
        plane = np.eye(3)
        plane[:2, :2] = linear
        planes.append(plane @ translation(*-_pixels(np.array([y]), np.array([x]))[0]))
        reach = max(3, round(1.5 / np.sqrt(abs(np.linalg.det(linear))) / STRIDE))
        likely[max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1] = -np.inf
    return _best_of(sheet, planes).to_input() if planes else None


def _best_of(sheet: Sheet, planes: list[Float]) -> Shifted:
    """The best of some planes (3, 3) to cells in all turns, refined on the printed places."""
    best: Shifted | None = None
    for plane in planes:
        one = max(
            (sheet.shifted(_turned(plane, deg), _COARSE) for deg in _TURNS),
            key=lambda found: found.score,
        )
        for _ in range(_ROUNDS):
            one = sheet.shifted(sheet.drawn(one.to_board), _FINE)
        if best is None or one.score > best.score:
            best = one
    assert best is not None
    return best


def _pixels(ys: Indices, xs: Indices) -> Float:
    """(N, 2) pixels of the net's input at the middles of map cells."""
    return np.asarray((np.column_stack([xs, ys]) + 0.5) * STRIDE - 0.5, np.float64)


def _turned(plane: Float, deg: float) -> Float:
    """The map (3, 3) to cells, its cells turned by some degrees."""
    c, s = np.cos(np.radians(deg)), np.sin(np.radians(deg))
    return np.asarray(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ plane)


def _grid_part(maps: Maps) -> tuple[Indices, Indices]:
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
    common = np.angle((wave * weight).sum())
    # A turn that is told faintly is taken to be the common one.
    own = wave * np.exp(-1j * common) + _FAINT
    turn = (common + np.angle(own)) / 4
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
            translation = numbers.copy()
            translation[k] += 1e-4 * (norm if k < 4 else 1.0)
            change = (_jacobians(translation, flat) - wanted) / norm - off
            columns.append((change / (translation[k] - numbers[k])).reshape(len(flat), 4))
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
