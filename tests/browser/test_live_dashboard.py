"""What the keeper of a live table does on the dashboard."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from server.http.context import Services
from server.tables.live_table import LiveTable
from server.tables.player_commands import StartGame
from server.tables.registry import TableRegistry
from server.tables.resuming import Setup
from tests.browser.conftest import until, until_so
from tests.browser.live_server import served
from tests.server.fakes import TruthReader
from tests.server.scripted import (
    NoFeed,
    clear,
    killed,
    live_table,
    obeyed,
    play,
    session_of,
    truthful_table,
    watch,
)
from vision.gate.why import Why
from vision.live.look import Blocked
from vision.sources.offers import Offer


def _served(table: LiveTable, page: Page) -> AbstractContextManager[str]:
    return served(TableRegistry([table]), Services(table._store), page)


def test_the_page_follows_the_table(at: Page, table: LiveTable) -> None:
    """What stands in the way is said, then the next call, without anybody touching the page. The
    button to play on is there while a foul lies on the table, and undo brings it back. A double tap
    is one order: nothing is complained about, and what is said of an older one goes with the next
    photo."""
    expect(at.locator("#call .word")).to_have_text("Foul")
    table.seen(Blocked(Why.HAND, 0.0))
    expect(at.locator("#doing")).to_have_text("A hand is over the table")
    table.seen(Blocked(Why.COVERED, 0.0))
    expect(at.locator("#doing")).to_contain_text("Take it away")
    at.locator("#insist").click()
    expect(at.locator("#order")).to_contain_text("You play on")
    expect(at.locator("#insist")).to_be_hidden()
    at.locator("#undo").click()
    expect(at.locator("#order")).to_contain_text("Undone")
    expect(at.locator("#insist")).to_be_visible()
    at.locator("#insist").evaluate("button => { button.click(); button.click(); }")
    expect(at.locator("#order")).to_contain_text("You play on")
    at.locator("#undo").click()
    expect(at.locator("#notice")).to_contain_text("lies open again")
    play(table, 4)
    expect(at.locator("#notice")).to_have_text("")
    expect(at.locator("#call .word")).to_have_text("Legal")
    expect(at.locator("#doing")).to_have_text("Watching the table")
    at.get_by_role("button", name="Français").click()
    expect(at.locator("#doing")).to_have_text("La table est observée")


#: Notes when the standing of a look has come.
_HEAR = """() => {
  window.EventSource = class extends EventSource {
    addEventListener(kind, tell) {
      super.addEventListener(kind, (message) => { tell(message); window.heard = kind; });
    }
  };
}"""


def test_a_call_waits_for_nothing_on_the_page(alone: Page, table: LiveTable) -> None:
    """Ten milliseconds after it was heard it stands there; only what happened before the page was
    opened comes as one."""
    alone.add_init_script(f"({_HEAR})()")
    with _served(table, alone) as address:
        alone.goto(address)
        expect(alone.locator("#call .word")).to_have_text("Foul")
        alone.clock.install()
        alone.evaluate("window.heard = null")
        play(table, 4)
        until(alone, "['standing', 'status'].includes(window.heard)")
        alone.clock.run_for(10)
        assert alone.locator("#call .word").text_content() == "Legal"


def test_a_photo_is_fetched_once_it_is_looked_at(at: Page, table: LiveTable) -> None:
    """Who looks back gets nothing of the photo that comes meanwhile; with them at the newest turn
    again, photo and drawing are asked for once each. Where the way to the table is long, the photo
    does not wait for the drawing that says where it lies: it is asked for before that has come."""
    asked: list[str] = []
    expect(at.locator("#call .word")).to_have_text("Foul")
    at.keyboard.press("Home")
    expect(at.locator("#past .band")).to_be_visible()
    expect(at.locator("#straight image")).to_be_visible()
    at.wait_for_timeout(200)
    at.route("**/pictures/*", lambda route: _note(route, asked))
    play(table, 4)
    expect(at.locator("#call .word")).to_have_text("Legal")
    at.wait_for_timeout(200)
    assert asked == []
    at.keyboard.press("End")
    expect(at.locator("#past .band")).to_be_hidden()
    until_so(at, lambda: len(asked) >= 2, "asked for both")
    at.wait_for_timeout(200)  # another one would come with them
    assert sorted(asked) == ["fetch", "image"]
    asked.clear()
    at.unroute("**/pictures/*")
    at.route("**/pictures/*", lambda route: asked.append(route.request.resource_type))
    play(table, 5)
    until_so(at, lambda: len(asked) >= 2, "asked for both")
    at.wait_for_timeout(200)
    assert sorted(asked) == ["fetch", "image"]


def test_a_style_that_did_not_come_is_fetched_again(browser: Browser, table: LiveTable) -> None:
    """One request that was lost leaves no board black to the end of the evening: the next drawing
    asks for it again."""
    lost: list[str] = []
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.route("**/boards/redline.css", lambda route: _lose(route, lost), times=1)
        with _served(table, page) as address:
            page.goto(address)
            expect(page.locator("#board .hub").first).to_be_attached()
            play(table, 4)
            expect(page.locator("#board .hub").first).to_have_css("fill", "rgb(211, 32, 42)")
    assert len(lost) == 1


def _lose(route: Route, lost: list[str]) -> None:
    lost.append(route.request.url)
    route.abort()


def _note(route: Route, asked: list[str]) -> None:
    asked.append(route.request.resource_type)
    route.continue_()


def test_one_tap_corrects_a_piece(page: Page, table: LiveTable) -> None:
    """A tap on the piece offers what it may be; the choice is judged anew. Another language reaches
    what is open: the list of pieces, and the helpers, are put anew in the middle of it."""
    play(table, 3)
    with _served(table, page) as address:
        page.goto(address)
        place = next(p for p in table.readings() if p.place == (-1, 3))
        expect(page.locator("#call .word")).to_have_text("Foul")
        page.locator("#correct").click()
        expect(page.locator("#places")).to_contain_text("yellow")
        page.get_by_role("button", name="Français").click()
        expect(page.locator("#places")).to_contain_text("jaune")
        expect(page.locator("#places")).not_to_contain_text("yellow")
        page.keyboard.press("Escape")
        page.keyboard.press("h")
        expect(page.locator("#assist h2").first).to_contain_text("Où")
        page.get_by_role("button", name="English").click()
        expect(page.locator("#assist h2").first).to_contain_text("Where")
        page.keyboard.press("h")
        page.locator("#correct").click()
        expect(page.locator("#places button").first).to_be_visible()
        page.locator("#straighten").uncheck()
        photo = page.locator("#photo")
        expect(photo).to_have_attribute("src", re.compile("pictures"))
        photo.click(position=_spot(page, place.at))
        dialog = page.locator("#readings")
        expect(dialog.locator("h2")).to_have_text("What lies on A4?")
        expect(dialog.locator("li button")).to_have_count(len(place.readings))
        dialog.locator("li button", has_text="nothing").click()
        page.locator("#sure-yes").click()
        expect(page.locator("#order")).to_contain_text("Corrected")
        assert table.state()["turn"] == 1


#: The whole photo's size, once it stands in the spot's place.
WHOLE_PHOTO = """() => {
  const image = document.querySelector("#photo");
  const large = document.querySelector("#photo-frame").classList.contains("large");
  const size = [image.naturalWidth, image.naturalHeight];
  return !large && image.complete && size[0] > 0 && size;
}"""


def _spot(page: Page, at: tuple[float, float]) -> dict[str, float]:  # type: ignore[type-arg]
    """Where in the photo's element a share of the picture is: it is letterboxed."""
    size = until(page, WHOLE_PHOTO)
    box = page.locator("#photo").bounding_box()
    assert box is not None
    scale = min(box["width"] / size[0], box["height"] / size[1])
    left, top = (box["width"] - size[0] * scale) / 2, (box["height"] - size[1] * scale) / 2
    return {"x": left + at[0] * size[0] * scale, "y": top + at[1] * size[1] * scale}


