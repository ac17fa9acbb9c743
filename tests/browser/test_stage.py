"""Photo and board are two layers of one picture, turned, zoomed and tapped alike."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from server.tables.live_table import LiveTable
from tests.server.scripted import play

#: Where the middle of a place's part is drawn, for every place, pixels from its frame's corner.
_MIDDLES = """(frame) => {
  const from = document.querySelector(frame).getBoundingClientRect();
  const parts = document.querySelectorAll(`${frame} svg:not(.upper) g[data-place]`);
  return Object.fromEntries([...parts].map((part) => {
    const box = part.getBoundingClientRect();
    return [part.dataset.place, [box.x + box.width / 2 - from.x, box.y + box.height / 2 - from.y]];
  }));
}"""


@pytest.fixture
def table(table: LiveTable) -> LiveTable:
    """A table after a legal turn."""
    play(table, 2)
    return table


@pytest.fixture
def at(at: Page) -> Page:
    """Its page with both pictures drawn."""
    expect(at.locator("#straight svg").first).to_be_visible()
    return at


def _near(one: list[float], other: list[float], within: float = 12.0) -> bool:
    return all(abs(a - b) <= within for a, b in zip(one, other, strict=True))


def test_photo_and_board_lie_alike(at: Page) -> None:
    """A tap on the straightened photo asks what lies there; Escape leaves the correction. Its
    letters are light on dark, whatever lies below: the drawn board's own are made for paper. Every
    piece of the photo lies where the drawing has it: turned, flipped, closer and back. The two
    frames are of one height."""
    over, drawn = at.locator("#straight .axis").first, at.locator("#board .axis").first
    expect(over).to_have_css("fill", "rgb(255, 255, 255)")
    expect(over).to_have_css("stroke", "rgb(0, 0, 0)")
    expect(drawn).not_to_have_css("fill", "rgb(255, 255, 255)")
    at.locator("#correct").click()
    at.locator("#straight svg:not(.upper) g[data-place='[0,2]']").click()
    expect(at.locator("#readings-title")).to_have_text("What lies on B3?")
    at.keyboard.press("Escape")
    expect(at.locator("#readings")).to_be_hidden()
    at.locator("#correct").click()
    expect(at.locator("#places")).to_be_visible()
    at.keyboard.press("Escape")
    expect(at.locator("#places")).to_be_hidden()
    heights = at.locator(".frame").evaluate_all("all => all.map((one) => one.clientHeight)")
    assert max(heights) - min(heights) <= 1
    for press in ("", "#turn-stage", "#flip-stage", "#closer", "#fit"):
        if press:
            at.locator(press).click()
        on_photo, on_board = (at.evaluate(_MIDDLES, frame) for frame in ("#photo-frame", "#board"))
        assert on_photo.keys() == on_board.keys()
        assert all(_near(on_photo[place], on_board[place]) for place in on_photo), press
    at.reload()
    expect(at.locator("#flip-stage")).to_have_attribute("aria-pressed", "true")


def test_an_order_names_the_photo_that_it_shows(bare: Page) -> None:
    """It came at a time of day, and brought no photo: of two photos that are alike the one before
    it; a photo names itself."""
    assert bare.evaluate(
        """async () => {
          const { photographed } = await import("/static/stage.js");
          const told = [["1.jpg", "p"], ["2.jpg", "p"], ["20:15", "p", "correct"], ["3.jpg", "q"]];
          const moments = told.map(
            ([photo, plain, order], index) => ({ index, photo, order, pictures: { plain } }));
          return moments.map((one) => photographed(moments, one).photo);
        }"""
    ) == ["1.jpg", "2.jpg", "2.jpg", "3.jpg"]


@pytest.mark.slow
def test_the_photo_is_cut_to_the_layout(at: Page) -> None:
    """A tile of the straightened photo is several times as large as in the whole one."""
    box = at.locator("#straight g[data-place='[0,2]'] .tile").first.bounding_box()
    assert box is not None
    assert box["width"] >= 44
    picture = at.locator("#straight image").first
    expect(picture).to_have_attribute("href", re.compile("/api/v1/tables/table/pictures/"))


@pytest.mark.slow
def test_before_is_one_tap(at: Page, table: LiveTable) -> None:
    """Photo and board as they lay before this look, the tile taken back still there, and now; a
    new call shows itself."""
    pieces = at.locator("#board g[data-place]")
    now = pieces.count()
    at.locator("#before").click()
    expect(pieces).to_have_count(now + 1)
    at.locator("#before").click()
    expect(pieces).to_have_count(now)
    at.locator("#before").click()
    play(table, 3)
    expect(at.locator("#before")).to_have_attribute("aria-pressed", "false")
    expect(at.locator("#call .word")).to_have_text(["Foul"])


@pytest.mark.slow
def test_photo_and_board_are_divided_by_a_slider(at: Page) -> None:
    """The board covers the photo to the right of it, in the same frame."""
    at.locator("#divide").click()
    upper = at.locator("#straight .upper")
    expect(upper).to_have_css("clip-path", "inset(0px 0px 0px 50%)")
    at.locator("#divider input").fill("20")
    expect(upper).to_have_css("clip-path", "inset(0px 0px 0px 20%)")
    at.locator("#divide").click()
    expect(upper).to_have_count(0)


@pytest.mark.slow
def test_a_zoomed_picture_is_moved(at: Page) -> None:
    """By dragging, photo and board together; all of it comes back by one press."""
    view = "() => document.querySelector('#board svg').getAttribute('viewBox')"
    whole = at.evaluate(view)
    at.locator("#closer").click()
    closer = at.evaluate(view)
    assert closer != whole
    box = at.locator("#board").bounding_box()
    assert box is not None
    at.mouse.move(box["x"] + 200, box["y"] + 200)
    at.mouse.down()
    at.mouse.move(box["x"] + 140, box["y"] + 160, steps=4)
    at.mouse.up()
    moved = at.evaluate(view)
    assert moved != closer
    photo = at.evaluate("() => document.querySelector('#straight svg').getAttribute('viewBox')")
    assert photo == moved
    at.locator("#fit").click()
    assert at.evaluate(view) == whole
