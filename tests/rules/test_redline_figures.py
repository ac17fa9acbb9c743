"""The nine figures of the leaflet, as reconstructed in the rule document (1.3)."""

from __future__ import annotations

import pytest

from rules.core.places import Cell
from rules.games.redline import GAME
from rules.games.redline.state import Lay
from tests.rules.said import codes
from tests.rules.tables import house, judged, lay, table

FIGURES = [
    ("1", [(0, 0, "Y E")], lay(1, 0, "B W+E"), []),
    ("2", [(0, 0, "Y SE")], lay(1, 1, "B NW+S"), []),
    ("3", [(0, 0, "Y SE")], lay(1, 1, "B NW+S", 45.0), ["askew"]),
    ("4", [(1, 0, "B W+S"), (0, 1, "B E+N")], lay(1, 1, "Y N"), ["dead-end"]),
    ("4, mended", [(1, 0, "B W+S"), (0, 1, "B E+N")], lay(1, 1, "Y N+W"), []),
    ("5", [(0, 0, "Y E+S"), (1, 1, "Y W+N")], lay(0, 1, "B N"), ["dead-end"]),
    ("5, mended", [(0, 0, "Y E+S"), (1, 1, "Y W+N")], lay(0, 1, "B N+E"), []),
    ("6", [(0, 0, "Y E+SE")], lay(1, 0, "B W+SW"), []),
    ("6, later", [(0, 0, "Y E+SE"), (1, 0, "B W+SW")], lay(1, 1, "B NW"), []),
]


@pytest.mark.parametrize(("figure", "laid", "turn", "expected"), FIGURES, ids=lambda x: str(x)[:9])
def test_figures_1_to_6(figure: str, laid: list, turn: Lay, expected: list[str]) -> None:
    """What a figure shows as possible or forbidden is called so."""
    assert codes(judged(table(*laid), turn)) == expected, figure


def test_figure_4_blames_the_blue_tile_to_the_left_and_5_the_yellow_one_to_the_right() -> None:
    """The dead end is on the tile that the caption names."""
    four = judged(table(*FIGURES[3][1]), FIGURES[3][2]).violations[0]
    five = judged(table(*FIGURES[5][1]), FIGURES[5][2]).violations[0]
    assert four.places == (Cell(0, 1), Cell(1, 1))
    assert five.places == (Cell(1, 1), Cell(0, 1))


PLAYS = [
    (
        "7",
        [(0, 0, "Y E"), (1, 0, "B W+SW"), (0, 1, "Y NE+E"), (1, 1, "B W+SW+E"), (0, 2, "Y NE+S")],
        ("same-colour", "vertical", ((0, 0), (0, 1), (0, 2))),
    ),
    (
        "8",
        [(0, 0, "Y E"), (1, 0, "B W+S"), (1, 1, "Y N+E"), (2, 1, "B W+S+NE"), (2, 2, "Y N+S")],
        ("same-colour", "diagonal", ((0, 0), (1, 1), (2, 2))),
    ),
    (
        "9",
        [(0, 0, "B E"), (1, 0, "Y W+E"), (2, 0, "B W+E+SE"), (3, 0, "Y W+S+NE")],
        ("alternating", "horizontal", ((0, 0), (1, 0), (2, 0), (3, 0))),
    ),
]


@pytest.mark.parametrize(("figure", "laid", "expected"), PLAYS, ids=["7", "8", "9"])
def test_figures_7_to_9(figure: str, laid: list, expected: tuple) -> None:
    """Each sequence is legal throughout, and only its last tile makes the alignment."""
    state = GAME.start(["A", "B"], house())
    for col, row, text in laid:
        turn = lay(col, row, text)
        verdict = judged(state, turn)
        assert verdict.legal, (figure, verdict)
        last = (col, row) == laid[-1][:2]
        assert bool(verdict.rewards) == last
        state = GAME.apply(state, turn, house())
    (alignment,) = dict(verdict.rewards[0].params)["alignments"]
    kind, axis, cells = (value for _, value in alignment.items)
    assert (kind, axis, tuple((c.col, c.row) for c in cells)) == expected


@pytest.mark.parametrize(
    ("variant", "colour", "expected"),
    [(False, "Y", []), (False, "B", []), (True, "Y", ["colour-variant"]), (True, "B", [])],
)
def test_figure_9_under_the_y(variant: bool, colour: str, expected: list[str]) -> None:
    """The cell below the Y takes either colour, with the variant only blue (leaflet, variant)."""
    state = GAME.start(["A", "B"], house())
    for col, row, text in PLAYS[2][1]:
        state = GAME.apply(state, lay(col, row, text), house())
    assert codes(judged(state, lay(3, 1, f"{colour} N+NW"), colour_variant=variant)) == expected
