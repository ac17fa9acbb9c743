"""Exact facts of verdicts: which pieces, how many, which duties, and nothing besides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.verdict import Remark, Required, Ruling, Verdict
from rules.games.mokadi.game import GAME
from rules.games.mokadi.moves import Concede, Fall, Fallen, Remove
from rules.games.mokadi.pieces import ABSENT
from rules.games.mokadi.state import MokadiState
from rules.games.mokadi.stock import Stock
from tests.rules.mokadi.tables import (
    BLACK,
    WHITE,
    all_laid,
    asks,
    codes,
    fall,
    house,
    judged,
    laid,
    opened,
    pile,
    spot,
    stick,
)


def facts(said: Remark | Required) -> dict[str, Any]:
    """The params by name."""
    return dict(said.params)


def three() -> MokadiState:
    """Three players with a white and three black sticks each; two sticks lie, one of each."""
    state = laid(opened(*"ABC"), (BLACK, "P1 P3"), (WHITE, "P2 P4"))
    hand = Stock(pile(), pile(1, 3))
    return replace(state, stocks=(hand, hand, hand), last="A", turn=1)


def share(verdict: Verdict) -> dict[str, Any] | None:
    """The params of the sharing out a verdict asks for."""
    found = [duty for duty in verdict.required if duty.kind == "share"]
    return facts(found[0]) if found else None


def test_a_fall_asks_for_the_sharing_out_in_the_same_breath() -> None:
    """The fallen stick and the hand of whoever is out: 1 white and 4 black for two others."""
    verdict = judged(three(), fall(1, player="A"))
    assert codes(verdict) == ["fall"]
    wanted = {"players": ("B", "C"), "colour": BLACK, "count": 2, "case": "one-colour", "aside": 1}
    assert share(verdict) == wanted
    also_white = judged(three(), fall(1, 2, player="A"))
    assert share(also_white) == {
        "players": ("B", "C"),
        "colour": BLACK,
        "count": 2,
        "other": WHITE,
        "other_count": 1,
        "aside": 0,
    }


def test_sticks_that_did_not_fall_or_do_not_exist_are_not_shared_out() -> None:
    """A stick that surely hangs, and a number nobody has seen."""
    turn = Fall((Fallen(1), Fallen(2, 0.0), Fallen(9)), player="A")
    verdict = judged(three(), turn)
    assert share(verdict) == share(judged(three(), fall(1, player="A")))
    assert asks(verdict) == ["unknown-piece"]


def test_a_question_asks_for_no_duty() -> None:
    """What may be a fall shares nothing out yet."""
    verdict = judged(three(), Fall((Fallen(1, 0.5),), player="A"))
    assert (verdict.ruling, verdict.required) == (Ruling.ASK, ())


def test_a_knocked_pad_puts_out_only_where_the_table_says_so() -> None:
    """By default it is put back, also when a stick fell with it; nobody asks whose it was."""
    knock = Fall(pads=(2,), player="A")
    assert share(judged(three(), knock)) is None
    assert share(judged(three(), knock, pad_knocked="fall")) is not None
    unseen = judged(three(), Fall(pads=(2,)))
    assert (unseen.legal, [duty.kind for duty in unseen.required]) == (True, ["put-back"])
    both = Fall((Fallen(1),), pads=(2,), player="A")
    assert codes(judged(three(), both)) == ["fall"]
    assert {duty.kind for duty in judged(three(), both).required} == {"share", "put-back"}
    assert codes(judged(three(), both, pad_knocked="fall")) == ["fall", "fall"]
    slip = judged(three(), Fall(own=True), pad_knocked="fall")
    assert asks(slip) == ["try-again"]


def test_an_unknown_pad_beside_a_known_one() -> None:
    """The known one is to be put back, the other asked about."""
    verdict = judged(three(), Fall(pads=(2, 9), player="A"))
    assert asks(verdict) == ["unknown-piece"]
    assert facts(verdict.remarks[0])["pieces"] == (spot("P9"),)
    (foul,) = judged(three(), Fall(pads=(2, 9), player="A"), pad_knocked="fall").violations
    assert [p.name() for p in foul.places] == ["P2"]


def test_questions_name_their_pieces() -> None:
    """The sticks of which nobody knows who let them fall; the pads where no stick fell."""
    sticks = judged(three(), fall(1))
    (question,) = sticks.remarks
    assert (question.code, [p.name() for p in facts(question)["pieces"]]) == ("look-guilt", ["S1"])
    pads = judged(three(), Fall(pads=(2,)), pad_knocked="fall")
    assert [p.name() for p in facts(pads.remarks[0])["pieces"]] == ["P2"]


@pytest.mark.parametrize(
    ("turn", "case"),
    [
        (Fall(), "none"),
        (fall(9, player="A"), None),
        (Remove(()), "none"),
        (Remove((9,)), None),
    ],
)
def test_a_piece_that_is_not_there(turn: Fall | Remove, case: str | None) -> None:
    """Nothing was named, or a number that nobody has seen."""
    state = all_laid((BLACK, "P1 P3")) if isinstance(turn, Remove) else three()
    (question,) = judged(state, turn).remarks
    assert question.code == "unknown-piece"
    assert facts(question).get("case") == case


def test_trying_may_take_a_minute_not_longer() -> None:
    """M11: sixty seconds are in time; a time nobody took is."""
    for seconds, said in ((None, "try-again"), (60.0, "try-again"), (60.1, "turn-over")):
        verdict = judged(opened(), Fall(own=True, seconds=seconds), retries="sixty_seconds")
        assert asks(verdict) == [said]


def test_ends_that_surely_face_up_are_not_spoken_of() -> None:
    """Below the doubt nothing is said, above it the table is told."""
    for certainty, said in ((ABSENT, []), (ABSENT + 0.05, ["ends-down"])):
        turn = stick(BLACK, "P1 P3", ends_down=certainty)
        assert asks(judged(opened(), turn)) == said


def test_removing_too_early_names_the_stick() -> None:
    """While somebody still holds a piece."""
    verdict = judged(three(), Remove((1,)))
    question = next(r for r in verdict.remarks if r.code == "building-now")
    assert [p.name() for p in facts(question)["pieces"]] == ["S1"]


def test_two_sticks_removed_at_once_are_one_foul_with_both_named() -> None:
    """One of them has the needed colour, so the colour is no second foul."""
    sticks = ((BLACK, "P1 P3"), (WHITE, "P2 P4"), (WHITE, "P2 S1"))
    state = GAME.apply(all_laid(*sticks), Remove((2,)), house())
    verdict = judged(state, Remove((1, 3)))
    (foul,) = verdict.violations
    assert (foul.code, [p.name() for p in foul.places]) == ("removed-two", ["S1", "S3"])
    assert codes(judged(state, Remove((3,)))) == ["removed-wrong-colour"]


def test_a_dropped_stick_alone_is_shared_out() -> None:
    """M18, where it counts as a fall: the others on the table stay."""
    sticks = ((BLACK, "P1 P3"), (WHITE, "P2 P4"), (BLACK, "P1 P3"))
    state = all_laid(*sticks, players=("A", "B", "C"))
    state = replace(state, aside=pile(0, 1), colour=None)
    verdict = judged(state, Remove((1,), dropped=True, player="A"), dropped="fall")
    assert codes(verdict) == ["fall"]
    wanted = {"players": ("B", "C"), "colour": BLACK, "count": 1, "case": "one-colour", "aside": 0}
    assert share(verdict) == wanted


def test_who_gives_up_shares_out_his_own() -> None:
    """M14: nothing fell, his hand is shared out: 1 white and 3 black for two."""
    stuck = three()
    bare = [replace(pad, colour=BLACK) for pad in stuck.pads]
    stuck = replace(stuck, pads=tuple(bare), sticks=())
    stuck = stuck.with_stock("B", Stock(pile(), pile(0, 3)))
    verdict = judged(stuck, Concede("B"))
    assert share(verdict) == {
        "players": ("A", "C"),
        "colour": BLACK,
        "count": 1,
        "case": "one-colour",
        "aside": 1,
    }
