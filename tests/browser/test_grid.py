"""One fixed grid: nothing jumps at load or when a call comes; and the whole screen of a table."""

from __future__ import annotations

from contextlib import closing
from itertools import product

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from server.http.context import Services
from server.tables.live_table import LiveTable
from server.tables.player_commands import PressButton, TellFact
from server.tables.registry import TableRegistry
from tests.browser.conftest import HeldAnswer, until
from tests.browser.live_server import standing
from tests.server.scripted import obeyed, play
from vision.reading import Reading, Refusal

#: Phone, tablet, laptop, large screen: width and height in pixels.
SIZES = ((360, 740), (820, 1180), (1366, 768), (1920, 1080))

#: What counts as still at load (cumulative layout shift).
MOST_SHIFT = 0.05

#: Share of the screen's height that the letters of a reason have at least in table mode.
LETTERS = 0.04

#: Why a photo cannot be used, with its cure: as long as such sentences are.
NO_LAYOUT = Refusal(
    "no-board",
    "There is no Redline layout in this picture.",
    "Show the whole layout from above, with nothing over it.",
)

_WATCH_SHIFTS = """
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts.push(one.value);
  }).observe({ type: "layout-shift", buffered: true });
"""

#: A page that gets no answer for three seconds shows what it has: not what is measured here.
_HIDDEN_UNTIL_READY = """
  const own = window.setTimeout;
  window.setTimeout = (act, wait, ...more) => own(act, wait === 3000 ? 1e9 : wait, ...more);
"""


@pytest.mark.parametrize(
    ("width", "height"),
    [SIZES[0], *(pytest.param(*size, marks=pytest.mark.slow) for size in SIZES[1:])],
)
def test_nothing_shifts_at_load(
    browser: Browser, table: LiveTable, width: int, height: int
) -> None:
    """From the first paint to the drawn board."""
    viewport: ViewportSize = {"width": width, "height": height}
    with (
        standing(TableRegistry([table]), Services(table._store)) as address,
        closing(browser.new_context(viewport=viewport)) as context,
    ):
        page = context.new_page()
        page.add_init_script(_WATCH_SHIFTS + _HIDDEN_UNTIL_READY)
        page.goto(f"{address}/tables/table")
        expect(page.locator("#board svg")).to_be_visible()
        expect(page.locator("#photo")).to_have_js_property("complete", True)
        page.wait_for_timeout(500)
        assert page.evaluate("window.shifts.reduce((a, b) => a + b, 0)") < MOST_SHIFT


@pytest.mark.parametrize(
    ("size", "widths"),
    [
        ((1366, 768), (1280,)),
        pytest.param((1920, 1080), (1366, 1600), marks=pytest.mark.slow),
    ],
)
def test_pictures_keep_their_place(
    at: Page, table: LiveTable, size: tuple[int, int], widths: tuple[int, ...]
) -> None:
    """The foul is taken back, played again, a turn is added: photo, board and players stay as they
    lie; it is the log between that gives way. Redo stands in the bar before there is something to
    redo: an undo makes no second line."""
    at.set_viewport_size({"width": size[0], "height": size[1]})
    frames = [at.locator(one) for one in ("#photo-frame", "#board", "#players")]
    before = [one.bounding_box() for one in frames]
    for turns, word in (((2,), "Legal"), ((3,), "Foul"), ((4,), "Legal")):
        play(table, *turns)
        expect(at.locator("#call .word")).to_have_text([word])
        assert [one.bounding_box() for one in frames] == before
    places = [at.locator(one) for one in ("#photo-frame", "#board", ".controls")]
    for width, language in product(widths, ("en", "fr")):
        _resize(at, width, 768)
        at.locator(f"[data-language={language}]").click()
        obeyed(table, TellFact("reserve", {"count": 20}))
        expect(at.locator("#redo")).to_be_disabled()
        expect(at.locator("#order button")).to_be_visible()
        before = [one.bounding_box() for one in places]
        obeyed(table, PressButton("undo"))
        expect(at.locator("#redo")).to_be_enabled()
        assert [one.bounding_box() for one in places] == before, (width, language)
        bar = before[-1]
        assert bar is not None
        assert bar["height"] < 60


#: What is not wholly in view: its words beyond its box, or its box beyond the window's free part
#: or beyond something that scrolls or clips.
_HIDDEN = """(selector) => {
  const footer = document.querySelector("footer").getBoundingClientRect();
  const free = { top: 0, bottom: Math.min(innerHeight, footer.top) };
  return [...document.querySelectorAll(selector)].filter((one) => {
    if (one.scrollHeight > one.clientHeight + 1) return true;
    const box = one.getBoundingClientRect(), room = [free];
    for (let over = one.parentElement; over !== document.body; over = over.parentElement)
      if (getComputedStyle(over).overflowY !== "visible") room.push(over.getBoundingClientRect());
    return room.some((within) => box.top < within.top - 1 || box.bottom > within.bottom + 1);
  }).map((one) => one.id || one.className || one.tagName);
}"""

