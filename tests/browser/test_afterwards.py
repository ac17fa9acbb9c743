"""What is left of an evening: the list of games, a game's page, and a file to print or send."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from server.commands.serve import _import_game, open_feed
from server.http.context import Services
from server.store.store import Store
from server.tables.live_table import LiveTable
from server.tables.player_commands import PressButton
from server.tables.registry import TableRegistry
from server.tables.resuming import Setup
from tests.browser.live_server import served
from tests.server.fakes import PHOTOS, TruthReader
from tests.server.scripted import killed, live_table, play


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveTable]:
    """The recorded game, played to its end, and one step undone and done again."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
        made = live_table(tmp_path_factory.mktemp("data"), spec="0")
        play(made, *range(len(PHOTOS)))
    for name in ("undo", "redo"):
        assert made.execute(PressButton(name), made.state()["event"]) is None
    yield made
    killed(made)


@pytest.fixture
def address(table: LiveTable, page: Page) -> Iterator[str]:
    """The evening on a server of its own."""
    with served(TableRegistry([table]), Services(table._store), page) as found:
        yield found


def test_the_evening_leads_to_the_game(page: Page, address: str) -> None:
    """Listed by date with players and counts; the page tells every call, plot and accuracy."""
    page.goto(f"{address}/evenings")
    line = page.locator(".evening a")
    expect(line).to_have_count(1)
    expect(line).to_contain_text("Ada, Bo")
    expect(line).to_contain_text("turns: 5 · fouls: 2 · questions: 0")
    expect(line.locator(".result")).to_have_text("still being played")
    line.click()
    expect(page.locator("#outcome")).to_have_text("still being played")
    calls = page.locator("#calls > li")
    expect(calls).to_have_count(len(PHOTOS) + 2)
    expect(calls.nth(3)).to_contain_text("Redline B")
    expect(page.locator("#plot svg path")).not_to_have_count(0)
    expect(page.locator("#plot .sign.foul")).to_have_count(2)
    expect(page.locator("#accuracy")).to_contain_text("5 of 5 turns")
    expect(page.locator("#accuracy")).to_contain_text("Steps undone: 1")
    stats = page.locator("#statistics")
    expect(stats.locator("thead th")).to_have_text(
        ["Fouls called, by rule", "Ada", "Bo", "nobody named"]
    )
    expect(stats.locator("tbody tr", has_text="Redline B")).to_have_text(re.compile("Redline B.*1"))
    expect(stats.locator("tbody tr").last).to_contain_text("Time taken")
    page.goto(page.url + "#turn-3")
    expect(page.locator("#turn-3")).to_be_in_viewport()
    page.locator("summary[data-word]").click()
    rows = page.locator("#numbers tbody tr")
    expect(rows).to_have_count(6)
    expect(rows.nth(5)).to_contain_text("12")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("#h-calls")).to_have_text("Décisions")
    expect(calls.nth(3)).to_contain_text("Faute")


def test_the_page_to_send_holds_everything(page: Page, address: str, tmp_path: Path) -> None:
    """Opened from the disk it shows every call, photo and the plot, and asks for nothing. What is
    saved beside it holds the game's events and its pictures."""
    page.goto(f"{address}/evenings/table/1")
    with page.expect_download() as download:
        page.locator("#export").click()
    download.value.save_as(tmp_path / "game.zip")
    with zipfile.ZipFile(tmp_path / "game.zip") as found:
        names = found.namelist()
    assert "game.json" in names
    assert len(names) > len(PHOTOS)
    with page.expect_download() as download:
        page.locator("#page").click()
    file = tmp_path / "game.html"
    download.value.save_as(file)
    text = file.read_text("utf-8")
    assert "<script" not in text
    assert not re.search(r"(?:src|href)=\"(?!data:)", text)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert page.locator("article .call").count() >= len(PHOTOS)
    widths = page.locator("img").evaluate_all("images => images.map(i => i.naturalWidth)")
    assert len(widths) >= 2 * len(PHOTOS)
    assert all(width > 0 for width in widths)
    expect(page.locator(".plot path")).not_to_have_count(0)
    page.emulate_media(media="print")
    assert page.locator("h1").is_visible()


#: Elements that are cut off at their side.
_CLIPPED = """() => [...document.querySelectorAll("body *")]
  .filter((one) => !one.closest("svg") && one.checkVisibility()
    && (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible"
      || one.getBoundingClientRect().right > innerWidth + 1))
  .map((one) => one.outerHTML.slice(0, 80))"""

