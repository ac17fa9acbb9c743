"""What a person does before a game: choose, see the table found, tell what no camera sees."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from calibration.table import load_table
from rules.core.discovery import discover
from server.commands.samples import samples_folder
from server.commands.serve import open_feed
from server.http.context import Services
from server.pipeline.calibrations import CalibratedStart, calibration_folder
from server.pipeline.readers import ReaderCache
from server.reports.printed_sets import printed_set
from server.store.store import Store
from server.tables.incoming.previews import Previews
from server.tables.live_table import LiveTable
from server.tables.player_commands import StartGame
from server.tables.registry import TableRegistry, start
from server.tables.resuming import Setup
from tests.browser.axe import check_axe
from tests.browser.live_server import served
from tests.server.fakes import TruthReader, picture
from tests.server.scripted import killed, live_table, obeyed, play, session_of
from vision.sources.cameras import Camera
from vision.sources.frame import Frame, Silent

PATIENCE_MS = 60_000

REDLINE = samples_folder() / "redline" / "redline_game_0101"
LINIE1 = samples_folder() / "linie1" / "linie1_game_0101"


@pytest.fixture
def table(tmp_path: Path) -> LiveTable:
    """A table without a game or camera, as `arbitable serve` opens it, with the real readers."""
    store = Store(tmp_path)
    feeds = partial(open_feed, 0.1)
    known = CalibratedStart(tmp_path, None)
    return LiveTable(store.table("table"), store, Setup(), None, feeds, start_memory=known)


@pytest.fixture
def address(
    table: LiveTable, tmp_path: Path, page: Page, request: pytest.FixtureRequest
) -> Iterator[str]:
    """The table on a server of its own, watched; by a reader that sees rightly where that is asked
    for."""
    store, folder = table._store, calibration_folder(tmp_path)
    rightly = "sees_rightly" in request.fixturenames
    readers = ReaderCache(lambda _name: TruthReader()) if rightly else ReaderCache()
    behind = Services(store, CalibratedStart(tmp_path, None), folder, readers)
    start(table)
    with served(TableRegistry([table]), behind, page) as found:
        yield found
    store.close()


def _show(page: Page, game: str, source: Path) -> None:
    """Chooses a game and a folder of photos, and waits for what is seen of them."""
    page.locator(f"[data-game={game}]").click(timeout=PATIENCE_MS)
    page.locator("[data-source='?']").click()
    page.fill("#address", str(source))
    page.locator("#other button").click()
    expect(page.locator("#findings li")).to_have_count(5, timeout=PATIENCE_MS)


def test_a_new_table_is_set_up_and_begun(page: Page, address: str, table: LiveTable) -> None:
    """From the first address to the first call: game, players, folder, what is seen, begin."""
    page.goto(address)
    expect(page).to_have_url(f"{address}/tables/table/setup")
    _show(page, "redline", REDLINE)
    expect(page.locator("#look-say")).to_have_text("7 pieces seen, all surely.")
    expect(page.locator("#view .sure")).to_have_count(7)
    assert page.locator("#view img").evaluate("image => image.naturalWidth") > 0
    expect(page.locator("#findings .mend")).to_have_count(1)
    expect(page.locator("#findings .mend")).to_contain_text("Move the lamp or the camera")
    expect(page.locator("#view .glare")).not_to_have_count(0)
    page.get_by_label("Player 1", exact=True).fill("Ada")
    page.get_by_label("Player 2", exact=True).fill("Bo")
    page.locator("#rules-summary").click()
    page.locator("[data-rule=dead_end]").select_option("both")
    expect(page.locator("#rules-summary")).to_have_text("1 of 13 otherwise than usual")
    page.locator("#begin").click()
    expect(page).to_have_url(f"{address}/tables/table", timeout=PATIENCE_MS)
    expect(page.locator("#turns button").first).to_contain_text("Start", timeout=PATIENCE_MS)
    assert table.state()["players"] == ["Ada", "Bo"]
    session = session_of(table)
    assert session.referee.match.house["dead_end"] == "both"


def test_what_is_missing_is_said_and_focused(page: Page, address: str) -> None:
    """Every game has a picture of its own, and a reader of the screen hears the names alone.
    Pressing Begin too early leads to what must be chosen; equal names are not taken. A choice keeps
    the keyboard: a game chosen, a rule changed, a player added, the next Tab goes on from there.
    Arrow keys walk through games and cameras."""
    page.goto(f"{address}/tables/table/setup")
    emblems = page.locator("[data-game] img")
    expect(emblems).to_have_count(len(discover()), timeout=PATIENCE_MS)
    assert len(set(emblems.evaluate_all("all => all.map((one) => one.src)"))) == len(discover())
    for one in emblems.all():
        expect(one).to_have_js_property("complete", True)
        assert one.evaluate("one => one.naturalWidth > 0 && one.alt === ''")
    expect(page.locator("#notice")).to_have_text("Choose a game first.", timeout=PATIENCE_MS)
    page.locator("#begin").click()
    expect(page.locator("[data-game]").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_have_text("Choose what looks at the table.")
    for number in (1, 2):
        page.get_by_label(f"Player {number}", exact=True).fill("Ada")
    expect(page.locator("#notice")).to_contain_text("the same name")
    page.locator("#begin").click()
    expect(page.get_by_label("Player 1", exact=True)).to_be_focused()
    redline = page.locator("[data-game=redline]")
    redline.focus()
    page.keyboard.press("Enter")
    expect(redline).to_have_attribute("aria-checked", "true")
    expect(redline).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-game=rouge]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-game]").first).to_be_focused()
    expect(redline).to_have_attribute("aria-checked", "true")
    page.locator("#add-player").press("Enter")
    expect(page.get_by_label("Player 3", exact=True)).to_be_focused()
    page.locator("#rules-summary").click()
    rule = page.locator("[data-rule=dead_end]")
    rule.focus()
    rule.select_option("both")
    expect(page.locator("#rules-summary")).to_have_text("1 of 13 otherwise than usual")
    expect(rule).to_be_focused()


def test_a_name_is_typed_letter_by_letter(page: Page, address: str, table: LiveTable) -> None:
    """The field keeps the keyboard from the first letter to the last, and the name stays while the
    pieces are taught on another page. A comma makes no two players of a name: the next game, whose
    players are told in one line, has the same ones; who has a name that nobody can see has a
    letter."""
    page.goto(f"{address}/tables/table/setup")
    page.locator("[data-game=redline]").click(timeout=PATIENCE_MS)
    for number, name in enumerate(("Renée", "Bo"), 1):
        page.get_by_label(f"Player {number}", exact=True).click()
        page.keyboard.type(name)
        expect(page.get_by_label(f"Player {number}", exact=True)).to_be_focused()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Renée")
    page.get_by_label("Player 2", exact=True).fill("Renée")
    expect(page.locator("#notice")).to_contain_text("the same name")
    page.locator("#teach a").click()
    expect(page.locator("#photo-step")).to_be_visible()
    page.locator("#setup").click()
    expect(page.locator("[data-game=redline]")).to_have_attribute("aria-checked", "true")
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Renée")
    page.locator("[data-game=mokadi]").click()
    for number, name in enumerate(("Smith, Anna", "\u200b\u2800"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.locator("[data-source=by-hand]").click()
    page.locator("#begin").click()
    page.get_by_role("button", name="Begin on an empty table").click()
    page.locator("#new-game").click(timeout=PATIENCE_MS)
    with page.expect_response("**/commands"):
        page.locator("#begin button[value=begin]").click()
    assert table.state()["players"] == ["Smith Anna", "B"]


@pytest.mark.usefixtures("sees_rightly")
def test_a_typed_folder_is_enough_to_begin(page: Page, address: str, table: LiveTable) -> None:
    """Game, "Film, folder or stream", the folder's name, Begin: nothing has to be pressed between
    the name and Begin. A server that was started anew knows the game and no folder: one tap under
    "Cameras and links" goes on with it, and the set-up page has its name in the field."""
    page.goto(f"{address}/tables/table/setup")
    page.locator("[data-game=redline]").click(timeout=PATIENCE_MS)
    page.locator("[data-source='?']").click()
    expect(page.locator("#begin")).to_have_class(re.compile("notyet"))
    page.locator("#address").press_sequentially(str(REDLINE))
    expect(page.locator("#notice")).not_to_have_text("Choose what looks at the table.")
    expect(page.locator("#begin")).not_to_have_class(re.compile("notyet"))
    page.locator("#begin").click()
    expect(page).to_have_url(f"{address}/tables/table", timeout=PATIENCE_MS)
    expect(page.locator("#turns button").first).to_contain_text("Start", timeout=PATIENCE_MS)
    assert table.state()["source"] == str(REDLINE)
    with table.camera.change:
        table.camera.spec = None
        table.camera.let_go()
    page.goto(f"{address}/tables/table/setup")
    expect(page.locator("#address")).to_have_value(str(REDLINE), timeout=PATIENCE_MS)
    page.goto(f"{address}/tables/table")
    page.locator("#connect").click(timeout=PATIENCE_MS)
    page.locator("#links .cameras button", has_text=str(REDLINE)).click(timeout=PATIENCE_MS)
    expect(page.locator("#links")).to_be_hidden()
    for _ in range(PATIENCE_MS // 50):
        if table.camera.spec is not None:
            break
        page.wait_for_timeout(50)
    assert table.state()["source"] == str(REDLINE)
    expect(page.locator("#notice")).to_have_text("")
    assert table.state()["game"] == "redline"


@pytest.mark.slow
def test_a_source_without_pictures_says_why(page: Page, address: str, tmp_path: Path) -> None:
    """An empty folder waits for its first photo and reads it by itself; nonsense says its cure;
    the phone shows its code. Beside "Begin" stands what would come to nothing."""
    folder = tmp_path / "photos"
    folder.mkdir()
    page.goto(f"{address}/tables/table/setup")
    page.locator("[data-game=redline]").click(timeout=PATIENCE_MS)
    page.locator("[data-source='?']").click()
    page.fill("#address", str(tmp_path / "nothing.avi"))
    page.locator("#other button").click()
    expect(page.locator("#look-say")).to_contain_text("does not exist", timeout=PATIENCE_MS)
    expect(page.locator("#notice")).to_contain_text("does not exist")
    page.fill("#address", str(folder))
    page.locator("#other button").click()
    expect(page.locator("#look-say")).to_contain_text("holds no photo yet", timeout=PATIENCE_MS)
    expect(page.locator("#notice")).to_be_empty()
    shutil.copy(REDLINE / "01.jpg", folder / "1.jpg")
    expect(page.locator("#look-say")).to_contain_text("8 pieces seen", timeout=PATIENCE_MS)
    page.locator("[data-source=phone]").click()
    expect(page.locator("#phone .qr")).to_be_visible()
    expect(page.locator("#look-say")).to_contain_text("start its camera", timeout=PATIENCE_MS)


@pytest.mark.slow
def test_cameras_show_what_they_see(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Listed by name and number with a picture that refreshes itself; chosen, it is looked
    through; a camera that gives none is told apart."""
    cameras = (Camera(0, "Desk camera"), Camera(2, "Broken camera"))
    monkeypatch.setattr("server.http.routes.computer.list_cameras", lambda: cameras)
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
    table = live_table(tmp_path, Setup())
    previews = Previews(lambda spec: Turning(spec == "0"), patience_s=0.5)
    readers = ReaderCache(lambda _name: TruthReader())
    behind = Services(table._store, readers=readers, previews=previews)
    with served(TableRegistry([table]), behind, page) as address:
        page.goto(f"{address}/tables/table/setup")
        card = page.get_by_role("radio", name="Desk camera")
        expect(card).to_contain_text("Camera number 0", timeout=PATIENCE_MS)
        image = card.locator("img")
        expect(image).to_have_attribute("src", re.compile("^data:image/jpeg"), timeout=PATIENCE_MS)
        assert image.evaluate("image => image.naturalWidth") == 320
        first = image.get_attribute("src") or ""
        expect(image).not_to_have_attribute("src", first, timeout=PATIENCE_MS)
        broken = page.get_by_role("radio", name="Broken camera").locator("img")
        expect(broken).to_have_class(re.compile("dead"), timeout=PATIENCE_MS)
        page.locator("[data-game=redline]").click()
        card.click()
        expect(page.locator("#look-say")).to_contain_text("pieces seen", timeout=PATIENCE_MS)
        expect(card).to_have_attribute("aria-checked", "true")
    killed(table)