#: What has to be seen of an open foul, whatever else there is.
_OPEN = "#doing, #call .one, #call .task, #call button, #call summary, #duties"


def test_an_open_foul_is_whole_on_every_screen(at: Page, table: LiveTable) -> None:
    """The longest there is: a duty of the turn before, a foul with its rule, and a photo that
    cannot be used, said in the band. Nothing of it is cut off or has to be scrolled to."""
    play(table, 4, 5, 6, 7)
    table.refused("8.jpg", NO_LAYOUT)
    expect(at.locator("#doing")).to_contain_text("Redline")
    expect(at.locator("#call .line")).to_have_count(0)
    expect(at.locator("#duties li")).to_have_count(1)
    expect(at.locator("#call .foul")).to_be_visible()
    hidden = {}
    for width, height in ((1366, 768), (1280, 720), (390, 844), (2200, 1200)):
        _resize(at, width, height)
        for language in ("en", "fr"):
            at.locator(f"[data-language={language}]").click()
            hidden[width, language] = at.evaluate(_HIDDEN, _OPEN)
    assert {where: parts for where, parts in hidden.items() if parts} == {}


def _resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    until(page, f"innerWidth === {width} && innerHeight === {height}")


#: Notes how many lines stand beside the call whenever the band says something else.
_NOTE_LINES = """() => {
  window.beside = [];
  const note = () => window.beside.push(document.querySelectorAll("#call .line").length);
  new MutationObserver(note).observe(document.querySelector("#doing"), { childList: true });
}"""


def test_a_useless_photo_is_told_in_one_place_at_a_time(at: Page, table: LiveTable) -> None:
    """The line beside the call goes when the band comes, and does not come back by an answer that
    was asked for before; for a moment both stood there, and pushed what to do out of view."""
    line = at.locator("#call .line.unclear")
    state = HeldAnswer(at, "**/state")
    with table.camera.change:
        game = table.in_play.game
        assert game is not None
        game.photo("8.jpg", None, Reading.refused("redline", NO_LAYOUT), 0.0)
    expect(line).to_have_count(1)
    state.wait()
    at.evaluate(_NOTE_LINES)
    table.status.tell_refused(NO_LAYOUT)
    expect(at.locator("#doing")).to_contain_text("Redline")
    expect(line).to_have_count(0)
    assert at.evaluate("window.beside") == [0]
    state.let_go()
    expect(line).to_have_count(0)


#: Pixels of a thin scrollbar where one takes room; what a strip is higher than its buttons need.
THIN_BAR = 10
_SPARE = """() => {
  const strip = document.querySelector("#places"), { padding } = getComputedStyle(strip);
  const { minHeight } = getComputedStyle(strip.querySelector("button"));
  return strip.clientHeight - 2 * parseFloat(padding) - parseFloat(minHeight);
}"""


def test_the_bar_leaves_room_and_stays_in_sight(at: Page) -> None:
    """Its pictures are small in a low window. The page scrolls clear of it, as far as it is high
    and no further: what the keyboard comes to is in sight. It stays in sight itself, however long
    the list of pieces is that somebody unfolds on a tablet. On a phone on its side and a zoomed
    laptop the word, what to do, playing on and most of the spot's photo are there without
    scrolling; nothing is wider than the screen."""
    for wide, high in ((740, 360), (683, 384)):
        _resize(at, wide, high)
        for one in ("#call .word", "#call .act .task", "#insist"):
            expect(at.locator(one)).to_be_in_viewport(ratio=1)
        button, footer = at.locator("#insist").bounding_box(), at.locator("footer").bounding_box()
        assert button is not None
        assert footer is not None
        assert button["y"] + button["height"] <= footer["y"]
        expect(at.locator("#photo-frame")).to_be_in_viewport(ratio=0.7)
        assert at.evaluate("document.documentElement.scrollWidth") <= wide
    _resize(at, 1366, 600)
    strip = at.locator("footer #turns").bounding_box()
    assert strip is not None
    assert strip["height"] < 60
    for width, height in ((820, 1180), (390, 844), (844, 390)):
        at.set_viewport_size({"width": width, "height": height})
        bar = at.locator("footer").bounding_box()
        clear = at.evaluate(
            "parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom)"
        )
        assert bar is not None
        assert bar["height"] < clear < bar["height"] + 16, (width, height)
    _resize(at, 820, 700)
    at.locator("#pieces summary").click()
    assert at.evaluate("scrollTo(0, 0), document.documentElement.scrollHeight > innerHeight")
    for one in ("#play", "#undo", "#more"):
        expect(at.locator(one)).to_be_in_viewport(ratio=1)


_AWAKE = """
  window.held = 0, window.shaken = [];
  const lock = { release: async () => { window.held -= 1; } };
  const request = async () => { window.held += 1; return lock; };
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
  navigator.vibrate = (times) => window.shaken.push(times);
"""


