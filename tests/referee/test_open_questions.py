"""A question that nobody answers stays in the belief: later pictures settle it, or it does not
matter any more."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.events import (
    Answered,
    Believed,
    Corrected,
    Redone,
    TakenBack,
    TurnSeen,
    Undone,
)
from rules.core.observation import Belief, Sighting
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Pawn
from rules.referee.history.undo import undoing
from rules.referee.referee import record, resumed
from rules.wire.calls import call_to_json
from tests.referee.rouge.sharp import played, shown
from tests.referee.sessions import Redline, Rouge, kinds
from tests.rules.rouge.sights import seen
from tests.rules.rouge.tables import at, move, position, ring

#: Blue's lone pawn on ring 2 goes a cell on, or its ring is turned.
BEFORE, AFTER = "red 1/0 1/4; blue 2/6 3/2", "red 1/0 1/4; blue 2/7 3/2"
MOVED, TURNED = move("blue", "2/6", "2/7"), ring(2)

#: Red sets a pawn on ring 2; then that ring is turned (once more, if it had been turned).
ON, TURNED_ON = "red 1/0 1/4 2/5; blue 2/7 3/2", "red 1/0 1/4 2/6; blue 2/0 3/2"


def test_what_looks_the_same_and_is_called_the_same_is_not_asked() -> None:
    """It is called legal with a word that it may have been the other; the next turn is called
    alone, counted as the second."""
    state, told = played(BEFORE, AFTER, AFTER + "; red 3/6")
    assert kinds(told[1]) == ["legal"]
    assert told[1][0].move in (MOVED, TURNED)
    assert told[1][0].note == "either-turn"
    assert {a.turns for a in told[1][0].alternatives} == {(MOVED,), (TURNED,)}
    assert kinds(told[2]) == ["legal"]
    assert told[2][0].note is None
    assert told[2][0].turn == told[1][0].turn + 1
    likely = [one for one in state.hypotheses if one.nats > -1.0]
    assert {one.match.live[0].turn for one in likely} == {MOVED, TURNED}


@pytest.mark.parametrize("turn", [None, MOVED, ring(2, -1)])
def test_a_correction_undone_at_once_leaves_both_possible(turn: Any) -> None:
    """Also those histories that the correction was against, after a restart as well."""
    state, _ = played(BEFORE, AFTER)
    wrongly, _ = record(state, Corrected(state.match.history[-1].number, turn))
    again, _ = record(wrongly, Undone())
    for known in (again, resumed(GAME, again.log)):
        assert [turns(one) for one in known.hypotheses] == [turns(one) for one in state.hypotheses]
        assert [one.nats for one in known.hypotheses] == [one.nats for one in state.hypotheses]


#: Red turns ring 1; then blue's lone pawn moves on or its ring is turned, and red sets a pawn.
TURNED_1 = (BEFORE, "red 1/1 1/5; blue 2/6 3/2", "red 1/1 1/5; blue 2/7 3/2")
SET_3, AGAIN_1 = "red 1/1 1/5 3/6; blue 2/7 3/2", "red 1/2 1/6 3/6; blue 2/7 3/2"


@pytest.mark.slow
@pytest.mark.parametrize("steps", [1, 2])
def test_undone_and_made_again_what_is_possible_is_as_it_was(steps: int) -> None:
    """Ring 1 turned again is right if ring 2 was turned since: still nobody is accused."""
    state, _ = played(*TURNED_1, SET_3)
    again = state
    for word in [Undone()] * steps + [Redone()] * steps:
        again, _ = record(again, word)
    for known in (again, resumed(GAME, again.log)):
        assert [turns(one) for one in known.hypotheses] == [turns(one) for one in state.hypotheses]
        assert kinds(shown(known, AGAIN_1)[1]) == kinds(shown(state, AGAIN_1)[1]) == ["ask"]


def test_a_turn_undone_leaves_possible_what_was_before_it() -> None:
    """Red's pawn was set by mistake; whether ring 2 was turned is as open as it was."""
    before, _ = played(*TURNED_1)
    state, _ = record(shown(before, SET_3)[0], Undone())
    assert [turns(one) for one in state.hypotheses] == [turns(one) for one in before.hypotheses]


def turns(one: Any) -> tuple[Any, ...]:
    """What a hypothesis holds to have been played."""
    return tuple(played.turn for played in one.match.live)


