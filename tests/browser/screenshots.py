"""A picture of every view of the pages, made by the same steps as the tests take.

    python -m tests.browser.screenshots FOLDER [SCHEME LOCALE WIDTH]

Without a look: light, English, 1366 pixels wide. `FOLDER/NAME.png` is one view each.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import launched
from tests.browser.hall import Look, context_of, hall
from tests.browser.views import VIEWS, come_to

#: Milliseconds in which colours and sheets come to rest.
_REST_MS = 400


def shoot(browser: Browser, address: str, folder: Path, look: Look) -> list[Path]:
    """A picture of every view, in their order."""
    folder.mkdir(parents=True, exist_ok=True)
    context, made = context_of(browser, look), []
    page = context.new_page()
    for view in VIEWS:
        come_to(page, address, view)
        page.wait_for_timeout(_REST_MS)
        made.append(folder / f"{view.name.replace(' ', '-')}.png")
        page.screenshot(path=made[-1])
        view.leave(page)
    page.goto("about:blank")
    context.close()
    return made


def main(folder: str, scheme: str = "light", locale: str = "en-GB", width: str = "1366") -> None:
    """Makes them all and says where they lie."""
    look: Look = ("dark" if scheme == "dark" else "light", locale, int(width))
    with sync_playwright() as driver, hall() as address:
        browser = launched(driver)
        for path in shoot(browser, address, Path(folder), look):
            print(path)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
