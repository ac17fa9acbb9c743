"""Cells that are cut for the close look are told as they are shown."""

from __future__ import annotations

import numpy as np
import pytest

from rules.games.linie1.places import SPAN
from rules.games.linie1.tiles import FACE_OF, TILES, pairs_of

#: A curve from north to east, and the cell on which it lies.
_CURVE, _ROW, _COL = "NE", 5, 6


def test_a_turned_and_mirrored_view_has_the_face_that_it_shows() -> None:
    """White marks where the track meets the cell's sides are at the sides that the face joins."""
    pytest.importorskip("torch")
    from vision.training.linie1 import close_views as tested  # noqa: PLC0415 - needs torch
    from vision.training.linie1.pictures import BORDER, CELL_PX  # noqa: PLC0415
    from vision.training.linie1.samples import BoardSample  # noqa: PLC0415

    face = next(f for mask, f in FACE_OF.items() if mask and pairs_of(mask) == (_CURVE,))
    image = np.full((600, 600, 3), 60, np.uint8)
    x, y = (round((at - 1 + BORDER) * CELL_PX) for at in (_COL, _ROW))
    image[y : y + 10, x + 10 : x + 30] = 255
    image[y + 10 : y + 30, x + 30 : x + 40] = 255
    faces, none = np.zeros((SPAN, SPAN), np.uint8), np.zeros((SPAN, SPAN), bool)
    faces[_ROW, _COL] = face
    hidden = np.ones((SPAN, SPAN), np.float32)
    hidden[_ROW, _COL] = 0
    board = BoardSample(image, faces, none, np.zeros((SPAN, SPAN, 6), bool), hidden)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (("_SIGNS", 4), ("_TRAMS", 1), ("_DRAWN", 0.0), ("_KEEP_HUES", 1.1)):
            patch.setattr(tested, name, value)
        views = tested.Views([board], np.ones(1), "cpu", 3)
        pictures, told, things, tells = (part.numpy() for part in views.batch(64))
    assert len(set(told.tolist())) == 4
    assert not things.any()
    assert tells.all()
    for picture, number in zip(pictures.mean(1), told, strict=True):
        at = {"N": picture[22:28, 36:44], "S": picture[52:58, 36:44],
              "W": picture[36:44, 22:28], "E": picture[36:44, 52:58]}  # fmt: skip
        bright = sorted(at, key=lambda side: -at[side].mean())[:2]
        assert set(bright) == set(pairs_of(TILES[number].mask)[0])