class Turning:
    """A camera that shows the recorded game's photos in turn, or nothing at all."""

    def __init__(self, works: bool) -> None:
        self.name = "turning"
        self._works = works
        self._number = 4

    def newest(self, timeout: float) -> Frame | Silent:
        """The next photo."""
        if not self._works:
            return Silent(0.0, "It is unplugged.", "Plug it in.")
        self._number += 1
        return Frame(picture(self._number % 3), 0.0, self._number)

    def close(self) -> None:
        """Nothing to let go."""


def test_corners_are_dragged_and_kept(page: Page, address: str, tmp_path: Path) -> None:
    """By arrow key and by mouse; kept, they are this table's calibration and are used at once."""
    page.goto(f"{address}/tables/table/setup")
    _show(page, "linie1", LINIE1)
    page.locator("#drag").click()
    corners = page.locator(".corner")
    expect(corners).to_have_count(4, timeout=PATIENCE_MS)
    expect(corners.first).to_be_focused()
    before = corners.first.bounding_box()
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#look-say")).to_contain_text("Corner 1, at row 1, column 1:")
    box = corners.nth(2).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 22, box["y"] + 22)
    page.mouse.down()
    page.mouse.move(box["x"] + 52, box["y"] + 12)
    moved = corners.nth(2).bounding_box()
    page.mouse.move(box["x"] + 22, box["y"] + 22)
    page.mouse.up()
    assert moved is not None
    assert moved["x"] - box["x"] == pytest.approx(30, abs=2)
    assert corners.first.bounding_box() == pytest.approx(before, abs=1)
    page.get_by_role("button", name="Keep these corners").click()
    expect(corners).to_have_count(0, timeout=PATIENCE_MS)
    expect(page.locator("#findings li")).to_have_count(5, timeout=PATIENCE_MS)
    kept = load_table(calibration_folder(tmp_path), "table-linie1")
    assert kept.game == "linie1"
    assert kept.size_wh == (1280, 960)


