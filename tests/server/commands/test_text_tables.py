"""What one photo shows, told to a person at a terminal."""

from __future__ import annotations

from pathlib import Path

from rules.games.mokadi.game import GAME
from rules.games.mokadi.pieces import UNMEASURED, Pad, pad_spot
from server.commands.text_tables import read_text
from server.pipeline.readers import PhotoReading
from vision.reading import Piece, Reading, Status


def test_a_pad_that_nothing_has_measured_is_told_by_its_colour_alone() -> None:
    """How surely its place is known is a number for programs."""
    pad = Piece("pad", "layout", Pad("white", UNMEASURED), pad_spot(1), (50, 50), (), 0.99)
    reading = Reading("mokadi", Status.UNSURE, (100, 100), (pad,))
    text = read_text(PhotoReading(Path("pads.jpg"), None, GAME, reading, 0.2), ())
    (row,) = (line for line in text.splitlines() if "P1" in line)
    assert row.split() == ["pad", "P1", "white", "99.0%"]
