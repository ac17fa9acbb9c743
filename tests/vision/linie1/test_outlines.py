"""Boards as four-sided outlines: in the photo and in the finder's map, whatever is round them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.linie1.bench_finder import bright_photo, restless_photo
from tests.vision.linie1.placing import off
from vision.linie1.board.finder import BoardFinder, load_finder
from vision.linie1.board.outlines import Outline, outlines
from vision.linie1.board.pose import BoardPose

#: A board aslant, pixels, clockwise from the upper left.
CORNERS = np.array([(260.0, 130.0), (520.0, 170.0), (560.0, 420.0), (190.0, 360.0)])
SIZE_WH = (640, 480)


def _picture(table: int, board: int) -> np.ndarray:
    """A plain board on a newspaper."""
    image = np.full((SIZE_WH[1], SIZE_WH[0], 3), table, np.uint8)
    rng = np.random.default_rng(1)
    for y in range(4, SIZE_WH[1], 12):
        for x in range(0, SIZE_WH[0], 14):
            cv2.line(image, (x, y), (x + int(rng.integers(4, 12)), y), (40, 40, 40), 3)
    cv2.fillConvexPoly(image, CORNERS.astype(np.int32), (board, board, board))
    return image


def _nearest(found: list[Outline]) -> float:
    """How far the outline that is nearest to the board is off, pixels."""
    turns = [np.roll(CORNERS, k, axis=0) for k in range(4)]
    return min(float(np.abs(one.corners_xy - turn).max()) for one in found for turn in turns)


@pytest.mark.parametrize(("table", "board"), [(230, 120), (110, 235), (200, 30)])
def test_a_board_stands_out_from_print(table: int, board: int) -> None:
    """Lighter or darker than a newspaper, it is one of the outlines, to less than a cell."""
    assert _nearest(outlines(_picture(table, board), [])) < 20


def test_the_map_of_the_grid_runs_on() -> None:
    """Where the finder takes the table for a grid too, the board is what it is surest of."""
    small = CORNERS / 4
    grid = np.full((SIZE_WH[1] // 4, SIZE_WH[0] // 4), 0.6, np.float32)
    cv2.fillConvexPoly(grid, small.astype(np.int32), 2.6)
    maps = np.zeros((8, *grid.shape), np.float32)
    maps[0] = grid
    plain = np.full((SIZE_WH[1], SIZE_WH[0], 3), 90, np.uint8)
    assert _nearest(outlines(plain, [(maps, np.eye(3))])) < 6


def test_no_outline_is_mirrored() -> None:
    """Every rough board is one seen from above: some side of it is north, and no side is left for
    right."""
    found = outlines(_picture(110, 235), [])
    assert found
    for one in found:
        middle, east, south = one.to_photo()(np.array([(6.0, 6), (7, 6), (6, 7)]))
        (ax, ay), (bx, by) = east - middle, south - middle
        assert ax * by > ay * bx


def test_what_an_outline_encloses_is_looked_at_alone() -> None:
    """It lies where its corners do, and the table round it is gone."""
    image = _picture(110, 235)
    cut, to_photo = Outline(CORNERS, 1.0).cut_out(image)
    for corner in (CORNERS + (CORNERS.mean(axis=0) - CORNERS) * 0.05).round().astype(int):
        x, y = corner - to_photo[:2, 2].astype(int)
        assert cut[y, x].tolist() == [235] * 3
    assert set(np.unique(cut)) == {128, 235}
    assert cut.shape[:2] == tuple(np.ptp(CORNERS, axis=0)[::-1].astype(int) + 1)


def test_a_board_is_found_within_an_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where neither the map of the whole photo nor an outline of the grid leads to it: the
    outline may be that of a broad rim."""
    photo = restless_photo(976303)
    for other in ("_roughs", "_outlined_roughs", "_darker_roughs", "_slanted_roughs"):
        monkeypatch.setattr(BoardFinder, other, lambda *_: iter(()))
    pose = load_finder().find(photo.image)
    assert isinstance(pose, BoardPose)
    assert off(pose, photo.board_to_photo)[0] < 0.1


def test_an_empty_table_has_no_outline() -> None:
    """Nothing stands out of one even colour."""
    assert outlines(np.full((480, 640, 3), 128, np.uint8), []) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", [976189, 976009, 976087, 976131])
def test_boards_on_restless_tables(seed: int) -> None:
    """Tables on which the map alone led nowhere: the board is found where it lies."""
    photo = restless_photo(seed)
    pose = load_finder().find(photo.image)
    assert isinstance(pose, BoardPose)
    assert off(pose, photo.board_to_photo)[0] < 0.1


@pytest.mark.slow
@pytest.mark.parametrize("seed", [989067, 989131])
def test_boards_in_too_much_light(seed: int) -> None:
    """Boards that only darker pictures show: they are found where they lie."""
    photo = bright_photo(seed)
    pose = load_finder().find(photo.image)
    assert isinstance(pose, BoardPose)
    assert off(pose, photo.board_to_photo)[0] < 0.1


def test_an_outline_is_itself_however_it_is_turned() -> None:
    """Two patches of one board have the same corners, in any order."""
    one = Outline(CORNERS, 0.9)
    assert one.is_like(Outline(np.roll(CORNERS, 1, axis=0) + 3, 0.8))
    assert not one.is_like(Outline(CORNERS + 60, 0.8))
    corners = np.array([(0, 0), (12, 0), (12, 12), (0, 12.0)])
    assert np.allclose(one.to_photo()(corners), CORNERS)
