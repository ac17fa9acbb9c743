"""A question nobody answered: what a later story must have looked like when it was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from rules.core.call import CallKind
from rules.core.events import Asked, MatchStarted, PositionSeen
from rules.core.observation import Belief, Observation
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Pawn, Turn
from rules.games.rouge.track import Hollow
from rules.referee import referee
from rules.referee.limits import LIMITS
from rules.referee.match import Match, extended, replayed
from rules.referee.misfit import misfit
from rules.referee.questions import Unanswered, asked_places, doubted_places
from rules.referee.referee import begin, observe
from tests.referee.noise import PERFECT
from tests.referee.rouge.sights import seen
from tests.rules.rouge.tables import at, move, place, position

START = "red 1/0 2/1 2/4; blue 2/6 3/3"
RED, BLUE = Pawn("red"), Pawn("blue")
DOUBT = at("1/4")

#: A pawn was placed, red or blue: nobody said.
EITHER: tuple[tuple[Turn, ...], ...] = ((place("red", "1/4"),), (place("blue", "1/4"),))


def asked(*alternatives: tuple[Turn, ...]) -> Match:
    """The match with a question about these alternatives open."""
    start = MatchStarted("rouge", ("red", "blue"), ())
    seen_first = PositionSeen(tuple(position(START).items()))
    return extended(replayed(GAME, [start, seen_first]), [Asked(alternatives)])


def pictured(
    text: str = START, doubts: Mapping[Hollow, Mapping[object, float]] | None = None
) -> Observation:
    """A sharp picture, with the beliefs of a few places."""
    picture = seen(position(text), Random(1), PERFECT)
    beliefs = {p: Belief.of(dict(shares)) for p, shares in (doubts or {}).items()}
    return picture.with_sightings(
        replace(s, belief=beliefs.get(s.place, s.belief)) for s in picture.sightings
    )


TWO_COLOURS = pictured(doubts={DOUBT: {RED: 0.8, BLUE: 0.199}})


def cost(match: Match, picture: Observation, *turns: Turn) -> float:
    """Nats against a story that begins at the accepted position."""
    return Unanswered(match, picture, LIMITS).cost(turns)


def misfit_of(picture: Observation, hollow: Hollow, label: object) -> float:
    """How badly a label explains what a picture shows there."""
    sighting = picture.at(hollow)
    assert sighting is not None
    return misfit(sighting, label)


def test_the_places_of_a_question() -> None:
    """Those on which its alternatives differ are in doubt; one they share is only asked about."""
    both = tuple((*turns, place("red", "3/0")) for turns in EITHER)
    assert doubted_places(asked(*both)) == {DOUBT}
    assert asked_places(asked(*both)) == {DOUBT, at("3/0")}
    assert doubted_places(asked(EITHER[0], ())) == {DOUBT}
    assert asked_places(asked(())) == set()


@pytest.mark.parametrize("turns", EITHER)
def test_what_was_in_doubt_then_is_left_to_the_next_picture(turns: tuple[Turn, ...]) -> None:
    """Neither colour costs anything, though one was likelier; a story may go on from both."""
    match = asked(*EITHER)
    assert cost(match, TWO_COLOURS, *turns) == pytest.approx(0.0, abs=1e-9)
    onward = cost(match, TWO_COLOURS, *turns, move("red", "2/4", "2/5"))
    assert onward == pytest.approx(0.0, abs=1e-9)


def test_what_no_alternative_named_is_held_against_a_story() -> None:
    """A pawn elsewhere, or one of a third colour there, was not what the picture showed."""
    match = asked(*EITHER)
    assert cost(match, TWO_COLOURS, place("red", "3/0")) > LIMITS.turn_undone - 1e-9
    assert cost(match, TWO_COLOURS, place("white", "1/4")) > LIMITS.turn_undone - 1e-9


def test_what_was_surely_there_and_is_gone_was_taken_back() -> None:
    """A foul soon, as players do who are asked; a legal turn hardly ever."""
    shown = pictured(START + "; red 1/4")
    legal = asked((place("red", "1/4"),))
    assert cost(legal, shown) == pytest.approx(LIMITS.turn_undone, abs=0.1)
    foul, strange = asked((place("white", "1/4"),)), pictured(START + "; white 1/4")
    assert cost(foul, strange) == pytest.approx(LIMITS.foul_undone, abs=0.1)
    assert cost(legal, shown, place("red", "1/4")) == pytest.approx(0.0, abs=0.1)


def test_what_was_taken_back_may_have_gone_elsewhere() -> None:
    """A pawn put back and then moved to another hollow leaves its first one empty again."""
    match = asked((move("red", "2/4", "2/5"),))
    shown = pictured("red 1/0 2/1 2/5; blue 2/6 3/3")
    elsewhere = cost(match, shown, move("red", "2/4", "3/4"))
    assert elsewhere == pytest.approx(LIMITS.turn_undone, abs=0.1)
    stayed = cost(match, shown, move("red", "2/4", "2/5"))
    assert stayed == pytest.approx(0.0, abs=0.1)


def test_a_turn_may_have_been_half_made() -> None:
    """A pawn in the hand was seen on neither hollow; one seen where it stood had not moved yet."""
    match = asked(*EITHER)
    turns = (*EITHER[0], move("red", "2/4", "2/5"))
    doubt = {DOUBT: {RED: 0.8, BLUE: 0.199}}
    lifted = pictured("red 1/0 2/1; blue 2/6 3/3", doubt)
    assert cost(match, lifted, *EITHER[0]) == pytest.approx(0.0, abs=0.1)
    lifted_by = misfit_of(lifted, at("2/4"), RED)
    assert cost(match, lifted, *turns) == pytest.approx(-lifted_by, abs=0.1)
    assert lifted_by > 5.0
    still = pictured(doubts=doubt)
    assert cost(match, still, *turns) == pytest.approx(0.0, abs=0.1)


def test_the_same_picture_again_is_the_same_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many turns were played since the one nobody told: a second look at the table finds
    the story that the first one found. (Where that question is let stand there is no such story.)
    """
    monkeypatch.setattr(referee, "gone_on", lambda _match, _ranked: None)
    state = begin(GAME, ("red", "blue"), GAME.rulebook.house())
    text = "red 1/0; blue 2/6"
    state, _ = observe(state, pictured(text), "00")
    text = "red 1/0; blue 2/7"  # a pawn moved, or its ring turned
    asked_of = []
    for new in ("", "; red 3/0", "; blue 1/4", "; red 2/3", "; blue 3/5", "; red 3/3"):
        text += new
        for number in ("", " again"):
            state, calls = observe(state, pictured(text), text + number)
            assert [call.kind for call in calls] == [CallKind.ASK], text + number
            asked_of.append({a.turns for a in calls[0].alternatives})
    assert asked_of[::2] == asked_of[1::2]
    assert all(len(turns) == 6 for turns in asked_of[-1])