@pytest.mark.slow
def test_table_mode_stays_awake_and_shakes_a_phone(at: Page, table: LiveTable) -> None:
    """The screen does not go dark while it lasts; a new foul is felt, a legal turn is not."""
    at.add_init_script(_AWAKE)
    at.reload()
    at.locator("#table-mode").click()
    until(at, "window.held === 1")
    play(table, 4)
    expect(at.locator("#call .word")).to_have_text(["Legal"])
    assert at.evaluate("window.shaken.length") == 0
    play(table, 5, 6, 7)
    expect(at.locator("#call .word")).to_have_text(["Foul"])
    until(at, "window.shaken.length")
    at.keyboard.press("Escape")
    until(at, "window.held === 0")


#: A browser that takes its time to fill the screen: it does so when `window.filled()` is called.
_SLOW = """
  document.documentElement.requestFullscreen =
    () => new Promise((go) => { window.filled = () => { window.full = true; go(); }; });
  const filling = { get: () => window.full ? document.body : null };
  Object.defineProperty(document, "fullscreenElement", filling);
  document.exitFullscreen = async () => { window.full = false; };
"""


#: Words of the call that are wider than the room for them: broken somewhere, or over the edge.
_BROKEN = """() => {
  const broken = [], card = document.querySelector("#call .one").getBoundingClientRect();
  const edge = Math.min(card.right, innerWidth);
  const texts = document.createTreeWalker(document.querySelector("#call"), NodeFilter.SHOW_TEXT);
  for (let text; (text = texts.nextNode());) {
    if (!text.parentElement.checkVisibility()) continue;
    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const boxes = [...range.getClientRects()];
      if (boxes.length > 1 || boxes.some((one) => one.right > edge)) broken.push(word[0]);
    }
  }
  return broken;
}"""


def test_table_mode_is_read_from_afar(at: Page) -> None:
    """The whole screen: the reason in letters of 4 % of the height, an edge in the call's colour,
    what to do in view; by the same button or Escape everything is as before. Places to correct have
    a line over the pictures, with room for a scrollbar below; in table mode, where they are not
    shown, the call keeps its height and covers no picture. On a phone nothing scrolls sideways
    with every button there, and in table mode no word is cut off or broken. Left by Escape before
    the browser has filled the screen, it is not filled, nor kept awake, then."""
    at.set_viewport_size({"width": 1366, "height": 768})
    at.locator("#correct").click()
    expect(at.locator("#places button").first).to_be_visible()
    assert at.evaluate(_SPARE) >= THIN_BAR
    at.locator("#table-mode").click()
    expect(at.locator("footer")).to_be_hidden()
    call, pictures = (at.locator(one).bounding_box() for one in ("#call", ".pictures"))
    assert call is not None
    assert pictures is not None
    assert call["y"] + call["height"] <= pictures["y"]
    at.keyboard.press("Escape")
    expect(at.locator("#places")).to_be_hidden()
    at.set_viewport_size({"width": 1920, "height": 1080})
    at.locator("#table-mode").click()
    expect(at.locator("footer")).to_be_hidden()
    # Capital letters have 0.72 of their font's size.
    size = at.locator("#call .rule").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert 0.72 * size >= LETTERS * 1080
    expect(at.locator("body")).to_have_css("border-top-color", "rgb(179, 32, 28)")
    for one in ("#call .word", "#call .act .task", "#insist", "#photo-frame", "#board"):
        box = at.locator(one).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 1080
    at.keyboard.press("Escape")
    expect(at.locator("footer")).to_be_visible()
    _resize(at, 360, 800)
    for language in ("en", "fr"):
        at.locator(f"[data-language={language}]").click()
        expect(at.locator("#insist")).to_be_visible()
        assert at.evaluate("document.documentElement.scrollWidth") <= 360
    at.locator("#table-mode").click()
    assert at.evaluate(_BROKEN) == []
    at.keyboard.press("Escape")
    expect(at.locator("footer")).to_be_visible()
    at.evaluate(_AWAKE)
    at.evaluate(_SLOW)
    at.locator("#table-mode").click()
    at.keyboard.press("Escape")
    at.evaluate("window.filled()")
    until(at, "window.full === false && window.held === 0")
    expect(at.locator("footer")).to_be_visible()


def test_a_new_foul_is_heard_in_table_mode(at: Page, table: LiveTable) -> None:
    """Not the one that lay there, not outside table mode; the one that comes, in two tones. The
    browser's own sound is listened to, not replaced."""
    at.evaluate("""() => {
      const own = AudioScheduledSourceNode.prototype.start;
      window.tones = 0;
      AudioScheduledSourceNode.prototype.start = function (...when) {
        window.tones += 1;
        own.apply(this, when);
      };
    }""")
    play(table, 2)
    expect(at.locator("#call .word")).to_have_text(["Legal"])
    at.keyboard.press("t")
    expect(at.locator("footer")).to_be_hidden()
    assert at.evaluate("window.tones") == 0
    play(table, 3)
    until(at, "window.tones === 2")
