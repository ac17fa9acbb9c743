"""The same on every screen, in French and in the dark: what stands, what to do, what is asked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect

from server.words import ALL_WORDS
from tests.browser.conftest import launched, visited
from tests.browser.hall import Look, context_of

WIDTHS = (360, 820, 1366, 1920)

_VIEWED = """(selector) => [...document.querySelectorAll(selector)].map((one) => {
  const box = one.getBoundingClientRect();
  return box.width > 0 && box.left >= 0 && box.right <= innerWidth && box.top >= 0 &&
    box.bottom <= innerHeight;
})"""

#: Letters from which on a sentence is surely of one language.
_LONG = 12


def _english(page: Page) -> list[str]:
    """What stands on the page in English although it has its French."""
    text = page.locator("body").inner_text()
    both = ((said, ALL_WORDS["fr"][key]) for key, said in ALL_WORDS["en"].items())
    other = [said for said, french in both if said != french and said not in french]
    return [said for said in other if len(said) >= _LONG and "{" not in said and said in text]


@pytest.mark.parametrize(
    "width",
    [WIDTHS[0], *(pytest.param(n, marks=pytest.mark.slow) for n in WIDTHS[1:-1]), WIDTHS[-1]],
)
def test_what_stands_is_in_view_everywhere(browser: Browser, halls: str, width: int) -> None:
    """An open foul with what to do and playing on, and the first answers of a question, without a
    scroll; nothing of it in English."""
    look: Look = ("dark", "fr-FR", width)
    with visited(context_of(browser, look)) as page:
        page.goto(f"{halls}/tables/table")
        expect(page.locator("#call .word")).to_have_text(["Faute"])
        expect(page.locator("#insist")).to_be_visible()
        for part in ("#call .word", "#call .task", "#insist"):
            assert page.evaluate(_VIEWED, part) == [True], part
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g)")
        assert max(map(int, dark)) < 80
        assert _english(page) == []
        page.goto(f"{halls}/tables/asked")
        expect(page.locator("#call .word")).to_have_text(["À vous"])
        expect(page.locator("#question .table-then svg")).to_have_count(3)
        seen = page.evaluate(_VIEWED, "#question .option")
        assert seen[0]
        assert all(seen) or width < 1366
        assert _english(page) == []


#: Answers and players whose words reach over their card, and buttons whose word is broken.
_OVER = """() => [...document.querySelectorAll(".option, .seats li")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent).concat(
  [...document.querySelectorAll("footer .controls > button:not([hidden]) span")]
  .filter((one) => one.getClientRects().length > 1).map((one) => one.textContent))"""


def test_the_smallest_phone_cuts_no_word(browser: Browser, halls: str) -> None:
    """At 320 pixels, in French: a question's answers, the buttons, a name of forty letters."""
    with visited(context_of(browser, ("light", "fr-FR", 320))) as page:
        page.goto(f"{halls}/tables/asked")
        expect(page.locator("#question .table-then svg")).to_have_count(3)
        page.locator(".seats b").first.evaluate(
            "one => one.append('Wolfeschlegelsteinhausen'.repeat(2))"
        )
        assert page.evaluate(_OVER) == []
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate(_OVER) == []


#: Whether something of the players lies on top where each of them is drawn.
_PLAYERS_IN_SIGHT = """() => [...document.querySelectorAll(".seats [data-player]")].map((one) => {
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return top?.closest(".seats") !== null && top !== null;
})"""


def test_table_mode_of_a_phone_shows_the_players(browser: Browser, halls: str) -> None:
    """Below the picture, not behind it; a page in French breaks no word of its bar before."""
    with visited(context_of(browser, ("light", "fr-FR", 390))) as page:
        page.goto(f"{halls}/tables/asked")
        expect(page.locator("#play")).to_have_text("Reprendre")
        assert page.evaluate(_OVER) == []
        page.goto(f"{halls}/tables/table")
        page.locator("#table-mode").click()
        expect(page.locator("body")).to_have_class(re.compile("table-mode"))
        assert page.evaluate(_PLAYERS_IN_SIGHT) == [True, True]


