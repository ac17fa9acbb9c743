"""Moves in a few words, in every game and language."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.discovery import get
from server.views.speech import spoken_label, spoken_move

MOVES: list[tuple[str, dict[str, Any], str]] = [
    (
        "redline",
        {"kind": "lay", "col": 1, "row": 0, "colour": "yellow", "spokes": ["N"]},
        "yellow tile on (1, 0), lines north",
    ),
    (
        "rouge",
        {"kind": "place", "colour": "blue", "ring": 2, "cell": 5},
        "blue pawn on the middle ring, hollow 5",
    ),
    (
        "rouge",
        {
            "kind": "move",
            "colour": "blue",
            "from": {"ring": 2, "cell": 5},
            "to": {"ring": 1, "cell": 0},
        },
        "blue pawn: middle ring, hollow 5 to inner ring, hollow 0",
    ),
    (
        "linie1",
        {
            "kind": "lay",
            "tiles": [{"row": 3, "col": 4, "connections": ["NS"], "replaces": None}],
        },
        "tiles laid: row 3, column 4 (north-south)",
    ),
    (
        "linie1",
        {
            "kind": "lay",
            "tiles": [{"row": 7, "col": 12, "connections": ["EW"], "replaces": None}],
            "lacking": [[7, 12]],
        },
        "tiles laid: row 7, column 12 (east-west); no stop sign at (7, 12)",
    ),
    ("mokadi", {"kind": "fall", "sticks": []}, "sticks fell"),
]


@pytest.mark.parametrize(("game", "move", "said"), MOVES)
def test_a_move_in_words(game: str, move: dict[str, Any], said: str) -> None:
    """The piece and the place; French says something else."""
    book = get(game).rulebook
    assert spoken_move(book, move, "en") == said
    assert spoken_move(book, move, "fr") != said


def test_no_move_and_nothing_on_a_place() -> None:
    """Nothing is said of what is not there."""
    book = get("redline").rulebook
    assert spoken_move(book, None, "en") is None
    assert spoken_label(book, None, "fr") == "rien"
