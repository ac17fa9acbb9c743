"""The printed Redline set is the set of the rules, and its photos are read without an error."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rules.games.redline.tiles import FULL_SET, Tile
from tests.printing.pages import cut_out, made, pieces_of
from tests.printing.reading import read
from tests.printing.scene import Face, lying, photograph
from tests.render.board import Board, random_board, spare_tiles
from tests.render.seeds import stream

SIDE = 40.0
NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

Laid = frozenset[tuple[int, int, str, frozenset[str]]]


def faces_of(board: Board, seed: int) -> list[Face]:
    """Every tile of a layout as cut and laid by hand."""
    rng = stream(seed, "laying")
    sheets = {
        _pattern(name): cut_out("redline", p) for name, p in pieces_of("redline", "tile").items()
    }
    faces = []
    for (col, row), (colour, spokes) in board.items():
        tile = Tile.named(colour, [NAMES[s] for s in spokes])
        sprite = sheets[colour, tile.pattern]
        printed = next(t for t in FULL_SET if t.colour is tile.colour and t.pattern == tile.pattern)
        quarters = next(q for q in range(4) if printed.turned(q) == tile)
        x, y = np.array([col, row]) * (SIDE + 0.6) + rng.normal(0, 0.5, 2)
        deg = 90 * quarters + float(rng.normal(0, 1))
        faces.append(lying(sprite, float(x), float(y), deg, (SIDE, SIDE)))
    return faces


def _pattern(name: str) -> tuple[str, int]:
    colour, _, spokes = name.partition(" ")
    return colour, Tile.named(colour, spokes.split("+")).pattern


def _truth(board: Board) -> Laid:
    return _anchored(
        (col, row, colour, frozenset(NAMES[s] for s in spokes))
        for (col, row), (colour, spokes) in board.items()
    )


def _anchored(tiles: Any) -> Laid:
    """Moved so that the first column and row are 0."""
    listed = list(tiles)
    left, top = min(t[0] for t in listed), min(t[1] for t in listed)
    return frozenset((c - left, r - top, colour, spokes) for c, r, colour, spokes in listed)


def _turns(laid: Laid) -> set[Laid]:
    """The same layout from all four sides: a free layout has no north."""
    found = {laid}
    for _ in range(3):
        laid = _anchored(
            (-r, c, colour, frozenset(NAMES[(NAMES.index(s) + 2) % 8] for s in spokes))
            for c, r, colour, spokes in laid
        )
        found.add(laid)
    return found


def _seen(answer: dict[str, Any]) -> Laid:
    return _anchored(
        (p["col"], p["row"], p["colour"], frozenset(p["spokes"]))
        for p in answer["pieces"]
        if p["area"] == "layout"
    )


def _rest(board: Board, seed: int) -> Board:
    """The tiles that are not on a layout, on the same places."""
    spare = spare_tiles(stream(seed, "rest"), board)
    return dict(zip(board, spare, strict=False))


def _read(board: Board, seed: int) -> tuple[Laid, str]:
    """What is read of a photo of a layout, turned as the layout is, and the reading's status."""
    answer = read("redline", photograph(faces_of(board, seed), seed, (1600, 1200)).image)
    truth = _truth(board)
    seen = _seen(answer) if answer["pieces"] else frozenset()
    return min(_turns(seen), key=lambda turned: len(turned ^ truth)), answer["status"]


def score(seed: int) -> tuple[int, int, str]:
    """Tiles of a random layout's photo, how many are amiss, the reading's status."""
    rng = stream(seed, "board")
    board = random_board(rng, int(rng.integers(8, 31)))
    seen, status = _read(board, seed)
    return len(board), len(seen ^ _truth(board)), status


def test_the_set_is_that_of_the_rules() -> None:
    """Each of the 48 tiles is printed once, 24 a page."""
    names = [piece.name for piece in made("redline").pieces if piece.kind == "tile"]
    assert sorted(names) == sorted(f"{t.colour.value} {'+'.join(t.spokes)}" for t in FULL_SET)


@pytest.mark.parametrize("name", ["yellow N+SE", "blue NE+SE+SW"])
def test_lines_run_from_the_middle_to_where_the_name_says(name: str) -> None:
    """Red at the ends of the named spokes and at no other, also right at the cut."""
    picture = cut_out("redline", pieces_of("redline", "tile")[name])
    middle = len(picture) / 2
    for bit, direction in enumerate(NAMES):
        step = np.array([(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][bit])
        x, y = (middle + step * middle * 0.94).astype(int)
        blue, _, red, _ = picture[y, x].astype(int)
        is_line = red > 100 and red - blue > 100 and picture[y, x, 1] < 90
        assert is_line == (direction in name.partition(" ")[2].split("+")), direction


def test_a_photo_of_half_the_set_and_one_of_the_other_half_are_read_right() -> None:
    """All 48 tiles, cut from the PDF and laid as in a game."""
    half = random_board(stream(5, "board"), 24)
    assert len(half) == 24
    for seed, board in ((5, half), (6, _rest(half, 6))):
        assert _read(board, seed)[0] == _truth(board)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 32))
def test_photos_of_the_printed_tiles_are_read_right(seed: int) -> None:
    """Layouts of eight to thirty tiles on any table, slanted up to 32 degrees."""
    assert score(seed)[1] == 0