def test_nobody_is_named_for_what_another_may_have_done() -> None:
    """Nobody knows whose turn it was: a pawn would tell, a ring does not."""
    state, told = played(BEFORE, AFTER)
    assert told[1][0].player is None
    assert state.match.game.to_move(state.match.accepted) is None


def test_it_is_asked_when_something_hangs_on_it() -> None:
    """The ring is turned on: a foul if it had been turned before. Nothing is accused; each answer
    says which of both the earlier turn was."""
    state, told = played(BEFORE, AFTER, ON, TURNED_ON, TURNED_ON)
    assert [kinds(calls) for calls in told[1:]] == [["legal"], ["legal"], ["ask"], ["ask"]]
    told_first = state.match.live[0].turn
    other = MOVED if told_first == TURNED else TURNED
    past = {a.instead for a in told[3][0].alternatives}
    assert past == {None, (1, other)}
    assert told[4][0].note == "question-stands"


@pytest.mark.parametrize(("turn", "kind"), [(TURNED, "foul"), (MOVED, "legal")])
def test_an_answer_settles_both_turns(turn: Any, kind: str) -> None:
    """The players say which it was: both are judged by it, and the journal keeps it."""
    state, told = played(BEFORE, AFTER, ON, TURNED_ON)
    legal = [a.verdicts[0].legal for a in told[3][0].alternatives]
    state, calls = record(state, Answered(legal.index(kind == "legal")))
    assert kind in [call.kind.value for call in calls if call.move == TURNED]
    for one in (state, resumed(GAME, state.log)):
        assert one.match.live[0].turn == turn
        assert one.match.question is None
        assert len(one.hypotheses) == 1


@pytest.mark.parametrize("forgotten", [False, True], ids=["at once", "long after"])
@pytest.mark.parametrize("choice", [0, 1])
def test_an_answer_undone_opens_its_question_again(choice: int, *, forgotten: bool) -> None:
    """As it was, with all that is possible, also after a restart; either answer may be given."""
    asked, _ = played(BEFORE, AFTER, ON, TURNED_ON)
    state, _ = record(asked, Answered(choice))
    if forgotten:
        state = resumed(GAME, [Believed() if isinstance(e, Believed) else e for e in state.log])
    again, _ = record(state, undoing(state.log))
    for known in (again, resumed(GAME, again.log)):
        assert known.match.question == asked.match.question
        assert known.match.history == asked.match.history
        if not forgotten:
            assert [turns(one) for one in known.hypotheses] == [
                turns(one) for one in asked.hypotheses
            ]
        for number in (0, 1):
            told, _ = record(known, Answered(number))
            assert told.match.question is None
            assert len(told.match.live) == 3
    redone, _ = record(again, Redone())
    assert redone.match.history == state.match.history


@pytest.mark.parametrize(("turn", "kind"), [(TURNED, "foul"), (MOVED, "legal")])
def test_who_says_which_it_was_is_believed(turn: Any, kind: str) -> None:
    """Ring 2 again: a foul only if it had been turned."""
    state, _ = played(BEFORE, AFTER)
    first = state.match.live[0]
    state, _ = record(state, Corrected(first.number, turn))
    state, _ = shown(state, ON)
    _, calls = shown(state, TURNED_ON)
    assert kinds(calls) == [kind]


@pytest.mark.parametrize("also", ["", "; red 3/7; blue 3/4"], ids=["the pawn", "its ring"])
def test_a_told_turn_that_one_of_both_makes_right_is_no_foul(also: str) -> None:
    """Ring 2 is told to have been turned: then the pawn had moved before, whichever of both was
    named first (the ring, where a pawn's player would be to move twice)."""
    state, _ = played(BEFORE + also, AFTER + also)
    state, calls = record(state, TurnSeen(TURNED, True))
    assert "foul" not in kinds(calls)
    assert state.match.live[0].turn == MOVED


@pytest.mark.parametrize("also", ["", "; red 3/7; blue 3/4"], ids=["the pawn", "its ring"])
def test_nor_is_one_told_instead_of_an_answer(also: str) -> None:
    """They are asked which of both it was, and tell that ring 2 was turned now."""
    state, told = played(*(text + also for text in (BEFORE, AFTER, ON, TURNED_ON)))
    assert kinds(told[-1]) == ["ask"]
    state, calls = record(state, TurnSeen(TURNED, True))
    assert "foul" not in kinds(calls)
    assert state.match.question is None
    assert kinds(shown(state, TURNED_ON + also)[1]) == ["nothing"]


