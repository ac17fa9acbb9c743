"""A headless Chromium and a dashboard to look at."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    Page,
    Playwright,
    Request,
    Route,
    expect,
    sync_playwright,
)

from server.http.context import Services
from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.live_table import LiveTable
from server.tables.playback import Playback
from server.tables.registry import TableRegistry
from tests.browser.hall import hall
from tests.browser.live_server import HOUSES, served, standing
from tests.server.fakes import PHOTOS, truth_session
from tests.server.scripted import truthful_table

#: Seconds between photos: quick for a test, but with time to press pause in between.
_INTERVAL_S = 0.2

#: Milliseconds after which what should be on a page is missing; generous for a busy machine.
PATIENCE_MS = int(os.environ.get("PATIENCE_MS", "30000"))
expect.set_options(timeout=PATIENCE_MS)

#: How long a page has to make of an answer what it would.
_SETTLING_MS = 200

#: Browsers that the tests look for, the quickest first.
BROWSERS = ("chromium-headless-shell", "chromium")

#: What every browser of these tests is started with.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
)

T = TypeVar("T")


def until(page: Page, expression: str) -> Any:
    """What an expression comes to in the page, as soon as that is something. The pages allow no
    `eval`, which the browser driver's own way of waiting needs from the second look on."""
    return until_so(page, lambda: page.evaluate(expression), f"so: {expression}")


def until_so(page: Page, so: Callable[[], T], what: str) -> T:
    """What a look of the test's own comes to, as a list of what the page asked for, as soon as that
    is something."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not (found := so()):
        assert time.monotonic() < deadline, f"never {what}"
        page.wait_for_timeout(50)
    return found


def marked(page: Page, frame: str) -> None:
    """The frame crosses a tile at fault out, and outlines what the rule names beside it."""
    expect(page.locator(f"{frame} .marks rect.foul")).to_have_count(1)
    expect(page.locator(f"{frame} .marks .badge")).to_have_count(1)
    expect(page.locator(f"{frame} .marks rect.involved")).to_have_count(1)


class HeldAnswer:
    """The first answer of an address, as it was when the page asked: it reaches the page once it is
    let go, and what the page asks after it is answered before."""

    def __init__(self, page: Page, address: str) -> None:
        self._page, self._held = page, list[tuple[Route, APIResponse]]()
        self._asked = 0
        page.route(address, self._answer)

    def _answer(self, route: Route) -> None:
        self._asked += 1
        if self._asked == 1:
            self._held.append((route, route.fetch()))
        else:
            route.continue_()

    def wait(self) -> None:
        """Waits until the page has asked."""
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while not self._held:
            assert time.monotonic() < deadline, "never asked"
            self._page.wait_for_timeout(50)

    def let_go(self) -> None:
        """Gives the page the old answer, and the time to make of it what it would."""
        route, answer = self._held[0]
        with self._page.expect_response(lambda got: got.request == route.request) as late:
            route.fulfill(response=answer)
        late.value.finished()
        self._page.wait_for_timeout(_SETTLING_MS)


def chromium() -> str:
    """The system's browser, the one without windows if it is there: it opens a page in three
    quarters of the time. Missing, it fails where CI asks for it and skips elsewhere."""
    named = os.environ.get("ARBITABLE_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        missing = "no Chromium found: install it, or name it in ARBITABLE_CHROMIUM"
        if os.environ.get("CI"):
            pytest.fail(missing, pytrace=False)
        pytest.skip(missing)
    return found


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers; there may be only one in a process."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One browser for all tests."""
    opened = launched(playwright)
    yield opened
    opened.close()


def launched(playwright: Playwright, *more: str) -> Browser:
    """A browser of its own, started with more arguments."""
    return playwright.chromium.launch(executable_path=chromium(), args=[*ARGUMENTS, *more])


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The recorded game on a dashboard of its own, read by a reader that sees rightly."""
    playback = Playback(PHOTOS, truth_session, Channel(MemoryLog()), interval_s=_INTERVAL_S)
    with standing(TableRegistry([playback])) as found:
        threading.Thread(target=playback.run, daemon=True).start()
        yield f"{found}/"


@pytest.fixture(scope="session")
def bare(browser: Browser) -> Iterator[Page]:
    """A page on which nothing lies and nobody calls, for all tests of the dashboard's modules."""
    context = browser.new_context(locale="en-GB")
    with standing(TableRegistry([])) as found, watched(context) as opened:
        opened.goto(f"{found}/static/status.js")
        opened.evaluate("import('/static/language.js').then((tongue) => tongue.load())")
        yield opened
    context.close()


#: What the browser of most tests is like.
_VISITOR: dict[str, Any] = {"locale": "en-GB", "viewport": {"width": 1366, "height": 768}}


@pytest.fixture(scope="session")
def kept_context(browser: Browser) -> Iterator[BrowserContext]:
    """What all fresh pages share: the dashboard's own files, loaded once."""
    context = browser.new_context(**_VISITOR)
    yield context
    context.close()


#: What a site keeps in a browser, but for the files that it consists of.
_KEPT = "cookies,local_storage,indexeddb,service_workers,cache_storage"


@pytest.fixture
def page(kept_context: BrowserContext) -> Iterator[Page]:
    """A fresh page in a browser that remembers no visit; whatever it complains about in its
    console fails the test."""
    with watched(kept_context) as opened:
        driver = kept_context.new_cdp_session(opened)
        for house in HOUSES:
            driver.send(
                "Storage.clearDataForOrigin", {"origin": house.address, "storageTypes": _KEPT}
            )
        driver.detach()
        yield opened


@pytest.fixture
def alone(browser: Browser) -> Iterator[Page]:
    """The same in a browser of its own: whose clock is set, for one."""
    with visited(browser.new_context(**_VISITOR)) as opened:
        yield opened


@pytest.fixture(scope="session")
def halls() -> Iterator[str]:
    """The address of a hall of tables, for those who change nothing there."""
    with hall() as found:
        yield found


@contextmanager
def visited(context: BrowserContext) -> Iterator[Page]:
    """The page of a visitor with a browser of their own, watched as all are."""
    with closing(context), watched(context) as opened:
        yield opened


@contextmanager
def watched(context: BrowserContext) -> Iterator[Page]:
    """A page that fails the test for whatever it complains about in its console."""
    complaints: list[str] = []
    opened = context.new_page()
    opened.on("console", lambda said: _note_words(said.type, said.text, complaints))
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("requestfailed", lambda request: _note_failure(request, complaints))
    with closing(opened):
        yield opened
    assert complaints == []


def _note_words(kind: str, text: str, complaints: list[str]) -> None:
    if kind in {"error", "warning"}:
        complaints.append(text)


def _note_failure(request: Request, complaints: list[str]) -> None:
    # What the page itself lets go of (a picture no longer shown, the live channel of a closed
    # page) is no fault.
    if request.failure != "net::ERR_ABORTED":
        complaints.append(f"not loaded: {request.url} ({request.failure})")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A game in which a foul lies on the table."""
    with truthful_table(tmp_path, 0, 1, 2, 3, spec="0") as made:
        yield made


@pytest.fixture
def at(table: LiveTable, page: Page) -> Iterator[Page]:
    """The table's page with its board drawn; it leaves before its server goes."""
    with served(TableRegistry([table]), Services(table._store), page) as address:
        page.goto(f"{address}/tables/table")
        expect(page.locator("#board svg")).to_be_visible()
        yield page
