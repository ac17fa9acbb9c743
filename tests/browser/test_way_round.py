"""A board whose print is not read: the page asks which way round it lies, a tap tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from server.commands.samples import samples_folder
from server.http.context import Services
from server.tables.corners import ways_round
from server.tables.live_table import LiveTable
from server.tables.registry import TableRegistry
from server.tables.resuming import Setup
from server.views.pictures.ways import cutout_round
from tests.browser.axe import check_axe
from tests.browser.live_server import served
from tests.server.scripted import killed, live_table, session_of
from vision.linie1.board.orientation import Orientation
from vision.photo import load_photo
from vision.reading import Refusal

PHOTO = samples_folder() / "linie1" / "linie1_0011.jpg"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveTable]:
    """A Linie 1 table after a photo on which no letter can be read; where its A is, in a note."""
    image = load_photo(PHOTO)
    assert not isinstance(image, Refusal)
    monkeypatch.setattr(Orientation, "scores", lambda *_: np.zeros(4))
    made = live_table(tmp_path, Setup("linie1", ("Ada", "Bo")))
    made.photo(image)
    yield made
    killed(made)


@pytest.mark.slow
def test_who_keeps_the_table_is_asked_which_way_round(page: Page, table: LiveTable) -> None:
    """Four rings lie over the picture, each told to who does not see it. Who only watches is not
    asked; the call still says what is wrong."""
    watcher = {"role": "watch"}
    asked = page.locator("#way-round")
    with served(TableRegistry([table]), Services(table._store), page) as address:
        page.route(
            "**/state", lambda route: route.fulfill(json={**route.fetch().json(), **watcher})
        )
        page.goto(f"{address}/tables/table")
        expect(page.locator("#call")).to_contain_text("not which way round it lies")
        expect(asked).to_be_hidden()
        page.unroute_all(behavior="ignoreErrors")
        page.reload()
        expect(asked.locator(".task")).to_contain_text("Tap the ring round the letter A")
        rings = asked.locator(".ways button")
        expect(rings).to_have_count(4)
        expect(rings.first).to_have_attribute("aria-label", re.compile(r"^Ring 1, \d+\s% from"))


@pytest.mark.slow
def test_a_tap_on_the_letter_begins_the_game(page: Page, table: LiveTable) -> None:
    """A ring lies where its letter would, is reached by keyboard too, also on a keeper's phone; one
    tap reads the board."""
    image = table.view()
    assert image is not None
    ways = ways_round("linie1", image)
    with served(TableRegistry([table]), Services(table._store), page) as address:
        page.goto(f"{address}/tables/table")
        asked = page.locator("#way-round")
        rings = asked.locator(".ways button")
        expect(rings).to_have_count(4)
        box, ring = asked.locator("img").bounding_box(), rings.first.bounding_box()
        assert box is not None
        assert ring is not None
        middle = (
            ring["x"] + ring["width"] / 2 - box["x"],
            ring["y"] + ring["height"] / 2 - box["y"],
        )
        left, top, wide, high = cutout_round(image, ways[0].corners).window
        there = (left + wide * middle[0] / box["width"], top + high * middle[1] / box["height"])
        assert there == pytest.approx(ways[0].mark, abs=0.01)
        check_axe(page)
        page.set_viewport_size({"width": 390, "height": 844})
        expect(rings).to_have_count(4)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.get_by_role("button", name="Français").click()
        expect(asked.locator(".task")).to_contain_text("Touchez l")
        rings.first.focus()
        page.keyboard.press("Enter")
        expect(asked).to_be_hidden()
        expect(page.locator("#call .word")).to_have_text("Départ")
    session = session_of(table)
    assert session.standing()
