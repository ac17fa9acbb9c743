"""A table on which nothing happens rests. What it costs: `python -m tests.hard.load`."""

from __future__ import annotations

import sys

import pytest

from tests.hard.load import load_of

#: MiB that a whole serving table may take.
_MOST_MIB = 400

#: Share of a core that a table at rest stays below on any machine, however busy: 0.02 to 0.2 is
#: measured, and one that looks again and again without a pause takes all of it.
_MOST_CORES = 0.6


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="what a process used is read from /proc")
def test_a_quiet_table_leaves_the_fan_off() -> None:
    """One that lies still, filmed at 1280x720 thirty times a second."""
    load = load_of("settled", settle_s=14, watch_s=10)
    assert load.cores <= _MOST_CORES
    assert load.mib <= _MOST_MIB
