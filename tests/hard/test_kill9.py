"""A kill -9 loses nothing that was shown."""

import pytest

from tests.hard.kill9 import kills


@pytest.mark.slow
def test_nothing_shown_is_lost() -> None:
    """Six kills at random moments of a live game; `python -m tests.hard.kill9 50` makes more."""
    figures = kills(6, seed=7)
    assert figures["shown"] >= 8
