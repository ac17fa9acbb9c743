"""The page is light. How quick it is is measured: `python -m tests.browser.quickness`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.hall import hall
from tests.browser.quickness import look_around, quickness

#: What the first view may weigh.
MOST_KB = 200.0


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A hall of tables."""
    with hall() as found:
        yield found


@pytest.mark.slow
@pytest.mark.parametrize("table", ["table", "linie1", "asked"])
def test_the_first_view_is_light(browser: Browser, address: str, table: str) -> None:
    """A foul, the board with the most on it, and a question; all of it answers taps."""
    assert 0 < quickness(browser, f"{address}/tables/{table}", look_around).kilobytes <= MOST_KB
