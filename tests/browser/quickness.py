"""How much the first view weighs, when its call stands there, and the longest task of the page.

    python -m tests.browser.quickness [RUNS]

The browser's processor is slowed down to a quarter, as Chromium's own tools do it. Other work on
the machine only makes a run slower, so the best of the runs counts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page, Request, expect, sync_playwright

from tests.browser.conftest import launched, until
from tests.browser.hall import hall

#: How much slower the browser is than this machine.
SLOWED = 4

#: Notes every task over 50 ms, and when the first call stood there, since the page was asked for.
_WATCH = """() => {
  window.tasks = [];
  const note = (list) => window.tasks.push(...list.getEntries().map((one) => one.duration));
  new PerformanceObserver(note).observe({ type: "longtask", buffered: true });
  const look = () => {
    if (document.querySelector("#call .word")?.textContent) window.called = performance.now();
    else requestAnimationFrame(look);
  };
  document.addEventListener("DOMContentLoaded", look);
}"""


@dataclass(frozen=True, slots=True)
class Quickness:
    """`kilobytes` that went over the line until the first view stood there; `called_s`: seconds
    until the first call was in it; `longest_ms`: the longest task until then and while a person
    looked around."""

    kilobytes: float
    called_s: float
    longest_ms: float


def quickness(browser: Browser, address: str, look_around: Callable[[Page], None]) -> Quickness:
    """One visit by a new visitor to the page of a table."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page, sizes = context.new_page(), list[int]()
    page.on("requestfinished", lambda request: _weigh(request, sizes))
    tools = context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.add_init_script(f"({_WATCH})()")
    page.goto(address)
    expect(page.locator("#board svg, #question svg").locator("visible=true").first).to_be_visible()
    called = float(until(page, "window.called"))
    page.wait_for_timeout(500)
    kilobytes = sum(sizes) / 1000
    look_around(page)
    tasks: list[Any] = page.evaluate("window.tasks")
    page.goto("about:blank")
    context.close()
    return Quickness(kilobytes, called / 1000, max(tasks, default=0.0))


def _weigh(request: Request, sizes: list[int]) -> None:
    if "/events" not in request.url:  # never finishes
        found = request.sizes()
        sizes.append(found["responseBodySize"] + found["responseHeadersSize"])


def look_around(page: Page) -> None:
    """What people press most: a turn before, the log, correcting, table mode."""
    if page.locator("#turns > *").count() > 1:
        page.keyboard.press("Home")
        expect(page.locator("#past .band")).to_be_visible()
        page.keyboard.press("End")
    page.locator("#log").click()
    page.locator("#turn-log .close").click()
    for _ in range(2):
        page.locator("#table-mode").click()
        page.wait_for_timeout(200)


def best_of(browser: Browser, address: str, runs: int) -> Quickness:
    """The best of each figure."""
    found = [quickness(browser, address, look_around) for _ in range(runs)]
    return Quickness(
        min(one.kilobytes for one in found),
        min(one.called_s for one in found),
        min(one.longest_ms for one in found),
    )


def main(runs: int = 5) -> None:
    """Prints the figures of a live game with a foul, and of the board with the most to draw."""
    with sync_playwright() as driver, hall() as address:
        browser = launched(driver)
        for table in sys.argv[2:] or ("table", "linie1", "asked"):
            print(table, best_of(browser, f"{address}/tables/{table}", runs), flush=True)
        browser.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
