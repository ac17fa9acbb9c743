"""The events by which what was told comes to another history: no more than it needs."""

from __future__ import annotations

from typing import Any

import pytest

from rules.core.call import CallKind
from rules.core.events import (
    Answered,
    Asked,
    Corrected,
    Insisted,
    PositionCorrected,
    PositionSeen,
    TakenBack,
    TurnSeen,
)
from rules.core.places import Cell
from rules.referee.answers import answered
from rules.referee.history.fold import extended
from rules.referee.history.match import Match, Status, beyond
from rules.referee.hypotheses.hypothesis import Hypothesis
from rules.referee.speaking.advance import advanced
from rules.referee.speaking.announce import amendments
from rules.referee.speaking.notes import AMENDED, EITHER_TURN
from rules.referee.state import RefereeState
from tests.referee.toy import match_of, o, x

#: A tuple of turns is a history: legal ones enter, the others lie open.
History = tuple[Any, ...]


def match(*turns: Any) -> Match[Any, Any]:
    """A match with these turns after the first picture."""
    found = match_of(PositionSeen(()))
    for turn in turns:
        legal = found.game.judge(found.accepted, turn, found.house).legal
        found = extended(found, [TurnSeen(turn, legal, "then.jpg")])
    return found


def came(said: Match[Any, Any], line: Match[Any, Any], told: int | None = None) -> list[Any]:
    """The events that were added; `told`: up to there the history was told (all that both hold)."""
    to = len(said.log) if told is None else told
    after, _ = advanced(said, Hypothesis(line, to), "now.jpg")
    assert [(p.turn, p.status) for p in after.live] == [(p.turn, p.status) for p in line.live]
    return list(after.log[len(said.log) :])


def test_what_was_told_needs_nothing() -> None:
    """No event, no new turn."""
    said = match(x(0), o(1))
    assert advanced(said, Hypothesis(match(x(0), o(1)), 4), "now.jpg") == (said, 0)


@pytest.mark.parametrize("more", [(o(1),), (o(1), x(2)), (x(1),)])
def test_new_turns_are_added_with_the_photo_that_showed_them(more: History) -> None:
    """Legal ones and fouls, in their order."""
    said, line = match(x(0)), match(x(0), *more)
    after, new = advanced(said, Hypothesis(line, 3), "now.jpg")
    added = after.log[len(said.log) :]
    assert [e.turn for e in added] == list(more)
    assert {e.photo for e in added} == {"then.jpg"}
    assert new == len(more)


def test_an_open_foul_that_is_gone_is_taken_back() -> None:
    """Of two only the one that is gone; before anything else is told."""
    assert came(match(x(0), x(1), x(2)), match(x(0), x(2))) == [TakenBack((x(1),), "now.jpg")]
    assert came(match(x(0), x(1)), match(x(0), o(1)), told=3) == [
        TakenBack((x(1),), "now.jpg"),
        TurnSeen(o(1), True, "then.jpg"),
    ]


def test_a_turn_that_was_another_one_is_corrected_in_its_place() -> None:
    """What follows stays, and no turn is new."""
    said, line = match(x(0), o(1), x(2)), match(x(0), o(1, 1), x(2))
    after, new = advanced(said, Hypothesis(line, 5), "now.jpg")
    assert list(after.log[len(said.log) :]) == [Corrected(3, o(1, 1), "now.jpg")]
    assert new == 0


def test_a_turn_that_may_have_been_either_stays_so() -> None:
    """One of those that were named is corrected without a word, as nobody knows which it was; an
    amendment says so where nobody was told of another one, and names it where it is sure."""
    said = extended(match(), [TurnSeen(x(0), True, "then.jpg", (x(1),))])
    line = Hypothesis(match(x(1)), len(said.log))
    unsure, _ = advanced(said, line, "now.jpg", {2: (x(0),)})
    assert unsure.log[-1] == Corrected(2, x(1), "now.jpg", (x(0),))
    assert [(p.turn, *(t for t, _ in p.otherwise)) for p in unsure.live] == [(x(1), x(0))]
    assert amendments(said, unsure, 0.9) == ()
    another, _ = advanced(said, line, "now.jpg", {2: (x(2),)})
    assert [c.note for c in amendments(said, another, 0.9)] == [f"{EITHER_TURN}; {AMENDED}"]
    sure, _ = advanced(said, line, "now.jpg")
    assert [(c.move, c.note) for c in amendments(said, sure, 0.9)] == [(x(1), AMENDED)]


