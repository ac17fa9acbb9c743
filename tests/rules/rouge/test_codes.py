"""Every code of the contract is provoked, names its pieces and places, and is said in words."""

from __future__ import annotations

import pytest

from rules.core.rulebook import LANGUAGES
from rules.core.texts import render
from rules.core.verdict import Required, plain
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Pass, RougeState, Turn
from tests.rules.rouge.tables import after, codes, house, judged, move, place, position, ring, table

FEW = "red 1/0 1/2 1/4 1/6; blue 2/4 2/6"
LINE = "red 1/0 1/1 2/5; blue 2/4 2/6 3/3; green 3/0 3/1 3/6"
THREE = ("red", "blue", "green")
NO_HAND = {"red": 0}

#: (code, position, turn, words its English sentence must hold); house rules where they matter.
FOULS = [
    ("not-your-pawn", table(FEW), place("blue", "3/0"), ("blue", "3/0", "red")),
    ("not-your-pawn", table(FEW), place("white", "3/0"), ("white", "3/0", "nobody")),
    ("not-your-pawn", table(FEW), move("red", "2/4", "2/5"), ("red", "2/4", "2/5")),
    ("occupied", table(FEW), place("red", "2/4"), ("red", "2/4", "blue")),
    ("not-adjacent", table(FEW), move("red", "1/0", "3/0"), ("red", "1/0", "3/0")),
    ("not-adjacent", table(FEW), move("red", "1/0", "1/0"), ("red", "1/0")),
    ("ring-just-turned", table(FEW, last_ring=2), ring(2), ("middle ring",)),
    ("turned-too-far", table(FEW), ring(3, 2), ("outer ring", "2 steps")),
    ("turned-too-far", table(FEW), ring(3, 0), ("outer ring",)),
    ("between-cells", table(FEW), ring(1, 1, off_deg=17.0), ("inner ring", "17 degrees")),
    ("hand-empty", table(FEW, hands=NO_HAND), place("red", "3/0"), ("red", "3/0")),
    ("must-move", table(FEW, hands=NO_HAND), ring(1), ("inner ring", "red")),
    ("must-move", table(FEW, hands=NO_HAND), place("red", "3/0"), ("red", "3/0")),
    ("must-move", table(FEW), Pass(()), ("red",)),
    ("two-moves", after(table(FEW), place("red", "3/0")), place("red", "3/1"), ("red", "3/1")),
    ("capture-missing", table(LINE, THREE), place("red", "1/2", "green 3/0"), ("1/1", "blue")),
    ("capture-wrong", table(LINE, THREE), place("red", "1/2", "blue 2/0"), ("blue", "2/0")),
    ("capture-wrong", table(LINE, THREE), place("red", "1/2", "red 2/5"), ("red", "2/5", "own")),
    (
        "capture-too-many",
        table(LINE, THREE),
        place("red", "1/2", "blue 2/4, blue 2/6, green 3/0"),
        ("blue", "2 pawns", "2/4", "2/6", "earns 1"),
    ),
    ("capture-undue", table(LINE, THREE), place("red", "1/5", "blue 2/4"), ("blue", "2/4")),
]  # fmt: skip


@pytest.mark.parametrize(("code", "state", "turn", "words"), FOULS)
def test_a_foul_is_found_and_said(
    code: str, state: RougeState, turn: Turn, words: tuple[str, ...]
) -> None:
    """With its rule, and its pieces and places by name."""
    found = [v for v in judged(state, turn).violations if v.code == code]
    assert found, codes(state, turn)
    sentence = render(GAME.rulebook, found[0])
    assert all(word in sentence for word in words), sentence
    assert found[0].rule
    for language in LANGUAGES:
        assert "{" not in render(GAME.rulebook, found[0], language)
    assert not GAME.judge(state, turn, house()).legal


