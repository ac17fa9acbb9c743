"""A board whose termini look like trams: they are none before a tile lies there."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.core.call import CallKind
from rules.core.events import PositionSeen
from rules.core.observation import EMPTY, Belief, Empty, Observation, Sighting
from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME
from rules.games.linie1.places import TERMINI, Spot
from rules.games.linie1.state import Drive, Lay
from rules.referee.referee import RefereeState, begin, observe, record
from tests.referee.linie1.sights import LOOKED_AT
from tests.rules.linie1.tables import lay, position

#: Two termini, and how surely each looks like a tram of its line.
COLOURED, FAINT = TERMINI[0], TERMINI[3]
LIKE_A_TRAM = {COLOURED.spot: 0.8, FAINT.spot: 0.35}
LINES = {COLOURED.spot: COLOURED.line, FAINT.spot: FAINT.line}


def picture(
    lies: Mapping[Spot, CellContent], looks: Mapping[Spot, float] = LIKE_A_TRAM
) -> Observation[Spot, CellContent]:
    """A board read surely but for the termini that look like trams."""
    return Observation("linie1", tuple(_sighting(spot, lies, looks) for spot in LOOKED_AT))


def _sighting(
    spot: Spot, lies: Mapping[Spot, CellContent], looks: Mapping[Spot, float]
) -> Sighting[Spot, CellContent]:
    known: CellContent | Empty = lies.get(spot, EMPTY)
    if spot not in looks:
        return Sighting(spot, Belief.of({known: 0.9995}))
    tram = CellContent.of(None, False, (LINES[spot],))
    return Sighting(spot, Belief.of({tram: looks[spot], EMPTY: 0.9995 - looks[spot]}))


def opened(*, told: bool) -> RefereeState:
    """A game on that board: people said that it is empty (`told`), or its first picture did."""
    state = begin(GAME, ("Ana", "Bo"), GAME.rulebook.house())
    if told:
        state, _ = record(state, PositionSeen(()))
    state, calls = observe(state, picture({}), "00.jpg")
    assert [call.kind for call in calls] == [CallKind.NOTHING if told else CallKind.SETUP]
    assert state.match.lying == {}
    assert state.match.mover == "Ana"
    return state


FIRST, SECOND = lay((2, 10, "EW"), (2, 9, "EW")), lay((2, 11, "EW"), (3, 3, "NS"))


@pytest.mark.parametrize("told", [True, False], ids=["told empty", "seen empty"])
def test_no_tram_comes_of_a_print(told: bool) -> None:
    """Neither in the first picture nor beside the turns."""
    state = opened(told=told)
    for number, turns in enumerate(((FIRST,), (FIRST, SECOND)), 1):
        state, calls = observe(state, picture(_lying(*turns)), f"0{number}.jpg")
        assert [call.kind for call in calls] == [CallKind.LEGAL]


def test_a_tram_that_stands_there_is_seen() -> None:
    """Surer than the print ever looked."""
    state, _ = observe(opened(told=True), picture(_lying(FIRST)), "01.jpg")
    _, calls = observe(state, picture(_lying(FIRST), {**LIKE_A_TRAM, FAINT.spot: 0.999}), "02.jpg")
    told = [
        turn
        for call in calls
        for turn in (call.move, *(t for a in call.alternatives for t in a.turns))
    ]
    assert Drive(FAINT.line, None, FAINT.spot, 0) in told


def _lying(*turns: Lay) -> dict[Spot, CellContent]:
    tiles = (laid for turn in turns for laid in turn.tiles)
    return {laid.spot: CellContent.of(laid.tile, False, ()) for laid in tiles}


def test_a_game_in_progress_keeps_its_trams() -> None:
    """Beside a tile a tram may be one."""
    state = begin(GAME, ("Ana", "Bo"), GAME.rulebook.house())
    state, _ = observe(state, picture(position((10, 10, "EW"))), "00.jpg")
    assert COLOURED.spot in state.match.lying