def test_links_and_a_new_game(at: Page, table: LiveTable) -> None:
    """Codes for every role; a new game begins from the form. What was chosen for it stands in the
    form for the next one, and on the set-up page; another game has its usual rules."""
    at.locator("#connect").click()
    expect(at.locator(".link img")).to_have_count(3)
    at.locator("#links .close").click()
    expect(at.locator("#turns button")).not_to_have_count(0)
    at.locator("#new-game").click()
    at.locator("#begin input[name=players]").fill("Cy, Di")
    at.locator("#begin button[value=begin]").click()
    expect(at.locator("#turns button")).to_have_count(0)
    table.seen(clear(0))
    expect(at.locator("#call .word")).to_have_text("Start")
    assert table.state()["players"] == ["Cy", "Di"]
    at.locator("#new-game").click()
    expect(at.locator("#turns button")).not_to_have_count(0)
    at.locator("#begin summary").click()
    at.locator("#begin [data-rule=dead_end]").select_option("both")
    at.locator("#begin [data-rule=colour_variant]").select_option("true")
    at.locator("#begin button[value=begin]").click()
    expect(at.locator("#turns button")).to_have_count(0)
    at.locator("#new-game").press("Enter")
    expect(at.locator("#begin")).to_be_visible()
    expect(at.locator("#begin [data-rule=dead_end]")).to_have_value("both")
    at.locator("#begin select[name=game]").select_option("rouge")
    at.locator("#begin select[name=game]").select_option("redline")
    with at.expect_response("**/commands"):
        at.locator("#begin button[value=begin]").click()
    at.goto(f"{at.url}/setup")
    expect(at.locator("#rules-summary")).to_contain_text("2 of 13")
    session = session_of(table)
    house = session.referee.match.house
    assert (house["dead_end"], house["colour_variant"]) == ("both", True)