@pytest.mark.usefixtures("sees_rightly")
def test_the_set_up_fits_and_is_accessible(page: Page, address: str) -> None:
    """Nothing scrolls sideways at 360 pixels in either language, and axe finds nothing, in the
    dark on a phone and in the light on a laptop."""
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{address}/tables/table/setup")
    _show(page, "redline", REDLINE)
    page.locator("#rules-summary").click()
    for language in ("Français", "English"):
        page.get_by_role("button", name=language).click()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check_axe(page)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1366, "height": 768})
    check_axe(page)


def test_hands_are_told_by_a_form(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Prefilled with what is known, saved, and kept by the game; nonsense is not sent."""
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
    table = live_table(tmp_path, spec="0")
    play(table, 0, 1, 2)
    page.set_viewport_size({"width": 360, "height": 740})
    with served(TableRegistry([table]), Services(table._store), page) as address:
        page.goto(f"{address}/tables/table/facts")
        title = page.locator("summary", has_text="Ada: What is in the hand?")
        hand = page.locator("details", has=title)
        title.click(timeout=PATIENCE_MS)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        hand.get_by_label("yellow, north", exact=True).click()
        hand.get_by_label("blue, north, south-east", exact=True).click()
        hand.get_by_label("Take away: yellow, north", exact=True).click()
        more = hand.get_by_label("How many more, which nobody has read")
        more.fill("-3")
        hand.get_by_role("button", name="Save").click()
        expect(hand.get_by_role("alert")).to_contain_text("from 0 to 200")
        more.fill("4")
        hand.get_by_role("button", name="Save").click()
        said = page.locator("#notice")
        expect(said).to_have_text("Noted. Ada\u2019s hand: 1 known, others: 4", timeout=PATIENCE_MS)
        expect(hand.locator("li")).to_have_count(1)
        expect(hand.locator("li svg")).to_be_visible()
        session = session_of(table)
        known = session.referee.match.accepted.hand("Ada")
        assert (len(known.known), known.hidden) == (1, 4)
    killed(table)


def test_a_form_that_is_not_saved_yet_is_kept(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada's hand is tapped while Bo's is saved, and in another language; the keyboard stays with
    the form that was saved."""
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
    table = live_table(tmp_path, spec="0")
    play(table, 0, 1, 2)
    with served(TableRegistry([table]), Services(table._store), page) as address:
        page.goto(f"{address}/tables/table/facts")
        hands = [
            page.locator("details", has=page.locator("summary", has_text=f"{name}: What is in"))
            for name in ("Ada", "Bo")
        ]
        for hand, piece in zip(hands, ("yellow, north", "blue, north, south-east"), strict=True):
            hand.locator("summary").click(timeout=PATIENCE_MS)
            hand.get_by_label(piece, exact=True).click()
        hands[0].get_by_label("How many more, which nobody has read").fill("3")
        hands[1].get_by_role("button", name="Save").click()
        expect(page.locator("#notice")).to_contain_text("Noted", timeout=PATIENCE_MS)
        expect(hands[1].locator("summary")).to_be_focused()
        for hand in hands:
            expect(hand.locator(".piece-list:not(.all) li")).to_have_count(1)
        page.get_by_role("button", name="Français").click()
        ours = page.locator("details", has=page.locator("summary", has_text="Ada :"))
        expect(ours.get_by_label("Retirer : jaune, nord", exact=True)).to_be_visible()
        expect(ours.locator("input[type=number]")).to_have_value("3")
        ours.get_by_role("button", name="Enregistrer").click()
        expect(page.locator("#notice")).to_contain_text("Ada", timeout=PATIENCE_MS)
        session = session_of(table)
        match = session.referee.match.accepted
        assert [len(match.hand(name).known) for name in ("Ada", "Bo")] == [1, 1]
    killed(table)


@pytest.mark.slow
def test_a_picture_of_another_game_is_not_begun_with(page: Page, address: str) -> None:
    """A Mokadi photo shown as Redline: the page names the game that it sees, and nowhere says that
    one may begin."""
    page.goto(f"{address}/tables/table/setup")
    page.locator("[data-game=redline]").click(timeout=PATIENCE_MS)
    page.locator("[data-source='?']").click()
    page.fill("#address", str(samples_folder() / "mokadi" / "mokadi_0001.jpg"))
    page.locator("#other button").click()
    expect(page.locator("#notice")).to_have_text(
        "This picture shows Mokadi, not Redline. Choose the other game, or another picture.",
        timeout=PATIENCE_MS,
    )
    assert "may begin" not in page.inner_text("body")


@pytest.mark.slow
def test_a_game_begun_as_another_is_found_out(
    page: Page, address: str, table: LiveTable, tmp_path: Path
) -> None:
    """Nothing is found of Redline for a while: the page says which game it looks like, and offers
    it once; whoever wants to stays."""
    folder = tmp_path / "photos"
    folder.mkdir()
    shutil.copy(samples_folder() / "mokadi" / "mokadi_0001.jpg", folder / "01.jpg")
    obeyed(table, StartGame("redline", source=str(folder)))
    for choice in ("Stay with Redline", "Play Mokadi"):
        page.goto(f"{address}/tables/table")
        offer = page.locator("#offer")
        expect(offer).to_contain_text("This looks like Mokadi, not Redline.", timeout=PATIENCE_MS)
        offer.get_by_role("button", name=choice).click()
        expect(offer).to_be_hidden()
    expect(page.locator("#begin select").first).to_have_value("mokadi")
    page.locator("#begin .primary").click()
    expect(page.locator("#title")).to_have_text("Mokadi", timeout=PATIENCE_MS)
    assert table.state()["game"] == "mokadi"


@pytest.mark.slow
def test_mokadi_is_begun_without_a_camera(page: Page, address: str) -> None:
    """By hand: set up, begun, and the panel stands open; another game offers no such way."""
    page.goto(f"{address}/tables/table/setup")
    page.locator("[data-game=redline]").click(timeout=PATIENCE_MS)
    expect(page.locator("[data-source=by-hand]")).to_have_count(0)
    page.locator("[data-game=mokadi]").click()
    page.locator("[data-source=by-hand]").click()
    page.locator("#begin").click()
    page.get_by_role("button", name="Begin on an empty table").click()
    expect(page.locator("#hand svg")).to_be_visible()


def test_a_set_is_printed_before_the_game(page: Page, address: str) -> None:
    """Choose the game, the paper and what the ruler measured: the PDF is among the downloads, in
    the language of the page; what the ruler cannot measure is not sent."""
    page.goto(f"{address}/tables/table/setup")
    page.locator("[data-game=redline]").click(timeout=PATIENCE_MS)
    page.locator("[data-language=fr]").click()
    page.get_by_text("Pas de jeu sous la main ? Imprimez-en un").click()
    page.get_by_label("Papier").select_option("letter")
    page.locator("#print-measured").fill("98.5")
    with page.expect_download() as download:
        page.get_by_role("button", name="Créer le PDF").click()
    assert download.value.suggested_filename == "redline-letter.pdf"
    assert Path(download.value.path()).read_bytes() == _letter_set()
    expect(page.locator("#print-say")).to_contain_text("dans vos téléchargements")
    check_axe(page)
    page.locator("[data-language=en]").click()
    expect(page.locator("#print-say")).to_contain_text("among your downloads")
    page.locator("#print-measured").fill("50")
    page.get_by_role("button", name="Make the PDF").click()
    assert not page.locator("#print-measured").evaluate("field => field.validity.valid")


def _letter_set() -> bytes:
    return printed_set("redline", "letter", "fr", 98.5).data
