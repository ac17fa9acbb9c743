"""A question that nobody answered and that was played on over: let stand, and remembered."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.call import CallKind
from rules.core.events import Answered, TurnSeen, Undone
from rules.games.rouge.game import GAME
from rules.referee.calls import call_to_json
from rules.referee.referee import record, resumed
from tests.referee.rouge.sharp import Calls, played
from tests.rules.rouge.tables import move, ring

#: Blue's lone pawn on ring 2 goes a cell on, or its ring is turned.
BEFORE, AFTER = "red 1/0 1/4; blue 2/6 3/2", "red 1/0 1/4; blue 2/7 3/2"
MOVED, TURNED = move("blue", "2/6", "2/7"), ring(2)


def kinds(calls: Calls) -> list[str]:
    """The calls of a picture in a word each."""
    return [call.kind.value for call in calls]


def test_the_next_turn_is_called_without_asking_again() -> None:
    """Only the turn nobody could see is asked about; the one after it is told alone."""
    state, told = played(BEFORE, AFTER, AFTER + "; red 3/6")
    assert kinds(told[1]) == ["ask"]
    assert {a.turns for a in told[1][0].alternatives} == {(MOVED,), (TURNED,)}
    assert kinds(told[2]) == ["legal"]
    assert told[2][0].turn == told[1][0].turn + 1
    assert state.match.question is None
    first = state.match.history[0]
    assert {first.turn, *first.otherwise} == {MOVED, TURNED}


def test_the_same_table_leaves_the_question_open() -> None:
    """Nothing was played since: nobody passes over the question."""
    state, told = played(BEFORE, AFTER, AFTER)
    assert kinds(told[2]) == ["ask"]
    assert state.match.question is not None
    assert not state.match.history


def test_a_call_that_hangs_on_it_is_asked_about() -> None:
    """The ring is turned on: a foul if it had been turned before, else a turn like any other."""
    on = "red 1/0 1/4 2/5; blue 2/7 3/2"
    _, told = played(BEFORE, AFTER, on, "red 1/0 1/4 2/6; blue 2/0 3/2")
    assert kinds(told[3]) == ["ask"]
    found = {a.instead: a.verdicts[-1].legal for a in told[3][0].alternatives}
    assert found == {(1, TURNED): False, (1, MOVED): True}
    wired = call_to_json(GAME, told[3][0])["alternatives"]
    assert {(one["instead"]["move"]["kind"], one["call"]) for one in wired} == {
        ("turn", "foul"), ("move", "legal"),
    }  # fmt: skip


@pytest.mark.parametrize(("was", "kind"), [(TURNED, CallKind.FOUL), (MOVED, CallKind.LEGAL)])
def test_the_answer_settles_the_earlier_turn_too(was: Any, kind: CallKind) -> None:
    """Who says which it was settles both turns, and the journal keeps it."""
    on = "red 1/0 1/4 2/5; blue 2/7 3/2"
    state, told = played(BEFORE, AFTER, on, "red 1/0 1/4 2/6; blue 2/0 3/2")
    choice = [a.instead for a in told[3][0].alternatives].index((1, was))
    state, calls = record(state, Answered(choice))
    assert [call.kind for call in calls][-1:] == [kind]
    for one in (state, resumed(GAME, state.log)):
        assert one.match.history[0].turn == was
        assert not one.match.history[0].otherwise
        assert one.match.question is None


def test_played_on_over_that_too_it_passes_for_legal() -> None:
    """The unknown makes no foul: the ring had not been turned before, then."""
    on = "red 1/0 1/4 2/5; blue 2/7 3/2"
    turned = "red 1/0 1/4 2/6; blue 2/0 3/2"
    state, told = played(BEFORE, AFTER, on, turned, turned + "; red 3/6")
    assert kinds(told[4]) == ["legal"]
    assert state.match.history[0].turn == MOVED
    assert [p.verdict.legal for p in state.match.history] == [True] * 4


def test_a_later_turn_of_another_ring_ends_the_doubt() -> None:
    """Which it was no longer matters: the ring is free again either way."""
    on = AFTER + "; red 3/6"
    other = "red 1/1 1/5 3/6; blue 2/7 3/2"
    again = "red 1/1 1/5 3/6 2/3; blue 2/7 3/2"
    state, told = played(BEFORE, AFTER, on, other, again, "red 1/1 1/5 3/6 2/4; blue 2/0 3/2")
    assert [kinds(calls) for calls in told[2:]] == [["legal"]] * 4
    assert state.match.question is None


def test_undone_it_is_no_turn() -> None:
    """The turn that was let stand is an event like any other."""
    state, _ = played(BEFORE, AFTER, AFTER + "; red 3/6")
    assert isinstance(state.log[-2], TurnSeen)
    state, _ = record(state, Undone())
    state, _ = record(state, Undone())
    assert not state.match.history
