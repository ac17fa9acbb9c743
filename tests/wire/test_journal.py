"""Every event survives its JSON."""

from __future__ import annotations

import json

import pytest

from rules.core import events as ev
from rules.core.errors import ArbitableError
from rules.core.places import Cell
from rules.games.redline import GAME
from rules.games.redline.state import Discard
from rules.wire.journal import event_from_json, event_to_json
from tests.referee.layouts import BEND, DEAD_END, FIRST, SECOND, tile

EVENTS = [
    ev.MatchStarted("redline", ("A", "B"), tuple(GAME.rulebook.house().values.items())),
    ev.PositionSeen(tuple(BEND.items()), "00.jpg"),
    ev.PositionCorrected(Cell(0, 1), tile("blue", "N"), None),
    ev.PositionCorrected(Cell(0, 1), None, "01.jpg"),
    ev.TurnSeen(FIRST, True, "01.jpg"),
    ev.TurnSeen(Discard("A", 2)),
    ev.TurnSeen(FIRST, True, "01.jpg", (SECOND, DEAD_END)),
    ev.TakenBack((DEAD_END,), "02.jpg"),
    ev.Asked(((FIRST,), (FIRST, SECOND), ()), ((), (DEAD_END,), ()), "03.jpg"),
    ev.Asked(((FIRST,), (FIRST,)), ((), ()), None, (ev.Corrected(4, SECOND), None)),
    ev.Settled("04.jpg"),
    ev.Answered(1),
    ev.Corrected(4, SECOND, "05.jpg"),
    ev.Corrected(4, None),
    ev.Corrected(4, SECOND, "05.jpg", (FIRST,)),
    ev.Insisted(),
    ev.Undone(),
    ev.Undone(answer=True),
    ev.Redone(),
    ev.TurnEnded("A"),
    ev.Told("reserve", {"count": 12}),
    ev.Noticed("open-hands", {"hands": [{"owner": "A", "kinds": []}]}),
    ev.Believed(),
    ev.Believed(
        (
            ev.Line(3, (ev.TakenBack((DEAD_END,)), ev.TurnSeen(FIRST, True, "06.jpg")), 3, 0.0, 2),
            ev.Line(3, (ev.Corrected(2, None), ev.TurnSeen(SECOND, False)), 4, -1 / 3, 5, 1),
        )
    ),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_round_trip(event: ev.Event) -> None:
    """Through text and back it is the same value."""
    text = json.dumps(event_to_json(GAME, event))
    assert event_from_json(GAME, json.loads(text)) == event


def test_an_unknown_kind_is_refused() -> None:
    """A journal from a newer version says so instead of losing an event."""
    with pytest.raises(ArbitableError, match="unknown kind"):
        event_from_json(GAME, {"event": "resigned"})
