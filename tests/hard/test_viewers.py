"""Who watches costs the table nothing that it could feel."""

from statistics import median

import pytest

from tests.hard.viewers import watched


@pytest.mark.slow
def test_a_crowd_does_not_slow_the_table() -> None:
    """Before 600 viewers and 30 that read nothing, the table's own page has its call in at most
    twice the time, with a tenth of a second for the clock of a busy machine."""
    alone, crowded = watched(0), watched(600, 30)
    assert crowded.followed == 600
    assert median(crowded.page) < 2 * median(alone.page) + 0.1
    assert median(crowded.most) < 1.5
    assert crowded.most_mb < 400
