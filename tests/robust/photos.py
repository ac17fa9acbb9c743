"""Where the scenes come from: photos with their truth beside them, and our own quick pictures."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.homography import Homography
from rules.games.linie1.tiles import Tile
from tests.render import redline
from tests.render.linie1 import photo as linie1
from tests.render.linie1.positions import random_position
from tests.render.rouge import photo as rouge
from tests.render.seeds import stream
from tests.render.style import RoomLook
from tests.robust.scene import Scene, scene_of
from vision.photo import load_photo
from vision.reader import Image
from vision.reading import Refusal

_SIZE = (1280, 960)


def traced(folder: Path) -> Iterator[Scene]:
    """The photos of a folder and its games that have their truth beside them, by name."""
    for path in sorted(folder.rglob("*.jpg")):
        name = str(path.relative_to(folder).with_suffix(""))
        scene = photographed(folder, name) if path.with_suffix(".json").is_file() else None
        if scene is not None:
            yield scene


def photographed(folder: Path, name: str) -> Scene | None:
    """One of these photos, by its name in the folder; None where it tells no plane."""
    path = folder / f"{name}.jpg"
    image, truth = load_photo(path), json.loads(path.with_suffix(".json").read_text("utf-8"))
    assert not isinstance(image, Refusal), path
    return scene_of(name, image, {"game": folder.name, **truth})


def drawn(game: str, seeds: range, tilt_deg: float | None = None) -> Iterator[Scene]:
    """Quick pictures of a game, nothing over it; `tilt_deg`: the camera's, else as the seed will
    have it."""
    for seed in seeds:
        image, truth = _DRAWN[game](seed, tilt_deg)
        scene = scene_of(f"drawn {seed}", image, {"game": game, **truth})
        if scene is not None:
            yield scene


def _tilted(room: RoomLook, tilt_deg: float | None) -> RoomLook:
    """The room with its camera at a tilt, degrees."""
    if tilt_deg is None:
        return room
    return replace(room, pose=replace(room.pose, tilt_deg=tilt_deg, roll_deg=0.0))


def _redline(seed: int, tilt_deg: float | None) -> tuple[Image, Mapping[str, Any]]:
    rng = stream(seed, "photo")
    board = redline.random_board(rng, int(rng.integers(6, 31)))
    style = redline.style_of(redline.Seeds(seed, seed, seed, seed))
    style = replace(style, room=_tilted(style.room, tilt_deg))
    photo = redline.render(board, seed=seed, size_wh=_SIZE, occlude=False, style=style)
    return photo.image, redline.truth_json(photo)


def _linie1(seed: int, tilt_deg: float | None) -> tuple[Image, Mapping[str, Any]]:
    position = random_position(stream(seed, "table"), int(stream(seed, "many").integers(8, 60)))
    style = linie1.random_style(seed)
    style = replace(style, room=_tilted(style.room, tilt_deg))
    photo = linie1.take(linie1.random_table(seed, position), style, _SIZE, seed, cover=False)
    return photo.image, _linie1_truth(photo)


def _linie1_truth(photo: linie1.Photo) -> Mapping[str, Any]:
    to_photo = Homography(photo.board_to_photo)
    tiles = [
        {
            "row": row,
            "col": col,
            "tile": None if tile is None else f"T{tile[0]}",
            "connections": [] if tile is None else list(Tile.of_kind(*tile).connections),
            "px": to_photo(np.array([[col - 0.5, row - 0.5]]))[0].tolist(),
        }
        for (row, col), tile in photo.cells.items()
    ]
    return {"tiles": tiles, "stops": [{"row": r, "col": c} for r, c in photo.stops]}


def _rouge(seed: int, tilt_deg: float | None) -> tuple[Image, Mapping[str, Any]]:
    table = rouge.random_table(seed, _SIZE, sober=True, tilt_deg=tilt_deg)
    cells, spares = rouge.random_position(stream(seed, "position"), list(table.pawns.colours))
    photo = rouge.render(table, cells, spares=spares, hand=False)
    return photo.image, {
        "cells": [
            {"ring": c.ring + 1, "cell": c.index, "colour": c.colour, "px": list(c.foot_xy)}
            for c in photo.cells
        ]
    }


_DRAWN: Mapping[str, Callable[[int, float | None], tuple[Image, Mapping[str, Any]]]] = {
    "redline": _redline,
    "linie1": _linie1,
    "rouge": _rouge,
}
