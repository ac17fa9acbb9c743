"""A board that was found roughly is laid straight and told by a small net, patch by patch, where
what is seen there belongs; one homography that fits all patches is the answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.homography import Homography
from vision.linie1.board.print_points import ARCS, LOCATIONS, landmarks
from vision.linie1.board.rectify import rectified
from vision.linie1.board.small_plane import Fit, small_homography
from vision.linie1.limits import LIMITS, Limits
from vision.nn.arrays import Float, to_nchw
from vision.nn.calibration import calibrate, sigmoid
from vision.nn.symmetries import Forward
from vision.reader import Image

#: Pixels of a cell in the net's input; pixels of it to a cell of its map.
CELL_PX, STRIDE = 24, 8

#: Map cells a side: the board from -1 to 13.
_SIDE = 14 * CELL_PX // STRIDE

#: Logits are cut here: one place of the map never decides alone.
_CUT = 4.0

#: Locations and termini counted this many times as much in training.
RARE = 4.0


@dataclass(frozen=True)
class Refined:
    """`residual` of the patches that count, rms, cells; `marks` mean logit of the printed
    places at their places; `shift_xy` whole cells by which the printed places fit better, (0, 0)
    where they fit as they are."""

    board_to_photo: Homography
    residual: float
    marks: float
    shift_xy: tuple[int, int]


def _places() -> Float:
    """(N, 2) board points of the map's cells, row by row."""
    ys, xs = np.mgrid[0:_SIDE, 0:_SIDE]
    return np.asarray((np.stack([xs.ravel(), ys.ravel()], 1) + 0.5) * STRIDE / CELL_PX - 1)


PLACES = _places()
_NEAR = ((PLACES > -0.35) & (PLACES < 12.35)).all(1)


class Refiner:
    """Straightens a rough board."""

    def __init__(self, net: Forward, limits: Limits = LIMITS) -> None:
        self._net = net
        self._limits = limits

    def refine(self, image: Image, board_to_photo: Homography) -> Refined:
        """The exact board of a photo (H, W, 3 uint8 BGR) from one that is off by up to a cell."""
        found = self._fitted(image, board_to_photo)
        if found.marks >= self._limits.straight_marks:
            return found
        # Too far off for the places inside the cells: the printed places draw it nearer first.
        near = board_to_photo
        for _ in range(self._limits.draws):
            fit = draw_to_print(self._look(image, near), self._limits)
            if fit is None:
                return found
            near = Homography(near.matrix @ np.linalg.inv(fit))
        again = self._fitted(image, near)
        return again if again.marks > found.marks else found

    def printed(self, image: Image, board_to_photo: Homography) -> float:
        """How much of the printed places one look at a rough board shows, cells."""
        out = self._look(image, board_to_photo)
        shares = sigmoid(calibrate(out[4:, _NEAR], prior_ratio=RARE))
        return float(shares.sum()) * (STRIDE / CELL_PX) ** 2

    def _fitted(self, image: Image, board_to_photo: Homography) -> Refined:
        """The board after passes that fit the places inside the cells."""
        found = board_to_photo
        for _ in range(self._limits.passes):
            out = self._look(image, found)
            fit, residual = fit_shift(out, self._limits)
            found = Homography(found.matrix @ np.linalg.inv(fit))
            if _movement(fit) < self._limits.still:
                break
        marks, shift = _printed(out, self._limits)
        return Refined(found, residual, marks, shift)

    def _look(self, image: Image, board: Homography) -> Float:
        """(6, N): dx, dy in cells, how sure they are 0..1, three logits."""
        straight = rectified(image, board, CELL_PX)
        out = np.asarray(self._net(to_nchw(straight[None]))[0].reshape(7, -1), np.float64)
        place = out[0:4:2] + 1j * out[1:4:2]
        off = np.angle(place * np.exp(-2j * np.pi * PLACES.T)) / (2 * np.pi)
        return np.vstack([off, np.abs(place).min(0)[None], out[4:]])


def fit_shift(out: Float, limits: Limits = LIMITS) -> Fit:
    """(3, 3) from where things were taken to lie to where they belong, and the rms residual."""
    sure = np.clip(out[2, _NEAR], 0.02, 1.0) ** 2
    return small_homography(
        PLACES[_NEAR], out[:2, _NEAR].T, sure, limits.patch_far, 1e-3 / len(PLACES)
    )


def draw_to_print(out: Float, limits: Limits = LIMITS) -> Float | None:
    """(3, 3) from where the printed places are seen to where they belong; None with too few."""
    share = sigmoid(calibrate(out[4:], prior_ratio=RARE))
    seen, wanted, sure = [], [], []
    for plane, points in zip(share, (LOCATIONS, ARCS), strict=True):
        for point in points:
            near = np.abs(PLACES - point).max(1) < limits.draw_search
            amount = float(plane[near].sum()) * (STRIDE / CELL_PX) ** 2
            if amount > limits.draw_evidence:
                seen.append((plane[near, None] * PLACES[near]).sum(0) / plane[near].sum())
                wanted.append(point)
                sure.append(min(amount, 1.0))
    if len(seen) < 5:
        return None
    at = np.array(seen)
    return small_homography(at, np.array(wanted) - at, np.array(sure), 0.3, 1e-3)[0]


def _movement(fit: Float) -> float:
    corners = np.array([(0, 0), (12, 0), (12, 12), (0, 12.0)])
    return float(np.linalg.norm(Homography(fit)(corners) - corners, axis=1).max())


_SHIFTS = tuple((x, y) for y in range(-2, 3) for x in range(-2, 3))
#: (3, N) of a board shifted by whole cells: its grid, its locations and its arcs.
_LANDMARKS = {shift: landmarks(PLACES - shift) for shift in _SHIFTS}


def _printed(out: Float, limits: Limits) -> tuple[float, tuple[int, int]]:
    """Mean logit of the printed places, and the whole cells by which all fits better, as far as
    they are seen there at all."""
    logits = np.clip(out[3:] - np.log([1, RARE, RARE])[:, None], -_CUT, _CUT)
    scores = {s: logits[0][m[0]].sum() + (logits[1:] * m[1:]).sum() for s, m in _LANDMARKS.items()}
    best = max(scores, key=lambda s: scores[s])
    count = _LANDMARKS[0, 0][1:].sum()
    here, there = ((logits[1:] * _LANDMARKS[s][1:]).sum() / count for s in ((0, 0), best))
    return float(here), best if there >= limits.moved_marks else (0, 0)
