"""What a picture says of a place, as values."""

from __future__ import annotations

import pytest

from rules.core.observation import EMPTY, Belief

BELIEF = Belief.of({"red": 0.1, EMPTY: 0.6, "blue": 0.3})


@pytest.mark.parametrize(
    ("least", "labels"),
    [
        (0.0, (("blue", 0.3), ("red", 0.1))),
        (0.1, (("blue", 0.3), ("red", 0.1))),
        (0.2, (("blue", 0.3),)),
        (0.5, ()),
    ],
)
def test_what_may_lie_there_leaves_nothing_out(
    least: float, labels: tuple[tuple[str, float], ...]
) -> None:
    """The likeliest first, from a probability on; that nothing lies there is no label."""
    assert BELIEF.labels(least) == labels
