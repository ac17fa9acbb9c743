"""The whole way of a photo: path-traced samples, our own quick pictures, and what is no board."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from rules.games.rouge.state import Pawn
from rules.games.rouge.track import Hollow
from server.reports.scoring import errors
from tests.people.photos import DRAWN
from tests.render.rouge.photo import Table, random_table, render
from tests.robust.photos import drawn
from tests.robust.score import Outcome, outcome
from vision.photo import load_photo
from vision.reader import Image
from vision.reading import SURE_CONFIDENCE, Reading, ReadingStatus, Refusal
from vision.rouge.memory import BoardMemory
from vision.rouge.reader import RougeReader, load

SAMPLES = Path(__file__).resolve().parents[3] / "sample_images" / "rouge"
SINGLE = sorted(SAMPLES.glob("*.jpg"))
OTHERS = sorted(
    photo for game in ("linie1", "redline") for photo in (SAMPLES.parent / game).glob("*.jpg")
)
GAME = sorted((SAMPLES / "rouge_game_0101").glob("*.jpg"))


def later(photos: list[Path]) -> list[Any]:
    """Photos like those tried always, beside the slow tests."""
    return [pytest.param(photo, marks=pytest.mark.slow) for photo in photos]


@pytest.fixture(scope="module")
def reader() -> RougeReader:
    """The reader that ships."""
    return load()


def picture(photo: Path) -> Image:
    """A sample."""
    image = load_photo(photo)
    assert not isinstance(image, Refusal)
    return image


@cache
def read(photo: Path) -> Reading:
    """What the reader makes of a sample by itself."""
    return load().read(picture(photo))


@cache
def course() -> tuple[Reading, ...]:
    """What it makes of the recorded game, each photo with what the one before left."""
    reader, readings = load(), [read(GAME[0])]
    for photo in GAME[1:]:
        readings.append(reader.read(picture(photo), readings[-1].memory))
    return tuple(readings)


def truth(photo: Path) -> dict:  # type: ignore[type-arg]
    """What a sample shows."""
    return dict(json.loads(photo.with_suffix(".json").read_text("utf-8")))


def pawns(reading: Reading) -> dict[Hollow, str]:
    """Colour by hollow."""
    board = [piece for piece in reading.pieces if piece.area == "board"]
    return {p.place: p.label.colour for p in board}  # type: ignore[misc,attr-defined]


@pytest.mark.parametrize("photo", SINGLE, ids=lambda p: p.stem)
def test_every_hollow_of_the_samples_is_right(photo: Path) -> None:
    """In `rouge_0005` three red pegs stand in red hollows."""
    assert errors(truth(photo), read(photo)) == (0, 24)


def test_a_photo_that_is_read_tells_what_is_sure() -> None:
    """Of the pawns beside the board, too: some of the samples' are doubted."""
    readings = [reading for reading in map(read, SINGLE) if reading.status is ReadingStatus.READ]
    assert readings
    pieces = [piece for reading in readings for piece in reading.pieces]
    assert min(piece.confidence for piece in pieces) >= SURE_CONFIDENCE
    assert any(piece.area == "aside" for piece in pieces)


@pytest.mark.parametrize(
    "photo", [*SINGLE[:2], GAME[0], *later([*SINGLE[2:], *GAME[1:]])], ids=lambda p: p.stem
)
def test_a_dark_photo_is_read_as_a_light_one(reader: RougeReader, photo: Path) -> None:
    """Two stops and a half darker, every hollow is still right."""
    dark = np.asarray(cv2.convertScaleAbs(picture(photo), alpha=0.18), np.uint8)
    assert errors(truth(photo), reader.read(dark)) == (0, 24)


def test_ten_black_pawns_in_black_rings_are_not_silently_missed(reader: RougeReader) -> None:
    """A dim drawn board whose black pawns nobody sees clearly: right or in doubt."""
    scene = next(drawn("rouge", range(920000, 920001)))
    assert outcome(scene, reader.read(scene.image)) is not Outcome.SILENT


