"""People at rendered tables: the whole way from a photo to a call, foul or question."""

from __future__ import annotations

import pytest

from tests.people.evening import Plan, table
from tests.people.photos import DRAWN


@pytest.mark.slow
@pytest.mark.parametrize("game", DRAWN)
def test_nobody_is_accused_falsely_from_photos(game: str) -> None:
    """What people do between two photos is called, asked about or unclear, never a false foul, nor
    a foul waved through."""
    counts = table(Plan(game, 0, pictures=8, photos=True), range(20, 22)).counts
    assert counts["pictures"] == 16
    assert counts["false-foul"] == counts["foul-as-legal"] == counts["wrong"] == 0
    assert counts["right"] >= 8
