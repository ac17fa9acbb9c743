"""How much later a call is on a page far away than on one beside the computer.

    python -m tests.browser.far [MS_EACH_WAY...]

Two pages follow one table: one straight, one over a line that keeps every byte back for so long,
each way. Told is, over the calls of the recorded game, how much later their word, board and photo
stand on the far page. 20 ms is a slow home network, 80 ms one through the internet. Other work on
the machine makes both pages late, not always alike: what counts is the middle of the calls, of
several runs.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from unittest.mock import patch

from playwright.sync_api import Browser, Page, sync_playwright

from server.http.context import Services
from server.tables.registry import TableRegistry
from tests.browser.conftest import launched, until
from tests.browser.live_server import standing
from tests.server.fakes import PHOTOS, picture
from tests.server.scripted import play, truthful_table

#: What is timed.
PARTS = ("word", "board", "photo")

#: Ways that are measured without others named, milliseconds.
_WAYS_MS = (20, 80)

_BYTES = 65_536

#: Notes when each of the parts came: the call's words when they are others, the board when it is
#: drawn, the photo when all of it was fetched.
_WATCH = """() => {
  window.came = {};
  const note = (part, at) => { came[part] = performance.timeOrigin + at; };
  const call = document.getElementById("call"), said = () => call.querySelector(".one")?.innerText;
  let last = said();
  const watch = (one, told) => new MutationObserver(told).observe(one, { childList: true });
  watch(call, () => { if (said() !== last) note("word", performance.now()); last = said(); });
  watch(document.getElementById("board"), () => note("board", performance.now()));
  new PerformanceObserver((list) => {
    for (const one of list.getEntries())
      if (["img", "image"].includes(one.initiatorType)) note("photo", one.responseEnd);
  }).observe({ type: "resource" });
}"""


@contextmanager
def far_line(port: int, seconds: float) -> Iterator[str]:
    """The address of a line to a port of this computer that is so many seconds long each way."""
    opened = Future[tuple[int, asyncio.Event, asyncio.AbstractEventLoop]]()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        later = asyncio.get_running_loop().call_later
        with suppress(ConnectionError):
            while told := await reader.read(_BYTES):
                later(seconds, writer.write, told)
        later(seconds, writer.close)

    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        with suppress(asyncio.CancelledError):  # the line is taken down
            await asyncio.gather(pump(reader, back), pump(there, writer))

    async def stand() -> None:
        server, down = await asyncio.start_server(join, "127.0.0.1", 0), asyncio.Event()
        own = server.sockets[0].getsockname()[1]
        opened.set_result((own, down, asyncio.get_running_loop()))
        await down.wait()

    runner = threading.Thread(target=asyncio.run, args=(stand(),), daemon=True)
    runner.start()
    own, down, loop = opened.result()
    try:
        yield f"http://127.0.0.1:{own}"
    finally:
        loop.call_soon_threadsafe(down.set)
        runner.join(5)


def later(browser: Browser, seconds: float) -> dict[str, list[float]]:
    """Milliseconds by which each call's parts came later over the line, by part."""
    found: dict[str, list[float]] = {part: [] for part in PARTS}
    with (
        tempfile.TemporaryDirectory() as place,
        patch("tests.server.scripted.small_picture", picture),
        truthful_table(Path(place), 0, spec="0") as table,
        standing(TableRegistry([table]), Services(table._store)) as near,
        far_line(int(near.rsplit(":", 1)[1]), seconds) as far,
    ):
        pages = [_opened(browser, address) for address in (near, far)]
        for turn in range(1, len(PHOTOS)):
            play(table, turn)
            for part, one in _apart(pages, seconds).items():
                found[part].append(one)
        for page in pages:
            page.context.close()
    return found


def _opened(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport={"width": 1366, "height": 768}).new_page()
    page.goto(f"{address}/tables/table")
    page.locator("#board svg").wait_for()
    page.wait_for_timeout(1000)
    page.evaluate(_WATCH)
    return page


def _apart(pages: list[Page], seconds: float) -> dict[str, float]:
    """How far apart the parts of the call that was just written stand on two pages."""
    came = []
    for page in pages:
        until(page, "window.came.word && window.came.board && window.came.photo")
        # What is shown twice, as first without and then with its standing, counts the last time.
        page.wait_for_timeout(500 + 4000 * seconds)
        came.append(page.evaluate("window.came"))
        page.evaluate("window.came = {}")
    return {part: came[1][part] - came[0][part] for part in PARTS}


def main(ways_ms: list[float]) -> None:
    """Prints a line for each length of line."""
    with sync_playwright() as driver:
        browser = launched(driver)
        for way in ways_ms:
            found = later(browser, way / 1000)
            told = [
                f"{part} {min(ms):.0f} to {max(ms):.0f}, median {median(ms):.0f}"
                for part, ms in found.items()
            ]
            print(f"{way:g} ms each way, later by ms: {'; '.join(told)}", flush=True)
        browser.close()


if __name__ == "__main__":
    main([float(one) for one in sys.argv[1:]] or list(_WAYS_MS))
