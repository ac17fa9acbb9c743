"""How sure a Redline reading is of the tiles that it tells."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.core.observation import EMPTY, Belief
from rules.games.redline.tiles import Tile
from vision.reading import SURE_CONFIDENCE
from vision.redline.limits import LIMITS
from vision.redline.report import _surely_laid

_LAID, _ELSE = Tile.named("blue", ["N", "S"]), Tile.named("blue", ["N"])


def _belief(there: float) -> Belief[Tile]:
    return Belief.of({_LAID: 0.9 * there, _ELSE: 0.1 * there, EMPTY: 1 - there})


@pytest.mark.parametrize("there", [0.1, 0.5, 0.9, SURE_CONFIDENCE - 0.001])
def test_what_is_in_doubt_stays_so(there: float) -> None:
    """No piece becomes sure by this, and no ghost likelier."""
    assert _surely_laid(_belief(there), LIMITS) == _belief(there)


def test_a_tile_that_is_sure_is_surer_than_it_was() -> None:
    """The more so the surer it was; which tile it is stays as open as before."""
    before = [_belief(there) for there in (0.975, 0.99, 0.995, 0.999, 0.9999)]
    after = [_surely_laid(one, LIMITS) for one in before]
    for old, new in zip(before, after, strict=True):
        assert new.probability(EMPTY) < old.probability(EMPTY)
        assert new.probability(_LAID) == pytest.approx(9 * new.probability(_ELSE))
        assert sum(p for _, p in new.ranked) == pytest.approx(1.0)
    assert all(a.probability(EMPTY) > b.probability(EMPTY) for a, b in pairwise(after))


def test_it_is_no_leap() -> None:
    """At the border it begins as it was."""
    just = _surely_laid(_belief(SURE_CONFIDENCE + 1e-6), LIMITS)
    assert just.probability(EMPTY) == pytest.approx(1 - SURE_CONFIDENCE, abs=1e-5)
