"""A player's page gets its calls whatever strangers do."""

import pytest

from tests.hard.besieged import besieged

#: Seconds within which a call must be on the page.
_WITHIN_S = 2.0


@pytest.mark.slow
def test_calls_come_through_a_flood() -> None:
    """Under a thousand silent connections and a flood of large POSTs without a key, every call is
    on the page within two seconds, in little memory and without a flood of complaints."""
    siege = besieged(1000, 8)
    assert len(siege.waits) == 8
    assert max(siege.waits) < _WITHIN_S
    # What the system's own queue dropped believes that it is connected, and nobody hangs up on it.
    assert siege.ended > 500
    assert siege.posted > 8
    assert siege.most_mb < 400
    assert siege.said < 20_000