@pytest.mark.parametrize("seed", [2, 5])
def test_pegs_in_narrow_hollows_are_read(reader: RougeReader, seed: int) -> None:
    """On a newspaper, a peg 20 pixels wide: red in a yellow ring and in a grey one."""
    draw = DRAWN["rouge"](seed, (1280, 720))
    position = {Hollow(2, 6): Pawn("red"), Hollow(3, 5): Pawn("red")}
    image = draw(position, 2)
    labels = [piece.label for piece in reader.read(image).pieces if piece.area == "board"]
    assert labels == [Pawn("red")] * 2


def test_a_game_keeps_its_frame_and_its_pawns() -> None:
    """Six photos from one camera: every pawn right, and each cell is called the same throughout."""
    turns = set()
    for photo, reading in zip(GAME, course(), strict=True):
        assert errors(truth(photo), reading)[0] == 0
        cells = {(c["ring"], c["cell"]): c["colour"] for c in truth(photo)["cells"]}
        found = pawns(reading)
        turns.add(
            next(
                k
                for k in range(8)
                if all(cells[h.ring, (h.cell + k) % 8] == c for h, c in found.items())
            )
        )
    assert len(turns) == 1


def test_a_known_board_is_read_without_being_looked_for(reader: RougeReader) -> None:
    """The fast way gives the same pawns; a board that is not there is not made up."""
    first = read(GAME[0])
    assert isinstance(first.memory, BoardMemory)
    again = reader.read_known(picture(GAME[1]), first.memory)
    assert pawns(again) == pawns(read(GAME[1]))
    wall = np.full_like(picture(GAME[0]), 140)
    assert reader.read_known(wall, first.memory).status is ReadingStatus.REFUSED


@pytest.mark.parametrize("photo", [SINGLE[0], *later(SINGLE[1:4])], ids=lambda p: p.stem)
def test_a_board_in_the_middle_upside_down_keeps_its_pawns(
    reader: RougeReader, photo: Path
) -> None:
    """It lies where it lay, and yet every ray is another one: they are known by the photo as it
    was, as in the same photo again."""
    image = picture(photo)
    first = read(photo).memory
    assert isinstance(first, BoardMemory)
    (x, y), (w, h) = first.pose.middle_xy, first.size_wh
    wide, high = int(min(x, w - 1 - x)), int(min(y, h - 1 - y))
    image = image[int(y) - high : int(y) + high + 1, int(x) - wide : int(x) + wide + 1]
    upright = reader.read(image)
    for seen in (image, np.ascontiguousarray(np.rot90(image, 2))):
        again = reader.read(seen, upright.memory)
        assert pawns(again) == pawns(upright)


def test_the_first_ray_is_claimed_once_it_is_known() -> None:
    """A first picture has only twelve o'clock to go by."""
    both = course()[:2]
    names = [{q.name for q in r.observation.quantities} for r in both if r.observation]
    assert "first-ray" not in names[0]
    assert "first-ray" in names[1]


@pytest.fixture(scope="module")
def table() -> Table:
    """A box of our own picture maker that a person would call readable."""
    return random_table(READABLE, (960, 720), (0.7, 0.8))


READABLE = 61


def test_a_ring_between_two_steps_is_measured(reader: RougeReader, table: Table) -> None:
    """The ring's angle is told, and the photo waits for the hand to finish."""
    rest = table.rays_deg
    for off in (0.0, 14.0):
        photo = render(table, {}, phases_deg=(rest, rest + off, rest), hand=False)
        reading = reader.read(photo.image)
        assert reading.observation is not None
        rings = {q.name: q.value for q in reading.observation.quantities}
        assert rings["ring-2"] == pytest.approx(off, abs=2.5)
        if off:
            assert reading.status is ReadingStatus.UNSURE


