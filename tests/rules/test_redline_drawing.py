"""The picture of a Redline layout."""

from __future__ import annotations

from xml.etree import ElementTree

from rules.core.game import Marks
from rules.core.places import Cell
from rules.games.redline import GAME
from tests.rules.tables import house, table

SVG = "{http://www.w3.org/2000/svg}"
LAID = ((0, 0, "Y E"), (1, 0, "B W+S"), (-1, 2, "Y N+NE+SW"))


def picture(marks: Marks = Marks()) -> ElementTree.Element:  # noqa: B008 - frozen
    """The drawing, parsed."""
    return ElementTree.fromstring(GAME.draw(table(*LAID), marks))


def classes(root: ElementTree.Element, tag: str) -> list[str]:
    """The classes of all elements of a kind."""
    return [node.attrib.get("class", "") for node in root.iter(f"{SVG}{tag}")]


def test_every_tile_and_every_line_is_drawn() -> None:
    """One rounded square a tile in its colour, one red line a spoke from the middle."""
    root = picture()
    assert sorted(classes(root, "rect")) == ["tile blue", "tile yellow", "tile yellow"]
    assert classes(root, "line").count("line") == 1 + 2 + 3
    first = next(n for n in root.iter(f"{SVG}line") if n.attrib["class"] == "line")
    west_tile = next(n for n in root.iter(f"{SVG}circle"))
    assert first.attrib["x1"] == west_tile.attrib["cx"]


def test_coordinates_stand_along_the_rim() -> None:
    """Columns -1 to 1 and rows 0 to 2."""
    texts = [node.text for node in picture().iter(f"{SVG}text")]
    assert texts == ["-1", "0", "1", "0", "1", "2"]


def test_marks_are_shapes_and_words() -> None:
    """A foul is dashed and crossed, doubt a question mark, an alignment a line through middles."""
    line = (Cell(0, 0), Cell(1, 0))
    marks = Marks((Cell(1, 0),), (Cell(0, 0),), (line, Cell(-1, 2)), (Cell(3, 3),))
    root = picture(marks)
    assert {"foul", "last"} <= set(classes(root, "rect"))
    assert classes(root, "line").count("cross") == 2
    assert classes(root, "polyline") == ["reward", "reward"]
    assert "?" in [node.text for node in root.iter(f"{SVG}text")]
    words = next(root.iter(f"{SVG}desc")).text or ""
    for part in ("blue tile at (1, 0) with lines to S, W", "foul: (1, 0)", "not sure: (3, 3)"):
        assert part in words


def test_an_empty_table_is_a_picture_too() -> None:
    """One open cell and a sentence."""
    root = ElementTree.fromstring(GAME.draw(GAME.start((), house())))
    assert next(root.iter(f"{SVG}desc")).text == "No tile on the table."
    assert classes(root, "rect") == []


def test_a_drawing_shows_marked_places_outside_the_layout() -> None:
    """A doubt beyond the tiles widens the frame."""
    small, wide = picture(), picture(Marks(doubt=(Cell(5, 0),)))
    assert int(wide.attrib["width"]) > int(small.attrib["width"])
