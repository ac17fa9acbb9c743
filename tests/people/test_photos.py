"""People at rendered tables: the whole way from a photo to a call, foul or question."""

from __future__ import annotations

import numpy as np
import pytest

from rules.games.linie1.content import CellContent
from rules.games.linie1.places import Spot
from rules.games.linie1.tiles import Tile
from tests.people.evening import Plan, table
from tests.people.photos import DRAWN, rouge_table


def test_what_nobody_touched_stands_where_it_stood() -> None:
    """A tile with a sign that comes changes nothing of the signs and trams elsewhere."""
    draw = DRAWN["linie1"](21, (640, 480))
    straight = Tile.of_kind(1, 0)
    stands = {
        Spot(9, 9): CellContent.of(straight, stop=True, trams=()),
        Spot(4, 9): CellContent.of(straight, stop=False, trams=(2,)),
        Spot(9, 3): CellContent.of(straight, stop=True, trams=(4,)),
    }
    came = {Spot(2, 2): CellContent.of(straight, stop=True, trams=())}
    before, after = draw(stands, 1), draw(came | stands, 1)
    apart = np.abs(before.astype(int) - after).max(-1)
    changed = np.argwhere(apart > 20)  # what remains is the film's grain
    assert 0 < np.ptp(changed, axis=0).max() < 60


def test_no_sticker_stays_where_its_ring_turns() -> None:
    """What is drawn of a position cannot tell how far a ring was turned, so no ring is marked: a
    mark that stays would say that the ring was not turned."""
    assert not any(rouge_table(seed, (320, 240)).board.stickers for seed in (72, 75))


@pytest.mark.slow
@pytest.mark.parametrize("game", DRAWN)
def test_nobody_is_accused_falsely_from_photos(game: str) -> None:
    """What people do between two photos is called, asked about or unclear, never a false foul, nor
    a foul waved through. A tile that a sign half hides may be told as either of two: then the table
    may show the other one."""
    counts = table(Plan(game, 0, pictures=8, photos=True), range(20, 22)).counts
    assert counts["pictures"] == 16
    assert counts["false-foul"] == counts["foul-as-legal"] == 0
    assert counts["wrong"] == counts["table"] <= 1
    assert counts["right"] >= 8
