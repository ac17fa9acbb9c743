"""The quick renderer: the same picture for the same seed, and truth that its pixels bear out."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.render.board import PATTERNS, arriving, canonical, random_board
from tests.render.redline import RenderedPhoto, Seeds, random_photo, render, style_of, truth_json
from tests.render.style import Style

SMALL = (640, 480)
BOARD = {
    (0, 0): ("yellow", (2, 5)),
    (1, 0): ("blue", (4, 6)),
    (1, 1): ("yellow", (0, 3)),
    (2, 2): ("blue", (7,)),
}


def plain_style(seed: int = 3) -> Style:
    """A tidy set under even light, taken by a good camera."""
    style = style_of(Seeds(seed, seed, seed, seed))
    tiles = replace(
        style.tiles,
        yellow=(40.0, 210.0, 240.0),
        blue=(180.0, 90.0, 40.0),
        red=(40.0, 30.0, 210.0),
        line_width=0.13,
        stops_short=0.0,
        marker=0.0,
        border=None,
        margin=0.0,
        wear=0.0,
        corner_radius=0.0,
        outline=0.0,
        hub=0.0,
        print_shift=0.0,
        colour_sd=0.0,
        place_sd=0.0,
        angle_sd_deg=0.0,
        walk_sd=0.0,
        bend=0.0,
        gap=0.02,
    )
    light = replace(
        style.room.light, tint=(1.0, 1.0, 1.0), gradient=0.0, spot=0.0, glare=0.0, cast=0
    )
    room = replace(style.room, light=light, clutter=0, fill=0.9)
    shot = replace(
        style.shot,
        exposure=1.0,
        gamma=1.0,
        contrast=1.0,
        saturation=1.0,
        vignette=0.0,
        noise=1.0,
        chroma_noise=0.0,
        blur=0.0,
        motion=0.0,
        softness=1.0,
        sharpen=0.0,
        jpeg=95,
    )
    return Style(tiles, room, shot)


def flattened(photo: RenderedPhoto, index: int, size: int = 64) -> np.ndarray:
    """(size, size, 3) the top face of a tile as its truth says, north up."""
    square = np.array([(0, 0), (size, 0), (size, size), (0, size)], np.float32) - 0.5
    view = cv2.getPerspectiveTransform(photo.tiles[index].corners_xy, square)
    return cv2.warpPerspective(photo.image, view, (size, size))


def reads_red(face: np.ndarray, spoke: int) -> bool:
    """Whether the face is red half-way along a spoke."""
    steps = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
    x, y = (round(31.5 + 20 * d) for d in steps[spoke])
    blue, green, red = face[y - 1 : y + 2, x - 1 : x + 2].reshape(-1, 3).mean(0)
    return bool(red > 1.7 * green and red > 1.7 * blue)


def test_same_seed_gives_the_same_photo() -> None:
    """Nothing in a photo depends on anything but its seed."""
    first, second = random_photo(5, SMALL), random_photo(5, SMALL)
    assert np.array_equal(first.image, second.image)
    assert truth_json(first) == truth_json(second)


def test_different_seeds_give_different_photos() -> None:
    """Two seeds are two photos."""
    assert not np.array_equal(random_photo(5, SMALL).image, random_photo(6, SMALL).image)


@pytest.mark.parametrize("seed", range(4))
def test_every_spoke_is_where_the_truth_says(seed: int) -> None:
    """Each true spoke is red in the picture, and no other direction is."""
    photo = render(BOARD, seed=seed, size_wh=SMALL, style=plain_style(seed), occlude=False)
    for index, tile in enumerate(photo.tiles):
        face = flattened(photo, index)
        assert tuple(s for s in range(8) if reads_red(face, s)) == tile.spokes


def test_homography_leads_to_the_tiles_of_a_tidy_layout() -> None:
    """The lattice of a layout without jitter maps onto the middles of its tiles."""
    photo = render(BOARD, seed=1, size_wh=SMALL, style=plain_style(), occlude=False)
    places = np.array([[[t.col, t.row]] for t in photo.tiles], np.float64)
    found = cv2.perspectiveTransform(places, photo.homography)[:, 0]
    middles = [t["px"] for t in truth_json(photo)["tiles"]]  # type: ignore[attr-defined]
    assert np.abs(found - middles).max() < 0.2


def test_a_game_keeps_its_table_and_camera_from_turn_to_turn() -> None:
    """With one frame_board and one seed, tiles stay where they were laid."""
    turns = [dict(list(BOARD.items())[:n]) for n in (2, 3, 4)]
    photos = [
        render(b, seed=9, size_wh=SMALL, frame_board=BOARD, shot_seed=k)
        for k, b in enumerate(turns)
    ]
    for photo in photos:
        assert np.allclose(photo.homography, photos[0].homography)
        assert np.allclose(photo.tiles[0].corners_xy, photos[0].tiles[0].corners_xy)


def test_a_hand_over_the_layout_hides_what_the_truth_says_is_hidden() -> None:
    """An arm covers pixels, and the tiles under it say so."""
    hidden = 0
    for seed in range(6):
        clear = render(BOARD, seed=seed, size_wh=SMALL, occlude=False)
        covered = render(BOARD, seed=seed, size_wh=SMALL, occlude=True)
        assert covered.occluders.mean() > clear.occluders.mean()
        hidden += min(t.visible for t in covered.tiles) < min(t.visible for t in clear.tiles)
    assert hidden >= 4  # an arm may stop short of the tiles


def test_hands_and_loose_tiles_are_told_from_the_layout() -> None:
    """Tiles off the lattice have their own area and no place."""
    photo = render(
        BOARD,
        seed=2,
        size_wh=SMALL,
        hands=[[("blue", (0,))], []],
        askew=[(4.0, 0.0, 45.0, "yellow", (1,))],
    )
    assert [t.area for t in photo.tiles] == ["layout"] * 4 + ["hand", "askew"]
    assert {t.col for t in photo.tiles[4:]} == {-1000}
    assert truth_json(photo)["hands"] == [1, 0]


def test_a_wished_tile_size_is_met() -> None:
    """The median tile has the size asked for, within a tenth."""
    for seed in range(6):
        photo = random_photo(seed, SMALL, tile_side_px=(40, 60))
        sides = [np.sqrt(cv2.contourArea(t.corners_xy)) for t in photo.tiles if t.area == "layout"]
        assert 36 <= np.median(sides) <= 64


def test_there_are_24_patterns() -> None:
    """One to three of eight directions, up to quarter turns."""
    assert len(PATTERNS) == 24


@pytest.mark.parametrize("seed", range(5))
def test_a_legal_layout_continues_every_line_and_uses_a_pattern_once(seed: int) -> None:
    """Laid in its order, each tile obeys the rules."""
    board = random_board(np.random.default_rng(seed), 20)
    laid: dict[tuple[int, int], tuple[str, tuple[int, ...]]] = {}
    for place, (colour, spokes) in board.items():
        lines = arriving(laid, place)
        assert set(lines) <= set(spokes)
        assert not laid or lines
        assert len(set(lines.values())) == 2 or colour not in lines.values()
        laid[place] = (colour, spokes)
    names = [(colour, canonical(spokes)) for colour, spokes in board.values()]
    assert len(set(names)) == len(names)