def test_a_refused_channel_is_asked_for_again(browser: Browser, table: LiveTable) -> None:
    """A table that is not there yet after a restart is followed once it is; what was said while
    nobody answered goes."""
    context = browser.new_context(locale="en-GB")  # its console tells of refusals
    page = context.new_page()
    with _served(table, page) as address:
        page.route("**/events", lambda route: route.fulfill(status=404))
        page.route("**/commands", lambda route: route.abort())
        page.goto(address)
        expect(page.locator("#doing")).to_contain_text("Connection lost")
        page.locator("#play").evaluate("button => button.click()")
        expect(page.locator("#notice")).to_contain_text("does not answer")
        page.unroute_all(behavior="wait")
        expect(page.locator("#call .word")).to_have_text("Foul")
        expect(page.locator("#doing")).to_have_text("Watching the table")
        expect(page.locator("#notice")).to_have_text("")
    context.close()


def test_a_table_without_a_game_offers_one(
    page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No button of a recording, no call: only what begins a game, step by step or at once."""
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
    table = live_table(tmp_path, Setup())
    with _served(table, page) as address:
        page.goto(f"{address}/tables/table")
        expect(page.locator("#call")).to_contain_text("Choose a game")
        expect(page.locator("#doing")).to_be_empty()
        for button in ("#play", "#next", "#restart", "#undo", "#correct"):
            expect(page.locator(button)).to_be_hidden()
        page.locator("#to-setup").click()
        expect(page).to_have_url(f"{address}/tables/table/setup")
        page.locator("#dashboard[href]").click()
        page.locator("#connect").click()
        expect(page.locator("#links .facts-link")).to_be_visible()
        expect(page.locator("#export")).to_be_hidden()
        page.locator("#links .close").click()
        page.locator("#new-game").click()
        page.locator("#begin select[name=game]").select_option("redline")
        page.locator("#begin button[value=begin]").click()
        expect(page.locator("#title")).to_have_text("Redline")
        expect(page.locator("#doing")).to_contain_text("No camera chosen")
    killed(table)


def test_who_waits_for_a_phone_is_led_to_its_code(page: Page, tmp_path: Path) -> None:
    """A table that waits for its phone has the way to the codes in the middle of what stands, not
    only in the bar below; it goes with the first look. Who corrects before that sees what comes:
    there is nothing to look back at yet."""
    with truthful_table(tmp_path, spec="phone") as waiting, _served(waiting, page) as address:
        page.goto(address)
        page.locator("#to-connect").click()
        expect(page.locator("#links")).to_be_visible()
        page.locator("#links .close").click()
        page.locator("#correct").click()
        page.keyboard.press("Escape")
        play(waiting, 0)
        expect(page.locator("#call .word")).to_have_text("Start")
        expect(page.locator("#to-connect")).to_have_count(0)
        play(waiting, 1)
        expect(page.locator("#call .word")).to_have_text("Legal")
        expect(page.locator("#past .band")).to_be_hidden()
        expect(page.locator("body")).not_to_have_class(re.compile("looking"))


def test_a_phone_is_not_told_to_choose_a_camera(page: Page, table: LiveTable) -> None:
    """Its photos are taken where no camera is chosen, and it has no button that chooses one. Photo
    by photo is called the first way only where filming comes after it. It forgets the calls of the
    game before: the first photo of the next one has the number of the first one of this."""
    with _served(table, page) as address:
        page.goto(address)
        expect(page.locator("#doing")).to_have_text("Watching the table")
        with table.camera.change:
            table.camera.spec = None
        table.status.tell_unseen()
        expect(page.locator("#doing")).to_contain_text("No camera chosen")
        page.goto(f"{address}/tables/table/camera")
        expect(page.locator("#standing")).to_have_text("Waiting for a picture")
        expect(page.locator("#by-photo h2")).to_be_hidden()
        expect(page.locator("#call .word")).to_have_text("Foul")
        obeyed(table, StartGame())
        expect(page.locator("#call .word")).to_have_count(0)


def test_a_late_photo_is_asked_about(page: Page, table: LiveTable) -> None:
    """One tap answers; the question goes when the folder asks no more."""
    feed = NoFeed("photos")
    feed.offer = Offer("late", "late-1", ("IMG_3.jpg",), 1)
    watch(table, feed)
    table.asked()
    with _served(table, page) as address:
        page.goto(address)
        asked = page.locator("#offer")
        expect(asked).to_contain_text("IMG_3.jpg came late")
        expect(asked.locator("button")).to_have_count(2)
        page.get_by_role("button", name="Français").click()
        asked.get_by_role("button", name="La laisser de côté").click()
        feed.answered.wait(10)
        assert feed.answers == [("late-1", "leave-out")]
        feed.offer = None
        table.asked()
        expect(asked).to_be_hidden()
