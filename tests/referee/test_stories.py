"""Stories from three starts: the game so far, a question nobody answered, a table with a foul."""

from __future__ import annotations

import pytest

from rules.core.events import Asked, MatchStarted, TurnSeen
from rules.core.observation import EMPTY, Belief, Observation, Sighting
from rules.core.places import Cell
from rules.referee.hypotheses import Hypothesis
from rules.referee.inference import weigh
from rules.referee.limits import LIMITS
from rules.referee.match import Match, Status, replayed
from tests.laws.games import GAMES

TOY = GAMES["toy"]
LEFT, MIDDLE, RIGHT = (Cell(col, 0) for col in range(3))
TURN = type(next(iter(TOY.legal_turns(TOY.start(("A", "B"), TOY.rulebook.house()), None))))
CROSS_LEFT, CROSS_MIDDLE = TURN(LEFT, "X"), TURN(MIDDLE, "X")


def after(*events: object) -> Match:
    """A match of three in a row with these events."""
    return replayed(TOY, [MatchStarted("toy", ("A", "B"), ()), *events])


def best(match: Match, shown: dict[Cell, str]) -> Hypothesis:
    """The likeliest story of a sharp picture of the first row."""
    row = (LEFT, MIDDLE, RIGHT)
    sightings = (Sighting(cell, Belief.of({shown.get(cell, EMPTY): 0.9999})) for cell in row)
    return weigh(match, [Observation("toy", tuple(sightings))], {})[0].hypothesis


def test_play_went_on_after_a_question_nobody_answered() -> None:
    """From its likeliest alternative nothing is held against the story."""
    match = after(Asked(((CROSS_LEFT,), ())))
    found = best(match, {LEFT: "X", RIGHT: "O"})
    assert found.turns == (CROSS_LEFT, TURN(RIGHT, "O"))
    assert not found.foul
    assert found.score == pytest.approx(0.0, abs=0.1)


def test_play_may_have_gone_on_from_a_less_likely_alternative() -> None:
    """It costs something, unless both look alike."""
    match = after(Asked(((CROSS_LEFT,), (CROSS_MIDDLE,))))
    found = best(match, {MIDDLE: "X", RIGHT: "O"})
    assert found.turns == (CROSS_MIDDLE, TURN(RIGHT, "O"))
    assert found.score == pytest.approx(LIMITS.less_likely, abs=0.1)
    alike = after(Asked((((TURN(RIGHT, "O"), CROSS_LEFT)), (CROSS_LEFT, TURN(RIGHT, "O")))))
    assert best(alike, {LEFT: "X", RIGHT: "O", MIDDLE: "X"}).score > LIMITS.foul_prior - 0.1


def test_an_alternative_without_a_turn_is_the_game_so_far() -> None:
    """Nothing goes on from it a second time."""
    match = after(Asked(((), (CROSS_LEFT,))))
    assert best(match, {MIDDLE: "X"}).turns == (CROSS_MIDDLE,)
    assert best(match, {}).turns == ()


def test_play_beside_a_foul_that_still_lies_there() -> None:
    """The foul stays, the turn is judged without it."""
    foul = TURN(LEFT, "O")
    match = after(TurnSeen(foul, legal=False))
    found = best(match, {LEFT: "O", MIDDLE: "X"})
    assert (found.turns, found.stay, found.gone) == ((CROSS_MIDDLE,), (foul,), ())
    assert [one.status for one in found.new] == [Status.ACCEPTED]
    assert best(match, {LEFT: "O"}).stay == (foul,)


def test_a_foul_that_is_gone_was_taken_back_whatever_was_done_instead() -> None:
    """Its place is bare, or holds another mark."""
    foul = TURN(LEFT, "O")
    match = after(TurnSeen(foul, legal=False))
    for shown, turns in (({}, ()), ({MIDDLE: "X"}, (CROSS_MIDDLE,)), ({LEFT: "X"}, (CROSS_LEFT,))):
        found = best(match, shown)
        assert (found.turns, found.stay, found.gone) == (turns, (), (foul,))
