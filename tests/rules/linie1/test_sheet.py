"""The worked examples of the rule sheet (rule document 5.1), drawn there with the board turned."""

from __future__ import annotations

import pytest

from rules.games.linie1.board import Board
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Laid, Lay, Linie1State
from rules.games.linie1.tiles import Tile
from tests.rules.linie1.tables import drive, from_edition, house, judged, table
from tests.rules.said import codes

#: The sheet shows the board as the edition that is turned likewise.
SHEET = "rigoler"

EXAMPLE = [
    (1, 1, "ES"),
    (1, 2, "EW+NW+NE"),
    (2, 1, "NW"),
    (2, 3, "NW+SW"),
    (3, 1, "SW"),
    (3, 5, "EW"),
    (3, 6, "NW"),
    (4, 5, "SW"),
    (6, 2, "NS+SW"),
]


def seen(row: int, col: int, text: str) -> tuple[int, int, str]:
    """A tile of the sheet's picture in the frame of the rules."""
    spot = from_edition(Spot(row, col), SHEET)
    tile = Tile.named(text.split("+")).turned(1)
    return spot.row, spot.col, "+".join(tile.connections)


def sheet(*tiles: tuple[int, int, str]) -> Linie1State:
    """A game in progress with tiles as the sheet shows them."""
    return table(*(seen(*one) for one in tiles))


def laid_there(row: int, col: int, text: str) -> Lay:
    """A lay as the sheet shows it."""
    at, to, names = seen(row, col, text)
    return Lay((Laid(Spot(at, to), Tile.named(names.split("+"))),))


def test_the_example_position_is_right() -> None:
    """Nothing but stop signs, which the example does not show, is missing."""
    state = sheet(*EXAMPLE)
    found = GAME.audit(GAME.position(state), house())
    assert {violation.code for violation in found} <= {"stop-sign-missing"}


@pytest.mark.parametrize(
    ("letter", "tile", "code"),
    [
        ("A", (4, 1, "NW"), "off-board"),
        ("B", (5, 2, "SW"), "into-location"),
        ("C", (2, 4, "NS"), "on-location"),
        ("D", (1, 3, "NE"), "blocks-track"),
        ("E", (2, 2, "EW"), "blocks-track"),
    ],
)
def test_the_examples_a_to_e_are_illegal(
    letter: str, tile: tuple[int, int, str], code: str
) -> None:
    """Each breaks the rule it stands for."""
    verdict = judged(sheet(*EXAMPLE), laid_there(*tile))
    assert code in codes(verdict)
    rules = " ".join(v.rule for v in verdict.violations)
    assert letter in rules.replace("Linie 1", "")


@pytest.mark.parametrize(
    ("text", "legal"), [("EW", True), ("NW+NE", True), ("NW+SW", False), ("NS+SW", False)]
)
def test_what_fills_the_gap_between_two_tracks(text: str, legal: bool) -> None:
    """A straight on the left, a curve open to the west on the right."""
    state = sheet((4, 7, "EW"), (4, 9, "SW"))
    verdict = judged(state, laid_there(4, 8, text))
    assert verdict.legal == legal
    assert codes(verdict) == ([] if legal else ["blocks-track"])


@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("NS+SW+NE", True),
        ("NS+NW+SW", True),
        ("NE+ES+SW+NW", False),
        ("NS+ES+NE", False),
    ],
)
def test_what_may_replace_a_switch(text: str, legal: bool) -> None:
    """A straight with two curves or the matching triangle; not a ring, not the other triangle."""
    state = table((8, 9, "NS+SW"))
    verdict = judged(state, Lay((Laid(Spot(8, 9), Tile.named(text.split("+"))),)))
    assert verdict.legal == legal
    assert ("track-removed" in codes(verdict)) != legal


DRIVEN = [
    (1, 2, "EW+NW+NE"),
    (1, 3, "SW"),
    (1, 1, "ES"),
    (2, 3, "NS"),
    (3, 3, "NE"),
    (3, 4, "EW"),
    (3, 5, "NS+EW"),
    (3, 6, "NW"),
]


def ride() -> Linie1State:
    """Terminus 1 is at the top left of the sheet; the sign of I stands on (3, 6)."""
    tiles = [seen(*one) for one in DRIVEN]
    sign = from_edition(Spot(3, 6), SHEET)
    start = from_edition(Spot(0, 2), SHEET)
    state = table(*tiles, signs=[(sign.row, sign.col)], trams={1: (start.row, start.col)})
    return state


@pytest.mark.parametrize(
    ("at", "roll", "wanted"),
    [
        ((3, 6), "H", []),
        ((2, 3), "3", []),
        ((3, 5), "4", ["too-far"]),
        ((2, 3), "2", ["too-far"]),
    ],
)
def test_the_drive_of_page_four(at: tuple[int, int], roll: str, wanted: list[str]) -> None:
    """H goes straight over the crossing to the next sign; a 3 ends on the third tile."""
    spot, start = from_edition(Spot(*at), SHEET), from_edition(Spot(0, 2), SHEET)
    turn = drive(1, (start.row, start.col), (spot.row, spot.col), roll=roll)
    assert codes(judged(ride(), turn, trip="goldsieber")) == wanted


def test_the_crossing_is_no_place_to_turn() -> None:
    """Left or right on the crossing there would be a tile."""
    tiles = [*DRIVEN, (4, 5, "NS")]
    start = from_edition(Spot(0, 2), SHEET)
    state = table(*(seen(*one) for one in tiles), trams={1: (start.row, start.col)})
    spot = from_edition(Spot(4, 5), SHEET)
    turn = drive(1, (start.row, start.col), (spot.row, spot.col))
    assert codes(judged(state, turn)) == ["sharp-turn"]


def test_a_board_equals_any_mapping_of_the_same_tiles() -> None:
    """And knows what lies where."""
    state = sheet(*EXAMPLE)
    assert state.board == dict(state.board)
    assert state.board == Board(dict(state.board))
    assert hash(state.board) == hash(Board(dict(state.board)))
    assert len(state.board) == len(EXAMPLE)
    assert Spot(8, 8) not in state.board
    assert "Board(" in repr(state.board)
    with pytest.raises(KeyError):
        state.board[Spot(8, 8)]
