"""Every rule code in every wording: a turn or a position that provokes it, and its sentences."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from rules.core.rulebook import LANGUAGES
from rules.core.texts import render
from rules.core.verdict import Outcome, Remark, Required, Verdict, Violation
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Lay, Linie1State, Pass, Signs
from tests.rules.linie1.tables import (
    dealt,
    drive,
    house,
    judged,
    lay,
    line_four,
    position,
    table,
    told,
)

BOOK = GAME.rulebook


def hands(state: Linie1State, **known: str) -> Linie1State:
    """Hands by name, as in ``Ana="T1 T2"``, nothing hidden."""
    return told(state, *(("hand", {"player": p, "tiles": t.split()}) for p, t in known.items()))


def travelling(*, spot: tuple[int, int] | None = (0, 6)) -> Linie1State:
    """Ana drives line 4; her stops are G and H, and H is on the way only by letter."""
    begun = told(
        table(*line_four(), signs=[(1, 7)], trams={4: spot} if spot else {}),
        ("turn", {"player": "Ana"}),
        ("line", {"player": "Ana", "line": 4}),
        ("route", {"player": "Ana", "letters": ["G"]}),
    )
    return begun


def lost() -> Linie1State:
    """The same tram after it was taken off."""
    off = GAME.force(travelling(), drive(4, (0, 6), None), house())
    return told(off, ("turn", {"player": "Ana"}))


SHOWN = told(travelling(), ("shown", {"line": 4, "cells": [[0, 6], [1, 6], [2, 6]]}))


def many_crossings() -> Linie1State:
    """Four level crossings: all that the box holds."""
    return table((3, 6, "NS+EW"), (3, 7, "NS+EW"), (10, 5, "NS+EW"), (10, 6, "NS+EW"))


def provoked() -> dict[str, Verdict]:
    """One turn for every code and every wording of it that a turn can have."""
    one = table((5, 5, "EW"))
    signed = table((1, 7, "NS"), signs=[(1, 7)])
    seen = GAME.force(dealt(), lay((5, 9, "EW"), lacking=(Spot(5, 9),)), house())
    late = GAME.force(seen, lay((3, 3, "EW")), house())
    return {
        "off-board": judged(one, lay((5, 12, "EW"))),
        "off-board outside": judged(one, lay((0, 5, "EW"))),
        "into-location": judged(one, lay((1, 7, "NS"), (1, 9, "EW"))),
        "on-location": judged(one, lay((6, 9, "EW"))),
        "blocks-track": judged(one, lay((5, 6, "NS"))),
        "blocks-track own": judged(table((5, 5, "NS")), lay((5, 6, "EW"))),
        "blocks-track dead-end": judged(
            table((1, 2, "NW")), lay((2, 1, "EW")), dead_ends="forbidden"
        ),
        "terminus": judged(one, lay((1, 7, "EW"))),
        "track-removed": judged(one, lay((5, 5, "NS"))),
        "tree-locked": judged(table((5, 5, "NS+EW")), lay((5, 5, "NE+ES+SW+NW"))),
        "no-change": judged(one, lay((5, 5, "EW"))),
        "one-tile": judged(dealt(), lay((5, 6, "EW"), ended=True)),
        "one-tile none": judged(dealt(), Pass("Ana")),
        "too-many-tiles": judged(dealt(), lay((5, 6, "EW"), (3, 3, "EW"), (3, 6, "EW"))),
        "not-in-hand": judged(dealt(), lay((5, 6, "NS+EW"))),
        "not-in-hand box": judged(many_crossings(), lay((8, 7, "NS+EW"))),
        "laid-while-travelling": judged(travelling(), lay((5, 5, "EW"))),
        "laid-while-travelling lost": judged(lost(), lay((5, 5, "EW"))),
        "not-on-track": judged(travelling(), drive(4, (0, 6), (5, 5))),
        "not-on-track start": judged(one, drive(4, (0, 2), (1, 2))),
        "not-on-track jump": judged(
            table(*line_four(), (10, 4, "EW"), trams={4: (0, 6)}), drive(4, (0, 6), (10, 4))
        ),
        "not-on-track route": judged(
            SHOWN, drive(4, (0, 6), (1, 7)), new_route="forbidden", top_speed="none"
        ),
        "sharp-turn": judged(
            table((8, 4, "EW"), (8, 5, "EW+NE"), (7, 5, "NS"), trams={6: (8, 4)}, players=()),
            drive(6, (8, 4), (7, 5)),
        ),
        "backwards": judged(onward(), drive(4, (1, 7), (0, 6))),
        "too-far": judged(onward(), drive(4, (1, 7), (2, 9))),
        "too-far start": judged(
            travelling(spot=None), drive(4, (0, 6), (1, 7)), first_drive="next_turn"
        ),
        "ran-a-stop": judged(travelling(), drive(4, (0, 6), (2, 7))),
        "route-incomplete": judged(
            told(travelling(spot=None), ("route", {"player": "Ana", "letters": ["G", "K"]})),
            drive(4, None, (0, 6)),
        ),
        "route-incomplete apart": judged(one, drive(4, None, (0, 6))),
        "stop-sign-missing": judged(late, lay((10, 10, "EW"))),
        "stop-sign-wrong": judged(one, Signs((Spot(5, 5),))),
        "stop-sign-wrong second": judged(signed, Signs((Spot(1, 9),))),
        "stop-sign-wrong later": judged(late, Signs((Spot(6, 10),))),
        "stop-sign-wrong early": judged(one, Signs((Spot(1, 9),))),
    }


def onward() -> Linie1State:
    """Line 4 has gone from its terminus to the stop of G."""
    return told(
        GAME.apply(travelling(), drive(4, (0, 6), (1, 7)), house()), ("turn", {"player": "Ana"})
    )


def audited() -> tuple[Violation, ...]:
    """Positions that prove something."""
    positions = [
        position((5, 5, "EW"), (5, 6, "NS")),
        position((1, 7, "NS")),
        position((1, 7, "NS"), (1, 9, "EW"), signs=[(1, 7), (1, 9)]),
        position((5, 5, "EW"), signs=[(5, 5), (1, 9)]),
        position(trams={3: (5, 5)}),
        position(*((i, 6, "NS+EW") for i in (2, 3, 9, 10, 11))),
    ]
    return tuple(v for one in positions for v in GAME.audit(one, house()))


def test_the_codes_are_those_of_the_contract() -> None:
    """Exactly these, in the contract's order."""
    listed = [
        "off-board",
        "into-location",
        "on-location",
        "blocks-track",
        "terminus",
        "track-removed",
        "tree-locked",
        "no-change",
        "one-tile",
        "too-many-tiles",
        "not-in-hand",
        "laid-while-travelling",
        "not-on-track",
        "sharp-turn",
        "backwards",
        "too-far",
        "ran-a-stop",
        "route-incomplete",
        "stop-sign-missing",
        "stop-sign-wrong",
    ]
    assert sorted(code.code for code in BOOK.codes) == sorted(listed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_other_sentence_can_be_said(language: str) -> None:
    """Duties, remarks and outcomes with all their blanks."""
    spot = Spot(3, 7)
    facts = {
        "letter": "G", "row": 3, "col": 7, "cell": spot, "line": 4, "letters": "G+K",
        "cells": (spot,), "player": "Ana", "count": 2,
    }  # fmt: skip
    for key in BOOK.phrases:
        group, _, name = key.partition(".")
        params = tuple(facts.items())
        if group == "outcomes":
            winners = () if name.endswith("-nobody") else ("Ana",)
            said: object = Outcome(name.removesuffix("-nobody"), winners)
        else:
            said = {"required": Required, "remarks": Remark}[group](name, params=params)
        assert not re.search(r"[{}]", render(BOOK, said, language))  # type: ignore[arg-type]


def test_all_violations_are_named_not_only_the_first() -> None:
    """A curve off the board, into a location, over no track of its neighbour, not in the hand."""
    state = replace(dealt(), board=table((2, 12, "EW")).board)
    verdict = judged(state, lay((1, 12, "ES+EW+NE")))
    assert {"off-board", "blocks-track", "not-in-hand"} <= {v.code for v in verdict.violations}
    locked = judged(table((5, 5, "NS+EW")), lay((5, 5, "NS")))
    assert [v.code for v in locked.violations] == ["tree-locked", "track-removed"]


def test_an_empty_lay_and_strange_players_are_asked_about() -> None:
    """Never an exception, never a foul."""
    for turn in (Lay(()), Pass("Zoe"), drive(9, None, (0, 6)), drive(4, (0, 6), (0, 6))):
        verdict = judged(travelling(), turn)
        assert not verdict.violations
        assert verdict.remarks