def test_every_code_of_the_contract_is_provoked() -> None:
    """Exactly the thirteen codes of the outside contract, each with a case above."""
    contract = {
        "not-your-pawn", "occupied", "not-adjacent", "ring-just-turned", "turned-too-far",
        "between-cells", "hand-empty", "must-move", "two-moves", "capture-missing",
        "capture-wrong", "capture-too-many", "capture-undue",
    }  # fmt: skip
    assert {code.code for code in GAME.rulebook.codes} == contract
    assert {row[0] for row in FOULS} == contract


def test_every_violation_of_a_turn_is_told_not_only_the_first() -> None:
    """A far jump of another's pawn into a taken hollow, with a pawn taken for nothing."""
    state = table("red 1/0 1/2 1/4 1/6 3/5; blue 2/4 2/6 2/1 3/0 3/1; green 3/3", THREE)
    turn = move("blue", "2/4", "1/0", "red 3/5")
    assert codes(state, turn) == ["not-your-pawn", "occupied", "not-adjacent", "capture-undue"]


def test_a_foul_earns_nothing_so_nothing_is_missing() -> None:
    """A closed ring that makes a line: one violation, whether or not a pawn was taken."""
    state = table("red 1/0 2/0 3/7; blue 2/4 2/6", last_ring=3)
    for captures in ("", "blue 2/4", None):
        assert codes(state, ring(3, 1, captures)) == ["ring-just-turned"]


def test_a_pawn_of_the_eliminated_is_not_moved() -> None:
    """It stays where it is."""
    state = table(LINE, THREE, hands={"blue": 0})
    state = after(state, place("red", "1/2", "blue 2/4, green 3/0"), place("green", "3/7"))
    assert state.gone == {1}
    said = judged(state, move("blue", "2/6", "2/7")).violations[0]
    assert (said.code, dict(said.params)["case"]) == ("not-your-pawn", "out")


def test_captures_that_are_due_are_required() -> None:
    """Count, colours that have pawns, and where the line is."""
    verdict = judged(table(LINE, THREE), place("red", "1/2", None))
    (required,) = verdict.required
    assert isinstance(required, Required)
    params = dict(required.params)
    assert (required.kind, params["count"], plain(params["from"])) == (
        "capture",
        1,
        ["blue", "green"],
    )
    assert plain(params["cells"]) == [[1, 0], [1, 1], [1, 2]]
    english = render(GAME.rulebook, required)
    assert (
        english == "Line at 1/0, 1/1 and 1/2: take 1 pawn of each of these colours: blue and green."
    )
    assert "bleu et vert" in render(GAME.rulebook, required, "fr")


def test_the_position_alone_proves_too_many_pawns_or_colours() -> None:
    """Eleven of a colour; five colours."""
    eleven = "red " + " ".join(f"{r}/{c}" for r in (1, 2) for c in range(6) if (r, c) != (2, 5))
    (found,) = GAME.audit(position(eleven), house())
    assert found.code == "hand-empty"
    assert "11 pawns" in render(GAME.rulebook, found)
    assert GAME.audit(position(eleven.replace(" 1/0", "")), house()) == ()
    five = "red 1/0; blue 1/1; green 1/2; yellow 1/3; black 1/4"
    (found,) = GAME.audit(position(five), house())
    assert found.code == "not-your-pawn"
    assert "black, blue, green, red and yellow" in render(GAME.rulebook, found)
    assert "noir" in render(GAME.rulebook, found, "fr")


def test_every_wording_of_every_code_and_sentence_is_used() -> None:
    """What no test provokes nobody has read."""
    said = {
        (v.code, dict(v.params).get("case"))
        for row in FOULS
        for v in judged(row[1], row[2]).violations
    }
    elsewhere = {
        ("not-your-pawn", "nobody"), ("not-your-pawn", "out"), ("not-your-pawn", "colours"),
        ("ring-just-turned", "player"), ("hand-empty", "too-many"), ("must-move", None),
        ("must-move", "turned-unknown"), ("must-move", "passed-unknown"),
        ("capture-missing", "left"), ("capture-wrong", "protected"),
    }  # fmt: skip
    every = {(c.code, case) for c in GAME.rulebook.codes for case in (None, *c.cases)}
    assert every == said | elsewhere
