"""Verdicts as values, and their params as JSON."""

from __future__ import annotations

import json

import pytest

from rules.core.places import Cell
from rules.core.verdict import Facts, Param, Ruling, Verdict, Violation, facts, plain


@pytest.mark.parametrize(
    ("param", "data"),
    [
        ("blue", "blue"),
        (3, 3),
        (Cell(2, -1), [2, -1]),
        (("blue", "green"), ["blue", "green"]),
        ((Cell(0, 0), Cell(1, 0)), [[0, 0], [1, 0]]),
        (
            (Facts((("kind", "draw"), ("colours", ("red",)))),),
            [{"kind": "draw", "colours": ["red"]}],
        ),
        ((), []),
    ],
    ids=str,
)
def test_params_are_json(param: Param, data: object) -> None:
    """Words, numbers, places, lists of either, and facts within facts."""
    assert plain(param) == data
    assert json.loads(json.dumps(facts((("it", param),)))) == {"it": data}


def test_a_verdict_is_illegal_exactly_when_it_names_a_violation() -> None:
    """Nothing else can be made."""
    foul = Violation("askew", "Redline A")
    assert not Verdict(Ruling.ILLEGAL, (foul,)).legal
    assert Verdict(Ruling.LEGAL).legal
    assert not Verdict(Ruling.ASK).legal
    for ruling, fouls in ((Ruling.ILLEGAL, ()), (Ruling.LEGAL, (foul,)), (Ruling.ASK, (foul,))):
        with pytest.raises(ValueError, match="illegal exactly when"):
            Verdict(ruling, fouls)
