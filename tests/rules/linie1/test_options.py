"""Every house rule is read somewhere: each of its values changes what is said of some position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Drive, Linie1State, Pass
from tests.rules.linie1.tables import (
    dealt,
    drive,
    house,
    judged,
    lay,
    line_four,
    table,
    told,
    with_board,
)

NORTH = (0, 6)

#: Stops on the track of line 4, by the tile that each sign belongs on.
STOPS = (("G", Spot(1, 7)), ("H", Spot(3, 10)), ("I", Spot(6, 10)))

#: What is said under a house rule's value.
Case = Callable[[str], object]


def _ready(*letters: str, players: tuple[str, ...] = (), **more: object) -> Linie1State:
    """Ana is to start line 4, whose track is built."""
    state = told(
        with_board(dealt(*players), *line_four()),
        ("line", {"player": "Ana", "line": 4}),
        ("route", {"player": "Ana", "letters": list(letters)}),
    )
    known = {"signs": frozenset({Spot(1, 7)}), "first": STOPS[:1], "excused": frozenset("BHI")}
    return replace(state, **(known | more))  # type: ignore[arg-type]


def _on_terminus(**more: object) -> Linie1State:
    return replace(GAME.force(_ready(), drive(4, None, NORTH), house()), **more)


def _said(state: Linie1State, turn: object, option: str) -> Case:
    """Rules broken and remarks of a turn."""

    def said(value: str) -> object:
        verdict = judged(state, turn, **{option: value})  # type: ignore[arg-type]
        return {v.code for v in verdict.violations}, {r.code for r in verdict.remarks}

    return said


def _after(state: Linie1State, turn: object, option: str) -> Case:
    """The state that a turn leads to."""
    return lambda value: GAME.force(state, turn, house(**{option: value}))  # type: ignore[arg-type]


def _over(state: Linie1State, option: str) -> Case:
    return lambda value: GAME.outcome(state, house(**{option: value}))


def _with_other_exit() -> Linie1State:
    two = replace(_on_terminus(), board=with_board(_ready(), (1, 6, "NS")).board)
    return told(two, ("shown", {"line": 4, "cells": [[0, 6], [1, 7]]}))


FULL = table(*((i, 6, "NS+EW") for i in (2, 3, 10, 11)))
PAST_THE_STOP = drive(4, NORTH, (2, 7), roll="2")

CASES: dict[str, list[Case]] = {
    "stops": [
        _said(_ready("G", "H", players=players, first=STOPS), drive(4, None, NORTH), "stops")
        for players in (("Ana", "Bo"), ("Ana", "Bo", "Cy", "Di"))
    ],
    "stop_order": [_said(_ready("I", "G", "H", first=STOPS), drive(4, None, NORTH), "stop_order")],
    "dead_ends": [_said(table((1, 2, "NW")), lay((2, 1, "EW")), "dead_ends")],
    "terminus_exit": [_said(table(), lay((1, 6, "EW")), "terminus_exit")],
    "exchange_adds": [_said(table((8, 5, "EW")), lay((8, 5, "EW")), "exchange_adds")],
    "together": [_said(table((8, 6, "NS")), lay((8, 5, "EW")), "together")],
    "stuck": [_after(dealt(), Pass("Ana"), "stuck")],
    "empty_pile": [_over(told(dealt(), ("pile", {"count": 0})), "empty_pile")],
    "sign_missing": [
        _said(dealt(), lay((7, 9, "EW"), lacking=(Spot(7, 9),)), "sign_missing"),
        _said(
            GAME.force(dealt(), lay((7, 9, "EW"), (3, 3, "EW"), lacking=(Spot(7, 9),)), house()),
            lay((10, 10, "EW")),
            "sign_missing",
        ),
    ],
    "trip": [
        _said(_on_terminus(speed=0), drive(4, NORTH, (2, 7)), "trip"),
        _said(_on_terminus(speed=0), PAST_THE_STOP, "trip"),
        _said(
            told(_on_terminus(roll="3", signs=frozenset()), ("speed", {"spaces": 0})),
            drive(4, NORTH, (2, 8), roll="1"),
            "trip",
        ),
    ],
    "top_speed": [
        _said(_on_terminus(speed=20, signs=frozenset()), drive(4, NORTH, (9, 10)), "top_speed")
    ],
    "numbered_halt": [
        lambda value: (
            judged(_on_terminus(), PAST_THE_STOP, trip="goldsieber", numbered_halt=value).legal
        )
    ],
    "first_drive": [_said(_ready(), drive(4, NORTH, (1, 7)), "first_drive")],
    "start_exit": [_said(_with_other_exit(), drive(4, NORTH, (1, 6)), "start_exit")],
    "new_route": [_said(_with_other_exit(), drive(4, NORTH, (1, 6)), "new_route")],
    "lost_tram": [_said(_on_terminus(), Drive(4, Spot(0, 6), None), "lost_tram")],
    "box": [_said(FULL, lay((8, 8, "NS+EW")), "box")],
}


def test_every_house_rule_has_a_case() -> None:
    """None is written that nothing reads."""
    assert CASES.keys() == {option.name for option in GAME.rulebook.options}


@pytest.mark.parametrize("name", CASES)
def test_every_value_of_a_house_rule_changes_what_is_said(name: str) -> None:
    """No two values come to the same in all the cases."""
    (option,) = (one for one in GAME.rulebook.options if one.name == name)
    said = [[str(case(str(value))) for case in CASES[name]] for value in option.values]
    pairs = [(a, b) for i, a in enumerate(said) for b in said[i + 1 :]]
    assert all(a != b for a, b in pairs)