def test_a_later_turn_of_another_ring_ends_the_doubt() -> None:
    """Which it was no longer matters: the ring is free again either way."""
    on = AFTER + "; red 3/6"
    other = "red 1/1 1/5 3/6; blue 2/7 3/2"
    again = "red 1/1 1/5 3/6 2/3; blue 2/7 3/2"
    state, told = played(BEFORE, AFTER, on, other, again, "red 1/1 1/5 3/6 2/4; blue 2/0 3/2")
    assert [kinds(calls) for calls in told[2:]] == [["legal"]] * 4
    assert state.match.question is None


def unclear(text: str, place: str, **shares: float) -> Any:
    """A picture with one pawn of which the colour is not sure."""
    sharp = seen(position(text), sure=0.9995)
    belief = Belief.of({Pawn(colour): share for colour, share in shares.items()})
    return sharp.with_sightings(
        Sighting(s.place, belief) if s.place == at(place) else s for s in sharp.sightings
    )


def test_two_doubts_are_listed_together_and_a_clear_picture_settles_both() -> None:
    """Likeliest first, each with its probability; the calls come in the order of play."""
    table = Rouge()
    table.see("red 1/0 2/1; blue 2/6 3/3")
    table.shown(unclear("red 1/0 2/1 1/4; blue 2/6 3/3", "1/4", red=0.6, blue=0.399))
    table.shown(unclear("red 1/0 2/1 1/4; blue 2/6 3/3 3/6", "1/4", red=0.6, blue=0.399))
    shares = [a.probability for a in table.calls[0].alternatives]
    assert shares == sorted(shares, reverse=True)
    wired = call_to_json(GAME, table.calls[0])
    assert wired["call"] in {"ask", "legal"}
    said = table.see("red 1/0 2/1 1/4; blue 2/6 3/3 3/6")
    assert not [one for one in said if one.startswith(("foul", "ask"))]
    accepted = table.game.position(table.state.match.accepted)
    assert accepted == position("red 1/0 2/1 1/4; blue 2/6 3/3 3/6")


def test_a_belief_outlives_a_restart() -> None:
    """Resumed from its log the referee goes on from the same histories."""
    state, _ = played(BEFORE, AFTER)
    again = resumed(GAME, state.log)
    assert [one.match.history for one in again.hypotheses] == [
        o.match.history for o in state.hypotheses
    ]
    assert [one.nats for one in again.hypotheses] == [one.nats for one in state.hypotheses]
    said = [shown(one, AFTER + "; red 3/6")[1] for one in (again, state)]
    assert len({tuple((c.kind, c.move, c.turn, c.player) for c in calls) for calls in said}) == 1


#: Red turns ring 3 under blue's lone pawn; blue sets one; then that ring moves on once more.
SET = ("", "red 1/0", "red 1/0; blue 2/0", "red 1/0 1/3; blue 2/0")
GAME_ON = (
    *SET,
    "red 1/0 1/3; blue 2/0 3/3",
    "red 1/0 1/3; blue 2/0 3/2",
    "red 1/0 1/3; blue 2/0 2/3 3/2",
)
AGAIN = "red 1/0 1/3; blue 2/0 2/3 3/1"


def test_a_foul_that_may_have_been_another_is_called_with_both() -> None:
    """Red turned the ring that had just been, or blue's pawn was moved out of turn: it is called,
    not asked; both are named with their rules, and nobody by name. Lying there it is called once;
    what is taken back is taken back."""
    state, told = played(*GAME_ON, AGAIN, AGAIN, GAME_ON[-1])
    assert kinds(told[7]) == ["foul"]
    call = told[7][0]
    assert (call.player, call.note) == (None, "either-turn")
    codes = [{v.code for one in a.verdicts for v in one.violations} for a in call.alternatives]
    assert {"ring-just-turned"} in codes
    assert any("ring-just-turned" not in one and one for one in codes)
    assert call.verdict is not None
    assert [duty.kind for duty in call.verdict.required] == ["take-back"]
    assert [kinds(calls) for calls in told[8:]] == [["nothing"], ["taken-back"]]
    assert not state.match.open_turns


