"""A question that nobody answers stays in the belief: later pictures settle it, or it does not
matter any more."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.events import Answered, Undone
from rules.core.observation import Belief, Sighting
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Pawn
from rules.referee.calls import call_to_json
from rules.referee.referee import record, resumed
from tests.referee.rouge.sharp import Calls, played, shown
from tests.referee.sessions import Rouge
from tests.rules.rouge.sights import seen
from tests.rules.rouge.tables import at, move, position, ring

#: Blue's lone pawn on ring 2 goes a cell on, or its ring is turned.
BEFORE, AFTER = "red 1/0 1/4; blue 2/6 3/2", "red 1/0 1/4; blue 2/7 3/2"
MOVED, TURNED = move("blue", "2/6", "2/7"), ring(2)

#: Red sets a pawn on ring 2; then that ring is turned (once more, if it had been turned).
ON, TURNED_ON = "red 1/0 1/4 2/5; blue 2/7 3/2", "red 1/0 1/4 2/6; blue 2/0 3/2"


def kinds(calls: Calls) -> list[str]:
    """The calls of a picture in a word each."""
    return [call.kind.value for call in calls]


def asked_of(calls: Calls) -> set[tuple[Any, ...]]:
    """What a question says may have happened."""
    return {alternative.turns for alternative in calls[0].alternatives}


def test_the_next_turn_is_called_without_asking_again() -> None:
    """Only the turn nobody could see is asked about; the one after it is told alone, counted as the
    second."""
    _, told = played(BEFORE, AFTER, AFTER + "; red 3/6")
    assert kinds(told[1]) == ["ask"]
    assert asked_of(told[1]) == {(MOVED,), (TURNED,)}
    assert kinds(told[2]) == ["legal"]
    assert told[2][0].turn == told[1][0].turn + 1


def test_the_same_table_leaves_the_question_open() -> None:
    """Nothing was played since: nobody passes over it, and the page says that it stands."""
    state, told = played(BEFORE, AFTER, AFTER)
    assert kinds(told[2]) == ["ask"]
    assert told[2][0].note == "question-stands"
    assert state.match.question is not None
    assert not state.match.history


def test_a_call_that_hangs_on_it_is_none() -> None:
    """The ring is turned on: a foul if it had been turned before. The unknown makes no foul: then
    it had not, and both turns are legal."""
    state, told = played(BEFORE, AFTER, ON, TURNED_ON)
    assert "foul" not in kinds(told[3])
    live = [p.turn for p in state.belief[0].match.live]
    assert live[0] == MOVED
    assert all(p.verdict.legal for p in state.belief[0].match.live)


@pytest.mark.parametrize("turn", [MOVED, TURNED])
def test_an_answer_settles_it(turn: Any) -> None:
    """The players say which it was: it is played as if the picture had shown it, and the journal
    keeps it."""
    state, told = played(BEFORE, AFTER)
    choice = [a.turns for a in told[1][0].alternatives].index((turn,))
    state, calls = record(state, Answered(choice))
    assert [(call.kind.value, call.move) for call in calls] == [("legal", turn)]
    for one in (state, resumed(GAME, state.log)):
        assert [p.turn for p in one.match.history] == [turn]
        assert one.match.question is None
        assert len(one.belief) == 1


@pytest.mark.parametrize(("turn", "kind"), [(TURNED, "foul"), (MOVED, "legal")])
def test_after_the_answer_the_next_turn_is_judged_by_it(turn: Any, kind: str) -> None:
    """Ring 2 again: a foul only if it had been turned."""
    state, told = played(BEFORE, AFTER)
    choice = [a.turns for a in told[1][0].alternatives].index((turn,))
    state, _ = record(state, Answered(choice))
    state, _ = shown(state, ON)
    _, calls = shown(state, TURNED_ON)
    assert kinds(calls) == [kind]


def test_a_later_turn_of_another_ring_ends_the_doubt() -> None:
    """Which it was no longer matters: the ring is free again either way."""
    on = AFTER + "; red 3/6"
    other = "red 1/1 1/5 3/6; blue 2/7 3/2"
    again = "red 1/1 1/5 3/6 2/3; blue 2/7 3/2"
    state, told = played(BEFORE, AFTER, on, other, again, "red 1/1 1/5 3/6 2/4; blue 2/0 3/2")
    assert [kinds(calls) for calls in told[2:]] == [["legal"]] * 4
    assert state.match.question is None


def test_what_is_undone_after_a_question_is_the_last_thing_told() -> None:
    """The turn that was called over it; the question's turn was never told."""
    state, _ = played(BEFORE, AFTER, AFTER + "; red 3/6")
    state, _ = record(state, Undone())
    assert position("red 3/6").keys().isdisjoint(GAME.position(state.match.accepted))


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
    assert [one.match.history for one in again.belief] == [o.match.history for o in state.belief]
    assert [one.nats for one in again.belief] == [one.nats for one in state.belief]
    said = [shown(one, AFTER + "; red 3/6")[1] for one in (again, state)]
    assert len({tuple((c.kind, c.move, c.turn, c.player) for c in calls) for calls in said}) == 1
