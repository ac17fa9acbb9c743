"""A tram that is seen nowhere after its first drive: it was not taken off the table."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.core.call import CallKind
from rules.core.observation import EMPTY, Belief, Empty, Observation, Sighting
from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Drive
from rules.referee.referee import RefereeState, begin, observe
from tests.referee.linie1.sights import LOOKED_AT
from tests.rules.linie1.tables import lay, position, table

#: Line 2 from its eastern terminus to its western one.
TRACK = (
    *((7, col, "EW") for col in range(12, 5, -1)),
    (7, 5, "ES"),
    (8, 5, "NW"),
    *((8, col, "EW") for col in (4, 3, 2)),
    (8, 1, "ES"),
    (9, 1, "NS"),
    (10, 1, "NW"),
)
#: The cell of the first drive's end and that of the next stop, each with its sign.
FIRST, NEXT = Spot(7, 12), Spot(7, 8)
SIGNS = ((7, 12), (7, 8))

#: A faint look of the tram where it drove on to, and none.
FAINT: Mapping[Spot, dict[tuple[int, ...], float]] = {NEXT: {(): 0.77, (2,): 0.1}}


def picture(
    trams: dict[int, tuple[int, int]],
    looks: Mapping[Spot, dict[tuple[int, ...], float]] | None = None,
) -> Observation[Spot, CellContent]:
    """A board read surely but for what `looks` says of the trams of some cells."""
    lies = position(*TRACK, signs=SIGNS, trams=trams)
    return Observation(
        "linie1", tuple(_sighting(spot, lies.get(spot, EMPTY), looks or {}) for spot in LOOKED_AT)
    )


def _sighting(
    spot: Spot,
    known: CellContent | Empty,
    looks: Mapping[Spot, dict[tuple[int, ...], float]],
) -> Sighting[Spot, CellContent]:
    if spot not in looks or isinstance(known, Empty):
        return Sighting(spot, Belief.of({known: 0.9995}))
    shares = {CellContent.of(known.tile, known.stop, t): p for t, p in looks[spot].items()}
    return Sighting(spot, Belief.of(shares))


def driven() -> RefereeState:
    """A game in which the tram of line 2 made its first drive."""
    state = begin(GAME, (), GAME.rulebook.house())
    state, _ = observe(state, picture({}), "0.jpg")
    state, calls = observe(state, picture({2: (7, 12)}), "1.jpg")
    assert [call.kind for call in calls] == [CallKind.LEGAL]
    return state


@pytest.mark.parametrize("looks", [FAINT, {}], ids=["faint", "nowhere"])
def test_a_tram_that_is_nowhere_is_asked_about(
    looks: Mapping[Spot, dict[tuple[int, ...], float]],
) -> None:
    """Its first drive was told as taken back, as if it had never come."""
    state, calls = observe(driven(), picture({}, looks), "2.jpg")
    assert [call.kind for call in calls] == [CallKind.ASK]
    assert FIRST in state.match.lying


def test_a_tram_that_stays_on_its_stop_is_not_asked_about() -> None:
    """Nothing happened."""
    _, calls = observe(driven(), picture({2: (7, 12)}), "2.jpg")
    assert [call.kind for call in calls] == [CallKind.NOTHING]


def test_a_lay_leaves_nothing_and_a_tram_stands_somewhere() -> None:
    """Tiles go back to the hand; a tram that was on the way before is on the way again."""
    drive = Drive(2, FIRST, NEXT)
    assert GAME.may_vanish(table(), lay((1, 1, "EW")))
    assert not GAME.may_vanish(table(*TRACK), drive)
    assert GAME.may_vanish(table(*TRACK, trams={2: (7, 12)}), drive)
