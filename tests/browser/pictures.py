"""The pictures of the documents: views of the pages, and the page in motion for the README.

    python -m tests.browser.pictures [NAME...]

Writes `docs/dashboard/NAME.jpg`, and `docs/dashboard/game.webp`, a recorded game turn by turn.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from server.http.context import Services
from server.tables.registry import TableRegistry
from server.tables.resuming import Setup
from tests.browser.by_hand import PADS, STICK, begin, lay
from tests.browser.conftest import launched
from tests.browser.hall import TOUCHED, Look, context_of, hall
from tests.browser.live_server import standing
from tests.browser.views import ASKED, BOARD, GAMES, PLAY, View, come_to
from tests.server.fakes import PHOTOS, TruthReader, picture
from tests.server.scripted import killed, live_table, play

FOLDER = Path(__file__).parents[2] / "docs" / "dashboard"

_LAPTOP: Look = ("light", "en-GB", 1366)
_TELEVISION: Look = ("light", "en-GB", 1920)
_TABLET: Look = ("light", "en-GB", 820)
_PHONE: Look = ("dark", "fr-FR", 360)

#: Height by width of what is held upright, pixels.
_UPRIGHT = {820: 1180, 360: 780}

#: Milliseconds in which colours and sheets come to rest.
_REST_MS = 600

#: Pixels of the motion picture, and milliseconds for which a turn is shown, the last one longer.
_MOTION_WH, _TURN_MS, _LAST_MS = (960, 540), 1600, 4000


def _divided(page: Page) -> None:
    page.locator("#spot").uncheck()
    page.locator("#divide").click()


def _replayed(page: Page) -> None:
    page.locator("#replay").click()
    expect(page.locator("#retold canvas, #retold img").first).to_be_visible()


def _set_up(page: Page) -> None:
    page.locator("#address").fill(str(PHOTOS[0].parent))
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("7 pieces seen")).to_be_visible()
    page.locator("#address").fill("photos/friday")
    page.evaluate("scrollTo(0, 0)")


#: Picture to the look at it and the view: from where the page is opened to what is pressed.
SHOTS: dict[str, tuple[Look, tuple[View, ...]]] = {
    "redline-laptop": (_LAPTOP, (View("play", "/tables/table", BOARD),)),
    "layers-laptop": (_LAPTOP, (View("layers", "/tables/table", BOARD, _divided),)),
    "question-laptop": (_LAPTOP, ASKED[:1]),
    "setup-laptop": (_LAPTOP, (View("set-up", "/tables/table/setup", "#games button", _set_up),)),
    "redline-replay": (_LAPTOP, (View("replay", "/tables/table", BOARD, _replayed),)),
    "table-mode": (_TELEVISION, (View("play", "/tables/table", BOARD), PLAY[1])),
    "linie1-tablet": (_TABLET, GAMES[:2]),
    "rouge-phone": (_PHONE, GAMES[-1:]),
}


def shoot(browser: Browser, address: str, name: str) -> Path:
    """Makes one picture anew."""
    look, views = SHOTS[name]
    context = context_of(browser, look)
    page = context.new_page()
    if look[2] < TOUCHED:
        page.set_viewport_size({"width": look[2], "height": _UPRIGHT[look[2]]})
    for view in views:
        come_to(page, address, view)
    page.wait_for_timeout(_REST_MS)
    path = FOLDER / f"{name}.jpg"
    page.screenshot(path=path, type="jpeg", quality=82)
    page.goto("about:blank")
    context.close()
    return path


def motion(browser: Browser) -> Path:
    """The recorded game as its page shows it, from the first photo on."""
    with (
        tempfile.TemporaryDirectory() as place,
        patch("server.pipeline.session.load_reader", lambda _name: TruthReader()),
        patch("tests.server.scripted.small_picture", picture),
    ):
        table = live_table(Path(place), spec="0")
        with standing(TableRegistry([table]), Services(table._store)) as address:
            context = context_of(browser, _LAPTOP)
            page = context.new_page()
            page.goto(f"{address}/tables/table")
            frames = []
            for turn in range(len(PHOTOS)):
                play(table, turn)
                expect(page.locator("#turns > *")).to_have_count(turn + 1)
                page.wait_for_timeout(3 * _REST_MS)
                frames.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
            page.goto("about:blank")
            context.close()
        killed(table)
    return _moving([one.resize(_MOTION_WH, Image.Resampling.LANCZOS) for one in frames])


def by_hand(browser: Browser) -> Path:
    """Mokadi laid by tapping: four pads, and a stick on two of them."""
    path = FOLDER / "mokadi-laptop.jpg"
    with tempfile.TemporaryDirectory() as place:
        table = live_table(Path(place), Setup("mokadi", ("Ada", "Bo")))
        with standing(TableRegistry([table]), Services(table._store)) as address:
            context = context_of(browser, _LAPTOP)
            page = context.new_page()
            page.goto(f"{address}/tables/table")
            begin(page)
            for turn, (colour, point) in enumerate(PADS, 1):
                lay(page, f"Pad: {colour}", point, turn=turn)
            lay(page, "Stick: white", *STICK, turn=5)
            page.wait_for_timeout(_REST_MS)
            page.screenshot(path=path, type="jpeg", quality=82)
            page.goto("about:blank")
            context.close()
        killed(table)
    return path


def _moving(frames: list[Image.Image]) -> Path:
    path = FOLDER / "game.webp"
    times = [*[_TURN_MS] * (len(frames) - 1), _LAST_MS]
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=80, method=6
    )
    return path


def main(names: list[str]) -> None:
    """Makes them, all without names, and says how large they are."""
    with sync_playwright() as driver, hall() as address:
        browser = launched(driver)
        others = {"game": motion, "mokadi-laptop": by_hand}
        for name in names or [*SHOTS, *others]:
            path = others[name](browser) if name in others else shoot(browser, address, name)
            print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
