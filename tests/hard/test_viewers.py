"""Who watches costs the table nothing that it could feel. In seconds: `python -m
tests.hard.viewers`."""

import pytest

from tests.hard.viewers import watched

#: Seconds that no call is late by on any machine, unless it waited for those that read nothing.
_HELD_UP_S = 15.0


@pytest.mark.slow
def test_a_crowd_does_not_slow_the_table() -> None:
    """600 viewers have every call, and 30 that read nothing hold up neither them nor the table's
    own page, nor fill its memory."""
    crowded = watched(600, 30)
    assert crowded.followed == 600
    assert max(crowded.page) < _HELD_UP_S
    assert max(crowded.most) < _HELD_UP_S
    assert crowded.most_mb < 400