#: What ends in a dot that divides nothing.
_LOOSE = """() => [...document.querySelectorAll("small, p")]
  .map((one) => one.innerText.trim()).filter((text) => text.endsWith("\u00b7"))"""

#: Pixels between the margins of a sheet of A4.
_PAPER_PX = 718


def test_what_is_printed_is_whole_and_speaks_french(
    page: Page, address: str, tmp_path: Path
) -> None:
    """Names as in the game, numbers and dates as the language writes them, nothing cut off, no
    cards that touch; an order is a line and no verdict."""
    page.goto(f"{address}/tables/table")
    page.locator("[data-language=fr]").click()
    page.locator("#log").click()
    in_game = page.locator("#turn-log .line.foul").first.inner_text()
    named = re.findall(r"sur ([A-Z]\d)", in_game)
    page.set_viewport_size({"width": _PAPER_PX, "height": 1000})
    page.emulate_media(media="print")
    page.goto(f"{address}/evenings/table/1")
    expect(page.locator("#title")).to_have_text("Redline : Ada, Bo")
    assert page.evaluate(_CLIPPED) == []
    assert page.evaluate(_LOOSE) == []
    edges = [one.bounding_box() for one in page.locator(".columns > *").all()]
    for above, below in pairwise(edges):
        assert above is not None
        assert below is not None
        assert below["y"] - above["y"] - above["height"] >= 4
    sent = page.request.get(f"{address}/api/v1/evenings/table/1/page?lang=fr").text()
    (tmp_path / "sent.html").write_text(sent, "utf-8")
    page.goto((tmp_path / "sent.html").as_uri())
    assert page.evaluate(_CLIPPED) == []
    expect(page.locator(".facts")).to_contain_text(re.compile(r"\d\d/\d\d/\d{4} à \d\d:\d\d"))
    told = page.locator("article .call.foul").first.inner_text()
    assert named
    assert re.findall(r"sur ([A-Z]\d)", told)[: len(named)] == named
    expect(page.locator("article .call")).to_have_count(len(PHOTOS))
    expect(page.locator("p.noted")).to_have_count(2)


def test_an_evening_without_games_says_so(page: Page, tmp_path: Path) -> None:
    """A fresh folder lists nothing and says what will be listed, not as an error is said."""
    made = live_table(tmp_path)
    with served(TableRegistry([made]), Services(made._store), page) as address:
        page.goto(f"{address}/evenings")
        expect(page.locator("#notice")).to_contain_text("is kept")
        expect(page.locator("#notice")).to_have_class("fine")
    killed(made)


def test_a_saved_game_is_opened_at_a_new_table(
    browser: Browser, table: LiveTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the list of tables, by keyboard on a phone: its name, its file. A file that is no game
    is told apart in a sentence of the page's language, and opens no table."""
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
    store = Store(tmp_path / "data", clock=lambda: 1000.0)
    (tmp_path / "no.zip").write_bytes(b"a shopping list")
    (tmp_path / "game.zip").write_bytes(table.saved() or b"")

    def opened(ident: str, setup: Setup, camera: str | None) -> LiveTable:
        feeds = partial(open_feed, 0.1)
        return LiveTable(store.table(ident), store, setup, camera, feeds, clock=lambda: 1000.0)

    registry = TableRegistry([], opened, partial(_import_game, store))
    context = browser.new_context(locale="en-GB", viewport={"width": 360, "height": 740})
    page = context.new_page()  # its console tells of the refusal
    with served(registry, Services(store), page) as address:
        page.goto(f"{address}/tables")
        page.get_by_role("button", name="Français").click()
        saved = page.get_by_label("Ouvrir une partie enregistrée")
        name = page.get_by_label("Nom de la table")
        expect(name).to_have_attribute("placeholder", "cuisine")
        saved.set_input_files(tmp_path / "no.zip")
        expect(name).to_have_value("no")
        name.fill("again")
        page.keyboard.press("Enter")
        expect(page.locator("#notice")).to_contain_text("pas une partie enregistrée par Arbitable")
        assert registry.table("again") is None
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.get_by_role("button", name="English").click()
        page.get_by_label("Open a saved game").set_input_files(tmp_path / "game.zip")
        page.get_by_role("button", name="New table").press("Enter")
        expect(page).to_have_url(f"{address}/tables/again")
        expect(page.locator("#turns button").nth(4)).to_be_visible()
        found = registry.table("again")
        assert found is not None
        assert found.state()["turn"] == table.state()["turn"]
    context.close()
    store.close()
