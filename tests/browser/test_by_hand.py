"""Mokadi by hand: laid by tapping, judged by the same referee."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server.http.context import Services
from server.tables.live_table import LiveTable
from server.tables.player_commands import StartGame, TellFact, TellTurn
from server.tables.registry import TableRegistry
from server.tables.resuming import Setup
from tests.browser.by_hand import PADS, STICK, begin, lay, tap
from tests.browser.conftest import HeldAnswer
from tests.browser.live_server import served
from tests.server.scripted import obeyed, session_of, truthful_table


@pytest.fixture
def game(tmp_path: Path) -> Iterator[LiveTable]:
    """A game for two, nothing laid, no camera."""
    with truthful_table(tmp_path, setup=Setup("mokadi", ("Ada", "Bo"))) as made:
        yield made


@pytest.fixture
def at(game: LiveTable, page: Page) -> Iterator[Page]:
    """The panel, open on an empty table; the page leaves before its server goes."""
    with served(TableRegistry([game]), Services(game._store), page) as address:
        page.goto(f"{address}/tables/table")
        begin(page)
        yield page


def test_only_who_wants_a_camera_is_told_to_choose_one(at: Page) -> None:
    """Not who plays by hand, and not who only watches: there is no button for it there."""
    expect(at.locator("#doing")).to_have_text("By hand")
    watcher = {"role": "watch"}
    at.route("**/state", lambda route: route.fulfill(json={**route.fetch().json(), **watcher}))
    at.reload()
    expect(at.locator("#doing")).to_have_text("No camera looks at the table")
    at.unroute_all(behavior="wait")
    at.reload()
    expect(at.locator("#doing")).to_contain_text("No camera chosen. Press")


def test_a_pad_has_its_own_word_of_a_colour(at: Page) -> None:
    """In French a pad is "blanc", a stick "blanche": in the panel and among the facts."""
    at.get_by_role("button", name="Français").click()
    choices = at.locator("#hand .hand-choices button")
    expect(choices.first).to_have_text("Plot blanc · 2")
    expect(choices.nth(3)).to_have_text("Baguette noire · 9")
    at.goto(f"{at.url}/facts")
    held = at.locator("#forms details", has=at.locator("summary", has_text="Pièces encore en main"))
    held.first.locator("summary").click()
    expect(held.first.locator("fieldset", has_text="Plots")).to_contain_text("blanc")
    expect(held.first.locator("fieldset", has_text="Plots")).not_to_contain_text("blanche")


def test_the_keyboard_stays_in_the_panel(at: Page, game: LiveTable) -> None:
    """A choice keeps it, and so does a turn that was told: the next one is told without a mouse.
    What comes late does not fill the panel: it was asked for while the other player moved, and who
    moves now stays."""
    expect(at.locator("#hand button[aria-pressed=true]")).to_be_focused()
    other = at.locator("#hand button", has_text="Pad: black")
    other.focus()
    at.keyboard.press("Enter")
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(other).to_be_focused()
    at.locator("#hand svg").focus()
    at.keyboard.press("Enter")
    at.locator("#hand .primary").focus()
    at.keyboard.press("Enter")
    expect(at.locator("#call")).to_contain_text("black pad")
    expect(at.locator("#hand h2")).to_contain_text("Bo")
    expect(at.locator("#hand button[aria-pressed=true]")).to_be_focused()
    facts = HeldAnswer(at, "**/facts")
    obeyed(game, TellFact("turn", {"player": "Ada"}))
    facts.wait()
    with at.expect_response("**/facts") as answered:
        obeyed(game, TellFact("turn", {"player": "Bo"}))
    answered.value.finished()
    facts.let_go()
    expect(at.locator("#hand h2")).to_have_text("Bo plays")


def test_sticks_are_shared_out_as_the_duty_says(at: Page, game: LiveTable) -> None:
    """One tap for what is asked, however many of each colour that is."""
    stock = {"pads": {"white": 0, "black": 0}, "sticks": {"white": 4, "black": 5}}
    players = ("Ada", "Bo", "Cy")
    obeyed(game, StartGame("mokadi", players))
    expect(at.locator("#players")).to_contain_text("Cy")
    begin(at)
    obeyed(game, *(TellFact("stock", {"player": player, **stock}) for player in players))
    obeyed(game, TellFact("phase", {"phase": "building"}))
    obeyed(game, TellTurn({"kind": "concede", "player": "Ada"}))
    at.get_by_role("button", name="Shared out as said").click()
    expect(at.locator("#call .word")).to_have_text(["Legal"])
    expect(at.locator("#call")).to_contain_text("sticks shared out")


def test_a_game_is_played_by_tapping(at: Page, game: LiveTable) -> None:
    """Pads in two rounds, a stick on two of them: every turn legal, each player's in turn, the
    counts of what he holds go down; a pad too near is a foul that can be said to be taken back."""
    expect(at.locator("#hand h2")).to_have_text("Ada plays")
    expect(at.locator("#hand .hand-choices button").first).to_contain_text("· 2")
    lay(at, "Pad: black", (0, 0), turn=1)
    expect(at.locator("#call .word")).to_have_text(["Legal"])
    expect(at.locator("#hand h2")).to_have_text("Bo plays")
    lay(at, "Pad: white", (0.2, 0.1), turn=2)
    expect(at.locator("#call .word")).to_have_text(["Foul"])
    expect(at.locator("#call .rule")).to_contain_text("Mokadi")
    at.locator("#take-back").click()
    expect(at.locator("#call .word")).to_have_text(["Legal"])
    expect(at.locator("#hand g[data-place]")).to_have_count(1)
    for number, (piece, point) in enumerate(PADS[1:], 2):
        lay(at, f"Pad: {piece}", point, turn=number)
        expect(at.locator("#call .word")).to_have_text(["Legal"])
    lay(at, "Stick: white", *STICK, turn=5)
    expect(at.locator("#call .word")).to_have_text(["Legal"])
    expect(at.locator("#board [data-stick]")).to_have_count(1)
    # What was laid by hand is a turn of the log like any other; the order in between is none.
    expect(at.locator(".side #turns li:not(.ordered) b")).to_have_text(
        ["Legal", "Foul", *["Legal"] * 4]
    )
    session = session_of(game)
    assert len(session.standing()) == 5
    at.locator("#undo").click()
    at.locator("#sure-yes").click()
    expect(at.locator("#board [data-stick]")).to_have_count(0)


@pytest.mark.slow
def test_what_cannot_be_judged_says_why(at: Page) -> None:
    """A stick taken off while sticks are still held: nothing happens, and the panel tells."""
    for number, (piece, point) in enumerate(PADS, 1):
        lay(at, f"Pad: {piece}", point, turn=number)
    lay(at, "Stick: white", *STICK, turn=5)
    expect(at.locator("#hand [data-stick]")).to_have_count(1)
    at.get_by_role("button", name="Take a stick off").click()
    tap(at, (0.2, -0.35))
    at.locator("#hand .primary").click()
    expect(at.locator("#hand .hint")).to_contain_text("S1")
    expect(at.locator("#board [data-stick]")).to_have_count(1)


@pytest.mark.slow
def test_the_keyboard_lays_too(at: Page) -> None:
    """Arrow keys move a cursor over the table, Enter taps."""
    at.locator("#hand svg").focus()
    at.keyboard.press("ArrowRight")
    at.keyboard.press("Enter")
    expect(at.locator("#hand .ghost")).to_have_count(1)
    at.locator("#hand .primary").click()
    expect(at.locator("#call .word")).to_have_text(["Legal"])


@pytest.mark.slow
def test_the_rules_are_at_hand(at: Page) -> None:
    """Every decision, the house rules as this table plays, and the order of play."""
    at.locator("#rules").click()
    expect(at.locator("#rulebook-title")).to_have_text("Mokadi: the rules")
    expect(at.locator("#rulebook .order-of-play")).to_contain_text("Ada → Bo")
    expect(at.locator("#rulebook .decisions li")).to_have_count(21)
    expect(at.locator("#rulebook .house li", has_text="measured")).to_contain_text("middle")
