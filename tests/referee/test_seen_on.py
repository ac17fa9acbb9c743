"""A view that a live table goes on looking at: what was asked of it, and what people say of it."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rules.core.call import CallKind
from rules.core.events import Answered, Corrected, PositionCorrected
from rules.core.observation import EMPTY, Belief, Issue
from rules.games.rouge.game import GAME as ROUGE
from rules.games.rouge.state import Pawn
from rules.referee.history.match import differing
from rules.referee.referee import RefereeState, begin, observe, record
from server.pipeline.put_right import TableWhenTold, heard
from server.tables.live.journalled_game import LIVE_LOOKS
from tests.referee.noise import PERFECT
from tests.referee.rouge.sights import seen
from tests.referee.sessions import Calls, words
from tests.referee.watching import watched
from tests.rules.rouge.tables import position

SLOW = pytest.mark.slow


def looked(state: RefereeState[Any, Any], text: str) -> tuple[RefereeState[Any, Any], Calls]:
    """A Rouge table that is watched."""
    return watched(state, seen(position(text) if text else {}, Random(1), PERFECT), text)


#: Pawns that the others have placed since red and blue did, one each.
PLACED = ("green 2/1", "green 2/1; yellow 3/3")


@pytest.fixture(
    name="placed", scope="module", params=[PLACED[0], pytest.param(PLACED[1], marks=SLOW)]
)
def _placed(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(name="asked", scope="module")
def _asked(placed: str) -> RefereeState[Any, Any]:
    """The others have placed a pawn and red's went on; or its ring was turned."""
    names = tuple(one.split()[0] for one in placed.split("; "))
    state = begin(ROUGE, ("red", "blue", *names), ROUGE.rulebook.house())
    for text in ("", "red 3/7; blue 2/6"):
        state, _ = looked(state, text)
    state, calls = looked(state, f"red 3/6; blue 2/6; {placed}")
    assert [one.kind for one in calls] == [CallKind.ASK]
    return replace(state, confirmations=1, brief_view=False)


def test_a_question_seen_on_keeps_what_it_asks_about(asked: RefereeState[Any, Any]) -> None:
    """It stays possible, and is what the answer chooses from."""
    assert asked.match.question is not None
    possible = {tuple(p.turn for p in one.untold) for one in asked.hypotheses}
    assert possible >= {turns for turns, _, _ in asked.match.question.answers}


def test_who_answers_a_question_seen_on_puts_no_reading_right(
    asked: RefereeState[Any, Any], placed: str
) -> None:
    """The view shows what they say, so nothing is excused in the next one."""
    state, _ = record(asked, Answered(0))
    assert not state.misreads
    *rest, last = placed.split("; ")
    name, place = last.split()
    state, calls = looked(state, "; ".join(("red 3/6; blue 2/6", *rest, f"{name} 1/2")))
    fouls = [one for one in calls if one.kind is CallKind.FOUL]
    assert [(one.move.origin, one.move.to) for one in fouls] == [
        tuple(position(f"{name} {place}; blue 1/2"))
    ]


def test_a_refused_look_leaves_what_was_asked(asked: RefereeState[Any, Any]) -> None:
    """A hand over the table, in the view that is seen on."""
    bare = seen({}, Random(1), PERFECT)
    hand = replace(bare, issues=(Issue("hand", 0.5),))
    for state in (replace(asked, confirmations=LIVE_LOOKS, brief_view=True), asked):
        after, calls = observe(state, hand, "hand", again=True)
        assert [one.kind for one in calls] == [CallKind.UNCLEAR]
        assert (after.match, after.hypotheses, after.before) == (
            asked.match, asked.hypotheses, asked.before,
        )  # fmt: skip


@SLOW
def test_what_waits_to_be_read_again_is_called_as_if_read_once(
    asked: RefereeState[Any, Any], placed: str
) -> None:
    """Later looks go back to before their own view, not to before the one that asked."""
    foul = seen(
        position(f"red 3/6; blue 2/6; {placed.replace('2/1', '2/1 1/5')}"), Random(1), PERFECT
    )
    state = replace(asked, confirmations=LIVE_LOOKS, brief_view=True)
    for again in (False, True):
        state, calls = observe(state, foul, "foul", again=again)
        assert not calls
    _, calls = observe(state, foul, "foul", again=True)
    _, once = observe(asked, foul, "foul")
    assert [words(one) for one in calls] == [words(one) for one in once]
    assert [one.alternatives for one in calls] == [one.alternatives for one in once]


