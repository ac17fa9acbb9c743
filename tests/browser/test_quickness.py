"""The page is light. How quick it is is measured: `python -m tests.browser.quickness`."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.quickness import look_around, quickness

#: What the first view may weigh.
MOST_KB = 200.0


@pytest.mark.slow
@pytest.mark.parametrize("table", ["table", "linie1", "asked"])
def test_the_first_view_is_light(browser: Browser, halls: str, table: str) -> None:
    """A foul, the board with the most on it, and a question; all of it answers taps."""
    assert 0 < quickness(browser, f"{halls}/tables/{table}", look_around).kilobytes <= MOST_KB
