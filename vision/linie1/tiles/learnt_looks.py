"""The user's own tiles as a second opinion on the cells that the net is not sure of.

Every doubtful cell is compared with the pictures of the learnt set in all four turns, light taken
out. Where the set is not the one on the table nothing matches well, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.learnt_set import Example, LearntSet
from rules.games.linie1.tiles import FACE_OF, KINDS, turned_mask
from vision.linie1.limits import LIMITS, Limits
from vision.linie1.tiles.cells import CELL_PX, FACES, CellReadings
from vision.nn.arrays import Float, Indices, Pixels, Tensor
from vision.reader import Image

Looks = Tensor

#: Pixels left out at a cell's rim, where tiles are laid askew, and the shifts that are tried.
_RIM = 2
_SHIFTS = tuple((dy, dx) for dy in (-2, 0, 2) for dx in (-2, 0, 2))
#: Weight of colour against light in a comparison.
_COLOUR = 1.5


@dataclass(frozen=True)
class LearntLooks:
    """Pictures of faces as unit vectors: `vectors` (N, D) float32, `faces` (N,) face numbers."""

    vectors: Looks
    faces: Indices

    def second_opinion(
        self, found: CellReadings, grid: Image, limits: Limits = LIMITS
    ) -> CellReadings:
        """The readings of a straightened picture (448, 448, 3 uint8 BGR), doubtful faces weighed
        by the set. How likely a cell is to bear no tile stays what the net says."""
        sureness = found.faces.max(axis=-1)
        inside = np.zeros(sureness.shape, bool)
        inside[1:-1, 1:-1] = True
        witness = inside & (found.faces[..., 1:].max(axis=-1) > limits.witness)
        doubtful = inside & (sureness < limits.own_sure) & (found.faces[..., 0] < limits.own_sure)
        spots = np.argwhere(witness | doubtful)
        if witness.sum() < limits.witnesses or not doubtful.any():
            return found
        likeness = self.likeness(grid, spots)
        best = likeness.max(axis=1)
        if np.median(best[witness[tuple(spots.T)]]) < limits.same_set:
            return found
        faces = found.faces.copy()
        for (row, col), one in zip(spots, likeness, strict=True):
            if doubtful[row, col]:
                faces[row, col] = _weighed(faces[row, col], one, limits)
        return replace(found, faces=faces)

    def likeness(self, grid: Image, spots: Indices) -> Float:
        """(len(spots), 35) correlation -1..1 of cells (row, col) with each face's best picture;
        -1 for faces of which there is none."""
        plane = np.asarray(cv2.cvtColor(grid, cv2.COLOR_BGR2LAB), np.uint8)
        best = np.full((len(spots), len(self.vectors)), -1.0, np.float32)
        for dy, dx in _SHIFTS:
            cells = np.stack([_cell(plane, row, col, dy, dx) for row, col in spots])
            best = np.maximum(best, _vectors(cells) @ self.vectors.T)
        found = np.full((FACES, len(spots)), -1.0)
        np.maximum.at(found, self.faces, best.T.astype(np.float64))
        return np.asarray(found.T)


def learnt_looks(learnt: LearntSet) -> LearntLooks:
    """The faces that a learnt set shows, each in all turns it can lie."""
    shown = [one for example in learnt.examples for one in _turns(example)]
    vectors = _vectors(np.stack([picture for _, picture in shown]))
    return LearntLooks(vectors, np.array([face for face, _ in shown], np.intp))


def unlike_namesakes(learnt: LearntSet, limits: Limits = LIMITS) -> tuple[str, ...]:
    """The names that two tiles of a set bear which look less alike than those of one set do."""
    unlike = []
    for name in dict.fromkeys(example.name for example in learnt.examples):
        mine = [one for one in learnt.examples if one.name == name]
        shown = [dict(_turns(one)) for one in mine]
        first = _vectors(np.stack([*shown[0].values()]))
        alike = [
            (_vectors(np.stack([other[face] for face in shown[0]])) * first).sum(axis=1).mean()
            for other in shown[1:]
        ]
        if alike and min(alike) < limits.same_set:
            unlike.append(name)
    return tuple(unlike)


def _turns(example: Example) -> Iterator[tuple[int, Pixels]]:
    """Face numbers and (28, 28, 3) Lab pictures of one tile turned by quarters clockwise."""
    kind = next(kind for kind in KINDS if f"T{kind.number}" == example.name)
    small = cv2.resize(example.picture, (CELL_PX, CELL_PX), interpolation=cv2.INTER_AREA)
    plane = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.uint8)
    for quarters in range(4):
        face = FACE_OF[turned_mask(kind.mask, example.quarters + quarters)]
        turned = np.rot90(plane, -quarters)
        yield face, turned[_RIM : CELL_PX - _RIM, _RIM : CELL_PX - _RIM]


def _cell(plane: Pixels, row: int, col: int, dy: int, dx: int) -> Pixels:
    y, x = row * CELL_PX + _RIM + dy, col * CELL_PX + _RIM + dx
    size = CELL_PX - 2 * _RIM
    return plane[y : y + size, x : x + size]


def _vectors(cells: Pixels) -> Looks:
    """(N, D) of Lab pictures (N, h, w, 3): each without its mean colour and of length one, so
    that a lamp's strength and tint do not count."""
    values = cells.astype(np.float32) * np.array([1, _COLOUR, _COLOUR], np.float32)
    values -= values.mean(axis=(1, 2), keepdims=True)
    flat = values.reshape(len(values), -1)
    length = np.linalg.norm(flat, axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(length, 1.0), np.float32)


def _weighed(faces: Float, likeness: Float, limits: Limits) -> Float:
    """A cell's belief (35,) with tiles weighed by likeness; faces the set does not show count as
    if they were as like as the mean of those it does."""
    shown = likeness[1:] > -1
    gain = np.where(shown, likeness[1:], likeness[1:][shown].mean())
    votes = np.clip((gain - gain.max()) / limits.likeness_unit, -limits.likeness_most, 0)
    weighed = faces[1:] * np.exp(votes)
    total = weighed.sum()
    if total <= 0:
        return faces
    return np.concatenate([faces[:1], weighed * (faces[1:].sum() / total)])
