"""A whole evening without a mouse: what has the focus is seen, and every step can be taken."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from server.tables.live_table import LiveTable
from tests.server.scripted import play

#: Presses of Tab after which something that is not found cannot be reached.
MOST_TABS = 80

#: Whether what has the focus is outlined: every style of the pages draws it so.
_OUTLINED = """() => {
  if (document.activeElement === document.body) return true;
  const one = document.activeElement, style = getComputedStyle(one);
  const box = one.getBoundingClientRect();
  return style.outlineStyle === "solid" && parseFloat(style.outlineWidth) >= 2
    && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
}"""

#: That, and whether it is this element.
_STOP = f"one => [({_OUTLINED})(), one === document.activeElement]"


@pytest.fixture
def at(at: Page) -> Page:
    """The table's page, a foul open."""
    expect(at.locator("#insist")).to_be_visible()
    return at


def _tab_to(page: Page, target: str) -> None:
    """Goes on with Tab until the target has the focus; every stop on the way shows that it has."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        # A picture frame of the browser itself may take a step between the end and the start, and
        # a button that has done its part may go.
        outlined, there = page.locator(target).first.evaluate(_STOP)
        assert outlined, page.evaluate("document.activeElement.outerHTML")
        if there:
            return
    pytest.fail(f"{target} is not reached by Tab")


#: Whether the bar at the page's foot covers nothing of what has the focus.
_CLEAR = """() => {
  const one = document.activeElement, bar = document.querySelector("footer");
  return one === document.body || bar.contains(one)
    || one.getBoundingClientRect().bottom <= bar.getBoundingClientRect().top + 1;
}"""


@pytest.mark.slow
def test_a_foul_is_read_played_over_undone_and_corrected(at: Page, table: LiveTable) -> None:
    """Call, rule, "we play on anyway", undo, then the piece put right: Tab, Enter and arrows."""
    expect(at.locator("#call .word")).to_have_text("Foul")
    _tab_to(at, "#call summary")
    at.keyboard.press("Enter")
    expect(at.locator("#call .ruling p").first).to_be_visible()
    _tab_to(at, "#insist")
    at.keyboard.press("Enter")
    expect(at.locator("#order")).to_contain_text("You play on")
    _tab_to(at, "#undo")
    at.keyboard.press("Enter")
    expect(at.locator("#order")).to_contain_text("Undone")
    expect(at.locator("#insist")).to_be_visible()
    play(table, 3)
    _tab_to(at, "#correct")
    at.keyboard.press("Enter")
    expect(at.locator("#places button").first).to_be_focused()
    _tab_to(at, "#places button:has-text('A4')")
    at.keyboard.press("Enter")
    expect(at.locator("#readings")).to_be_visible()
    _tab_to(at, "#readings li button:has-text('nothing')")
    at.keyboard.press("Enter")
    _tab_to(at, "#sure-yes")
    at.keyboard.press("Enter")
    expect(at.locator("#order")).to_contain_text("Corrected")
    assert table.state()["turn"] == 1
    expect(at.locator("#correct")).to_be_focused()


@pytest.mark.slow
def test_single_letters_do_the_same(at: Page) -> None:
    """I plays on, U takes it back, C opens the list of places and closes it, Escape a dialog."""
    at.keyboard.press("i")
    expect(at.locator("#order")).to_contain_text("You play on")
    expect(at.locator("#undo")).to_be_enabled()
    at.keyboard.press("u")
    expect(at.locator("#order")).to_contain_text("Undone")
    at.keyboard.press("c")
    expect(at.locator("#places button").first).to_be_focused()
    at.keyboard.press("c")
    expect(at.locator("#places")).to_be_hidden()
    expect(at.locator("#correct")).to_be_focused()
    at.keyboard.press("?")
    expect(at.locator("#shortcuts")).to_be_visible()
    at.keyboard.press("Escape")
    expect(at.locator("#shortcuts")).to_be_hidden()


def test_helpers_and_replay_by_keyboard(at: Page) -> None:
    """The panel takes the focus when it opens and gives it back; the replay's slider moves by
    arrows. On a tablet that is not tall the bar stays over a page that is longer than the screen,
    and covers nothing that has the focus."""
    at.keyboard.press("h")
    expect(at.locator("#assist button").first).to_be_focused()
    at.keyboard.press("Enter")
    expect(at.locator("#assist .answer")).not_to_be_empty()
    at.keyboard.press("h")
    expect(at.locator("#assist")).to_be_hidden()
    expect(at.locator("#assist-button")).to_be_focused()
    at.keyboard.press("b")
    expect(at.locator("#retold")).to_be_visible()
    _tab_to(at, "#retold input[type=range]")
    at.keyboard.press("ArrowLeft")
    expect(at.locator("#retold input")).to_have_value("49")
    at.keyboard.press("Escape")
    expect(at.locator("#retold")).to_be_hidden()
    at.set_viewport_size({"width": 820, "height": 640})
    at.locator("#pieces summary").click()
    assert at.evaluate("scrollTo(0, 0), document.documentElement.scrollHeight > innerHeight")
    covered = set()
    for _ in range(MOST_TABS):
        at.keyboard.press("Tab")
        if not at.evaluate(_CLEAR):
            covered.add(at.evaluate("document.activeElement.id"))
    assert covered == set()
