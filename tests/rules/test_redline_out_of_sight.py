"""A place beside a new tile that nobody can see accuses nobody."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.call import CallKind
from rules.core.events import Answered
from rules.core.observation import EMPTY, Belief, Observation
from rules.core.places import Cell
from rules.games.redline import GAME
from rules.games.redline.state import Lay
from rules.referee.referee import begin, observe, record
from tests.rules.redline_pictures import clear, laid, share_of, weighed
from tests.rules.tables import house, lay, table, tile

#: A tile two cells from the layout, right only if another one lies between.
BEFORE, FAR, BETWEEN = table((0, 0, "Y E")), lay(2, 0, "Y W+N"), lay(1, 0, "B W+E")

#: What a reader makes of the place between while it is covered.
GUESSES = {
    "nothing": Belief.of({EMPTY: 0.9}),
    "the tile": Belief.of({EMPTY: 0.7, tile("B W+E"): 0.25}),
    "another": Belief.of({EMPTY: 0.7, tile("B N"): 0.25}),
}


def covered(picture: Observation[Any, Any], belief: Belief[Any], *cells: Cell) -> Observation:
    """The picture with these places out of sight."""
    sightings = (
        replace(one, belief=belief, visibility=0.0) if one.place in cells else one
        for one in picture.sightings
    )
    return picture.with_sightings(sightings)


@pytest.mark.parametrize("belief", GUESSES.values(), ids=GUESSES)
def test_a_foul_that_a_covered_tile_would_mend_is_no_sure_one(belief: Belief[Any]) -> None:
    """Seen in full it is one; whatever a reader guesses of the place."""
    seen = laid(BEFORE, FAR)
    assert share_of("no-extension", weighed(BEFORE, seen, house())) >= 0.97
    found = weighed(BEFORE, covered(seen, belief, BETWEEN.cell), house())
    assert 0.5 < share_of("no-extension", found) < 0.93
    assert any(not fouls and len(told.turns) == 2 for told, fouls, _ in found)


def test_what_is_covered_elsewhere_is_no_excuse() -> None:
    """It touches nothing that is new, or would not make it right."""
    seen = laid(BEFORE, FAR)
    for cell in (Cell(-1, 0), Cell(3, 0)):
        found = weighed(BEFORE, covered(seen, GUESSES["nothing"], cell), house())
        assert share_of("no-extension", found) >= 0.97


@pytest.mark.parametrize("belief", GUESSES.values(), ids=GUESSES)
@pytest.mark.parametrize("between", ["B W+E", "B W+E+S"])
def test_once_it_is_seen_people_say_when_it_came(belief: Belief[Any], between: str) -> None:
    """Whether it lay there first is asked, never called; it is the tile that is seen, whatever was
    guessed."""
    state = begin(GAME, (), house())
    state, _ = observe(state, clear(BEFORE.layout), "0.jpg")
    hidden = covered(laid(BEFORE, FAR), belief, BETWEEN.cell)
    state, calls = observe(state, hidden, "1.jpg")
    assert [call.kind for call in calls] == [CallKind.ASK]
    middle = Lay(BETWEEN.cell, tile(between))
    state, calls = observe(state, laid(BEFORE, middle, FAR), "2.jpg")
    assert [call.kind for call in calls] == [CallKind.ASK]
    turns = [answer.turns for answer in calls[0].alternatives]
    state, calls = record(state, Answered(turns.index((middle, FAR))))
    assert {call.kind for call in calls} == {CallKind.LEGAL}
    assert state.match.accepted.layout == {
        **BEFORE.layout,
        middle.cell: middle.tile,
        FAR.cell: FAR.tile,
    }


def test_a_bare_place_that_is_seen_later_makes_it_a_foul() -> None:
    """Nothing lay there: it was one."""
    state = begin(GAME, (), house())
    state, _ = observe(state, clear(BEFORE.layout), "0.jpg")
    hidden = covered(laid(BEFORE, FAR), GUESSES["nothing"], BETWEEN.cell)
    state, _ = observe(state, hidden, "1.jpg")
    _, calls = observe(state, laid(BEFORE, FAR), "2.jpg")
    assert [call.kind for call in calls] == [CallKind.FOUL]
