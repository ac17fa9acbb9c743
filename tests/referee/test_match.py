"""A match is the replay of its log: fouls stay out, undo and correction re-judge what follows."""

from __future__ import annotations

import pytest

from rules.core.errors import ArbitableError
from rules.core.events import (
    Answered,
    Asked,
    Corrected,
    Event,
    Insisted,
    MatchStarted,
    PositionCorrected,
    PositionSeen,
    Redone,
    Settled,
    TakenBack,
    Told,
    TurnEnded,
    TurnSeen,
    Undone,
)
from rules.core.places import Cell
from rules.games.redline import GAME
from rules.referee.history.fold import extended, replayed, with_answer
from rules.referee.history.match import Match, Status
from rules.referee.history.undo import redoable, undoable, undoing
from tests.referee import toy
from tests.referee.layouts import BEND, DEAD_END, FIRST, SECOND, THIRD, lay, tile

START = (
    MatchStarted("redline", ("A", "B"), tuple(GAME.rulebook.house().values.items())),
    PositionSeen(tuple(BEND.items()), "00.jpg"),
)


def after(*events: Event) -> Match:
    """The match that BEND and these events come to."""
    return replayed(GAME, (*START, *events))


def statuses(match: Match) -> list[Status]:
    """What became of each turn."""
    return [played.status for played in match.history]


def test_a_log_begins_with_a_start() -> None:
    """Without players and rules nothing can be judged."""
    with pytest.raises(ArbitableError):
        replayed(GAME, START[1:])


def test_legal_turns_enter_the_game() -> None:
    """The table as it stands and the game as accepted are the same."""
    match = after(TurnSeen(FIRST), TurnSeen(SECOND))
    assert statuses(match) == [Status.ACCEPTED] * 2
    assert match.accepted == match.standing
    assert GAME.position(match.accepted)[SECOND.cell] == SECOND.tile
    assert match.ordinal == 2


def test_a_foul_lies_on_the_table_and_not_in_the_game() -> None:
    """It is an open turn; the next turn is judged without it."""
    match = after(TurnSeen(DEAD_END, legal=False), TurnSeen(FIRST))
    assert statuses(match) == [Status.OPEN, Status.ACCEPTED]
    assert DEAD_END.cell not in GAME.position(match.accepted)
    assert DEAD_END.cell in GAME.position(match.standing)
    assert match.open_turns == (DEAD_END,)


def test_a_foul_taken_back_leaves_no_trace_on_the_table() -> None:
    """History remembers it."""
    match = after(TurnSeen(DEAD_END, legal=False), TakenBack((DEAD_END,)))
    assert statuses(match) == [Status.TAKEN_BACK]
    assert match.accepted == match.standing


def test_players_who_insist_make_it_count() -> None:
    """The foul enters the game by decision of the house."""
    match = after(TurnSeen(DEAD_END, legal=False), Insisted())
    assert statuses(match) == [Status.INSISTED]
    assert GAME.position(match.accepted)[DEAD_END.cell] == DEAD_END.tile
    assert match.ordinal == 1


def test_a_foul_that_counts_stays_one_whatever_came_after() -> None:
    """What a later turn makes of its place does not make it right."""
    early = lay(5, 1, "yellow", "W")
    match = after(
        TurnSeen(early, legal=False), TurnSeen(FIRST), TurnSeen(lay(4, 1, "blue", "N E SW"))
    )
    assert statuses(extended(match, [Insisted()]))[0] is Status.INSISTED


def test_a_turn_over_an_open_foul_rests_until_the_players_insist() -> None:
    """Legal on the table as it stands only: it enters together with the foul."""
    foul = lay(4, 1, "blue", "N E SW")
    over = lay(5, 1, "yellow", "W")
    match = after(TurnSeen(foul, legal=False), TurnSeen(over, legal=False))
    assert statuses(match) == [Status.OPEN, Status.RESTING]
    assert statuses(extended(match, [Insisted()])) == [Status.INSISTED, Status.ACCEPTED]


def test_undo_and_redo() -> None:
    """The last event that did something is taken back and counts again."""
    match = after(TurnSeen(FIRST), TurnEnded("A"))
    undone = extended(match, [Undone()])
    assert (undone.ordinal, undoable(undone.log), redoable(undone.log)) == (0, False, True)
    again = extended(undone, [Redone()])
    assert again.history == match.history
    assert not redoable(again.log)


def test_a_new_turn_forbids_redo() -> None:
    """What was undone is gone for good once play goes on."""
    match = after(TurnSeen(FIRST), Undone(), TurnSeen(THIRD), Redone())
    assert [played.turn for played in match.history] == [THIRD]


QUESTION = Asked(((FIRST, SECOND), ()), ((), ()), "02.jpg")


