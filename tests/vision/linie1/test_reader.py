"""The whole way of a photo, on pictures of our own quick picture maker and, where they are at
hand, on real photos."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.homography import Homography
from rules.games.linie1.tiles import Tile
from tests.render.linie1.photo import Photo, random_photo
from tests.render.linie1.positions import random_position
from tests.render.seeds import stream
from tests.vision.linie1.placing import read_at
from vision.linie1.board.pose import BoardPose
from vision.linie1.limits import Limits
from vision.linie1.reader import Linie1Reader, load
from vision.linie1.tiles.beliefs import PlaceBelief, place_beliefs
from vision.linie1.tiles.cells import CellReadings
from vision.photo import load_photo
from vision.reading import Reading, ReadingStatus, Refusal

REAL = Path(__file__).resolve().parents[4] / "shared" / "photos" / "real"

#: Tables that a person would call readable.
READABLE = (10, 16, 18)


@cache
def _photo(seed: int, tiles: int = 30) -> Photo:
    """A picture drawn once for all tests: nobody may write into it."""
    photo = random_photo(seed, random_position(stream(seed, "table"), tiles), (1280, 960))
    photo.image.setflags(write=False)
    return photo


@cache
def _read(seed: int) -> Reading:
    """What the reader makes of it."""
    return load().read(_photo(seed).image)


def _at(photo: Photo) -> BoardPose:
    """Where the board truly lies."""
    return BoardPose(Homography(photo.board_to_photo), 0.0, (1.0, 0.0, 0.0, 0.0))


def _tiles(reading: Reading) -> dict[tuple[int, int], object]:
    pieces = [p for p in reading.pieces if p.kind == "tile" and p.place is not None]
    return {(p.place.as_json()[0], p.place.as_json()[1]): p.label.tile for p in pieces}  # type: ignore[attr-defined, union-attr]


def _wrong(photo: Photo, reading: Reading) -> int:
    """Cells read wrong."""
    read = _tiles(reading)
    laid = {at: Tile.of_kind(*tile) for at, tile in photo.cells.items() if tile is not None}
    return sum(read.get(at) != laid.get(at) for at in photo.cells)


@pytest.mark.parametrize("seed", READABLE)
def test_a_readable_table_is_read_without_a_wrong_cell(seed: int) -> None:
    """Board, top and all 144 cells, from nothing but the picture."""
    photo, reading = _photo(seed), _read(seed)
    assert reading.status is not ReadingStatus.REFUSED
    assert _wrong(photo, reading) == 0
    assert reading.observation is not None
    assert len(reading.observation.sightings) == 144 + 12


def test_a_known_place_needs_no_search(reader: Linie1Reader) -> None:
    """The same cells where the board's place is told; the second photo of a table at rest is
    read at the remembered place."""
    photo = _photo(READABLE[0])
    told = read_at(reader, photo.image, _at(photo))
    found = _read(READABLE[0])
    again = reader.read(photo.image, found.memory)
    assert _tiles(told) == _tiles(found) == _tiles(again)
    assert again.memory is not None


def test_neighbours_speak_on_a_photo_of_no_game_alone(
    reader: Linie1Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a game is played there they do not, whatever else is known of the table."""
    image, seen = _photo(READABLE[0]).image, _read(READABLE[0])
    heard: list[bool] = []

    def told(found: CellReadings, limits: Limits, *, alone: bool) -> tuple[PlaceBelief, ...]:
        heard.append(alone)
        return place_beliefs(found, limits, alone=alone)

    monkeypatch.setattr("vision.linie1.reader.place_beliefs", told)
    for memory in (None, reader.with_position(None, {}), seen.memory):
        reader.read(image, memory)
    assert heard == [True, False, False]


def test_a_turned_photo_gives_the_same_board(reader: Linie1Reader) -> None:
    """The frame is the print's, whatever the camera calls up."""
    photo = _photo(READABLE[1])
    turned = reader.read(np.ascontiguousarray(np.rot90(photo.image)))
    assert _tiles(turned) == _tiles(_read(READABLE[1]))


def test_a_board_half_out_of_the_picture_is_refused(reader: Linie1Reader) -> None:
    """With the place known, so that this is about what is done with it."""
    photo = _photo(READABLE[0])
    x = float(Homography(photo.board_to_photo)(np.array([[6.0, 6.0]]))[0, 0])
    away = np.array([[1, 0, -x], [0, 1, 0], [0, 0, 1.0]])
    pose = BoardPose(Homography(away @ photo.board_to_photo), 0.0, (1.0, 0.0, 0.0, 0.0))
    refusal = read_at(reader, photo.image[:, int(x) :], pose).refusal
    assert refusal is not None
    assert refusal.code == "cut-off"


@pytest.mark.parametrize(
    ("image", "codes"),
    [
        (np.full((480, 640, 3), 140, np.uint8), {"no-board", "blurred"}),
        (np.zeros((480, 640, 3), np.uint8), {"too-dark"}),
        (np.full((480, 640, 3), 255, np.uint8), {"too-bright"}),
        (np.zeros((1, 1, 3), np.uint8), {"too-dark", "no-board"}),
    ],
    ids=["wall", "lens cap", "burnt", "one pixel"],
)
def test_pictures_without_a_board_are_refused(
    reader: Linie1Reader, image: np.ndarray, codes: set[str]
) -> None:
    """Each with a code, a sentence and a cure."""
    reading = reader.read(image)
    assert reading.refusal is not None
    assert reading.refusal.code in codes
    assert reading.refusal.message.endswith(".")
    assert reading.refusal.cure.endswith(".")


@pytest.mark.parametrize("name", ["linie1_board.jpg", "streetcar_board.jpg"])
def test_real_boards_of_two_editions_are_empty(reader: Linie1Reader, name: str) -> None:
    """144 cells without a tile, the board the right way up."""
    if not (REAL / name).exists():
        pytest.skip(f"{REAL / name} is not here")
    image = load_photo(REAL / name)
    assert not isinstance(image, Refusal)
    reading = reader.read(image)
    assert reading.status is not ReadingStatus.REFUSED
    assert _tiles(reading) == {}


def test_a_blurred_photo_is_not_believed(reader: Linie1Reader) -> None:
    """Whatever is made of it, nothing is said surely that is wrong."""
    photo = _photo(READABLE[2])
    soft = np.asarray(cv2.GaussianBlur(photo.image, (0, 0), 9), np.uint8)
    reading = read_at(reader, soft, _at(photo))
    assert reading.status is not ReadingStatus.READ


@pytest.mark.parametrize(("top_share", "told"), [(0.53, True), (0.999, False)])
def test_a_board_of_which_the_top_is_not_seen_is_said(top_share: float, *, told: bool) -> None:
    """All of it is doubtful then, and the cure is another one than more light."""
    photo = _photo(READABLE[0])
    left = 1 - top_share
    pose = BoardPose(Homography(photo.board_to_photo), 0.0, (top_share, left, 0.0, 0.0))
    reading = read_at(load(), photo.image, pose)
    assert any("which way round" in note for note in reading.notes) == told
    assert not told or reading.status is ReadingStatus.UNSURE
