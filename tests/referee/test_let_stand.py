"""People let a question stand, or say that none of its answers is right."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import patch

import pytest

from rules.core.events import Insisted, LetStand, Refuted, Undone
from rules.games.rouge.game import GAME
from rules.referee.history.fold import replayed
from rules.referee.history.match import Status
from rules.referee.referee import record, resumed
from rules.referee.state import RefereeState
from tests.referee.rouge.sharp import played, shown
from tests.referee.sessions import Linie1, Redline, Rouge, kinds
from tests.rules.rouge.tables import place

#: Red's pawn on ring 2 may have gone a cell on, or its ring was turned: a foul, if it had been
#: turned before.
BEFORE, AFTER = "red 1/0 1/4; blue 2/6 3/2", "red 1/0 1/4; blue 2/7 3/2"
ON, TURNED_ON = "red 1/0 1/4 2/5; blue 2/7 3/2", "red 1/0 1/4 2/6; blue 2/0 3/2"
NEXT = "red 1/0 1/4 2/6 3/6; blue 2/0 3/2"


def asked() -> RefereeState[object, object]:
    """A referee who asks which turn an earlier one was, as a foul hangs on it."""
    state, told = played(BEFORE, AFTER, ON, TURNED_ON)
    assert kinds(told[-1]) == ["ask"]
    assert state.match.question is not None
    return state


def test_let_stand_settles_without_choosing() -> None:
    """The question is closed, no turn is told, every history is still possible, and what may have
    been a foul counts."""
    state = asked()
    after, calls = record(state, LetStand())
    assert calls == ()
    assert after.match.question is None
    assert after.match.history == state.match.history
    assert len(after.hypotheses) == len(state.hypotheses) > 1
    assert not any(p.status is Status.OPEN for one in after.hypotheses for p in one.match.live)


def test_the_same_look_is_not_asked_about_again() -> None:
    """Nothing new lies there: nothing is said, though nobody knows what was before."""
    after, _ = record(asked(), LetStand())
    for _ in range(4):
        after, calls = shown(after, TURNED_ON)
        assert kinds(calls) == ["nothing"]
        assert after.match.question is None


def test_play_goes_on_after_it_and_nobody_is_accused() -> None:
    """The next turn is called alone, in every history that may be, also after a restart."""
    after, _ = record(asked(), LetStand())
    again = resumed(GAME, after.log)
    for state in (after, again):
        then, calls = shown(state, NEXT)
        assert kinds(calls) == ["legal"]
        assert calls[0].move == place("red", "3/6")
        assert not then.match.open_turns


def test_it_can_be_undone() -> None:
    """The question is open again, with the same answers."""
    state = asked()
    after, _ = record(state, LetStand())
    again, calls = record(after, Undone())
    assert calls == ()
    assert again.match.question == state.match.question
    assert again.match.let_stand is None
    assert {tuple(p.turn for p in one.untold) for one in again.hypotheses} == {
        tuple(p.turn for p in one.untold) for one in state.hypotheses
    }


def test_none_of_these_leaves_what_was_told() -> None:
    """Where the pieces were and how the reader errs is still known, and what was open of the turns
    before it still is; only the answers are out. The question comes back with an undo."""
    state = asked()
    after, calls = record(state, Refuted())
    assert calls == ()
    assert after.match.question is None
    assert not any(one.untold for one in after.hypotheses)
    before, _ = played(BEFORE, AFTER, ON)
    assert _pasts(after) == _pasts(before)
    assert all(one.habits.repeats for one in after.hypotheses)
    again, _ = record(after, Undone())
    assert again.match.question == state.match.question
    assert len(again.hypotheses) == len(state.hypotheses)
    assert all(one.habits.repeats for one in again.hypotheses)


def test_after_none_of_these_nobody_is_accused_by_what_was_open_before() -> None:
    """Whether ring 2 had been turned is asked again, and not taken as it was told."""
    after, _ = record(asked(), Refuted())
    for state in (after, resumed(GAME, after.log)):
        assert kinds(shown(state, TURNED_ON)[1]) == ["ask"]


@pytest.mark.parametrize(
    ("then", "said", "left"),
    [
        ({}, "taken-back B (turn-taken-back)", 1),
        ({(-1, 0): "Y W+E"}, "legal B (changed)", 2),
    ],
)
def test_what_people_said_stands_may_be_taken_back_after_all(
    then: dict[tuple[int, int], str], said: str, left: int
) -> None:
    """Who takes the piece off again, or goes elsewhere with it, took it back: no piece was
    disturbed, and nothing of it is left in the game."""
    table = Redline()
    first, foul = {(0, 0): "B W+E"}, {(1, 0): "Y N+S"}
    said_first = [table.see(x)[0].split()[0] for x in ({}, first, {**first, **foul})]
    assert said_first == ["setup", "legal", "foul"]
    table.said(Insisted())
    assert table.see({**first, **then}) == [said]
    assert len(table.state.match.lying) == left
    assert table.see({**first, **then})[0].split()[0] == "nothing"


def test_and_after_the_next_turn_too() -> None:
    """It was asked which piece was touched, without a true answer, and the next tile on that cell
    was a foul, as if it were exchanged for the one that had been taken off."""
    table = Linie1(players=())
    assert table.see({(6, 6): "EW", (8, 8): "EW"}) == ["legal"]
    assert table.see({(6, 7): "NS", (9, 5): "EW"}) == ["foul blocks-track"]
    table.said(Insisted())
    assert table.see({(3, 2): "EW", (10, 4): "EW"}) == ["legal"]
    assert table.see(gone=[(6, 7), (9, 5)]) == ["taken-back (turn-taken-back)"]
    assert table.see({(6, 7): "EW", (9, 5): "NS"}) == ["legal"]


def test_one_undo_puts_it_back_below_the_turns_since() -> None:
    """The next turn had been told in its place and then withdrawn: an undo made it twice, the
    second time against the rules."""
    table = Linie1(players=())
    table.see({(6, 6): "EW", (8, 8): "EW"})
    table.see({(6, 7): "NS", (9, 5): "EW"})
    table.said(Insisted())
    table.see({(3, 2): "EW", (10, 4): "EW"})
    before = table.state.match.history
    assert table.see(gone=[(6, 7), (9, 5)]) == ["taken-back (turn-taken-back)"]
    assert table.state.match.history == (before[0], replace(before[2], ordinal=2))
    assert table.said(Undone()) == []
    assert table.state.match.history == before


@pytest.mark.parametrize("later", [{(3, 2): "EW", (10, 4): "EW"}, {(5, 7): "NS", (7, 7): "NS"}])
def test_and_together_with_the_turns_since(later: dict[tuple[int, int], str]) -> None:
    """Whether these are as right without it or not, and whoever made them: all are in the hand
    again."""
    table = Linie1()
    table.see({(6, 6): "EW", (8, 8): "EW"})
    foul = {(6, 7): "NS", (9, 5): "EW"}
    assert table.see(foul) == ["foul B blocks-track"]
    table.said(Insisted())
    assert table.see(later) == ["legal A"]
    assert table.see(gone=[*foul, *later]) == ["taken-back B (turn-taken-back)"]
    assert len(table.state.match.live) == 1


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("red 1/0 3/4; blue 1/3 2/6; green 3/1", "legal blue"),
        ("red 1/0 3/4; blue 1/3 2/1; green 3/1", "foul blue not-adjacent"),
    ],
)
def test_a_later_turn_with_what_stands_is_no_doubt_of_it(then: str, said: str) -> None:
    """Nobody took the pawn back below two turns to set it elsewhere: that was asked."""
    table = Rouge(players=("red", "blue", "green"))
    foul = "red 1/0; blue 1/3 2/5"
    assert table.play("", "red 1/0", "red 1/0; blue 1/3", foul)[0].startswith("foul blue")
    table.said(Insisted())
    table.play(f"{foul}; green 3/1", "red 1/0 3/4; blue 1/3 2/5; green 3/1")
    assert table.see(then) == [f"{said} (either-turn)"]


def test_what_stands_costs_the_next_turn_no_fold() -> None:
    """Where no piece is gone nothing was taken back: a late turn is judged as quickly as before."""
    table = Linie1()
    table.see({(6, 6): "EW", (8, 8): "EW"})
    table.see({(6, 7): "NS", (9, 5): "EW"})
    table.said(Insisted())
    table.see({(3, 2): "EW", (10, 4): "EW"})
    with patch("rules.referee.history.fold.replayed", wraps=replayed) as folds:
        assert table.see({(2, 9): "EW", (2, 10): "EW"}) == ["legal B"]
    assert not folds.called


def test_but_not_where_a_later_turn_hangs_on_it() -> None:
    """The tile that goes on with it would be against the rules: people are asked what became of
    the one before."""
    table = Redline()
    laid = {(0, 0): "B W+E", (1, 0): "Y N+S", (1, 1): "B N+E"}
    for count in range(3):
        table.see(dict(list(laid.items())[:count]))
    table.said(Insisted())
    assert table.see(laid) == ["legal A"]
    del laid[1, 0]
    assert table.see(laid) == ["ask B (disturbed)"]


def _pasts(state: RefereeState[object, object]) -> list[tuple[object, ...]]:
    """The turns of each history."""
    return [tuple(played.turn for played in one.match.live) for one in state.hypotheses]
