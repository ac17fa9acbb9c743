"""A phone at the table: its film, or one photo a turn, and the calls on another page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize, expect

from tests.browser.conftest import launched, watched
from tests.server.fakes import PHOTOS
from tests.server.film import Pace, write_mjpeg
from tests.server.running import Running, serving

#: Milliseconds a call may take on a busy machine; the film takes eight seconds a turn.
PATIENCE_MS = 90_000

#: What the recorded game must be called, turn by turn.
CALLS = ("Start", "Legal", "Legal", "Foul", "Legal", "Legal", "Legal", "Foul")

#: A narrow phone, pixels.
PHONE: ViewportSize = {"width": 360, "height": 740}

#: Frames at 30 a second: five seconds of clear table, three of an arm.
PACE = Pace(150, 90)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recorded game as Chromium's fake camera plays it."""
    path = tmp_path_factory.mktemp("film") / "table.mjpeg"
    write_mjpeg(path, PACE)
    return path


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server for phones: open to the network, with the real reader."""
    with serving("--game", "redline", "--camera", "phone", "--data", tmp_path / "data") as running:
        yield running


def _link(server: Running, role: str) -> dict[str, str]:
    links = server.get("/api/v1/tables/table/links")["links"]
    return next(link for link in links if link["role"] == role)


def _expect_calls(dashboard: Page) -> None:
    words = dashboard.locator("#turns button b")
    for number in range(1, len(CALLS) + 1):
        expect(words.nth(number - 1)).to_be_attached(timeout=PATIENCE_MS)
        assert words.all_inner_texts()[:number] == list(CALLS[:number])


@pytest.mark.slow
def test_a_phones_film_is_refereed(server: Running, film: Path, playwright: Playwright) -> None:
    """By the QR code's link over plain HTTP to the live camera over HTTPS, as on a real phone:
    the dashboard on another page shows every call of the game, in order, and no other."""
    fake = (
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    )
    browser = launched(playwright, *fake)
    # The phone has not installed the authority: its owner has read why and goes on.
    phone = browser.new_context(ignore_https_errors=True, viewport=PHONE)
    with watched(browser.new_context(locale="en-GB")) as dashboard, watched(phone) as camera:
        dashboard.goto(server.address)
        camera.goto(_link(server, "camera")["url"])
        expect(camera.locator("#by-photo h2")).to_be_visible()
        camera.locator(".secure-link:visible").click()
        camera.locator("#start").click()
        _expect_calls(dashboard)
        expect(camera.locator("#call .word")).to_have_text("Foul")
        camera.locator("#stop").click()
    browser.close()


@pytest.mark.slow
def test_one_photo_a_turn_is_refereed(server: Running, playwright: Playwright) -> None:
    """The camera button over plain HTTP: every photo is answered with its call, on the phone and
    on the dashboard."""
    browser = launched(playwright)
    phone: BrowserContext = browser.new_context(locale="fr-FR", viewport=PHONE)
    with watched(browser.new_context(locale="en-GB")) as dashboard, watched(phone) as camera:
        dashboard.goto(server.address)
        camera.goto(_link(server, "camera")["url"])
        for turn, photo in enumerate(PHOTOS):
            camera.locator("#photo").set_input_files(photo)
            words = dashboard.locator("#turns button b")
            expect(words.nth(turn)).to_have_text(CALLS[turn], timeout=PATIENCE_MS)
        expect(camera.locator("#call .word")).to_have_text("Faute")
        assert camera.evaluate("document.documentElement.scrollWidth") <= 360
    browser.close()


def test_a_stranger_sees_a_locked_door(tmp_path: Path, browser: Browser) -> None:
    """Without a key the table's pages say only that they are locked; a watcher sees the game but
    no button that changes it."""
    arguments = ("--game", "redline", "--camera", "phone", "--data", tmp_path)
    with serving(*arguments) as server:
        link = _link(server, "watch")["url"]
        stranger = browser.new_context()
        page = stranger.new_page()
        page.goto(link.partition("/join/")[0])
        assert "locked" in page.inner_text("main")
        page.goto(link)
        expect(page.locator("#newest")).to_be_visible()
        for button in ("#play", "#undo", "#correct", "#new-game"):
            expect(page.locator(button)).to_be_hidden()
        stranger.close()