#: What reaches over the screen's side, but for the strip of turns.
_TOO_WIDE = """() => [...document.querySelectorAll("#call *, .frame, #question *, .seats li")]
  .filter((one) => !one.closest("svg") && one.checkVisibility())
  .filter((one) => one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.outerHTML.slice(0, 80))"""


#: Pages around the game, with what is there once they have come to rest.
_AROUND = {
    "/tables/table/setup": "#sources button",
    "/tables/table/camera": "#call .word",
    "/evenings/table/1": "#calls > li",
}


@pytest.mark.slow
def test_letters_may_be_twice_as_large(playwright: Playwright, halls: str) -> None:
    """On a phone whose owner needs them so, in French: nothing is wider than it, no button's word
    is broken, and the bar does not lie over what stands."""
    large = launched(playwright, "--blink-settings=defaultFontSize=32")
    with visited(large.new_context(viewport={"width": 390, "height": 844}, locale="fr-FR")) as page:
        for table in ("table", "asked"):
            page.goto(f"{halls}/tables/{table}")
            expect(page.locator("#board svg, #question svg").first).to_be_attached()
            assert page.evaluate(_TOO_WIDE) == []
            assert page.evaluate(_OVER) == []
        expect(page.locator("footer")).to_have_css("position", "static")
        expect(page.locator("html")).to_have_css("scroll-padding-bottom", "0px")
        for view, sign in _AROUND.items():
            page.goto(f"{halls}{view}")
            expect(page.locator(sign).first).to_be_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= 390, view
    large.close()


@pytest.mark.parametrize("width", [320, pytest.param(360, marks=pytest.mark.slow)])
def test_a_turn_fits_the_strip_of_a_phone(browser: Browser, halls: str, width: int) -> None:
    """However long its player's name is: its picture, its number and its call are in sight. A name
    of three letters is not cut for it."""
    with visited(context_of(browser, ("light", "fr-FR", width))) as page:
        page.goto(f"{halls}/tables/table")
        shown = page.locator("#turns [aria-current=true]")
        expect(shown).to_be_visible()
        said = shown.locator("small")
        assert said.evaluate("one => one.scrollWidth <= one.clientWidth")
        said.evaluate("one => one.append(' Maximilienne-Charlotte')")
        room = page.locator("#turns").evaluate("one => one.clientWidth")
        assert shown.evaluate("one => one.offsetWidth") <= room


def test_colours_that_stand_for_players_are_said_in_french(browser: Browser, halls: str) -> None:
    """Who plays what is not seen: the forms about a side of Rouge name it by its colour, in the
    visitor's language, with the space that French puts before a colon."""
    with visited(browser.new_context(locale="fr-FR")) as page:
        page.goto(f"{halls}/tables/rouge/facts")
        expect(page.locator("#forms summary").first).to_be_visible()
        told = page.locator("#forms summary").all_inner_texts()
        sides = [one for one in told if "Pions encore" in one]
        assert len(sides) > 1
        assert all(re.fullmatch(r"(noir|rouge|vert|bleu|jaune)\s:\s.*", one) for one in sides)


#: Boxes to tick and lines to unfold whose whole label is lower or narrower than a finger.
_SMALL = """() => [...document.querySelectorAll("label:has([type=checkbox]), summary")]
  .filter((one) => one.checkVisibility()).map((one) => [one.innerText, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 40 || box.height < 40).map(([said]) => said)"""


@pytest.mark.parametrize("width", [390, pytest.param(1366, marks=pytest.mark.slow)])
def test_labels_are_large_enough_for_fingers(browser: Browser, halls: str, width: int) -> None:
    """The box itself is small, but its words are pressed as well; on a laptop with a touch screen
    as on a phone, the letters of the helpers too."""
    size: ViewportSize = {"width": width, "height": 800}
    with visited(browser.new_context(has_touch=True, viewport=size)) as page:
        for path in ("table", "linie1"):
            page.goto(f"{halls}/tables/{path}")
            expect(page.locator("#board svg")).to_be_visible()
            assert page.evaluate(_SMALL) == []
        if page.locator("#more").is_visible():
            page.locator("#more").click()
        page.locator("#assist-button").click()
        expect(page.locator("#assist label").first).to_be_visible()
        assert page.evaluate(_SMALL) == []