def test_a_hand_over_hollows_leaves_them_in_doubt(reader: RougeReader, table: Table) -> None:
    """A board of which a hollow is all but hidden by a hand is never surely read."""
    tried = 0
    for shot in (2, 3):
        photo = render(table, {}, shot_seed=shot, hand=True)
        if min(cell.visible for cell in photo.cells) < 0.3:
            tried += 1
            assert reader.read(photo.image).status is not ReadingStatus.READ
    assert tried >= 2


def test_a_board_cut_off_is_refused(reader: RougeReader) -> None:
    """A third of the board outside the picture."""
    image = picture(SINGLE[0])
    reading = reader.read(np.ascontiguousarray(image[:, : image.shape[1] // 2 + 60]))
    assert reading.refusal is not None
    assert reading.refusal.code in {"cut-off", "no-board"}


@pytest.mark.parametrize(
    "photo", [OTHERS[0], OTHERS[-1], *later(OTHERS[1:-1])], ids=lambda p: p.stem
)
def test_another_game_is_no_rouge_board(reader: RougeReader, photo: Path) -> None:
    """Tiles and trams have no rings, whatever else looks like a hollow."""
    refusal = reader.read(picture(photo)).refusal
    assert refusal is not None
    assert refusal.code == "no-board"


@pytest.mark.parametrize(
    ("image", "codes"),
    [
        (np.full((480, 640, 3), 140, np.uint8), {"no-board", "blurred"}),
        (np.zeros((480, 640, 3), np.uint8), {"too-dark"}),
        (np.full((480, 640, 3), 255, np.uint8), {"too-bright"}),
        (np.random.default_rng(1).integers(0, 255, (480, 640, 3)).astype(np.uint8), {"no-board"}),
        (np.zeros((1, 1, 3), np.uint8), {"too-dark", "no-board"}),
    ],
    ids=["wall", "lens cap", "burnt", "noise", "one pixel"],
)
def test_pictures_without_a_board_are_refused(
    reader: RougeReader, image: np.ndarray, codes: set[str]
) -> None:
    """Each with a code, a sentence and a cure."""
    reading = reader.read(image)
    assert reading.status is ReadingStatus.REFUSED
    assert reading.refusal is not None
    assert reading.refusal.code in codes
    assert reading.refusal.message.endswith(".")
    assert reading.refusal.cure.endswith(".")


def test_a_photo_blurred_beyond_reading_is_not_read(reader: RougeReader) -> None:
    """Blur gives a refusal or doubt, never a sure reading."""
    image = np.asarray(cv2.GaussianBlur(picture(SINGLE[2]), (0, 0), 25), np.uint8)
    assert reader.read(image).status is not ReadingStatus.READ


@pytest.mark.parametrize(
    "seed", [5143, *(pytest.param(n, marks=pytest.mark.slow) for n in (52, 5066))]
)
def test_a_cloth_is_not_taken_for_rings(reader: RougeReader, seed: int) -> None:
    """Squares and stripes beside a board drew the finder away from it: it lies where its hollows
    are seen, and what stands in them is told; a name that is wrong is in doubt, as that of a dark
    red pawn in dim light (5066)."""
    lies = {Hollow(1, 2): Pawn("red"), Hollow(3, 5): Pawn("blue")}
    reading = reader.read(DRAWN["rouge"](seed, (1280, 720))(lies, 0))
    assert reading.observation is not None
    seen = [
        (one.place.ring, one.belief)
        for one in reading.observation.sightings
        if isinstance(one.place, Hollow) and isinstance(one.belief.best, Pawn)
    ]
    stands = sorted(seen, key=lambda one: one[0])
    assert [ring for ring, _ in stands] == [hollow.ring for hollow in lies]
    for (_, belief), pawn in zip(stands, lies.values(), strict=True):
        assert belief.best == pawn or (seed == 5066 and belief.ranked[0][1] < 0.6)
