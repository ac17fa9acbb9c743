"""A pawn that is read unsurely beside what is sure: that is called all the same."""

from __future__ import annotations

from dataclasses import replace

from rules.core.observation import EMPTY, Belief
from rules.games.rouge.align import RougeObservation
from rules.games.rouge.state import Pawn
from tests.referee.sessions import Rouge, words
from tests.referee.watching import watched
from tests.rules.redline_pictures import CLEAR
from tests.rules.rouge import sights
from tests.rules.rouge.tables import at, position

BEFORE = "red 1/0 3/2; blue 2/4 1/6"
OPENING = ("", "red 1/0", "red 1/0; blue 2/4", "red 1/0 3/2; blue 2/4", BEFORE)
TWICE = BEFORE + " 3/6"


def doubted(text: str, hollow: str, **shares: float) -> RougeObservation:
    """A clear picture but for one hollow, which may hold other things."""
    clear = sights.seen(position(text), sure=CLEAR)
    doubt = Belief.of({EMPTY if x == "free" else Pawn(x): p for x, p in shares.items()})
    return clear.with_sightings(
        replace(one, belief=doubt) if one.place == at(hollow) else one for one in clear.sightings
    )


def test_a_foul_that_may_have_taken_a_pawn_too_is_called() -> None:
    """Blue's pawn hides red's: whether that is still there was asked about."""
    table = Rouge()
    assert table.play(*OPENING) == ["legal blue"]
    said = table.shown(doubted(TWICE, "3/2", free=0.9, red=0.1))
    assert said == ["foul blue two-moves (either-piece)"]
    assert table.see(BEFORE) == ["taken-back red"]


def test_a_view_of_which_a_turn_was_told_brings_hardly_another_one() -> None:
    """Red's pawn leans over the hollow behind it. It was told as set; the later looks at that view
    asked whether a second one had come."""
    table = Rouge()
    assert table.play(*OPENING) == ["legal blue"]
    picture = doubted(BEFORE.replace(";", " 3/6;"), "2/6", free=0.455, red=0.545)
    _, calls = watched(table.state, picture, "leans")
    assert [words(call) for call in calls] == ["legal red"]
