"""What an overlay says of places that bear no piece."""

from __future__ import annotations

import numpy as np

from rules.core.observation import EMPTY, Belief, Pose, Sighting
from rules.core.places import Cell
from vision.overlay import mark_doubts


def test_a_doubtful_free_place_is_marked_where_it_is() -> None:
    """People read a place's name; they look where it stands."""
    photo = np.full((600, 800, 3), 120, np.uint8)
    place = Sighting(Cell(5, 2), Belief.of({EMPTY: 0.8}), 1.0, Pose((300.0, 200.0)))
    unseen = Sighting(Cell(6, 2), Belief.of({EMPTY: 0.8}), 1.0, None)
    mark_doubts(photo, [place, unseen])
    ys, xs = np.nonzero((photo != 120).any(axis=2))
    assert len(xs)
    assert abs(xs.mean() - 300) < 10
    assert abs(ys.mean() - 200) < 10
    assert np.ptp(xs) < 100
