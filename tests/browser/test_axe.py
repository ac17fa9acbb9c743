"""No accessibility violation on any view of the play page, in both themes and languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import check_axe
from tests.browser.conftest import watched
from tests.browser.recorded import shown
from tests.server.fakes import PHOTOS, truth_session

PATIENCE_MS = 30_000

Open = Callable[[Page], None]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The whole recorded game: the newest call is a foul, a duty is open."""
    with shown(PHOTOS, partial(truth_session, ("Ada", "Bo"))) as (_, found):
        yield found


def _plain(page: Page) -> None:
    """The rule and the list of pieces unfolded."""
    page.locator("#call summary").click()
    page.locator("#pieces summary").click()


def _assist(page: Page) -> None:
    page.locator("#assist-button").click()
    page.locator("#assist .pieces button").first.click()
    expect(page.locator("#assist .answer")).not_to_be_empty()


def _replay(page: Page) -> None:
    page.locator("#assist-button").click()
    page.locator("#replay").click()
    page.locator("[data-look=difference]").click()
    expect(page.locator("#retold canvas")).to_be_visible()


def _keys(page: Page) -> None:
    page.locator("#retold .close").click()
    page.locator("#keys").click()


#: Each from where the one before left the page.
VIEWS: dict[str, Open] = {
    "play": _plain,
    "helpers": _assist,
    "replay": _replay,
    "keys": _keys,
}

LOOKS: tuple[tuple[Literal["light", "dark"], str, int], ...] = (
    ("light", "en-GB", 1366),
    ("dark", "fr-FR", 360),
    ("light", "fr-FR", 820),
    ("dark", "en-GB", 1366),
)

#: The first two in the default suite; the others take as long and find what those find.
_CASES = [
    pytest.param(*look, marks=[pytest.mark.slow] if i > 1 else []) for i, look in enumerate(LOOKS)
]


@pytest.mark.parametrize(("scheme", "locale", "width"), _CASES)
def test_axe_finds_no_violation(
    browser: Browser, address: str, scheme: Literal["light", "dark"], locale: str, width: int
) -> None:
    """Every view of the play page."""
    size: Any = {"width": width, "height": 800}
    context = browser.new_context(color_scheme=scheme, locale=locale, viewport=size)
    with watched(context) as page:
        page.goto(address)
        expect(page.locator("#board svg")).to_be_visible(timeout=PATIENCE_MS)
        expect(page.locator("#assist-button")).to_be_visible()
        for name, opened in VIEWS.items():
            opened(page)
            check_axe(page, name)
        page.goto("about:blank")
    context.close()
