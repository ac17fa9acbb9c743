"""A player who can lay nothing concedes; where the list finds a spot he is asked, and his word
counts (M14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.core.call import CallKind
from rules.core.codec import Json
from rules.core.events import Event, Undone
from rules.games.mokadi.game import GAME
from rules.games.mokadi.moves import Concede
from rules.games.mokadi.state import MokadiState
from rules.referee.hypotheses.hypothesis import certain
from rules.referee.referee import RefereeState, begin, observe, resumed
from server.pipeline.put_right import Judgement, TableWhenTold, heard
from server.pipeline.standing import standing_of
from server.tables.player_commands import (
    AnswerQuestion,
    CommandRejected,
    PlayerCommand,
    PressButton,
    TellTurn,
    event_of,
)
from tests.rules.mokadi.tables import WHITE, after, house, judged, opened, start, stick
from tests.rules.mokadi.test_pictures import photographed
from tests.rules.said import remarks

Referee = RefereeState[MokadiState, Any]

CONCEDE: Json = {"kind": "concede"}


def playing(*players: str) -> Referee:
    """A referee of a table where sticks can be laid; of two players B is on turn."""
    state = after(opened(*players), stick(WHITE, "P2 P4"))
    referee = begin(GAME, players, house())
    match = replace(referee.match, accepted=state, opened=True)
    return replace(referee, match=match, hypotheses=certain(match))


def pressed(referee: Referee, command: PlayerCommand) -> Judgement:
    """What comes of a command of the page."""
    event = event_of(referee.match, command)
    assert not isinstance(event, CommandRejected)
    return _heard(referee, event)


def _heard(referee: Referee, event: Event) -> Judgement:
    told = heard(TableWhenTold(referee, GAME.position(referee.match.accepted), 3), event, "said")
    assert told is not None
    return told


def test_who_says_that_he_really_concedes_is_out() -> None:
    """The question is open, names no duty yet, and a yes puts him out: his sticks are shared."""
    referee = playing(*"ABC")
    mover = str(referee.match.mover)
    referee, (call,) = pressed(referee, TellTurn(CONCEDE))
    assert (call.kind, call.accepted.out) == (CallKind.ASK, ())
    assert (remarks(call.verdict), call.verdict.required) == (["free-spot"], ())
    question = standing_of(referee.match).question
    assert question is not None
    assert [one.turns for one in question.answers] == [(Concede(),)]
    referee, (call,) = pressed(referee, AnswerQuestion(0))
    assert (call.kind, call.player, call.accepted.out) == (CallKind.LEGAL, mover, (mover,))
    assert [duty.kind for duty in call.verdict.required] == ["share"]
    assert not call.verdict.remarks
    assert referee.match.question is None
    assert referee.match.mover not in {None, mover}


def test_who_concedes_again_is_taken_at_his_word() -> None:
    """Two players: the other one has won."""
    referee, _ = pressed(playing("A", "B"), TellTurn(CONCEDE))
    referee, (call,) = pressed(referee, TellTurn(CONCEDE))
    assert (call.kind, call.accepted.out) == (CallKind.LEGAL, ("B",))
    outcome = GAME.outcome(referee.match.accepted, house())
    assert outcome is not None
    assert outcome.winners == ("A",)


def test_no_picture_answers_for_him() -> None:
    """The table lies as it lay, which says nothing; that he lays a stick after all does."""
    referee, _ = pressed(playing("A", "B"), TellTurn(CONCEDE))
    state = referee.match.accepted
    referee, (call,) = observe(referee, photographed(state), "1")
    assert (call.kind, referee.match.question is None) == (CallKind.NOTHING, False)
    assert resumed(GAME, referee.log).match.question == referee.match.question
    lays = GAME.force(state, stick("black", "P1 P3"), house())
    referee, (call,) = observe(referee, photographed(lays), "2")
    assert (call.kind, referee.match.question) == (CallKind.LEGAL, None)


def test_he_may_think_better_of_it() -> None:
    """He says no; or yes, and takes it back."""
    referee, _ = pressed(playing("A", "B"), TellTurn(CONCEDE))
    refused, _ = pressed(referee, PressButton("none-of-these"))
    assert (refused.match.question, refused.match.accepted.out) == (None, ())
    referee, _ = pressed(referee, AnswerQuestion(0))
    referee, _ = _heard(referee, Undone())
    assert referee.match.accepted.out == ()


def test_the_duty_to_share_goes_with_the_doubt() -> None:
    """Whatever is doubted of it, his word counts; a stranger's does not."""
    for state, doubt in ((opened(*"ABC"), "free-spot"), (start(*"ABCD"), "pad-first")):
        verdict = judged(state, Concede())
        assert (remarks(verdict), [duty.kind for duty in verdict.required]) == ([doubt], ["share"])
    assert not judged(opened(), Concede("Z")).required


def test_a_stranger_is_not_asked_whether_he_is_one() -> None:
    """A yes would settle nothing: no question is open."""
    referee, (call,) = pressed(playing("A", "B"), TellTurn({"kind": "concede", "player": "Z"}))
    assert (call.kind, referee.match.question) == (CallKind.ASK, None)
