"""What a person at the table sees and does on the dashboard."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import until
from tests.server.fakes import PHOTOS


def _open_at_the_end(page: Page, address: str) -> None:
    """Opens the dashboard and waits until the recorded game has been shown."""
    page.goto(address)
    expect(page.locator("#turns button")).to_have_count(len(PHOTOS))


def test_the_end_of_a_recording_is_seen_and_begun_again(page: Page, address: str) -> None:
    """Tab goes through the page, and what has the focus shows it. The last turn is a foul: the
    word, the rule, the reason, and big; a screen reader is told each new call as a whole. Both
    pictures really show something and say in words what they are; of a foul the spot is there
    first, large. Without the tick the photo has nothing drawn over it. Started again, the game is
    played anew."""
    _open_at_the_end(page, address)
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(":focus-visible")).to_have_css("outline-style", "solid")
    word = page.locator("#call .word")
    expect(word).to_have_text("Foul")
    expect(page.locator("#call .rule")).to_contain_text("Redline C")
    # On a busy machine the call may stand there a moment before it has come to its size.
    until(page, "document.querySelector('#call .word').offsetHeight >= 90")
    expect(page.locator("#call .icon").first).to_be_visible()
    call = page.locator("#call")
    expect(call).to_have_attribute("aria-live", "polite")
    expect(call).to_have_attribute("aria-atomic", "true")
    photo = page.locator("#photo")
    expect(photo).to_be_visible()
    expect(photo).to_have_attribute("alt", re.compile("^The spot in the photo, large"))
    page.get_by_label("The spot, large").uncheck()
    straight = page.locator("#straight svg").first
    expect(straight).to_have_attribute("aria-label", "Photo 07.jpg, straightened as the drawing")
    expect(page.locator("#straight .marks").first).to_be_visible()
    page.get_by_label("Marks").uncheck()
    expect(page.locator("#straight .marks").first).to_be_hidden()
    page.get_by_label("Marks").check()
    page.locator("#straighten").uncheck()
    expect(photo).to_have_attribute("alt", "Photo 07.jpg with what was read drawn over it")
    until(page, "document.querySelector('#photo').naturalWidth > 0")
    board = page.locator("#board svg")
    expect(board).to_be_visible()
    expect(board).to_have_attribute("aria-label", re.compile("^Drawing of the board after 07.jpg"))
    before = photo.get_attribute("src")
    page.get_by_label("Marks").uncheck()
    expect(photo).not_to_have_attribute("src", before or "")
    page.locator("#turns button").first.evaluate("one => one.classList.add('before')")
    page.get_by_role("button", name="Start again").click()
    expect(page.locator("#turns .before")).to_have_count(0)
    expect(page.locator("#turns button")).to_have_count(len(PHOTOS))
    expect(page.locator("#doing")).to_contain_text("End of the recording")
    expect(page.locator("#notice")).to_have_text("")


def test_french_has_its_own_numbers(bare: Page) -> None:
    """A comma where English has a point."""
    said = bare.evaluate(
        """async () => {
          const tongue = await import("/static/language.js");
          const read = (language) => { tongue.choose(language);
            return tongue.say("read.in", { photo: "a", seconds: 0.25 }); };
          return [read("fr"), read("en")];
        }"""
    )
    assert "0,25 s" in said[0]
    assert "0.25 s" in said[1]


def test_turns_are_shown_again_by_click_and_key(page: Page, address: str) -> None:
    """The chosen turn's call and pictures come back, and cannot be taken for now: the foul that
    stands stays the largest, and is one press away. Left and right go one turn, Home and End to
    the ends, and no further. At 360 pixels the page does not scroll sideways, in either language.
    French reaches from the call to the buttons, and is kept for the next visit."""
    _open_at_the_end(page, address)
    page.locator("#turns button").nth(1).click()
    expect(page.locator("#past .word")).to_have_text("Legal")
    expect(page.locator("#past .band")).to_contain_text("Turn 1 of 6")
    expect(page.locator("#call .word")).to_have_text("Foul")
    heights = [page.locator(f"{one} .word").bounding_box() for one in ("#call", "#past")]
    assert heights[0]["height"] > 1.5 * heights[1]["height"]
    expect(page.locator("#caption")).to_contain_text("01.jpg")
    expect(page.locator("#turns [aria-current=true]")).to_contain_text("Turn 1")
    page.get_by_role("button", name="Now: Foul").click()
    expect(page.locator("#past")).to_be_hidden()
    caption = page.locator("#caption")
    expect(caption).to_contain_text("07.jpg")
    for key, photo in (
        ("ArrowLeft", "06.jpg"),
        ("Home", "00.jpg"),
        ("ArrowLeft", "00.jpg"),
        ("ArrowRight", "01.jpg"),
        ("End", "07.jpg"),
        ("ArrowRight", "07.jpg"),
    ):
        page.keyboard.press(key)
        expect(caption).to_contain_text(photo)
    page.set_viewport_size({"width": 360, "height": 740})
    for language in ("English", "Français"):
        page.get_by_role("button", name=language).click()
        for turn in (0, 3, len(PHOTOS) - 1):
            page.locator("#turns button").nth(turn).click()
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator("#call .word")).to_have_text("Faute")
    expect(page.locator("#restart")).to_have_text("Recommencer")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.reload()
    expect(page.locator("#call .word")).to_have_text("Faute")