def test_a_foul_said_to_be_taken_back_is_so_whichever_it_was() -> None:
    """Whether the ring was turned or the pawn moved: it lies there no more, and nothing is asked of
    the table without it."""
    state, _ = played(*GAME_ON, AGAIN)
    state, calls = record(state, TakenBack(state.match.open_turns))
    assert calls == ()
    for known in (state, resumed(GAME, state.log)):
        assert [one.match.open_turns for one in known.hypotheses] == [()]
        assert kinds(shown(known, GAME_ON[-1])[1]) == ["nothing"]


def test_what_it_may_as_well_have_been_is_kept() -> None:
    """The match, and a referee resumed from its log, say of a turn what else it may have been,
    and that nobody knows who made it."""
    state, _ = played(BEFORE, AFTER)
    again = resumed(GAME, state.log)
    for one in (state, again):
        last = one.match.history[-1]
        assert {last.turn, *(turn for turn, _ in last.otherwise)} == {MOVED, TURNED}
        assert last.player is None


#: Red's lone pawn on ring 2 steps back, or its ring was turned; then it lies where it lay.
LONE, BACK = "red 1/0 2/6; blue 3/0 3/3", "red 1/0 2/5; blue 3/0 3/3"


def test_a_turn_taken_back_is_one_answer_whichever_turn_it_was() -> None:
    """Nobody knows whether the pawn had moved or its ring was turned: that it is taken back is one
    answer, and the told turn is gone once it is given."""
    state, _ = played("", "red 1/0", "red 1/0; blue 3/0", "red 1/0 2/6; blue 3/0", LONE, BACK)
    last = state.match.live[-1]
    assert last.otherwise
    state, (call,) = shown(state, LONE)
    assert [one.turns for one in call.alternatives] == [(ring(2),), ()]
    assert [one.instead for one in call.alternatives] == [None, (last.ordinal, None)]
    assert sum(one.probability for one in call.alternatives) > 0.99
    after, _ = record(state, Answered(1))
    assert after.match.question is None
    assert last.turn not in [p.turn for p in after.match.live]
    assert after.match.mover == "red"


def test_what_an_unanswered_question_left_open_is_not_told_later() -> None:
    """Green or red took blue's pawn, for two lines: when green makes a third, nobody is told that
    the earlier turns were this or that."""
    table, others = Rouge(("red", "blue", "green")), "green 1/7 3/5 3/6; red 1/3 1/4 1/5"
    table.see("blue 2/4 2/6; green 1/7 3/5 3/6; red 1/3 1/5 2/0")
    table.told("turn", player="green")
    assert table.see("blue 2/4 2/6; green 1/7 3/4 3/5 3/6; red 1/3 1/5 2/0") == ["legal green"]
    assert table.see(f"blue 2/6; {others}") == ["ask red"]
    assert table.see(f"blue 2/7; {others}") == ["legal (either-turn)"]
    assert table.see(f"blue 2/7; {others}; green 3/7")[0].startswith("ask")
    assert table.see("green 1/7 3/5 3/6 3/7; red 1/3 1/5") == ["legal green (order-assumed)"] * 2


def test_a_question_is_put_anew_once_a_foul_below_it_is_gone() -> None:
    """Its answers are those of the table as it lies: they left the foul lying."""
    table = Redline()
    row = {(0, 0): "Y E+NW+W", (1, 0): "B W+E", (2, 0): "Y W+E+NE"}
    for count in range(4):
        table.see(dict(list(row.items())[:count]))
    foul, both = {(0, 1): "Y S"}, {(3, 0): "B W+S", (-1, -1): "B SE+N"}
    assert table.see({**row, **foul})[0].startswith("foul B")
    assert table.see({**row, **foul, **both}) == ["ask B"]
    assert table.see({**row, **foul, **both}) == ["ask B (question-stands)"]
    assert table.see({**row, **both}) == ["ask B"]
    table.said(Answered(0))
    assert not table.state.match.open_turns


def test_a_foul_whose_taking_back_was_undone_still_lies_there() -> None:
    """Once it goes that is told: the word that was undone counted all the same."""
    table = Redline()
    first, foul = {(0, 0): "B W+E"}, {(1, 0): "Y N+S"}
    for layout in ({}, first, {**first, **foul}):
        table.see(layout)
    table.said(TakenBack(table.state.match.open_turns))
    table.said(Undone())
    assert table.see({**first, **foul}) == ["nothing B (foul-stands)"]
    assert table.see(first) == ["taken-back B"]
