"""A place beside a new tile that nobody can see, or that may bear a tile, accuses nobody."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.call import CallKind
from rules.core.events import Answered
from rules.core.observation import EMPTY, Belief, Observation
from rules.core.places import Cell
from rules.games.redline import GAME
from rules.games.redline.board import neighbours
from rules.games.redline.explaining import orders
from rules.games.redline.explaining.orders import MOST_JUDGED
from rules.games.redline.state import Lay
from rules.referee.referee import begin, observe, record
from tests.rules.counted import Counted
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


@pytest.mark.parametrize("nats", [0.0, -3.5], ids=["unknown", "unchanged"])
@pytest.mark.parametrize("belief", [GUESSES["the tile"], GUESSES["another"]], ids=["it", "other"])
def test_a_tile_that_was_missed_is_asked_about(belief: Belief[Any], nats: float) -> None:
    """It lies in a reflection, say, and has since the game was met; that its place did not change
    since then tells nothing. Where the place is surely bare the lay is a foul."""
    state = begin(GAME, (), house())
    state, _ = observe(state, clear(BEFORE.layout), "0.jpg")
    for told, kind in ((belief, CallKind.ASK), (Belief.of({EMPTY: 0.9999}), CallKind.FOUL)):
        seen = laid(BEFORE, FAR).with_sightings(
            replace(one, belief=told, change_nats=nats) if one.place == BETWEEN.cell else one
            for one in laid(BEFORE, FAR).sightings
        )
        _, calls = observe(state, seen, "1.jpg")
        assert [call.kind for call in calls] == [kind]


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


def test_much_out_of_sight_is_looked_into_for_so_long_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three fouls in doubt, a hand over all that is beside them: what no tile of the box mends is
    not tried in every order with each of them, and the fouls are still proposed."""
    asked = Counted(monkeypatch, orders, "judge")
    fouls = [lay(3, 0, "Y W+N"), lay(3, 3, "Y W+N"), lay(0, 3, "B W+N")]
    beside = {cell for one in fouls for cell in neighbours(one.cell)} - {f.cell for f in fouls}
    picture = covered(laid(BEFORE, *fouls), GUESSES["another"], *beside)
    shares = {tile("Y W+N"): 0.5, tile("Y W+N+E"): 0.3, tile("B W+N"): 0.2}
    doubted = (
        replace(one, belief=Belief.of(shares)) if one.place in {f.cell for f in fouls} else one
        for one in picture.sightings
    )
    found = list(GAME.explanations(BEFORE, picture.with_sightings(doubted), house()))
    assert any(len(told.turns) == 3 for told in found)
    assert 0 < asked.calls < 10 * MOST_JUDGED
