"""The layout is told from hands that lie open, by the picture and by what the game knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import pytest

from rules.core.places import Cell
from rules.games.redline.tiles import FULL_SET, Colour, Tile, mask_of
from tests.evenings.open_hands import photo_of
from tests.vision.bench_hands import beginning, outcome
from vision.reader import Image, load_reader
from vision.reading import Reading
from vision.redline.reader import RedlineReader, load

SIZE_WH = (1280, 720)

#: Two tiles of a game that lie against each other, a foul that touched a corner of theirs, and
#: another one that touched that: each of another kind.
FIRST, SECOND, FOUL, BEYOND = (
    Tile(Colour.YELLOW, mask_of(("N", "W"))),
    Tile(Colour.YELLOW, mask_of(("S", "SE", "W"))),
    Tile(Colour.BLUE, mask_of(("N", "NE", "W"))),
    Tile(Colour.BLUE, mask_of(("E", "S", "SW"))),
)
GAME = {Cell(0, 0): FIRST, Cell(0, -1): SECOND, Cell(-1, -2): FOUL, Cell(-2, -2): BEYOND}


@cache
def reader() -> RedlineReader:
    """Loaded once."""
    return load()


def photographed(laid: Mapping[Cell, Tile], hands: Sequence[Sequence[Tile]] = ()) -> Image:
    """A plain table."""
    return photo_of(laid, hands, 40, 1, SIZE_WH).image


def told(reading: Reading, area: str) -> list[object]:
    """What is told of the layout or of the hands."""
    return [piece.label for piece in reading.pieces if piece.area == area]


@pytest.mark.parametrize(
    "seed",
    [880010, 880013, *(pytest.param(s, marks=pytest.mark.slow) for s in (880000, 880002))],
)
def test_the_layout_of_a_beginning_lies_among_the_hands(seed: int) -> None:
    """Each was taken for a hand once; the hands are longer than it."""
    photo = beginning(seed)
    assert outcome(photo, reader().read(photo.image)) == "right, whole"


def test_before_the_first_turn_hands_are_no_layout() -> None:
    """The game knows that nothing was laid; one tile between them is the first."""
    hands = [FULL_SET[:8], FULL_SET[8:16], FULL_SET[24:32]]
    nothing = reader().with_position(None, {})
    bare = reader().read(photographed({}, hands), nothing)
    assert bare.refusal is not None
    assert bare.refusal.code == "no-board"
    first = FULL_SET[40]
    begun = reader().read(photographed({Cell(0, 0): first}, hands), nothing)
    assert len(told(begun, "layout")) == 1
    assert len(told(begun, "hand")) == 24


def test_a_known_tile_lies_on_when_one_between_it_and_the_others_goes() -> None:
    """It lies in its cell, though it touches nothing; a picture by itself calls it a hand's."""
    left = {cell: tile for cell, tile in GAME.items() if tile is not FOUL}
    image = photographed(left)
    by_itself = reader().read(image)
    assert len(told(by_itself, "hand")) in (1, 2)
    known = reader().read(image, reader().with_position(None, GAME))
    assert told(known, "hand") == []
    cells = sorted(piece.place for piece in known.pieces if piece.area == "layout")
    assert len(cells) == 3


def test_a_known_tile_elsewhere_is_in_a_hand_again() -> None:
    """Not where it was laid: it was taken back."""
    moved = {Cell(0, 0): FIRST, Cell(0, -1): SECOND, Cell(2, -3): BEYOND}
    known = reader().read(photographed(moved), reader().with_position(None, GAME))
    assert len(told(known, "layout")) == 2
    assert len(told(known, "hand")) == 1


def test_the_same_layout_is_the_same_memory() -> None:
    """Nothing is read anew for it."""
    memory = load_reader("redline").with_position(None, GAME)
    assert load_reader("redline").with_position(memory, dict(GAME)) is memory
