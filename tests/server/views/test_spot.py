"""The picture of the spot that is open: people are shown the one they can see something in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from server.views.pictures.spot import _window, clearest, spot_of
from tests.server.scripted import play, truthful_table


def test_a_dark_or_blurred_picture_takes_no_proof_away(tmp_path: Path) -> None:
    """The spot of an open foul stays as it was seen well, until something else is open; a picture
    about as good is newer."""
    with truthful_table(tmp_path, 0, 1, 2, 3) as table:
        game = table.in_play.game
        assert game is not None
        seen = game.newest
        assert seen is not None
        assert seen.image is not None
        well = spot_of(seen)
        for worse in (seen.image * 0.5, cv2.GaussianBlur(seen.image, (0, 0), 2.0)):
            later = spot_of(replace(seen, image=worse.astype(np.uint8)))
            assert clearest(later, well) is well
            assert clearest(well, later) is well
        nearly = spot_of(replace(seen, image=(seen.image * 0.9).astype(np.uint8)))
        assert clearest(nearly, well) is nearly
        assert clearest(None, well) is None
        play(table, 4)
        assert game._spot is None


def test_a_spot_is_cut_as_tightly_as_its_pieces_lie() -> None:
    """One piece with its neighbours is about square, so that it is large in a frame of any shape;
    a long row is wider than high, but no strip."""

    def size(*columns: int) -> tuple[int, int]:
        square = np.float32([(1000, 1000), (1100, 1000), (1100, 1100), (1000, 1100)])
        outlines = [square + np.float32([100 * column, 0]) for column in columns]
        left, top, right, bottom = _window(outlines, (3000, 3000))
        return right - left, bottom - top

    assert size(0) == (360, 360)
    wide, high = size(0, 4)
    assert wide == 760
    assert high == 570
