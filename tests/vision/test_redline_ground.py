"""What free cells beside a layout show: the table, of whatever pattern, or something over it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.homography import Homography
from rules.core.observation import EMPTY, Observation
from rules.core.places import Cell
from tests.render.redline import RenderedPhoto, random_board, render
from tests.render.seeds import stream
from vision.reader import Image
from vision.redline.layout.beside import bare_table, told_beside
from vision.redline.layout.ground import (
    corners_of_the_table,
    in_colours_of_many,
    tile_coloured,
)
from vision.redline.layout.lattice import Group
from vision.redline.layout.pixels import Reduced
from vision.redline.layout.seen import Free, Seen
from vision.redline.limits import LIMITS
from vision.redline.reader import RedlineReader, load
from vision.redline.tiles.quads import Quad
from vision.redline.tiles.tile_reader import TilePosterior

SIDE = 40


@cache
def _reader() -> RedlineReader:
    """The reader that ships, loaded once for all tests."""
    return load()


@cache
def _odd() -> tuple[RenderedPhoto, Observation[Any, Any]]:
    """A layout of nine tiles and what is seen of it; nobody changes it."""
    photo = render(random_board(stream(3, "odd"), 9), seed=3, occlude=False)
    seen = _reader().read(photo.image).observation
    assert seen is not None
    return photo, seen


#: A row of tiles below three rows of free cells: places by column and row.
FREE = [(column, row) for row in range(3) for column in range(5)]
TILES = [(column, 3) for column in range(5)]


def _small(image: np.ndarray) -> Reduced:
    return Reduced.until_small(image, _outlines(TILES))


def _outlines(cells: list[tuple[int, int]]) -> list[np.ndarray]:
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1.0)])
    return [SIDE * (square + cell) for cell in cells]


def _striped() -> Image:
    """A cloth of red and white stripes, each as wide as half a tile, tiles at its foot."""
    image = np.full((4 * SIDE, 5 * SIDE, 3), (60, 40, 190), np.uint8)
    image[:, (np.arange(5 * SIDE) // (SIDE // 2)) % 2 == 0] = (235, 235, 235)
    image[3 * SIDE :] = (40, 200, 240)
    return image


def _told(image: Image, which: list[bool] | None = None) -> np.ndarray:
    looked_at = np.array(which or [True] * len(FREE))
    return in_colours_of_many(_small(image), _outlines(FREE), _outlines(TILES), looked_at, LIMITS)


def test_stripes_are_the_table() -> None:
    """Every cell shows what the others do."""
    assert (_told(_striped()) > 0.95).all()


def test_a_hand_is_none_of_its_colours() -> None:
    """Two cells of fifteen lie under it; half of a third one."""
    image = _striped()
    image[: 2 * SIDE, :SIDE] = (150, 175, 205)
    image[SIDE : SIDE + SIDE // 2, SIDE : 2 * SIDE] = (150, 175, 205)
    found = dict(zip(FREE, _told(image), strict=True))
    assert found[0, 0] < 0.1
    assert found[0, 1] < 0.1
    assert 0.3 < found[1, 1] < LIMITS.nothing_else
    assert found[4, 2] > 0.95


def test_a_tile_apart_that_reaches_into_a_cell_is_no_part_of_a_hidden_one() -> None:
    """A hand's tile lies where it is seen: nothing else of the cell has a tile's colour."""
    image = _striped()
    hand = SIDE * np.array([(1.6, 0.4), (2.6, 0.4), (2.6, 1.4), (1.6, 1.4)])
    cv2.fillConvexPoly(image, np.round(hand).astype(np.int32), image[-1, -1].tolist())
    cells, tiles = _outlines(FREE), _outlines(TILES)
    alone = dict(zip(FREE, tile_coloured(_small(image), cells, tiles, LIMITS), strict=True))
    told = dict(zip(FREE, tile_coloured(_small(image), cells, tiles, LIMITS, [hand]), strict=True))
    assert alone[2, 1] > LIMITS.part_of_tile
    assert told[2, 1] < LIMITS.part_of_tile


def test_a_thing_smaller_than_a_tile_leaves_the_corners_of_its_cell_free() -> None:
    """A coin or a flower; a tile that lies a little off does not."""
    image = np.full((4 * SIDE, 5 * SIDE, 3), (210, 220, 225), np.uint8)
    cv2.circle(image, (SIDE + SIDE // 2, SIDE + SIDE // 2), round(0.45 * SIDE), (60, 160, 40), -1)
    off = (3 * SIDE + 3, SIDE + 3)
    cv2.rectangle(image, off, (off[0] + SIDE, off[1] + SIDE), (60, 160, 40), -1)
    which = np.array([cell in ((1, 1), (3, 1)) for cell in FREE])
    found = corners_of_the_table(_small(image), _outlines(FREE), _outlines(TILES), which, LIMITS)
    told = dict(zip(FREE, found, strict=True))
    assert told[1, 1] == 4
    assert told[3, 1] < LIMITS.bare_corners


#: A straight lattice.
_LATTICE = Group((), Homography(np.array([[SIDE, 0, SIDE / 2], [0, SIDE, SIDE / 2], [0, 0, 1.0]])))


def _laid(cell: tuple[int, int]) -> Seen:
    """A tile that is read surely."""
    sure = TilePosterior(1.0, 0.0, np.repeat([1.0, 0.0], [2, 6]))
    outline = _outlines([cell])[0]
    quad = Quad(outline.mean(0), np.eye(2) * SIDE / 2, 1.0, 0.0)
    return Seen(quad, outline, sure, Cell(*cell))


def _free(cell: tuple[int, int], covered: float = 0.0, *, inside: bool = True) -> Free:
    """A cell that looks a little like a tile to the reader."""
    looks = TilePosterior(0.8, 0.5, np.full(8, 0.3))
    return Free(Cell(*cell), (0.0, 0.0), looks, covered, inside=inside, burnt=0.0)


def _told_free(
    image: Image, cut: tuple[tuple[int, int], ...] = (), covered: float = 0.0
) -> dict[tuple[int, int], Free]:
    """The free cells round a row of tiles in a straight lattice, so much covered to the finder;
    `cut`: those that the picture's rim cuts."""
    tiles = [_laid(cell) for cell in TILES]
    free = [_free(cell, covered, inside=cell not in cut) for cell in [*FREE, *cut]]
    told = told_beside(image, _LATTICE, tiles, free, LIMITS)
    return {(one.cell.col, one.cell.row): one for one in told}


