"""Fields as a perfect net would tell them: from the labels of a rendered photo."""

from __future__ import annotations

import numpy as np

from tests.render.mokadi_photo import NAMES, MokadiPhoto
from vision.mokadi.pieces.fields import CELL, Fields
from vision.nn.resample import whole


def truth_fields(photo: MokadiPhoto, scatter_px: float = 0.0, seed: int = 0) -> Fields:
    """The fields of a photo at its own size; axes scatter by so many pixels, votes thrice that."""
    rng = np.random.default_rng(seed)
    owner = photo.labels.owner[::CELL, ::CELL].astype(int)
    part = photo.labels.part[::CELL, ::CELL]
    rows, columns = np.mgrid[0 : owner.shape[0], 0 : owner.shape[1]]
    spot = np.stack([columns, rows], -1) * float(CELL) + (CELL - 1) / 2
    ends = photo.sticks_xy.reshape(-1, 2, 2)
    start = np.vstack([photo.pads_xy, ends[:, 0], [[0, 0]]])[owner]
    end = np.vstack([photo.pads_xy, ends[:, 1], [[1, 0]]])[owner]
    length = np.linalg.norm(end - start, axis=-1, keepdims=True) + 1e-6
    along = (end - start) / length
    ahead = ((spot - start) * along).sum(-1, keepdims=True)
    pieces = (*photo.pile.pads, *photo.pile.sticks)
    colour = np.array([NAMES.index(photo.names[p.colour]) for p in pieces] + [0])[owner]
    turn = np.arctan2(along[..., 1], along[..., 0])
    tip = np.where(ahead < length / 2, start, end)
    return Fields(
        part=_shares(part),
        colour=_shares(colour),
        turn=(turn + np.pi / 2) % np.pi - np.pi / 2,
        axis=start + ahead * along + rng.normal(0, scatter_px, spot.shape),
        tip=tip + rng.normal(0, 3 * scatter_px, spot.shape),
        spot=spot,
        patch=whole(photo.image),
    )


def _shares(labels: np.ndarray) -> np.ndarray:
    """(4, H, W) probabilities that leave little doubt of the label."""
    return np.stack([np.where(labels == k, 0.94, 0.02) for k in range(4)])
