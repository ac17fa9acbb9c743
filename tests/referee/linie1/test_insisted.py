"""A foul that people let stand is nobody's foul after that."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.events import Event, Insisted, MatchStarted, PositionSeen, TurnSeen
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Lay
from rules.referee.history.fold import replayed
from rules.referee.history.match import Status
from tests.rules.linie1.tables import lay, position

START = (
    MatchStarted("linie1", ("Ana", "Bo"), tuple(GAME.rulebook.house().values.items())),
    PositionSeen(tuple(position((10, 10, "EW")).items()), "00.jpg"),
)
#: A tile beside a location whose sign is left out, the next turn without it, and one after that.
FORGOTTEN = replace(lay((4, 5, "NS"), (10, 11, "EW")), lacking=(Spot(4, 5),))
SECOND, THIRD = lay((5, 8, "NS"), (3, 9, "NS")), lay((3, 3, "NS"), (10, 8, "NS"))
#: A first tile into a location, and the second of the turn, far from it.
INTO, BESIDE = lay((4, 5, "EW")), lay((5, 8, "NS"))


@pytest.mark.parametrize(
    ("before", "foul", "after"),
    [((FORGOTTEN,), SECOND, THIRD), ((), INTO, BESIDE)],
    ids=["a sign", "a first tile"],
)
@pytest.mark.parametrize(
    ("legal", "status"), [(False, Status.INSISTED), (True, Status.KEPT)], ids=["insisted", "kept"]
)
def test_the_turn_after_it_is_legal(
    before: tuple[Lay, ...], foul: Lay, after: Lay, legal: bool, status: Status
) -> None:
    """It is judged for itself, whether people insisted on the foul or told it as legal."""
    said: tuple[Event, ...] = () if legal else (Insisted(),)
    turns = tuple(TurnSeen(turn) for turn in before)
    foul_seen = TurnSeen(foul, legal=legal)
    match = replayed(GAME, (*START, *turns, foul_seen, *said, TurnSeen(after, legal=False)))
    now = [played.status for played in match.history]
    assert now == [*(Status.ACCEPTED for _ in before), status, Status.ACCEPTED]


def test_a_second_tile_that_is_insisted_on_has_its_turns_number() -> None:
    """It only goes on with the turn of the first tile; the turn after it has the next number."""
    foul = TurnSeen(lay((4, 5, "EW")), legal=False)
    first = TurnSeen(lay((5, 8, "NS")))
    match = replayed(GAME, (*START, first, foul, Insisted(), TurnSeen(THIRD)))
    assert [played.status for played in match.history][1] is Status.INSISTED
    assert [played.ordinal for played in match.history] == [1, 1, 2]
    assert match.ordinal == 2
