"""Cells that are not read surely, judged by their neighbours too: track mostly runs on.

Only which tile lies there is weighed, never whether one does, and only gently: a tile that does
not answer its neighbour is a foul that must stay visible, so what the picture shows clearly is
left alone and what it half shows is not overruled.
"""

from __future__ import annotations

import numpy as np

from rules.games.linie1.places import CELLS, LOCATION_AT, SPAN, TERMINI
from rules.games.linie1.tiles import FACE_SIDES
from vision.linie1.limits import Limits
from vision.nn.arrays import Float

#: (4, 35) whether a face has track on a side N, E, S, W.
_TRACK = np.array([[bits >> side & 1 for bits in FACE_SIDES] for side in range(4)], bool)

#: Row and column steps to the neighbour across each side.
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def _printed() -> Float:
    """(14, 14, 4) probability of track on the side of a place that the print decides: 1 where a
    terminus exit leaves it, 0 at locations and at the rest of the border, NaN where cells are."""
    track = np.zeros((SPAN, SPAN, 4))
    for at in CELLS:
        track[divmod(at, SPAN)] = np.nan
    for terminus in TERMINI:
        for at in terminus.border:
            track[divmod(at, SPAN)][(terminus.inner + 2) % 4] = 1.0
    return track


_PRINTED = _printed()


def with_neighbours(faces: Float, limits: Limits) -> Float:
    """Beliefs (14, 14, 35) with those of doubtful tiles weighed by the sides around them."""
    found = faces.copy()
    for row, col in np.argwhere(faces[1:-1, 1:-1].max(-1) < limits.judged_alone) + 1:
        if row * SPAN + col in LOCATION_AT:
            continue
        weights = np.ones(faces.shape[-1])
        for side, (down, right) in enumerate(_STEPS):
            weights *= _answers(faces, row + down, col + right, side, limits.answers_not)
        tiles = faces[row, col, 1:] * weights[1:]
        found[row, col, 1:] = tiles * (faces[row, col, 1:].sum() / max(tiles.sum(), 1e-12))
    return found


def _answers(faces: Float, row: int, col: int, side: int, answers_not: float) -> Float:
    """(35,) how well each face goes with the neighbour (row, col) across this side."""
    across = (side + 2) % 4
    empty, track = 0.0, float(_PRINTED[row, col, across])
    if np.isnan(track):
        empty, track = float(faces[row, col, 0]), float(faces[row, col, _TRACK[across]].sum())
    bare = 1 - empty - track
    weights: Float = empty + np.where(
        _TRACK[side], track + answers_not * bare, answers_not * track + bare
    )
    return weights
