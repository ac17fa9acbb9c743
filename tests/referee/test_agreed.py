"""A page says of hands and makers what the likely histories agree on, and no more."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from rules.core.events import MatchStarted, PositionSeen, TurnSeen
from rules.games.redline.game import GAME
from rules.games.redline.hands import Hand
from rules.referee.history.fold import replayed
from rules.referee.history.match import Match
from rules.referee.hypotheses.agreed import agreed_maker, agreed_tally
from rules.referee.hypotheses.hypothesis import Hypothesis

START = (MatchStarted("redline", ("Ada", "Bo"), ()), PositionSeen(()))
HOUSE = GAME.rulebook.house({})
FIRST = next(GAME.legal_turns(GAME.start((), HOUSE), HOUSE))


def match(ada: int, *turns: Any) -> Match[Any, Any]:
    """Ada holds so many tiles, Bo five, after these turns."""
    made = replayed(GAME, [*START, *(TurnSeen(turn) for turn in turns)])
    state = made.accepted.with_hand("Ada", Hand((), ada)).with_hand("Bo", Hand((), 5))
    return replace(made, accepted=state)


@pytest.mark.parametrize(("behind", "said"), [(0.5, None), (5.0, 4)])
def test_a_hand_is_counted_where_the_likely_histories_agree(
    behind: float, said: int | None
) -> None:
    """One that is hardly likely takes no number off the page."""
    told, other = match(4), match(5)
    belief = (Hypothesis(told, 2), Hypothesis(other, 2, -behind))
    seats = {seat.player: seat.hand for seat in agreed_tally(told, belief).seats}
    assert seats == {"Ada": said, "Bo": 5}
    alone = agreed_tally(told, belief[:1])
    assert alone == GAME.helping.tally(told.accepted)


def test_what_is_asked_about_is_in_no_hand_yet() -> None:
    """While a question is open the hands are those of the turns that were told."""
    told, asked = match(4), match(4, FIRST)
    belief = tuple(Hypothesis(replace(asked, accepted=match(n).accepted), 2) for n in (3, 5))
    assert all(one.untold for one in belief)
    assert agreed_tally(told, belief) == GAME.helping.tally(told.accepted)


def test_a_maker_is_named_where_the_likely_histories_agree() -> None:
    """Two lays in one picture, either of which may have been the first."""
    other = next(GAME.legal_turns(match(5, FIRST).accepted, HOUSE))
    told, swapped = match(5, FIRST, other), match(5, other, FIRST)
    made = told.live[-1]
    for nats, name in ((-0.5, None), (math.log(0.01), "Bo")):
        belief = (Hypothesis(told, 2), Hypothesis(swapped, 2, nats))
        assert agreed_maker(belief, made) == name
    assert agreed_maker((Hypothesis(told, 2),), made) == "Bo"
