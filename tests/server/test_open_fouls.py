"""Which turns the page shows as fouls that lie on the table, and what "taken back" takes."""

from __future__ import annotations

from dataclasses import replace

from rules.core.events import TurnSeen
from rules.games.mokadi.game import GAME as MOKADI
from rules.referee.history.match import AnyMatch, Status
from rules.referee.hypotheses.hypothesis import certain
from rules.referee.referee import begin, record
from server.pipeline.offenders import Offence, offence_of, open_fouls
from server.tables.player_commands import CommandRejected, PressButton, event_of
from tests.referee.sessions import Rouge
from tests.rules.mokadi.tables import BLACK, WHITE, house, opened, stick
from tests.rules.rouge.tables import place

BEFORE = ("", "red 1/0", "red 1/0; blue 1/3", "red 1/0 2/5; blue 1/3")


def test_what_was_right_over_a_foul_is_none_once_that_is_gone() -> None:
    """A turn told to be right over a foul, and not in the game alone, stood as an open foul for the
    rest of the game: the page said to take it back."""
    table = Rouge()
    table.play(*BEFORE, "red 1/0 2/5; blue 1/3 2/0", "red 1/2 2/5; blue 1/5 2/0")
    table.see("red 1/2 2/5; blue 1/5 2/0 3/3")
    match = table.state.match
    assert [one.status for one in open_fouls(match)] == [Status.OPEN, Status.RESTING]
    table.see("red 1/0 2/5; blue 1/3 2/0 3/3")
    match = table.state.match
    assert match.open_turns
    assert (open_fouls(match), offence_of(match)) == ((), Offence())
    assert isinstance(event_of(match, PressButton("take-back")), CommandRejected)


def test_taken_back_leaves_what_is_right_in_the_game() -> None:
    """A pawn set rightly on a ring that was turned too far: the ring alone is a foul."""
    table = Rouge()
    table.play(*BEFORE, "red 1/0 2/5; blue 1/3 3/2", "red 1/2 2/5; blue 1/5 3/2")
    assert table.said(TurnSeen(place("red", "1/1"))) == ["legal red"]
    match = table.state.match
    assert [one.status for one in open_fouls(match)] == [Status.OPEN]
    assert _pressed(table, match) == []
    match = table.state.match
    assert (match.open_turns, match.history[-1].status) == ((), Status.ACCEPTED)


def _pressed(table: Rouge, match: AnyMatch) -> list[str]:
    event = event_of(match, PressButton("take-back"))
    assert not isinstance(event, CommandRejected)
    return table.said(event)


def test_a_stick_told_over_a_foul_is_in_the_game_at_once() -> None:
    """Its number alone hangs on the foul, which is no place: "taken back" took both sticks."""
    referee = begin(MOKADI, ("A", "B"), house())
    match = replace(referee.match, accepted=replace(opened("A", "B"), turn=1), opened=True)
    referee = replace(referee, match=match, hypotheses=certain(match))
    for turn, status in ((stick(WHITE, "P1 P2"), "OPEN"), (stick(BLACK, "P1 P3"), "ACCEPTED")):
        referee, _ = record(referee, TurnSeen(turn))
        assert referee.match.history[-1].status.name == status
    event = event_of(referee.match, PressButton("take-back"))
    assert not isinstance(event, CommandRejected)
    referee, _ = record(referee, event)
    assert [one.colour for one in referee.match.accepted.sticks] == [BLACK]
