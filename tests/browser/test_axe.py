"""No view hinders anybody: axe finds nothing, nothing scrolls sideways, fingers meet what is there.

One pass goes through every view of every page, in one light, language and width."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rules.games.redline.tiles import Tile
from server.http.context import Services
from server.pipeline.session import open_session
from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.live_table import LiveTable
from server.tables.playback import Playback
from server.tables.player_commands import PressButton, TellFact
from server.tables.registry import TableRegistry
from server.tables.setup import Setup
from tests.browser.axe import check_axe, violations
from tests.browser.conftest import watched
from tests.browser.live_server import standing
from tests.browser.recorded import photos_of
from tests.browser.views import VIEWS, come_to
from tests.server.fakes import TruthReader
from tests.server.questions import ask
from tests.server.scripted import killed, live_table, play

PATIENCE_MS = 30_000

#: Pixels that a finger needs, and a mouse (WCAG 2.2, 2.5.8); pages narrower than TOUCHED are
#: looked at with fingers.
FINGER_PX = 44
MOUSE_PX = 24
TOUCHED = 1000

#: Everything that is pressed, by itself: a box is pressed by its label.
_TARGETS = """() => [...document.querySelectorAll(
    "button, select, summary, a[href]:not(.skip), label:has(input[type=checkbox])")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }))
  .map((one) => [one.id || one.className || one.textContent.trim().slice(0, 30),
    one.offsetWidth, one.offsetHeight])"""

Look = tuple[Literal["light", "dark"], str, int]

LOOKS: tuple[Look, ...] = (
    ("dark", "fr-FR", 360),
    ("light", "en-GB", 1366),
    ("light", "fr-FR", 820),
    ("dark", "fr-FR", 1920),
    ("dark", "en-GB", 3840),
)

#: The narrowest, in the longer language, in the default suite; the others take as long each.
_CASES = [
    pytest.param(look, marks=[pytest.mark.slow] if i else [], id="-".join(map(str, look)))
    for i, look in enumerate(LOOKS)
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A hall of three tables: a live game with a foul on the table, and a photo each of the games
    that the real readers see."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
        table = live_table(tmp_path_factory.mktemp("data"), spec="0")
        play(table, 0)
        hand = {"player": "Ada", "tiles": [{"colour": "yellow", "spokes": ["N"]}], "hidden": 3}
        assert table.execute(TellFact("hand", hand), table.channel.last) is None
        play(table, 1, 2, 3)
    asked = _asked(tmp_path_factory.mktemp("asked"))
    by_hand = _by_hand(tmp_path_factory.mktemp("by-hand"))
    registry = TableRegistry([table, asked, by_hand, _shown("linie1", "06"), _shown("rouge", "05")])
    with standing(registry, Services(table._store)) as found:
        yield found
    killed(table)
    killed(asked)
    killed(by_hand)


def _by_hand(folder: Path) -> LiveTable:
    """A game that no camera looks at."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
        patched.setattr("tests.server.scripted.TABLE", "mokadi")
        return live_table(folder, Setup("mokadi", ("Ada", "Bo")))


def _asked(folder: Path) -> LiveTable:
    """A table with an open question that is not watched just now."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
        patched.setattr("tests.server.scripted.TABLE", "asked")
        table = live_table(folder, spec="0")
        play(table, 0)
        ask(table, 1, Tile.named("blue", ["E", "W"]), Tile.named("blue", ["N", "W"]))
    assert table.execute(PressButton("pause"), table.channel.last) is None
    return table


def _shown(game: str, photo: str) -> Playback:
    opening = partial(open_session, game, ("Ada", "Bo"), {})
    playback = Playback(photos_of(game, photo), opening, Channel(MemoryLog()))
    playback.row = type(playback.row)(game, playback.row.log, "watch", "camera", "keeper")
    playback.begin()
    playback.step()
    return playback


def _context(browser: Browser, look: Look) -> BrowserContext:
    scheme, locale, width = look
    size: Any = {"width": width, "height": width * 9 // 16 if width > 1000 else 800}
    touch = width < TOUCHED
    return browser.new_context(color_scheme=scheme, locale=locale, viewport=size, has_touch=touch)


@pytest.mark.parametrize("look", _CASES)
def test_no_view_hinders_anybody(browser: Browser, address: str, look: Look) -> None:
    """Every view of every page: axe, width, targets."""
    context = _context(browser, look)
    least_px = FINGER_PX if look[2] < TOUCHED else MOUSE_PX
    with watched(context) as page:
        found: list[str] = []
        for view in VIEWS:
            come_to(page, address, view)
            found += [
                f"{view.name}: {one}" for one in (*violations(page), *_misfits(page, least_px))
            ]
            view.leave(page)
        page.goto("about:blank")
    context.close()
    assert not found, "\n".join(found)


def _misfits(page: Page, least_px: int) -> Iterator[str]:
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if over > 0:
        yield f"{over} pixels too wide"
    for name, *size in page.evaluate(_TARGETS):
        if 0 < min(size) < least_px:
            yield f"{name} is only {size[0]} x {size[1]}"


def test_a_locked_door_and_a_page_to_send_hinder_nobody(browser: Browser, address: str) -> None:
    """The page without a key, and the one file that is sent or printed, in the dark."""
    context = browser.new_context(color_scheme="dark", viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto(f"{address}/join/nobody")
    expect(page.locator("h1")).to_be_visible(timeout=PATIENCE_MS)
    check_axe(page, "locked")
    sent = page.request.get(f"{address}/api/v1/evenings/table/1/page?lang=fr")
    page.set_content(sent.text())
    expect(page.locator("article").first).to_be_visible()
    check_axe(page, "page to send")
    page.emulate_media(media="print")
    check_axe(page, "printed page")
    context.close()
