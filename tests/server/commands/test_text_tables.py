"""What one photo shows, told to a person at a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core.observation import EMPTY, Belief, Observation, Pose, Sighting
from rules.core.places import Cell
from rules.games.mokadi.game import GAME
from rules.games.mokadi.pieces import UNMEASURED, Pad, pad_spot
from rules.games.redline import GAME as REDLINE
from rules.games.redline.tiles import Colour, Tile
from server.commands.text_tables import read_text
from server.pipeline.readers import PhotoReading
from vision.reading import Piece, Reading, ReadingStatus


def test_a_pad_that_nothing_has_measured_is_told_by_its_colour_alone() -> None:
    """How surely its place is known is a number for programs."""
    pad = Piece("pad", "layout", Pad("white", UNMEASURED), pad_spot(1), (50, 50), (), 0.99)
    reading = Reading("mokadi", ReadingStatus.UNSURE, (100, 100), (pad,))
    text = read_text(PhotoReading(Path("pads.jpg"), None, GAME, reading, 0.2), ())
    (row,) = (line for line in text.splitlines() if "P1" in line)
    assert row.split() == ["pad", "P1", "white", "99.0%"]


#: A tile that is surely read, and one that is not.
SURE, UNSURE = 0.999, 0.6
LAID = Tile(Colour.YELLOW, 0b00010001)


def _told(
    status: ReadingStatus, tile: float, free: dict[Cell, tuple[float, float, float]]
) -> list[str]:
    """The lines on a table with one tile and free cells, each with how surely nothing lies there,
    how well it is seen, and its x, pixels."""
    piece = Piece("tile", "layout", LAID, Cell(0, 0), (50, 50), (), tile)
    cells = tuple(
        Sighting(cell, Belief.of({EMPTY: bare, LAID: 1 - bare}), seen, Pose((x, 20.0)))
        for cell, (bare, seen, x) in free.items()
    )
    reading = Reading("redline", status, (100, 100), (piece,), Observation("redline", cells))
    text = read_text(PhotoReading(Path("table.jpg"), None, REDLINE, reading, 0.2), ())
    return [line for line in text.splitlines() if line.startswith("Not sure")]


def test_an_unsure_reading_says_which_free_places_it_doubts() -> None:
    """They are no pieces, so the table below lists none of them: the least sure first, by the names
    that calls and pages use; where all are sure, what is hidden."""
    hidden = {Cell(2, 0): (SURE, 0.0, 20.0), Cell(3, 0): (SURE, 1.0, 30.0)}
    (line,) = _told(ReadingStatus.UNSURE, SURE, hidden)
    assert line == "Not sure that nothing lies at C1: look there."
    doubted = {Cell(1, 0): (0.9, 1.0, 10.0), Cell(4, 0): (0.6, 1.0, 40.0)}
    (line,) = _told(ReadingStatus.UNSURE, SURE, {**hidden, **doubted})
    assert line == "Not sure that nothing lies at E1; B1: look there."
    (line,) = _told(ReadingStatus.UNSURE, SURE, {Cell(0, -1): (0.6, 1.0, 40.0)})
    assert line == "Not sure that nothing lies at the place above A1: look there."


def test_only_a_few_places_are_named() -> None:
    """Of many the worst four."""
    free = {Cell(k, 0): (0.5 + k / 100, 1.0, 10.0) for k in range(7)}
    (line,) = _told(ReadingStatus.UNSURE, SURE, free)
    assert line.startswith("Not sure that nothing lies at A1; B1; C1; D1 and 3 ")


@pytest.mark.parametrize(
    ("status", "tile", "x"),
    [(ReadingStatus.READ, SURE, 10.0), (ReadingStatus.UNSURE, UNSURE, 300.0)],
)
def test_nothing_is_said_of_what_is_out_of_sight(
    status: ReadingStatus, tile: float, x: float
) -> None:
    """Nor where a reading is sure."""
    assert _told(status, tile, {Cell(1, 0): (0.9, 1.0, x)}) == []


def test_where_no_place_is_in_doubt_the_table_is() -> None:
    """An unsure reading never leaves people without a word."""
    assert _told(ReadingStatus.UNSURE, SURE, {}) == [
        "Not sure of the table as a whole: look at it once more."
    ]
