"""No view hinders anybody: axe finds nothing, nothing scrolls sideways, fingers meet what is there.

One pass goes through every view of every page, in one light, language and width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.axe import check_axe, violations
from tests.browser.conftest import visited
from tests.browser.hall import TOUCHED, Look, context_of
from tests.browser.views import VIEWS, View, come_to

#: Pixels that a finger needs, and a mouse (WCAG 2.2, 2.5.8).
FINGER_PX = 44
MOUSE_PX = 24

#: Everything that is pressed, by itself: a box is pressed by its label.
_TARGETS = """() => [...document.querySelectorAll(
    "button, select, summary, a[href]:not(.skip), label:has(input[type=checkbox])")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
  .map((one) => [one.id || one.className || one.textContent.trim().slice(0, 30),
    one.offsetWidth, one.offsetHeight])"""

LOOKS: tuple[Look, ...] = (
    ("dark", "fr-FR", 360),
    ("light", "en-GB", 1366),
    ("light", "fr-FR", 820),
    ("dark", "en-GB", 3840),
)

_CASES = [pytest.param(look, marks=pytest.mark.slow, id="-".join(map(str, look))) for look in LOOKS]

#: Views of the default suite, each of which is among all views of the same look, too: what players
#: have before them. Where they begin is looked at where a table is set up.
MAIN_VIEWS = ("play", "question")


@pytest.mark.parametrize("look", _CASES)
def test_no_view_hinders_anybody(browser: Browser, halls: str, look: Look) -> None:
    """Every view of every page: axe, width, targets."""
    assert _hindrances(browser, halls, look, VIEWS) == []


def test_no_main_view_hinders_anybody(browser: Browser, halls: str) -> None:
    """The narrowest screen, in the longer language."""
    views = [view for view in VIEWS if view.name in MAIN_VIEWS]
    assert len(views) == len(MAIN_VIEWS)
    assert _hindrances(browser, halls, LOOKS[0], views) == []


def _hindrances(browser: Browser, halls: str, look: Look, views: Sequence[View]) -> list[str]:
    least_px = FINGER_PX if look[2] < TOUCHED else MOUSE_PX
    with visited(context_of(browser, look)) as page:
        found: list[str] = []
        for view in views:
            come_to(page, halls, view)
            found += [f"{view.name}: {one}" for one in (*_lasting(page), *_misfits(page, least_px))]
            view.leave(page)
    return found


def _lasting(page: Page) -> list[str]:
    """What axe finds, but for buttons that are too small only as the bar at the page's foot covers
    them in part: they come out from below it."""
    found = violations(page)
    if found:
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        again = violations(page)
        found = [one for one in found if one in again or not one.startswith("target-size")]
    return found


def _misfits(page: Page, least_px: int) -> Iterator[str]:
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if over > 0:
        yield f"{over} pixels too wide"
    for name, *size in page.evaluate(_TARGETS):
        if 0 < min(size) < least_px:
            yield f"{name} is only {size[0]} x {size[1]}"


def test_a_locked_door_and_a_page_to_send_hinder_nobody(browser: Browser, halls: str) -> None:
    """The page without a key, and the one file that is sent or printed, in the dark."""
    phone: ViewportSize = {"width": 360, "height": 740}
    with closing(browser.new_context(color_scheme="dark", viewport=phone)) as context:
        page = context.new_page()
        page.goto(f"{halls}/join/nobody")
        expect(page.locator("h1")).to_be_visible()
        check_axe(page, "locked")
        sent = page.request.get(f"{halls}/api/v1/evenings/table/1/page?lang=fr")
        page.set_content(sent.text())
        expect(page.locator("article").first).to_be_visible()
        check_axe(page, "page to send")
        page.emulate_media(media="print")
        check_axe(page, "printed page")
