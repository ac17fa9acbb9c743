"""A table on which nothing happens costs next to nothing."""

from __future__ import annotations

import sys

import pytest

from tests.hard.load import load_of

#: MiB that a whole serving table may take.
_MOST_MIB = 400


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="what a process used is read from /proc")
@pytest.mark.parametrize(
    ("scene", "most_cores"),
    [("settled", 0.10), ("lost-linie1", 0.20), ("lost-rouge", 0.20)],
)
def test_a_quiet_table_leaves_the_fan_off(scene: str, most_cores: float) -> None:
    """One that lies still, and one on which no board is found, filmed at 1280x720 thirty times a
    second. A third more is granted to other work on the machine, which spoils the caches."""
    load = load_of(scene, settle_s=14, watch_s=10)
    assert load.cores <= 4 / 3 * most_cores
    assert load.mib <= _MOST_MIB
