"""Which turns the page shows as fouls that lie on the table."""

from __future__ import annotations

from rules.referee.history.match import Status
from server.pipeline.offenders import Offence, offence_of, open_fouls
from server.tables.player_commands import CommandRejected, PressButton, event_of
from tests.referee.sessions import Rouge


def test_what_was_right_over_a_foul_is_none_once_that_is_gone() -> None:
    """A turn told to be right over a foul, and not in the game alone, stood as an open foul for the
    rest of the game: the page said to take it back."""
    table = Rouge()
    table.play("", "red 1/0", "red 1/0; blue 1/3", "red 1/0 2/5; blue 1/3")
    table.play("red 1/0 2/5; blue 1/3 2/0", "red 1/2 2/5; blue 1/5 2/0")
    table.see("red 1/2 2/6; blue 1/5 2/1")
    table.see("red 1/2 2/6 3/3; blue 1/5 2/1")
    assert [one.status for one in open_fouls(table.state.match)] == [Status.OPEN, Status.RESTING]
    table.see("red 1/0 2/6 3/3; blue 1/3 2/1")
    match = table.state.match
    assert match.open_turns
    assert (open_fouls(match), offence_of(match)) == ((), Offence())
    assert isinstance(event_of(match, PressButton("take-back")), CommandRejected)