#: Three players have moved; blue's pawn is seen neither where it was nor where it is.
LAID = "red 3/7; blue 2/6; green 2/1; yellow 3/3"
READ, TRUE = (f"red 3/6; green 2/0; yellow 3/3{rest}" for rest in ("", "; blue 1/6"))


@pytest.fixture(name="half_seen", scope="module")
def _half_seen() -> RefereeState[Any, Any]:
    state = begin(ROUGE, ("red", "blue", "green", "yellow"), ROUGE.rulebook.house())
    for text in ("", "red 3/7; blue 2/6", LAID, READ):
        state, calls = looked(state, text)
    assert CallKind.ASK in {one.kind for one in calls}
    return state


def tapped(state: RefereeState[Any, Any], place: Any) -> tuple[RefereeState[Any, Any], Calls]:
    """What is said when somebody says what truly lies at a place."""
    event = PositionCorrected(place, position(TRUE).get(place))
    said = heard(TableWhenTold(state, {}, 9), event, "tap")
    assert said is not None
    return said


@SLOW
def test_taps_on_one_view_add_up(half_seen: RefereeState[Any, Any]) -> None:
    """Each place that people name is one more thing that is so in that view, however it is laid
    over the table, and nothing hangs on what was guessed of it before: all told, it is as if the
    picture had shown it."""
    state, calls = half_seen, ()
    changed = differing(position(LAID), position(TRUE))
    for place in sorted(changed, key=lambda one: (one in position(TRUE), one)):
        if ROUGE.position(state.match.standing) != position(TRUE):
            state, calls = tapped(state, place)
    assert [(one.kind, one.player) for one in calls] == [
        (CallKind.LEGAL, player) for player in ("red", "blue", "green")
    ]
    assert ROUGE.position(state.match.standing) == position(TRUE)


@SLOW
def test_what_was_tapped_holds_while_the_view_is_seen_on(
    half_seen: RefereeState[Any, Any],
) -> None:
    """The camera goes on not to see the pawn: it lies there in every history, and nobody is
    accused."""
    (place,) = (p for p, pawn in position(TRUE).items() if pawn == Pawn("blue"))
    state, _ = tapped(half_seen, place)
    state, calls = observe(state, seen(position(READ), Random(1), PERFECT), "again", again=True)
    assert CallKind.FOUL not in {one.kind for one in calls}
    lying = [ROUGE.position(one.match.standing) for one in state.hypotheses]
    assert {one.get(place) for one in lying} == {Pawn("blue")}


def test_what_was_tapped_stands_when_another_place_is_put_right() -> None:
    """Two fouls were taken back at once; people say that red's pawn is where it was, and then that
    blue's is gone. Neither place was read amiss, nor the one red's came from."""
    state = begin(ROUGE, ("red", "blue", "green", "yellow"), ROUGE.rulebook.house())
    for text in ("", "red 2/5", "red 2/5; blue 1/0"):
        state, _ = looked(state, text)
    back = seen(position("red 2/1"), Random(1), PERFECT)
    (place,) = position("red 2/1")
    half = {Pawn("red"): 0.8, EMPTY: 0.2}
    back = back.with_sightings(
        replace(one, belief=Belief.of(half)) if one.place == place else one
        for one in back.sightings
    )
    state, calls = watched(state, back, "back")
    assert [one.kind for one in calls] == [CallKind.ASK]
    said = PositionCorrected(place, Pawn("red"))
    for word in (said, Corrected(state.match.history[-1].number, None)):
        told = heard(TableWhenTold(state, ROUGE.position(state.match.standing), 9), word, "tap")
        assert told is not None
        state = told[0]
        assert not state.misreads
        assert state.tapped == {place: Pawn("red")}
