"""JSON there and back, and the board as a picture."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from rules.core.errors import UnknownName
from rules.core.game import Marks
from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME
from rules.games.linie1.laws.routes import route
from rules.games.linie1.places import CELLS, SPOTS, TERMINI, Spot, spot_of
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Lay, Pass, Signs
from tests.rules.linie1.tables import drive, lay, line_four, table, tile

TURNS = [
    lay((8, 5, "EW")),
    lay((8, 5, "EW"), (3, 9, "NS+NE"), signs=(Spot(3, 9),), lacking=(Spot(8, 5),), player="A"),
    lay((8, 5, "EW"), ended=True),
    drive(4, (0, 6), (1, 7), spaces=1, roll="H"),
    drive(4, (1, 7), None),
    Signs((Spot(1, 7),), (Spot(2, 8),)),
    Pass("Ana"),
    Pass(),
]


@pytest.mark.parametrize("turn", TURNS, ids=range(len(TURNS)))
def test_turns_survive_json(turn: object) -> None:
    """Through real text."""
    data = json.loads(json.dumps(GAME.turn_to_json(turn)))  # type: ignore[arg-type]
    assert GAME.turn_from_json(data) == turn


def test_tiles_seen_beside_others_say_so() -> None:
    """Only then: a turn that was seen alone is written as ever."""
    both = lay((8, 5, "EW"), beside=("Ana", "Bo"))
    assert "beside" not in GAME.turn_to_json(lay((8, 5, "EW")))
    again = GAME.turn_from_json(json.loads(json.dumps(GAME.turn_to_json(both))))
    assert isinstance(again, Lay)
    assert again.beside == ("Ana", "Bo")


def test_the_words_of_the_contract() -> None:
    """Field names and letters as the outside reads them."""
    assert GAME.turn_to_json(drive(4, (0, 7), (1, 7), spaces=1)) == {
        "kind": "drive", "line": 4, "from": [0, 6], "to": [1, 7], "spaces": 1,
    }  # fmt: skip
    assert GAME.turn_to_json(lay((3, 9, "SN+EN"))) == {
        "kind": "lay",
        "tiles": [{"row": 3, "col": 9, "connections": ["NE", "NS"], "replaces": None}],
    }
    assert GAME.place_from_json([13, 11]) == spot_of(13, 10)


@pytest.mark.parametrize(
    "content",
    [
        CellContent(tile("NS+NE")),
        CellContent(None, True),
        CellContent.of(tile("EW"), True, (5, 2)),
        CellContent(None, False, (3,)),
    ],
)
def test_contents_survive_json(content: CellContent) -> None:
    """Tile, sign and trams of a place."""
    assert GAME.label_from_json(GAME.label_to_json(content)) == content
    assert not content.nothing


def test_what_is_no_tile_turn_or_content_is_refused() -> None:
    """By name, never with a bare error."""
    with pytest.raises(UnknownName, match="no tile joins"):
        GAME.label_from_json({"connections": ["NS", "EW", "NE"]})
    for slip in ({}, {"kind": "x"}, {"connection": ["NS"]}, {"connections": []}, {"trees": True}):
        with pytest.raises(UnknownName, match="Nothing that lies there is named"):
            GAME.label_from_json(slip)
    with pytest.raises(UnknownName, match="no Linie 1 move of kind"):
        GAME.turn_from_json({"kind": "jump"})
    with pytest.raises(ValueError, match="trams must rise"):
        CellContent(None, False, (3, 2))
    assert CellContent().nothing


def test_an_empty_board_is_drawn_with_everything_printed_on_it() -> None:
    """Twelve letters, twelve termini."""
    text = GAME.draw(table())
    root = ElementTree.fromstring(text)
    words = [e.text for e in root.iter() if e.tag.endswith("text")]
    assert sum(word in "ABCDEFGHIKLM" for word in words if word) == 12
    assert text.count('class="digit"') == 12
    assert "An empty board." in text


def test_tiles_signs_trams_routes_and_marks_are_drawn() -> None:
    """Each by its own shape; a screen reader hears them too."""
    state = table(*line_four(), (8, 5, "NS+EW"), signs=[(1, 7)], trams={4: (1, 7), 2: (6, 13)})
    way = route(state, 4, ("G",), Readings()).path
    marks = Marks((Spot(8, 5),), (Spot(2, 8),), (way, Spot(3, 10)), (Spot(5, 10),))
    text = GAME.draw(state, marks)
    ElementTree.fromstring(text)
    assert text.count('class="tree"') == 2
    assert text.count('class="tram"') == 2
    assert text.count('class="sign"') == 1
    for word in ("foul: (8, 5)", "last move: (2, 8)", "not sure: (5, 10)", "terminus 4 N"):
        assert word in text
    assert "stop sign; tram 4" in text


def test_every_tile_lies_wholly_inside_its_cell() -> None:
    """Each of the 34 faces is drawn with as many rails as it has connections."""
    for face in {t.mask: t for s in CELLS[:1] for t in _faces()}.values():
        text = GAME.draw(GAME.force(table(), Lay(_laid(face)), GAME.rulebook.house()))
        assert text.count('class="rail"') == len(face.connections) + len(TERMINI)
    assert SPOTS[15] == Spot(1, 1)


def _faces() -> list:  # type: ignore[type-arg]
    from rules.games.linie1.tiles import TILES  # noqa: PLC0415

    return list(TILES[1:])


def _laid(face: object) -> tuple:  # type: ignore[type-arg]
    from rules.games.linie1.state import Laid  # noqa: PLC0415

    return (Laid(Spot(8, 5), face),)  # type: ignore[arg-type]
