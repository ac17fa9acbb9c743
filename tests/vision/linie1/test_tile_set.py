"""A set is learnt from a photo as people make it: what lies beside the tiles is ignored."""

from __future__ import annotations

from datetime import UTC, datetime

import cv2
import numpy as np
import pytest

from calibration.homography import NoFit
from tests.calibration.set_photo import SetPhoto, set_photo
from tests.printing.pages import cut_out, made
from tests.render.canvas import paste
from vision.linie1.tiles.tile_set import KIND_NAMES, TileTeacher
from vision.teacher import ReferencePhoto, TaughtPieces

#: Sides of a printed card over the side of a tile.
CARD = np.array([56.0, 80.0]) / 26.5


@pytest.fixture(scope="module")
def teacher() -> TileTeacher:
    """With its nets."""
    return TileTeacher.load()


def _learn(teacher: TileTeacher, image: np.ndarray) -> TaughtPieces | NoFit:
    return teacher.learn(ReferencePhoto(image, "photo.jpg", datetime(2026, 1, 1, tzinfo=UTC)), ())


def _with_cards(photo: SetPhoto, count: int) -> np.ndarray:
    """The photo with more of its table below, and route and line cards on it in rows."""
    side = float(np.sqrt(cv2.contourArea(photo.corners_xy[6].astype(np.float32))))
    wide, high = CARD * side
    per_row = int(photo.image.shape[1] // (1.06 * wide))
    rows = -(-count // per_row)
    below = int(1.06 * high * rows)
    image = cv2.copyMakeBorder(photo.image, 0, below, 0, 0, cv2.BORDER_REPLICATE)
    cards = [piece for piece in made("linie1").pieces if piece.kind == "card"]
    for number, card in enumerate(cards[:count]):
        row, col = divmod(number, per_row)
        middle = (1.06 * wide * (col + 0.5), len(photo.image) + 1.06 * high * (row + 0.45))
        box = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * (wide, high)
        paste(image, cut_out("linie1", card), middle + box)
    return image


@pytest.mark.slow
def test_cards_below_the_tiles_are_ignored(teacher: TileTeacher) -> None:
    """The twelve tiles are learnt where they lie, and nothing of the cards is."""
    photo = set_photo(3, (1000, 750))
    taught = _learn(teacher, _with_cards(photo, 6))
    assert isinstance(taught, TaughtPieces)
    assert [example.name for example in taught.learnt.examples] == list(KIND_NAMES)
    off = taught.outlines_xy.mean(1) - photo.corners_xy.mean(1)
    assert np.linalg.norm(off, axis=1).max() < 5


@pytest.mark.slow
def test_cards_alone_are_refused(teacher: TileTeacher) -> None:
    """Squares on cards are no set, however many there are."""
    photo = set_photo(3, (1000, 750))
    cards = _with_cards(photo, 6)[len(photo.image) :]
    assert isinstance(_learn(teacher, cards), NoFit)


@pytest.mark.slow
def test_what_is_missing_is_said_in_one_sentence(teacher: TileTeacher) -> None:
    """Two tiles lie face down, as it were: the others are learnt, the two are named."""
    photo = set_photo(3, (1000, 750))
    image = _with_cards(photo, 6)
    for at in (2, 8):
        inside = photo.corners_xy[at].round().astype(np.int32)
        cv2.fillConvexPoly(image, inside, (120.0, 120.0, 120.0))
    taught = _learn(teacher, image)
    assert isinstance(taught, TaughtPieces)
    assert {e.name for e in taught.learnt.examples} == set(KIND_NAMES) - {"T3", "T9"}
    assert "these kinds are missing, photograph them beside the others: T3, T9" in taught.doubts
    assert len(taught.doubts) <= 2
