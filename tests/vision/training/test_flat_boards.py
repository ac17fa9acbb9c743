"""Boards of any look that the nets of cells learn from: what is told of them is what they show."""

from __future__ import annotations

import numpy as np
import pytest

from tests.render.seeds import stream
from vision.training.linie1.flat import flat_board
from vision.training.linie1.flat_art import random_tiles, tile
from vision.training.linie1.pictures import FREE

_PX = 48
#: Row and column, in shares of a tile's side, of a spot that a track crosses and of one far off.
_SPOTS = {
    "NS": ((0.2, 0.5), (0.5, 0.08)),
    "EW": ((0.5, 0.2), (0.08, 0.5)),
    "EN": ((0.35, 0.65), (0.85, 0.15)),
    "SW": ((0.65, 0.35), (0.15, 0.85)),
}


def test_a_board_is_drawn_as_it_is_told() -> None:
    """Tiles lie only where they may, signs and trams on them."""
    board = flat_board(3)
    assert board.image.shape == (600, 600, 3)
    assert (board.faces > 0).any()
    assert not board.faces[~FREE].any()
    assert board.faces[board.signs | board.trams.any(-1)].all()


@pytest.mark.parametrize("pair", _SPOTS)
def test_track_is_drawn_where_it_runs(pair: str) -> None:
    """A tile differs from one without track where the track crosses it, and not far from there."""
    for seed in range(3):
        look = random_tiles(stream(seed, "tiles"), _PX)
        bare, shown = (tile(look, way, False, _PX, stream(seed, "one"))[0] for way in ((), (pair,)))
        crossed, far = (_near(np.abs(shown - bare).max(-1), at) for at in _SPOTS[pair])
        assert crossed > far


def _near(away: np.ndarray, at: tuple[float, float]) -> float:
    row, col = (round(share * _PX) for share in at)
    return float(away[max(row - 6, 0) : row + 7, max(col - 6, 0) : col + 7].sum())
