"""From beliefs to what the outside contract prints: pieces, status, proven violations."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.homography import Homography
from rules.games.linie1 import GAME
from rules.games.linie1.places import SPAN, Spot
from rules.games.linie1.tiles import Tile
from server.reports.scoring import errors
from server.views.read_json import proven_violations, read_object
from vision.linie1.limits import LIMITS
from vision.linie1.report import reading_of
from vision.linie1.tiles.beliefs import place_beliefs
from vision.linie1.tiles.cells import FACES, CellReadings
from vision.reading import SURE_CONFIDENCE, Reading, ReadingStatus

#: 40 pixels a cell, the grid's corner at (100, 60).
VIEW = Homography(np.array([[40.0, 0, 100], [0, 40, 60], [0, 0, 1]]))
SIZE_WH = (700, 640)

#: A tile beside the location G at (1, 8), one beside nothing, and where trams stand.
BESIDE_G, FREE = (1, 7), (6, 6)


class Board:
    """An empty board on which things are put."""

    def __init__(self) -> None:
        faces = np.zeros((SPAN, SPAN, FACES))
        faces[..., 0] = 1.0
        self.found = CellReadings(
            faces,
            np.full((SPAN, SPAN), 1e-5),
            np.full((SPAN, SPAN, 6), 1e-5),
            np.zeros((SPAN, SPAN)),
        )

    def tile(self, at: tuple[int, int], *connections: str, share: float = 1.0) -> Board:
        """Lay a tile; the rest of its share looks bare."""
        self.found.faces[at] = 0
        self.found.faces[at][[0, Tile.named(connections).face]] = 1 - share, share
        return self

    def sign(self, at: tuple[int, int], share: float = 1 - 1e-5) -> Board:
        """Put up a sign."""
        self.found.sign[at] = share
        return self

    def tram(self, at: tuple[int, int], line: int) -> Board:
        """Put a tram."""
        self.found.trams[at][line - 1] = 1 - 1e-6
        return self

    def reading(self, top_share: float = 1.0, size_wh: tuple[int, int] = SIZE_WH) -> Reading:
        """What the reader makes of it."""
        places = place_beliefs(self.found)
        return reading_of("linie1", places, VIEW, size_wh, top_share, LIMITS)


def test_the_pieces_have_exactly_the_fields_of_the_contract() -> None:
    """Tile, stop and tram of one cell are three pieces; a tram at a terminus one more."""
    board = Board().tile(BESIDE_G, "EW").sign(BESIDE_G).tram(BESIDE_G, 5).tram((0, 7), 4)
    said = read_object("a.jpg", board.reading(), GAME, 0.1)
    assert said["status"] == "read"
    pieces = [{k: v for k, v in p.items() if k != "confidence"} for p in said["pieces"]]
    at = {"row": 1, "col": 7, "pixel": [360.0, 80.0]}
    assert pieces[:3] == [
        {"kind": "tile", "connections": ["EW"], "trees": False, **at},
        {"kind": "stop", **at},
        {"kind": "tram", "line": 5, **at},
    ]
    assert [(p["kind"], p["line"], p["row"], p["col"]) for p in pieces[3:]] == [("tram", 4, 0, 6)]


def test_a_doubtful_tile_says_what_else_it_may_be() -> None:
    """Its photo is unsure."""
    board = Board().tile(FREE, "NS", share=0.8)
    board.found.faces[6, 6, 0] = 0.05
    board.found.faces[6, 6, Tile.named(["NS", "NE"]).face] = 0.15
    said = read_object("a.jpg", board.reading(), GAME, 0.1)
    assert said["status"] == "unsure"
    [tile] = said["pieces"]
    assert tile["confidence"] == pytest.approx(0.8)
    [other] = tile["alternatives"]
    assert sorted(other["connections"]) == ["NE", "NS"]
    assert other["probability"] == pytest.approx(0.15)
    assert set(other) == {"connections", "trees", "probability"}


def _codes(reading: Reading) -> list[str]:
    return [violation["code"] for violation in proven_violations(GAME, reading)]


def test_a_missing_sign_is_proven_only_where_none_can_stand_unseen() -> None:
    """A tile beside a location without a sign; one that may be there takes the charge back."""
    assert _codes(Board().tile(BESIDE_G, "NW").reading()) == ["stop-sign-missing"]
    doubtful = Board().tile(BESIDE_G, "NW").sign(BESIDE_G, 0.2).reading()
    assert "stop-sign-missing" not in _codes(doubtful)


def test_doubtful_neighbours_prove_no_blocked_track() -> None:
    """Two tiles that do not answer each other are a foul, unless one may be another."""
    sure = Board().tile((6, 6), "EW").tile((6, 7), "NS")
    assert _codes(sure.reading()) == ["blocks-track"]
    doubtful = Board().tile((6, 6), "EW").tile((6, 7), "NS", share=0.9)
    assert _codes(doubtful.reading()) == []


def test_an_unknown_top_leaves_every_piece_in_doubt() -> None:
    """The frame may be turned: nothing is sure, nothing is charged."""
    reading = Board().tile((6, 6), "EW").tile((6, 7), "NS").reading(top_share=0.6)
    assert reading.status is ReadingStatus.UNSURE
    assert all(piece.confidence < 0.97 for piece in reading.pieces)
    assert reading.observation is not None
    assert [issue.kind for issue in reading.observation.issues] == ["top unknown"]
    assert _codes(reading) == []


def test_a_hand_over_a_cell_is_told() -> None:
    """The photo is unsure, and the referee waits."""
    board = Board()
    board.found.occlusion[4:6, 4:6] = 0.95
    reading = board.reading()
    assert reading.status is ReadingStatus.UNSURE
    assert reading.observation is not None
    assert [issue.kind for issue in reading.observation.issues] == ["hand"]


def test_the_rim_of_the_picture_is_no_hand() -> None:
    """A cell that the picture cuts off looks covered: it says nothing, and the others are called;
    the same cover on a cell wholly in view is a hand."""
    board = Board().tile((6, 6), "EW")
    board.found.occlusion[12, 12] = 0.8
    cut = board.reading(size_wh=(570, 530)).observation
    assert cut is not None
    assert cut.issues == ()
    assert cut.at(Spot(12, 12)).visibility < 0.5  # type: ignore[union-attr]
    whole = board.reading().observation
    assert whole is not None
    assert [issue.kind for issue in whole.issues] == ["hand"]


def test_scoring_counts_cells_by_their_connections() -> None:
    """A tile turned, missed and invented is one error each; letters of a pair in any order."""
    truth = {
        "game": "linie1",
        "tiles": [
            {"row": row, "col": col, "tile": None, "connections": []}
            for row in range(1, 13)
            for col in range(1, 13)
        ],
    }
    cells = {(c["row"], c["col"]): c for c in truth["tiles"]}
    cells[6, 6] |= {"tile": "T11", "connections": ["EN", "NS", "SW"]}
    cells[6, 7] |= {"tile": "T1", "connections": ["NS"]}
    cells[6, 8] |= {"tile": "T1", "connections": ["NS"]}
    right = Board().tile((6, 6), "NS", "NE", "SW").tile((6, 7), "NS").tile((6, 8), "NS")
    assert errors(truth, right.reading()) == (0, 144)
    wrong = Board().tile((6, 6), "NS", "NE", "SW").tile((6, 7), "EW").tile((2, 2), "NS")
    assert errors(truth, wrong.reading()) == (3, 144)


def test_a_photo_that_is_read_leaves_no_place_in_doubt() -> None:
    """A tram that a sign may hide is in the belief, and makes nobody less sure of the sign."""
    board = Board().tile(BESIDE_G, "EW").sign(BESIDE_G).tile(FREE, "NS", share=0.9)
    seen = board.reading().observation
    assert seen is not None
    sure, doubtful = (seen.at(Spot(*at)) for at in (BESIDE_G, FREE))
    assert sure is not None
    assert doubtful is not None
    assert sure.belief.confidence < SURE_CONFIDENCE <= sure.confidence
    assert doubtful.confidence == pytest.approx(0.9, abs=0.01)


def test_an_unsure_photo_names_the_free_places_it_doubts() -> None:
    """None of its pieces would tell; a photo that is sure, or doubts its pieces, has none."""
    board = Board()
    board.found.faces[FREE][[0, Tile.named(["NS"]).face]] = 0.9, 0.1
    said = read_object("a.jpg", board.reading(), GAME, 0.1)
    assert (said["status"], said["pieces"]) == ("unsure", [])
    [doubt] = said["doubts"]
    assert (doubt["row"], doubt["col"], doubt["pixel"]) == (6, 6, [320.0, 280.0])
    assert (doubt["confidence"], doubt["visible"]) == (pytest.approx(0.9), 1.0)
    for other in (Board(), Board().tile(FREE, "NS", share=0.8)):
        assert "doubts" not in read_object("a.jpg", other.reading(), GAME, 0.1)
