"""What confidences are worth: counted by class, and against what asking would cost."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as ET

import pytest

from rules.games.linie1.content import CellContent
from rules.games.linie1.places import Spot
from rules.games.linie1.tiles import Tile
from server.reports.reliability import asked_curve, reliability
from server.reports.reliability_plot import reliability_svg
from server.reports.scoring import ReadPiece, errors, read_pieces
from vision.reading import Piece, Reading, ReadingStatus

#: Two in three of the doubtful pieces are right, nine in ten of the rather sure, all of the sure.
MARKS = (
    *(ReadPiece(0.6, right) for right in (True, True, False)),
    *(ReadPiece(0.95, n > 0) for n in range(10)),
    *(ReadPiece(1.0, True) for _ in range(7)),
)


def test_every_piece_is_in_one_class() -> None:
    """With how many of it are right, and how sure the reader was."""
    classes = reliability(MARKS)
    assert [(one.least, one.pieces, one.right) for one in classes] == [
        (0.5, 3, 2),
        (0.9, 10, 9),
        (0.999, 7, 7),
    ]
    assert [one.told for one in classes] == pytest.approx([0.6, 0.95, 1.0])
    assert classes[1].true == 0.9
    assert reliability(()) == ()


def test_who_asks_more_is_told_less_that_is_wrong() -> None:
    """From asking about nothing to asking about all that is not quite sure."""
    curve = asked_curve(MARKS)
    assert curve[0].asked == 0
    assert curve[0].right == 0.9
    assert (curve[-1].asked, curve[-1].right) == (0.65, 1.0)
    assert asked_curve(()) == ()
    assert asked_curve([ReadPiece(0.6, True)])[-1].right == 1.0


def test_the_drawing_has_a_curve_for_every_game() -> None:
    """It can be read as SVG, and names each game with its pieces."""
    root = ET.fromstring(reliability_svg({"redline": MARKS, "rouge": MARKS[:3], "linie1": ()}))
    words = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"redline, 20 pieces", "rouge, 3 pieces", "linie1, 0 pieces"} <= set(words)


@dataclass
class _Board:
    """A Linie 1 board with a straight at (3, 4), a sign on it and tram 2 at (5, 5)."""

    tile: str = "NS"
    stop_at: tuple[int, int] = (3, 4)
    line: int = 2

    def reading(self) -> Reading:
        pieces = (
            self._piece("tile", (3, 4), CellContent(Tile.named([self.tile]))),
            self._piece("stop", self.stop_at, CellContent(stop=True)),
            self._piece("tram", (5, 5), CellContent(trams=(self.line,))),
        )
        return Reading("linie1", ReadingStatus.READ, (640, 480), pieces)

    def _piece(self, kind: str, at: tuple[int, int], label: CellContent) -> Piece:
        return Piece(kind, "", label, Spot(*at), (1.0, 1.0), (), 0.9)


_TRUTH = {
    "game": "linie1",
    "tiles": [{"row": 3, "col": 4, "tile": "T1", "connections": ["NS"]}],
    "stops": [{"row": 3, "col": 4}],
    "trams": [{"row": 5, "col": 5, "line": 2}],
}


def test_tiles_signs_and_trams_are_marked_each() -> None:
    """A wrong tile, sign or tram is one wrong piece; only tiles are counted among the errors."""
    assert all(piece.right for piece in read_pieces(_TRUTH, _Board().reading()))
    for wrong in (_Board(tile="EW"), _Board(stop_at=(3, 5)), _Board(line=3)):
        assert [piece.right for piece in read_pieces(_TRUTH, wrong.reading())].count(False) == 1
    assert errors(_TRUTH, _Board(tile="EW").reading()) == (1, 1)
    assert errors(_TRUTH, _Board(line=3).reading()) == (0, 1)
