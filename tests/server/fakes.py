"""A reader that knows the truth: the whole path without the time and the errors of seeing."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from typing import Any

import cv2
import numpy as np

from rules.core.discovery import get
from rules.core.observation import EMPTY, Belief, Observation, Pose, Sighting
from rules.core.places import Cell
from rules.games.redline.tiles import STEPS, Colour, Tile
from rules.referee.referee import begin
from server.commands.samples import demo_folder
from server.pipeline.session import Session
from vision.photo import load_photo
from vision.reader import Image, OnStage, Reader, untimed
from vision.reading import Piece, Reading, ReadingStatus, Refusal

NO_BOARD = Refusal("no-board", "There is nothing in this picture.", "Show the layout.")
PHOTOS = tuple(sorted(demo_folder().glob("*.jpg")))
_SURE = 0.999


class TruthReader(Reader):
    """Reads the sample photos from the truth beside them, and refuses any other picture."""

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """What truly stands in a sample photo."""
        truth = _truths().get(_key(image))
        size_wh = (image.shape[1], image.shape[0])
        on_stage("look up")
        if truth is None:
            return Reading.refused("redline", NO_BOARD, size_wh)
        tiles = {Cell(t["col"], t["row"]): t for t in truth}
        pieces = tuple(_piece(cell, t) for cell, t in tiles.items())
        return Reading("redline", ReadingStatus.READ, size_wh, pieces, _observation(tiles))


def truth_session(players: tuple[str, ...] = ("A", "B")) -> Session:
    """A Redline session that sees everything rightly."""
    game = get("redline")
    return Session(game, TruthReader(), begin(game, players, game.rulebook.house()), players)


def _tile(truth: Mapping[str, Any]) -> Tile:
    return Tile(Colour(truth["colour"]), sum(1 << spoke for spoke in truth["spokes"]))


def _piece(cell: Cell, truth: Mapping[str, Any]) -> Piece:
    (x, y), r = truth["px"], truth["half"]
    outline = ((x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r))
    return Piece("tile", "layout", _tile(truth), cell, (x, y), outline, _SURE)


def _observation(tiles: Mapping[Cell, Mapping[str, Any]]) -> Observation[Cell, Tile]:
    return Observation("redline", (*_taken(tiles), *_empty(tiles)))


def _taken(tiles: Mapping[Cell, Mapping[str, Any]]) -> Iterator[Sighting[Cell, Tile]]:
    for cell, truth in tiles.items():
        belief: Belief[Tile] = Belief(((_tile(truth), _SURE), (EMPTY, 1 - _SURE)))
        yield Sighting(cell, belief, pose=Pose(tuple(truth["px"])))


def _empty(tiles: Mapping[Cell, Any]) -> Iterator[Sighting[Cell, Tile]]:
    around = {cell.shifted(*step) for cell in tiles for step in STEPS} - set(tiles)
    for cell in around:
        yield Sighting(cell, Belief(((EMPTY, _SURE),)))


@cache
def _truths() -> dict[str, list[dict[str, Any]]]:
    """The picture's content to the tiles that lie in it, for the photos of the recorded game and
    their small ones; `half`: half a tile's side in it, pixels."""
    found = {}
    for turn, path in enumerate(PHOTOS):
        tiles = json.loads(path.with_suffix(".json").read_text("utf-8"))["tiles"]
        for image, scale in ((picture(turn), 1.0), (small_picture(turn), 0.5)):
            px = [[scale * value for value in tile["px"]] for tile in tiles]
            found[_key(image)] = [
                {**tile, "px": at, "half": 40 * scale} for tile, at in zip(tiles, px, strict=True)
            ]
    return found


@cache
def picture(turn: int) -> Image:
    """A photo of the recorded game, opened once for all tests: nobody may write into it."""
    image = load_photo(PHOTOS[turn])
    assert not isinstance(image, Refusal)
    image.setflags(write=False)
    return image


@cache
def small_picture(turn: int) -> Image:
    """The same at half its width and height, which is enough where nobody looks at pixels: it is
    encoded, scaled and kept in a quarter of the time."""
    image = np.asarray(cv2.pyrDown(picture(turn)), np.uint8)
    image.setflags(write=False)
    return image


def _key(image: Image) -> str:
    return sha256(image.tobytes()).hexdigest()
