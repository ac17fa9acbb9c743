"""The evenings' path-traced photos, with a booth that only writes down what it is asked for."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.core.places import Cell
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import TERMINI, Spot
from rules.games.linie1.tiles import TILES, pairs_of
from rules.games.redline.tiles import Colour, Tile
from tests.evenings import traced
from tests.evenings.traced import TRACED, Album

_BOOTH = """
def shoot(path, rng, samples): pass
def camera(*given, **named): pass
"""
_GAME = """
import json, os
import cv2, numpy as np
def turned(kind, quarters): return [["NS", "EW"], ["NW"], ["EN"], ["ES"]][quarters]
def scene(path, seed, **lying):
    print("the renderer talks")
    cv2.imwrite(path, np.full((4, 4, 3), 90, np.uint8))
    told = {k: [[list(at) if isinstance(at, tuple) else at, w] for at, w in v.items()]
            if isinstance(v, dict) else v for k, v in lying.items()}
    json.dump(told, open(os.path.splitext(path)[0] + ".json", "w"))
"""


@pytest.fixture
def album(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """An album whose booth stands in a folder of its own."""
    (tmp_path / "booth.py").write_text(_BOOTH)
    for game in ("redline", "linie1"):
        (tmp_path / f"{game}_booth.py").write_text(_GAME)
    monkeypatch.setattr(traced, "PHOTOBOOTH", tmp_path)
    made = Album(Path(sys.executable), tmp_path / "album")
    yield made
    made.close()


def test_a_table_is_photographed_once_and_kept(album: Album) -> None:
    """Who plays the same evening again waits for no photo."""
    draw = TRACED["redline"](album, 3)
    lying = {Cell(1, -2): Tile(Colour.BLUE, 17)}
    first = draw(lying, 5)
    assert first.shape == (4, 4, 3)
    assert len([*album.folder.glob("*.jpg")]) == 1
    album.close()
    photo_again = Album(Path("no-such-interpreter"), album.folder)
    assert np.array_equal(TRACED["redline"](photo_again, 3)(lying, 5), first)


def test_the_booth_lays_what_lies_there(album: Album) -> None:
    """Tiles, and the camera's frame round them."""
    order = {"game": "redline", "seed": 3, "shot": 1, "board": [[1, -2, "B", 17]], "frame": []}
    _, told = album.photo(order)
    assert told["board"] == [[[1, -2], ["B", 17]]]


def test_signs_and_trams_stand_where_they_are(album: Album) -> None:
    """A tram on a terminus stands on its half circle, outside the cells."""
    north = next(one for one in TERMINI if one.side == "N")
    curve = next(t for t in TILES if t is not None and pairs_of(t.mask) == ("NE",))
    lying = {
        Spot(3, 4): CellContent.of(curve, True, ()),
        north.spot: CellContent.of(None, False, (north.line,)),
    }
    TRACED["linie1"](album, 3)(lying, 1)
    (told,) = (path.read_text() for path in album.folder.glob("*.told"))
    row, col = traced._standing(north.spot)
    assert 0 < row < 0.5
    assert north.spot.col < col < north.spot.col + 1
    assert f"[{north.line}, {row}, {col}]" in told
    assert '"3, 4", [3, 4]' in told
    assert '[[3, 4], [2, 2, ["EN"]]]' in told


def test_the_first_ray_is_the_one_at_twelve_o_clock() -> None:
    """Rays run clockwise in the photo, whose y grows downward."""
    cells = [
        {"ring": 3, "cell": k, "px": [500 + 300 * np.cos(a), 400 + 200 * np.sin(a)]}
        for k, a in enumerate(np.radians(100.0 + 45 * np.arange(8)))
    ]
    assert traced._first_ray({"cells": cells, "centre": [500.0, 400.0]}) == 4