def test_an_answer_is_undone_and_redone_whole() -> None:
    """All its turns go at once and its question is open again; redo answers it again."""
    turns = (TurnSeen(FIRST, photo="02.jpg"), TurnSeen(SECOND, photo="02.jpg"))
    match = after(QUESTION, Answered(0), *turns, TurnSeen(THIRD, photo="03.jpg"))
    assert undoing(match.log) == Undone()
    match = extended(match, [undoing(match.log)])
    assert undoing(match.log) == Undone(answer=True)
    undone = extended(match, [undoing(match.log)])
    assert (undone.history, undone.question) == ((), QUESTION)
    again = extended(undone, [Redone()])
    assert (again.history, again.question) == (match.history, None)


def test_an_answer_without_turns_is_undone_too() -> None:
    """Nothing had happened: that was an answer."""
    match = after(TurnSeen(FIRST, photo="01.jpg"), QUESTION, Answered(1))
    undone = extended(match, [undoing(match.log)])
    assert (undone.history, undone.question) == (match.history, QUESTION)


def test_another_answer_forbids_the_redo_of_the_first() -> None:
    """There is one answer to a question."""
    match = after(QUESTION, Answered(0), TurnSeen(FIRST, photo="02.jpg"))
    other = extended(match, [undoing(match.log), Answered(1), Redone()])
    assert (other.history, other.question) == ((), None)


def test_a_plain_undo_takes_one_turn_of_an_answer_back() -> None:
    """So journals have it that were written when an answer could not be undone whole."""
    turns = (TurnSeen(FIRST, photo="02.jpg"), TurnSeen(SECOND, photo="02.jpg"))
    match = after(QUESTION, Answered(0), *turns, Undone())
    assert [played.turn for played in match.history] == [FIRST]
    match = extended(match, [Undone(), Undone()])
    assert (match.history, match.question) == ((), None)
    assert extended(match, [undoing(match.log)]).question == QUESTION


def test_a_correction_judges_anew_what_follows() -> None:
    """Without FIRST, SECOND extends nothing; it stays on the table as it was called legal."""
    match = after(TurnSeen(FIRST), TurnSeen(SECOND), Corrected(2, None))
    assert statuses(match) == [Status.KEPT]
    assert [v.code for v in match.history[0].verdict.violations] == ["no-extension"]


def test_a_correction_can_be_undone() -> None:
    """It is an event like any other."""
    match = after(TurnSeen(FIRST), Corrected(2, None), Undone())
    assert statuses(match) == [Status.ACCEPTED]


def test_a_misread_first_picture_is_corrected_in_place() -> None:
    """The piece, or that there is none."""
    other = tile("blue", "SE SW")
    match = after(PositionCorrected(Cell(3, 2), other), PositionCorrected(Cell(2, 3), None))
    assert GAME.position(match.accepted)[Cell(3, 2)] == other
    assert Cell(2, 3) not in GAME.position(match.accepted)


def test_a_question_is_open_until_settled() -> None:
    """A later picture, an answer or a turn closes it."""
    asked = Asked(((FIRST,), ()), ((), ()))
    assert after(asked).question == asked
    assert after(asked, Settled()).question is None
    assert after(asked, TurnSeen(FIRST)).question is None


def test_an_answer_takes_out_the_last_of_equal_turns() -> None:
    """Such as of a ring that was turned on and on: what was made before it stays."""
    asked = Asked(((), ()), ((), (FIRST,)))
    match = after(*[TurnSeen(turn) for turn in (FIRST, SECOND, FIRST)], asked)
    assert [played.turn for played in match.live] == [FIRST, SECOND, FIRST]
    assert [played.turn for played in with_answer(match, asked, 1)[0].live] == [FIRST, SECOND]


def test_what_no_picture_shows_is_told() -> None:
    """Whose turn it is, from the players."""
    match = after(Told("turn", {"player": "B"}))
    assert GAME.to_move(match.accepted) == "B"


def test_extending_is_replaying() -> None:
    """Step by step or at once, the same log comes to the same match."""
    events = [TurnSeen(FIRST), TurnSeen(DEAD_END, legal=False), Insisted(), Undone(), Undone()]
    assert extended(after(), events) == after(*events)


def test_the_last_of_two_turns_over_a_foul_is_taken_out_as_if_never_made() -> None:
    """The table that the other one was made on stays."""
    over = toy.match(toy.x(0), toy.x(1), toy.o(2), toy.x(0, 1))
    assert [p.status for p in over.history][1:] == [Status.OPEN, Status.ACCEPTED, Status.ACCEPTED]
    without = extended(over, [Corrected(5, None)])
    assert without.over == replayed(over.game, without.log).over != over.accepted
