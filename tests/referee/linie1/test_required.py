"""A call asks for what is still to be done, not for what its own picture shows done."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.events import MatchStarted, PositionSeen, TurnSeen
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Lay
from rules.referee.history.fold import replayed
from rules.referee.speaking.announce import turn_call
from rules.wire.calls import call_to_json
from tests.rules.linie1.tables import lay, position

START = (
    MatchStarted("linie1", ("Ana", "Bo"), tuple(GAME.rulebook.house().values.items())),
    PositionSeen(tuple(position((10, 10, "EW")).items()), "00.jpg"),
)
#: The first tile beside location I, with its sign and without.
SIGNED = lay((4, 5, "NS"), (10, 11, "EW"))
UNSIGNED = replace(SIGNED, lacking=(Spot(4, 5),))


@pytest.mark.parametrize(
    ("turn", "asked"), [(SIGNED, []), (UNSIGNED, ["stop-sign"])], ids=["stands", "lacks"]
)
def test_a_sign_that_stands_is_not_asked_for(turn: Lay, asked: list[str]) -> None:
    """Who reads the JSON, hears the voice or prints the report looks for a sign to put up."""
    match = replayed(GAME, (*START, TurnSeen(turn)))
    call = call_to_json(GAME, turn_call(match, match.history[-1], 0.99))
    assert [duty["kind"] for duty in call["required"]] == asked


def test_a_sign_put_up_later_is_no_longer_asked_for() -> None:
    """Whoever looks at the turn again sees what is true now."""
    match = replayed(
        GAME,
        (
            *START,
            TurnSeen(UNSIGNED),
            TurnSeen(replace(lay((5, 8, "NS"), (3, 9, "NS")), signs=(Spot(4, 5),))),
        ),
    )
    verdict = turn_call(match, match.history[0], 0.99).verdict
    assert verdict is not None
    assert verdict.required == ()
