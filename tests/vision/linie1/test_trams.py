"""Trams on drawn boards late in a game, and what their net learns from."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.homography import Homography
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import SPAN, TERMINI
from tests.render.linie1.photo import late_photo
from tests.render.linie1.positions import late_position
from tests.render.seeds import stream
from tests.vision.linie1.placing import read_at
from vision.linie1.board.pose import BoardPose
from vision.linie1.reader import Linie1Reader
from vision.training.linie1.pictures import BORDER, CELL_PX
from vision.training.linie1.samples import BoardSample
from vision.training.linie1.things import with_more_trams

#: Boards whose trams a person tells at a glance; of each the reader before missed one at least or
#: saw one that is not there.
CLEAR = (935002, 935007, 935010)


@pytest.mark.parametrize(
    "seed", [CLEAR[0], *(pytest.param(seed, marks=pytest.mark.slow) for seed in CLEAR[1:])]
)
def test_trams_on_tiles_and_on_termini_are_read_and_none_beside(
    reader: Linie1Reader, seed: int
) -> None:
    """Each photo alone, with nothing known of the turns before."""
    photo = late_photo(seed)
    pose = BoardPose(Homography(photo.board_to_photo), 0.0, (1.0, 0.0, 0.0, 0.0))
    trams = [piece for piece in read_at(reader, photo.image, pose).pieces if piece.kind == "tram"]
    read = {
        (piece.label.trams[0], piece.place.row, piece.place.col)
        for piece in trams
        if isinstance(piece.label, CellContent)
    }
    assert read == set(photo.trams)
    assert any(row in (0, SPAN - 1) or col in (0, SPAN - 1) for _, row, col in photo.trams)


@pytest.mark.parametrize("seed", range(5))
def test_a_late_position_has_three_to_six_trams_on_places_of_their_own(seed: int) -> None:
    """One of a line, on tiles and on termini."""
    position = late_position(stream(seed, "late"))
    places = {(row, col) for _, row, col in position.trams}
    assert 3 <= len(position.trams) == len(places) <= 6
    assert len({line for line, _, _ in position.trams}) == len(places)
    ends = {divmod(terminus.index, SPAN) for terminus in TERMINI}
    assert places <= ends | set(position.tiles)


def _bare_sample() -> BoardSample:
    side = round((SPAN - 2 + 2 * BORDER) * CELL_PX)
    image = np.full((side, side, 3), 128, np.uint8)
    none = np.zeros((SPAN, SPAN))
    return BoardSample(
        image, none.astype(np.uint8), none > 0, np.zeros((SPAN, SPAN, 6), bool), none
    )


def test_trams_are_drawn_where_the_truth_says() -> None:
    """On cells and, before both of their cells, on termini; the sample given stays as it was, and a
    seed draws the same again."""
    before = _bare_sample()
    drawn = with_more_trams(before, np.random.default_rng(0))
    again = with_more_trams(before, np.random.default_rng(0))
    assert (drawn.image == again.image).all()
    assert (before.image == 128).all()
    assert not before.trams.any()
    assert drawn.image.shape == before.image.shape
    there = drawn.trams.any(-1)
    for terminus in TERMINI:
        first, second = (divmod(at, SPAN) for at in terminus.border)
        assert (drawn.trams[first] == drawn.trams[second]).all()
    for row, col in zip(*np.nonzero(there[1:-1, 1:-1]), strict=True):
        y, x = (round((at + BORDER) * CELL_PX) for at in (row, col))
        assert np.ptp(drawn.image[y : y + CELL_PX, x : x + CELL_PX]) > 0
    assert there.sum() > there[1:-1, 1:-1].sum() > 0
