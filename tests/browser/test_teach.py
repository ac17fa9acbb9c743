"""Teaching one's own pieces as a person does: photograph, look, mend by a tap, keep, pass on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from calibration.learnt_set import load_set
from server.commands.serve import open_feed
from server.http.context import Services
from server.pipeline.calibrations import CalibratedStart, calibration_folder
from server.store.store import Store
from server.tables.live_table import LiveTable
from server.tables.registry import TableRegistry, start
from server.tables.resuming import Setup
from tests.browser.axe import check_axe
from tests.browser.live_server import served
from tests.calibration.set_photo import set_photo

PATIENCE_MS = 60_000

#: Pixels that a finger needs (WCAG 2.2, 2.5.8).
FINGER_PX = 44


@pytest.fixture
def address(tmp_path: Path, page: Page) -> Iterator[str]:
    """A table without a game, with a folder where pieces are kept."""
    store = Store(tmp_path)
    table = LiveTable(store.table("table"), store, Setup(), None, partial(open_feed, 0.1))
    behind = Services(store, CalibratedStart(tmp_path, None), calibration_folder(tmp_path))
    start(table)
    with served(TableRegistry([table]), behind, page) as found:
        yield found
    store.close()


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """Twelve tiles, laid from the last to the first: nobody types an order."""
    path = tmp_path / "my tiles.jpg"
    cv2.imwrite(str(path), cv2.rotate(set_photo(17, (1000, 750)).image, cv2.ROTATE_180))
    return path


def _come_to_teach(page: Page, address: str) -> None:
    page.goto(f"{address}/tables/table/teach?game=linie1")
    expect(page.locator("#photo-step")).to_be_visible(timeout=PATIENCE_MS)


@pytest.mark.slow
def test_a_set_is_taught_mended_kept_and_passed_on(
    page: Page, address: str, photo: Path, tmp_path: Path
) -> None:
    """From the set-up to a file for a friend, by fingers and by keys, in both languages."""
    page.goto(f"{address}/tables/table/setup")
    page.locator("[data-game=linie1]").click(timeout=PATIENCE_MS)
    page.get_by_role("link", name="Your set looks different? Teach it").click()
    expect(page).to_have_url(f"{address}/tables/table/teach?game=linie1")
    expect(page.locator("#kept-say")).to_contain_text("No pieces of this game are kept")
    page.set_input_files("#photo", photo)
    expect(page.locator("#draft-say")).to_contain_text("12 of 12 kinds", timeout=PATIENCE_MS)
    expect(page.locator("#draft-pieces li")).to_have_count(12)
    expect(page.locator("#draft-pieces svg")).to_have_count(12)
    check_axe(page)
    _turn_the_fifth(page)
    check_axe(page)
    _leave_out_the_last_by_keys(page)
    page.locator("#keep").click()
    expect(page.locator("#notice")).to_contain_text("Kept. Games that begin from now on")
    expect(page.locator("#on")).to_have_attribute("href", "/tables/table/setup")
    expect(page.locator("#on")).to_be_visible()
    expect(page.locator("#kept-pieces li")).to_have_count(11)
    assert len(load_set(tmp_path / "calibration", "linie1").examples) == 11
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    assert download.value.suggested_filename == "linie1-pieces.zip"
    _friend_takes_it_in(page, Path(download.value.path()), tmp_path)


def _turn_the_fifth(page: Page) -> None:
    """A tap on the piece, on what it is, and on how it lies."""
    fifth = page.locator("#draft-pieces button").nth(4)
    before = fifth.locator(".is").inner_text()
    fifth.click()
    expect(page.locator("#chooser")).to_be_visible()
    expect(page.locator("#chooser-kinds button")).to_have_count(12)
    page.locator("#chooser-kinds button").nth(7).click()
    other = page.locator("#chooser-turns [aria-pressed=false]").last
    other.click()
    expect(page.locator("#notice")).to_have_text("Piece 5 is put right.")
    expect(fifth.locator(".is")).not_to_have_text(before)
    expect(fifth).to_be_focused()


def _leave_out_the_last_by_keys(page: Page) -> None:
    page.locator("#draft-pieces button").last.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#chooser")).to_be_visible()
    page.locator("#chooser-none").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#draft-say")).to_contain_text("11 of 12 kinds")
    expect(page.locator("#draft-say")).to_contain_text("Missing: T1;")


def _friend_takes_it_in(page: Page, file: Path, folder: Path) -> None:
    copy = folder / "friend.zip"
    copy.write_bytes(file.read_bytes())
    kept = page.locator("#kept-say").inner_text()
    page.locator("#unlearn").click()
    page.locator("#sure .close").click()
    expect(page.locator("#kept-say")).to_have_text(kept)
    page.locator("#unlearn").click()
    page.locator("#sure-yes").click()
    expect(page.locator("#notice")).to_have_text("Forgotten.")
    page.locator("[data-language=fr]").click()
    page.set_input_files("#file", copy)
    expect(page.locator("#draft-say")).to_contain_text("11 sortes sur 12", timeout=PATIENCE_MS)
    expect(page.locator("#kept-say")).to_contain_text("Aucune pièce de ce jeu")
    page.get_by_role("button", name="Garder ces pièces").click()
    expect(page.locator("#kept-pieces li")).to_have_count(11)


@pytest.mark.slow
def test_what_does_not_fit_cannot_be_kept(page: Page, address: str, photo: Path) -> None:
    """Two tiles of different looks are called alike: the page says which, and keeps nothing."""
    _come_to_teach(page, address)
    page.set_input_files("#photo", photo)
    expect(page.locator("#draft-pieces li")).to_have_count(12, timeout=PATIENCE_MS)
    page.locator("#draft-pieces button").first.click()
    page.locator("#chooser-kinds button").nth(1).click()
    if page.locator("#chooser").is_visible():
        page.locator("#chooser-turns button").first.click()
    expect(page.locator("#objection")).to_contain_text("T2")
    expect(page.locator("#keep")).to_be_disabled()
    page.locator("#drop").click()
    expect(page.locator("#draft")).to_be_hidden()


def test_what_cannot_be_learnt_says_how(browser: Browser, address: str, tmp_path: Path) -> None:
    """A file that is no photo, and one that is no set."""
    wrong = tmp_path / "wrong.zip"
    wrong.write_bytes(b"no zip")
    context = browser.new_context(locale="en-GB")  # its console may tell of refusals
    page = context.new_page()
    _come_to_teach(page, address)
    page.set_input_files("#file", wrong)
    expect(page.locator("#notice")).to_contain_text("holds no learnt pieces")
    page.set_input_files("#photo", wrong)
    expect(page.locator("#notice")).to_contain_text("no picture")
    expect(page.locator("#draft")).to_be_hidden()
    context.close()


@pytest.mark.slow
def test_fingers_meet_every_piece_on_a_phone(page: Page, address: str, photo: Path) -> None:
    """In French on a narrow screen: nothing scrolls sideways, and what is tapped is large."""
    page.set_viewport_size({"width": 360, "height": 740})
    _come_to_teach(page, address)
    page.locator("[data-language=fr]").click()
    page.set_input_files("#photo", photo)
    expect(page.locator("#draft-pieces li")).to_have_count(12, timeout=PATIENCE_MS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#draft-pieces button").first.click()
    for button in page.locator("#draft-pieces button, #chooser button").all():
        box = button.bounding_box()
        assert box is None or min(box["width"], box["height"]) >= FINGER_PX
    check_axe(page)
