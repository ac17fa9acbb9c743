"""JSON of moves, places and pieces is checked before anything is made of it, in every game."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules.core.codec import TEXT, Malformed, many, number, whole
from rules.core.discovery import discover, get
from rules.core.errors import ArbitableError
from tests.laws.games import played

#: What a stranger may send instead of a value.
JUNK: tuple[Any, ...] = (
    *("", "x" * 100_000, "7", None, True, -1, 10**30, 0.5, float("nan"), float("inf")),
    *([], ["x"] * 5_000, [[[]]], {}, {"kind": "lay"}),
)

#: The longest sentence that anybody is told.
LONGEST = 400


def _paths(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside."""
    yield at
    pairs = value.items() if isinstance(value, dict) else ()
    pairs = enumerate(value) if isinstance(value, list) else pairs
    for name, inner in pairs:
        yield from _paths(inner, (*at, name))


def _with(data: Any, at: tuple[Any, ...], junk: Any) -> Any:
    if not at:
        return junk
    changed = copy.deepcopy(data)
    inner = changed
    for name in at[:-1]:
        inner = inner[name]
    inner[at[-1]] = junk
    return changed


def _samples(name: str) -> Iterator[tuple[Any, Any]]:
    """Readers of JSON, each with what it takes: of turns, places and pieces."""
    game: Any = get(name)
    steps = list(played(game, game.rulebook.house(), 3, 6))
    yield from ((game.turn_from_json, game.turn_to_json(turn)) for _, turn, _ in steps)
    for place, label in list(game.position(steps[-1][2]).items())[:3]:
        yield game.place_from_json, place.as_json()
        yield game.label_from_json, game.label_to_json(label)


@pytest.mark.parametrize("name", sorted(discover()))
def test_nonsense_is_refused_in_a_short_sentence(name: str) -> None:
    """Any value replaced by any junk is read or refused, never anything else."""
    refusals: list[str] = []
    for read, data in _samples(name):
        for at in _paths(json.loads(json.dumps(data))):
            for junk in JUNK:
                try:
                    read(_with(data, at, junk))
                except ArbitableError as error:
                    refusals.append(str(error))
    assert len(refusals) > 100
    assert all(len(said) <= LONGEST and said.endswith(".") for said in refusals)


@pytest.mark.parametrize(
    ("codec", "data", "says"),
    [
        (whole(0, 7), 8, "8 will not do, give a whole number from 0 to 7."),
        (whole(0, 7), True, "True will not do, give a whole number from 0 to 7."),
        (number(0.0, 1.0), float("nan"), "nan will not do, give a number from 0 to 1."),
        (many(TEXT, 2), ["a"] * 3, "this list will not do, give a list of 0 to 2."),
        (TEXT, 10**99, "this int will not do, give a name of 0 to 200 letters."),
    ],
)
def test_a_refusal_says_what_would_do(codec: Any, data: Any, says: str) -> None:
    """The value, in short, and the cure."""
    with pytest.raises(Malformed) as refused:
        codec.read(data)
    assert str(refused.value) == says


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        (
            "redline",
            {"kind": "lay", "col": "7", "row": 0, "colour": "blue", "spokes": ["N"]},
            "move.col: '7' will not do, give a whole number from -999 to 999.",
        ),
        ("redline", {"kind": "drive"}, "There is no Redline move of kind 'drive', give lay"),
        ("rouge", {"kind": "turn", "ring": 1}, "move: by is missing, give it."),
        (
            "linie1",
            {"kind": "lay", "tiles": [{"row": 1, "col": 1, "connections": ["NS", "XX"]}]},
            "move.tiles.connections: This cannot be: ",
        ),
        (
            "mokadi",
            {"kind": "pad", "colour": "green", "at": [0, 0]},
            "'green' will not do, give one of white, black, blue, red.",
        ),
    ],
)
def test_a_refusal_says_where_it_was(name: str, data: dict[str, Any], says: str) -> None:
    """From the key outward to the move."""
    with pytest.raises(Malformed) as refused:
        get(name).turn_from_json(data)
    assert says in str(refused.value)


@pytest.mark.parametrize("name", sorted(discover()))
@pytest.mark.parametrize("slip", [{}, {"kind": "x"}, {"kind": "tile", "conections": ["NS"]}])
def test_a_piece_that_names_nothing_is_refused(name: str, slip: dict[str, Any]) -> None:
    """A slip of who wrote it would take away what lies there."""
    with pytest.raises(Malformed):
        get(name).label_from_json(slip)
