"""Exact facts of verdicts: which pieces, how many, which duties, and nothing besides."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.verdict import Remark, Required, Ruling, Verdict
from rules.games.mokadi.game import GAME
from rules.games.mokadi.moves import Concede, Fall, Fallen, Remove, Share
from rules.games.mokadi.pieces import ABSENT, Pad, pad_spot
from rules.games.mokadi.state import LaidPad, MokadiState, Phase
from rules.games.mokadi.stock import Stock
from tests.rules.mokadi.tables import (
    BLACK,
    WHITE,
    all_laid,
    fall,
    house,
    judged,
    laid,
    opened,
    pad,
    pile,
    spot,
    stick,
)
from tests.rules.said import codes, remarks


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
    assert remarks(verdict) == ["unknown-piece"]


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
    assert remarks(slip) == ["try-again"]


def test_an_unknown_pad_beside_a_known_one() -> None:
    """The known one is to be put back, the other asked about."""
    verdict = judged(three(), Fall(pads=(2, 9), player="A"))
    assert remarks(verdict) == ["unknown-piece"]
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
        assert remarks(verdict) == [said]


def test_ends_that_surely_face_up_are_not_spoken_of() -> None:
    """Below the doubt nothing is said, above it the table is told."""
    for certainty, said in ((ABSENT, []), (ABSENT + 0.05, ["ends-down"])):
        turn = stick(BLACK, "P1 P3", ends_down=certainty)
        assert remarks(judged(opened(), turn)) == said


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


# Pads and their distances ----------------------------------------------------------------------


def on_table(*pads: tuple[str, float, float]) -> dict[Any, Any]:
    """A position of pads alone."""
    return {pad_spot(i, (x, y)): Pad(colour) for i, (colour, x, y) in enumerate(pads, 1)}


def test_m03_a_lone_pad_proves_nothing_and_one_out_of_reach_does() -> None:
    """Without any stick too."""
    one, two, far = (WHITE, 0.0, 0.0), (BLACK, 0.7, 0.0), (WHITE, 3.0, 3.0)
    assert GAME.audit(on_table(one), house()) == ()
    assert GAME.audit(on_table(one, two), house()) == ()
    (found,) = GAME.audit(on_table(one, two, far), house())
    assert (found.code, [place.name() for place in found.places]) == ("pad-distance", ["P3"])


def test_m02_near_the_first_pad_alone_no_position_is_accused() -> None:
    """Where the table plays so: a third pad that only the first one reaches may have been laid."""
    pads = on_table((WHITE, 0.0, 0.0), (BLACK, 0.7, 0.0), (WHITE, -0.7, 0.0))
    assert GAME.audit(pads, house(first_round="first_pad")) == ()
    assert [v.code for v in GAME.audit(pads, house())] == ["pad-distance"]


def test_m03_the_distance_told_is_that_to_the_nearest_pad() -> None:
    """In hundredths of a stick; far from all, no reading of the first round excuses it."""
    state = replace(opened(), phase=Phase.OPENING)
    state = replace(state, pads=state.pads[:2])
    found = {v.code: v for v in judged(state, pad(WHITE, 2.0, 0.0)).violations}["pad-distance"]
    assert dict(found.params)["percent"] == 130
    assert found.reading is None


def test_m03_a_pad_nobody_saw_lie_may_be_too_near() -> None:
    """It may be anywhere: the players measure."""
    state = opened()
    unseen = LaidPad(5, WHITE, None)
    state = replace(state, pads=(*state.pads, unseen))
    asked = judged(state, pad(WHITE, 1.4, 0.35)).remarks
    assert [facts(r)["neighbours"] for r in asked if r.code == "measure"] == [(unseen.spot,)]


# Whose turn ------------------------------------------------------------------------------------


def test_m04_a_piece_that_only_the_last_player_has_was_a_second_turn_of_his() -> None:
    """Where a third player may have it as well, nobody knows."""
    empty, white = Stock(pile(), pile(0, 1)), Stock(pile(), pile(3))
    state = replace(opened(*"ABC"), last="A", turn=1)
    only_a = replace(state, stocks=(white, empty, empty))
    assert codes(judged(only_a, stick(WHITE, "P2 P4"))) == ["two-moves"]
    also_c = replace(state, stocks=(white, empty, white))
    assert codes(judged(also_c, stick(WHITE, "P2 P4"))) == []
    assert remarks(judged(also_c, stick(WHITE, "P2 P4"))) == ["no-such-piece"]


def test_m04_the_last_one_in_waits_for_nobody() -> None:
    """Whose turn it is nobody saw, but nobody else is left."""
    state = replace(opened(), last="A", turn=None, out=("B",))
    assert "two-moves" not in codes(judged(state, stick(WHITE, "P2 P4", player="A")))
    both = replace(state, out=())
    assert codes(judged(both, stick(WHITE, "P2 P4", player="A"))) == ["two-moves"]


def test_m17_a_second_removal_points_at_the_stick_removed() -> None:
    """And at no other."""
    state = all_laid((BLACK, "P1 P3"), (WHITE, "P2 P4"), (BLACK, "P1 P3 S2"))
    state = replace(state, last="A", turn=1, colour=None)
    found = judged(state, Remove((2,), player="A")).violations
    assert [[p.name() for p in v.places] for v in found if v.code == "two-moves"] == [["S2"]]


def test_m16_where_colours_alternate_the_other_colour_is_right() -> None:
    """And the same one wrong, while the player has the other."""
    state = replace(opened(), colour=WHITE)
    assert judged(state, stick(BLACK, "P1 P3"), building_colours="alternate").legal
    (found,) = judged(state, stick(WHITE, "P2 P4"), building_colours="alternate").violations
    assert (found.code, found.reading) == ("wrong-colour", "building_colours=alternate")


# What sticks rest on ---------------------------------------------------------------------------


def test_m08_a_third_contact_that_may_be_there_makes_it_a_question() -> None:
    """Of the old stick or of the new one: with it the two rest on different pieces."""
    for old, new in (("P2 P4 P1~0.5", "P2 P4"), ("P2 P4", "P2 P4 P1~0.5")):
        verdict = judged(laid(opened(), (WHITE, old)), stick(WHITE, new))
        assert "same-supports" not in codes(verdict)
        assert "look-same" in remarks(verdict)


def test_m05_of_three_supporting_sticks_none_may_carry_where_read_literally() -> None:
    """The foul names the stick carried, the first of several."""
    bases = [(BLACK, "P1 P3")] * 3
    carried = [(WHITE, "S1 P2"), (WHITE, "S1 P4")]
    state = laid(opened(), *bases, *carried)
    found = judged(state, stick(WHITE, "S1 S2 S3"), stick_supports="literal").violations
    assert [v.code for v in found] == ["same-supports"]
    assert dict(found[0].params)["other"] == found[0].places[2] == spot("S4")
    assert judged(state, stick(WHITE, "S2 S3"), stick_supports="literal").legal


def slanted() -> MokadiState:
    """A stick across the square from P1 to P4, as seen."""
    state = laid(opened(), (BLACK, "P1 P3"))
    return replace(state, sticks=(replace(state.sticks[0], ends=((0.0, 0.0), (0.7, 0.7))),))


def test_m06_bare_wood_is_touched_where_it_lies() -> None:
    """A stick seen across the middle of another one is beside nothing."""
    across = stick(WHITE, "P2 S1:plain", ends=((0.85, -0.15), (0.15, 0.55)))
    assert "look-reach" not in remarks(judged(slanted(), across))
    away = stick(WHITE, "P2 S1:plain", ends=((0.7, -0.1), (1.4, -0.8)))
    assert "look-reach" in remarks(judged(slanted(), away))


@pytest.mark.parametrize("contact", ["S1:plain", "S1:unclear", "S1", "P1:unclear", "P1:plain"])
def test_m06_a_support_whose_place_nobody_knows_is_not_out_of_reach(contact: str) -> None:
    """Whatever part of it is touched."""
    state = laid(opened(), (BLACK, "P1 P3"))
    unknown = replace(state.sticks[0], ends=None)
    state = replace(state, sticks=(unknown,), pads=(LaidPad(1, WHITE, None), *state.pads[1:]))
    seen = stick(WHITE, f"P2 {contact}", ends=((0.6, 0.0), (1.6, 0.0)))
    assert "look-reach" not in remarks(judged(state, seen))


def test_m06_a_contact_that_may_not_be_there_is_not_out_of_reach() -> None:
    """Only what a stick surely rests on must lie under it."""
    state = opened()
    far = replace(state, pads=(*state.pads, LaidPad(5, BLACK, (3.0, 3.0))))
    assert "look-reach" in remarks(judged(far, stick(WHITE, "P2 P4 P5")))
    assert "look-reach" not in remarks(judged(far, stick(WHITE, "P2 P4 P5~0.5")))


def test_m15_an_unequal_share_names_the_fewest_and_the_most() -> None:
    """Of each colour."""
    state = GAME.force(three(), fall(1, player="A"), house())
    given = Share((("B", pile(0, 1)), ("C", pile(0, 3))))
    (found,) = judged(state, given).violations
    assert (found.code, dict(found.params)["case"]) == ("share-wrong", "unequal")
    assert (dict(found.params)["few"], dict(found.params)["many"]) == (1, 3)


def test_m03_a_pad_nobody_saw_lie_may_join_two_others() -> None:
    """So a layout with one of them proves nothing."""
    apart = on_table((WHITE, 0.0, 0.0), (BLACK, 1.4, 0.0))
    assert [v.code for v in GAME.audit(apart, house())] == ["pad-distance"]
    assert GAME.audit(apart | {pad_spot(3): Pad(WHITE)}, house()) == ()