def test_an_answer_tells_as_new_only_what_nobody_was_told_of() -> None:
    """Which of two crosses was the foul, as it turns out, is an amendment."""
    said = extended(match(x(0), x(1)), [Asked(((o(2),),), ((),))])
    other = Hypothesis(match(x(1), x(0), o(2)), 4)
    _, calls = answered(RefereeState(said, (other,)), Answered(0))
    assert [(c.move, c.note) for c in calls] == [(x(1), AMENDED), (x(0), AMENDED), (o(2), None)]


def test_a_foul_that_people_play_on_over_is_not_called_again_for_one_rule_more() -> None:
    """The cross before it stood in its place, as it turns out: only that is amended."""
    said = extended(match(x(0), x(1)), [Insisted()])
    after = extended(said, [Corrected(2, x(1), "now.jpg")])
    assert [sorted(code for code, _ in p.broken) for p in after.live] == [
        [],
        ["not-your-turn", "occupied"],
    ]
    assert [c.kind for c in amendments(said, after, 0.9)] == [CallKind.LEGAL]


def test_two_turns_in_another_order_are_two_corrections() -> None:
    """They change places."""
    said, line = match(x(0), o(2), x(1)), match(x(1), o(2), x(0))
    assert came(said, line) == [Corrected(2, x(1), "now.jpg"), Corrected(4, x(0), "now.jpg")]


def test_a_turn_that_was_changed_is_withdrawn_and_told_anew() -> None:
    """The other one was not told yet: it is a turn of its own, of the photo that showed it."""
    said, line = match(x(0), o(1)), match(x(0), o(2))
    assert came(said, line, told=3) == [
        Corrected(3, None, "now.jpg"),
        TurnSeen(o(2), True, "then.jpg"),
    ]


def test_a_turn_taken_back_to_the_hand_is_withdrawn() -> None:
    """And several, the last one first."""
    assert came(match(x(0), o(1)), match(x(0)), told=3) == [Corrected(3, None, "now.jpg")]
    assert came(match(x(0), o(1), x(2)), match(x(0)), told=3) == [
        Corrected(4, None, "now.jpg"),
        Corrected(3, None, "now.jpg"),
    ]


def test_a_foul_that_was_legal_after_all_enters_with_the_correction() -> None:
    """The turn before it was another one: what lay open is in the game at once, not twice."""
    said, line = match(x(0), o(0), x(1)), match(x(0, 1), o(0), x(1))
    assert [p.status for p in said.live] == [Status.ACCEPTED, Status.OPEN, Status.RESTING]
    assert Corrected(2, x(0, 1), "now.jpg") in came(said, line)


def test_what_people_insisted_on_is_told_anew_behind_a_turn_that_came_before_it() -> None:
    """Corrected in its place alone, the foul would lie open again."""
    said = extended(match(o(2)), [Insisted()])
    line = extended(match(x(2), o(2)), [Insisted()])
    assert [p.status for p in line.live] == [Status.ACCEPTED, Status.INSISTED]
    assert came(said, line) == [
        Corrected(2, None, "now.jpg"),
        TurnSeen(x(2), True, "then.jpg"),
        TurnSeen(o(2), False, "then.jpg"),
        Insisted(),
    ]


def test_a_piece_of_the_first_position_that_was_misread_is_corrected_there() -> None:
    """Before the turns that hang on it."""
    said = match_of(PositionSeen(((Cell(0, 0), "X"),)))
    fix = PositionCorrected(Cell(0, 0), "O", "now.jpg")
    line = extended(said, [fix, TurnSeen(x(1), True, "now.jpg")])
    after, new = advanced(said, Hypothesis(line, len(said.log)), "now.jpg")
    assert list(after.log[len(said.log) :]) == [fix, TurnSeen(x(1), True, "now.jpg")]
    assert (after.accepted, new) == (line.accepted, 1)


def test_of_equal_turns_the_later_ones_are_beyond() -> None:
    """Each known turn stands for one."""
    played = match(x(0), o(1), x(0)).live
    assert [p.number for p in beyond(played, [x(0)])] == [played[1].number, played[2].number]
    assert beyond(played, [x(0), x(0), o(1)]) == []