def test_a_cell_that_shows_nothing_but_the_table_is_bare() -> None:
    """Though its print looks a little like a tile. One that has a tile's colour may hold one."""
    image = _striped()
    yellow = image[-1, -1].copy()
    image[:SIDE, :SIDE] = yellow
    told = _told_free(image)
    assert told[2, 1].posterior.whole < 0.03
    assert told[0, 0].posterior.whole > 0.3


def test_a_shadow_hides_no_tile() -> None:
    """It leaves the table less light, and its hue. A dark thing of another hue may hide one."""
    image = np.full((4 * SIDE, 5 * SIDE, 3), (120, 165, 200), np.uint8)
    image[3 * SIDE :] = (40, 200, 240)
    shade = (image[:SIDE, :SIDE] * 0.5 ** (1 / 2.2)).astype(np.uint8)
    image[SIDE : 2 * SIDE, SIDE : 2 * SIDE] = shade
    image[SIDE : 2 * SIDE, 3 * SIDE : 4 * SIDE] = (150, 120, 60)
    told = _told_free(image)
    assert not told[1, 1].odd
    assert told[3, 1].odd


def test_a_part_of_a_tile_at_the_rim_of_the_picture_is_marked() -> None:
    """Half of it is cut off, and nobody can read it; the table that is cut off says nothing."""
    image = np.pad(_striped(), ((0, 0), (0, SIDE // 2), (0, 0)), "reflect")
    image[SIDE : 2 * SIDE, 5 * SIDE :] = image[-1, -1]
    told = _told_free(image, cut=((5, 1), (5, 2), (7, 3)))
    assert told[5, 1].odd
    assert not told[5, 2].odd
    assert not told[7, 3].odd


def test_a_patch_in_a_tiles_colour_on_the_bare_table_is_no_tile() -> None:
    """A tile would fill its cell; one of which a thing hides the rest is marked."""
    image = np.full((4 * SIDE, 5 * SIDE, 3), (120, 165, 200), np.uint8)
    image[3 * SIDE :] = (40, 200, 240)
    for col in (1, 3):
        image[SIDE + 8 : SIDE + 24, col * SIDE + 10 : col * SIDE + 20] = image[-1, -1]
    image[SIDE + 20 : 2 * SIDE, 3 * SIDE : 4 * SIDE] = (150, 120, 60)
    told = _told_free(image)
    assert not told[1, 1].odd
    assert told[3, 1].odd


def test_what_reaches_into_a_cell_from_one_side_hides_no_tile() -> None:
    """Three corners show the table. The finder, which sees a thing there, says so of all alike."""
    image = np.full((4 * SIDE, 5 * SIDE, 3), (120, 165, 200), np.uint8)
    image[3 * SIDE :] = (40, 200, 240)
    thing = np.array([(SIDE + 26, SIDE), (SIDE + 40, SIDE), (SIDE + 40, SIDE + 34)])
    cv2.fillConvexPoly(image, thing, (150, 120, 60))
    image[SIDE : 2 * SIDE, 3 * SIDE : 4 * SIDE] = (150, 120, 60)
    told = _told_free(image, covered=0.4)
    assert told[1, 1].covered < LIMITS.covered
    assert told[3, 1].covered == 0.4


@pytest.mark.parametrize(("cells", "odd"), [(2, False), (3, True)])
def test_an_arm_in_nearly_the_tables_tone_is_told_by_all_that_it_covers(
    cells: int, odd: bool
) -> None:
    """One cell or two might be a shade of the table."""
    image = np.full((4 * SIDE, 5 * SIDE, 3), (150, 150, 150), np.uint8)
    image[3 * SIDE :] = (40, 200, 240)
    image[(3 - cells) * SIDE : 3 * SIDE, 2 * SIDE : 3 * SIDE] = (134, 150, 150)
    assert any(one.odd for one in _told_free(image).values()) == odd


@pytest.mark.parametrize(("under", "odd"), [(True, False), (False, True)])
def test_a_print_that_ends_along_most_of_a_tiles_edge_hides_none(under: bool, odd: bool) -> None:
    """A flower under a tile leaves a part of its edge free; a coin ends across it, in an arc."""
    image = np.full((4 * SIDE, 5 * SIDE, 3), (150, 150, 150), np.uint8)
    image[3 * SIDE :] = (40, 200, 240)
    if under:
        image[2 * SIDE - 6 : 3 * SIDE, 2 * SIDE - 8 : 3 * SIDE - 6] = (150, 40, 160)
    else:
        cv2.circle(image, (2 * SIDE + SIDE // 2, 2 * SIDE + SIDE // 2), 25, (150, 40, 160), -1)
    assert _told_free(image)[2, 2].odd == odd


def test_a_thing_that_leaves_two_corners_of_a_cell_free_hides_no_tile() -> None:
    """A tile in line with the others would show in one of them; a thing that leaves one may hide
    one."""
    image = np.full((4 * SIDE, 5 * SIDE, 3), (150, 150, 150), np.uint8)
    image[3 * SIDE :] = (40, 200, 240)
    image[SIDE - 4 : 2 * SIDE + 4, 2 * SIDE + 9 : 3 * SIDE + 4] = (150, 40, 160)
    assert not _told_free(image)[2, 1].odd
    image[SIDE - 4 : SIDE + 20, 2 * SIDE - 4 : 3 * SIDE] = (150, 40, 160)
    assert _told_free(image)[2, 1].odd


@pytest.mark.parametrize(
    ("colour", "grounds", "bare"),
    [((160, 40, 150), 2, True), ((40, 200, 240), 2, False), ((160, 40, 150), 1, False)],
)
def test_what_shows_no_colour_of_the_tiles_is_none_half_seen(
    colour: tuple[int, int, int], grounds: int, bare: bool
) -> None:
    """A print or a blank card that looks a little like a tile to the reader; where all tiles are of
    one ground it may be one of the other."""
    image = np.full((4 * SIDE, 5 * SIDE, 3), (120, 165, 200), np.uint8)
    image[3 * SIDE :] = (40, 200, 240)
    image[SIDE : 2 * SIDE, 2 * SIDE : 3 * SIDE] = colour
    find = replace(_laid((2, 1)), posterior=TilePosterior(0.1, 0.0, _laid((0, 3)).posterior.spokes))
    tiles = _two_grounds(image) if grounds == 2 else [_laid(cell) for cell in TILES]
    assert (
        bare_table(image, _LATTICE, tiles, [_free(cell) for cell in FREE], [find], LIMITS) == bare
    )


def _two_grounds(image: Image) -> list[Seen]:
    """The row of tiles, of which the last one is painted blue."""
    image[3 * SIDE :, 4 * SIDE :] = (190, 90, 30)
    *tiles, last = [_laid(cell) for cell in TILES]
    return [*tiles, replace(last, posterior=replace(last.posterior, blue=1.0))]


@pytest.mark.parametrize(("word", "bare"), [(0.1, True), (0.4, False)])
def test_what_shows_the_table_alone_is_no_tile_though_the_table_is_like_one(
    word: float, bare: bool
) -> None:
    """Yellow dashes of a table, where tiles are yellow; but a plain word for a tile counts more."""
    image = np.full((4 * SIDE, 5 * SIDE, 3), (40, 200, 240), np.uint8)
    image[: 3 * SIDE : 8] = (120, 120, 120)
    find = replace(
        _laid((2, 1)), posterior=TilePosterior(word, 0.0, _laid((0, 3)).posterior.spokes)
    )
    tiles, free = _two_grounds(image), [_free(cell) for cell in FREE]
    assert bare_table(image, _LATTICE, tiles, free, [find], LIMITS) == bare


def test_only_what_is_asked_for_is_looked_at() -> None:
    """Cells that nothing seems to cover cost nothing."""
    which = [cell == (2, 1) for cell in FREE]
    found = _told(_striped(), which)
    assert (found > 0).tolist() == which


def test_few_cells_tell_nothing() -> None:
    """With five of them nobody knows the table."""
    few = _outlines(FREE[: LIMITS.cells_tell - 1])
    all_of_them = np.ones(len(few), bool)
    assert (
        in_colours_of_many(_small(_striped()), few, _outlines(TILES), all_of_them, LIMITS) == 0
    ).all()


@pytest.mark.parametrize(
    "seed",
    [985041, *(pytest.param(s, marks=pytest.mark.slow) for s in (985005, 985038, 985044, 985080))],
)
def test_no_hand_is_told_of_where_a_cloth_has_a_pattern(seed: int) -> None:
    """Drawn tables of which a hand was told though none is there, so that no turn was called."""
    rng = stream(seed, "photo")
    board = random_board(rng, int(rng.integers(4, 30)), legal=True)
    found = _reader().read(render(board, seed=seed, occlude=False).image)
    assert found.observation is not None
    assert found.observation.issues == ()


@pytest.mark.parametrize(("width", "hides"), [(0.55, False), (1.25, True)])
def test_what_lies_on_a_part_of_a_cell_hides_no_tile(width: float, hides: bool) -> None:
    """A tile would fill the cell. A thing as wide as half of it leaves the table in sight, one as
    wide as all of it does not."""
    photo, before = _odd()
    place, xy = next(
        (s.place, s.pose.pixel_xy) for s in before.sightings if s.belief.best is EMPTY and s.pose
    )
    corners = photo.tiles[0].corners_xy
    across, along = np.linalg.norm(corners[1] - corners[0]) * np.array([width, 1.25]) / 2
    low, high = (tuple(np.round(xy + k * np.array([across, along])).astype(int)) for k in (-1, 1))
    covered = cv2.rectangle(photo.image.copy(), low, high, (130, 40, 150), -1)
    seen = _reader().read(covered).observation
    assert seen is not None
    assert {s.place: s.visibility < 0.5 for s in seen.sightings}[place] == hides


@pytest.mark.parametrize(("over_px", "hides"), [(0, False), (12, True)])
def test_what_runs_on_under_a_tile_hides_none(over_px: int, hides: bool) -> None:
    """A print of the table, or a paper, ends along a tile's edge; a card lies some pixels over it,
    and one that fills a free cell may hide a tile."""
    photo, before = _odd()
    tiles = [t.corners_xy for t in photo.tiles]
    middles = np.array([corners.mean(axis=0) for corners in tiles])
    free = [s for s in before.sightings if s.belief.best is EMPTY and s.pose]
    place, xy = min(
        ((s.place, np.array(s.pose.pixel_xy)) for s in free if s.pose),
        key=lambda each: np.linalg.norm(middles - each[1], axis=1).min(),
    )
    reach = 0.8 * float(np.linalg.norm(tiles[0][1] - tiles[0][0]))
    paper = cv2.circle(np.zeros(photo.image.shape[:2], np.uint8), xy.astype(int), int(reach), 1, -1)
    for corners in tiles:
        cv2.fillConvexPoly(paper, np.round(corners).astype(np.int32), 0)
    grown = cv2.dilate(paper, np.ones((2 * over_px + 1, 2 * over_px + 1), np.uint8))
    shown = np.where(grown[..., None] > 0, np.uint8([150, 40, 160]), photo.image)
    seen = _reader().read(np.asarray(shown, np.uint8)).observation
    assert seen is not None
    assert {s.place: s.visibility < 0.5 for s in seen.sightings}[place] == hides
