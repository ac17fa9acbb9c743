"""What players do on the play page of a live table: correct, answer, ask for help, see the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from rules.core.places import Cell
from rules.games.redline.tiles import Tile
from server.tables.live_table import LiveTable
from server.tables.player_commands import TellFact
from tests.browser.conftest import HeldAnswer
from tests.server.fakes import picture
from tests.server.scripted import obeyed, play, session_of, truthful_table

#: How long a page has to make of an answer what it would.
SETTLING_MS = 200

#: A hand as people would tell it: three tiles read, five not.
ADA = [
    {"colour": "yellow", "spokes": ["N"]},
    {"colour": "blue", "spokes": ["N", "S"]},
    {"colour": "blue", "spokes": ["N", "E"]},
]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A game after the setup and the first turn; what the first player holds was told."""
    with truthful_table(tmp_path, 0, spec="0") as made:
        obeyed(made, TellFact("hand", {"player": "Ada", "tiles": ADA, "hidden": 5}))
        obeyed(made, TellFact("turn", {"player": "Ada"}))
        obeyed(made, TellFact("reserve", {"count": 30}))
        yield made


def test_hands_reserve_and_turn_are_shown(at: Page, table: LiveTable) -> None:
    """Who moves, with the known tiles drawn and the others counted. The helpers begin with them,
    and a press shows where one goes. It follows the game, to its end: where nobody holds a tile
    the winner and the ranks stand there."""
    mover = at.locator("#players .to-move")
    expect(mover).to_contain_text("Ada")
    expect(mover).to_contain_text("8 in hand")
    expect(mover.locator(".hand svg")).to_have_count(3)
    expect(at.locator("#players .count")).to_contain_text("30")
    at.locator("#assist-button").click()
    pieces = at.locator("#assist .pieces button")
    expect(pieces).to_have_count(3)
    for number in range(3):
        pieces.nth(number).click()
        expect(pieces.nth(number)).to_have_attribute("aria-pressed", "true")
    expect(at.locator("#assist .answer")).not_to_be_empty()
    at.get_by_role("button", name="Check").click()
    expect(at.locator("#assist .answer")).to_contain_text("Ada can lay")
    at.locator("#assist-button").click()
    play(table, 1)
    expect(at.locator("#players .to-move")).to_contain_text("Bo")
    for player in ("Ada", "Bo"):
        obeyed(table, TellFact("hand", {"player": player, "tiles": [], "hidden": 0}))
    session = session_of(table)
    ended = session.game.outcome(session.referee.match.accepted, session.referee.match.house)
    assert ended is not None
    expect(at.locator("#players .outcome")).to_contain_text(ended.winners[0])


def test_an_overtaken_question_does_not_answer_the_next_one(at: Page, table: LiveTable) -> None:
    """A slow answer to an earlier press comes after the later one's and is left out."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    at.route("**/help/fits", hold)
    at.locator("#assist-button").click()
    at.locator("#assist .pieces button").first.click()
    at.get_by_role("button", name="Check").click()
    expect(at.locator("#assist .answer")).to_contain_text("Ada can lay")
    with at.expect_response("**/help/fits") as late:
        held[0].continue_()
    late.value.finished()
    at.wait_for_timeout(SETTLING_MS)
    expect(at.locator("#assist .answer")).to_contain_text("Ada can lay")


def test_an_overtaken_answer_tells_no_old_table(at: Page, table: LiveTable) -> None:
    """How the table stands was asked twice, and the older answer comes last: the newer stays. What
    was told is a small line, the foul that lies on the table stays the call."""
    reserve = at.locator("#players .count")
    state = HeldAnswer(at, "**/state")
    obeyed(table, TellFact("reserve", {"count": 20}))
    state.wait()
    obeyed(table, TellFact("reserve", {"count": 10}))
    expect(reserve).to_contain_text("10")
    state.let_go()
    expect(reserve).to_contain_text("10")
    play(table, 1, 2, 3)
    expect(at.locator("#call .word")).to_have_text("Foul")
    obeyed(table, TellFact("reserve", {"count": 20}))
    expect(at.locator("#call .word")).to_have_text(["Foul"])
    expect(at.locator("#order")).to_contain_text("Noted")
    expect(at.locator("#call .rule")).to_contain_text("Redline B")
    obeyed(table, TellFact("reserve", {"count": 21}))
    expect(at.locator("#turns button")).to_have_count(11)
    expect(at.locator("#call .word")).to_have_text(["Foul"])
    expect(at.locator("#order")).to_contain_text("Noted")


@pytest.mark.slow
def test_open_helpers_follow_the_game(at: Page, table: LiveTable) -> None:
    """The next player's pieces take the place of those of the one who has played."""
    at.locator("#assist-button").click()
    heading = at.locator("#assist h2").first
    expect(heading).to_contain_text("Ada")
    at.locator("#assist .pieces button").first.click()
    expect(at.locator("#assist .answer")).not_to_be_empty()
    play(table, 1)
    expect(at.locator("#players .to-move")).to_contain_text("Bo")
    expect(heading).not_to_contain_text("Ada")
    expect(at.locator("#assist .answer")).to_be_empty()


@pytest.mark.slow
def test_that_nobody_can_lay_is_proved_piece_by_piece(at: Page, table: LiveTable) -> None:
    """Hands that fit nowhere: what is in the way of each piece unfolds, and the board shows where;
    an unread hand is asked for, with the places that are left."""
    at.locator("#assist-button").click()
    check = at.locator("#assist .help").last.get_by_role("button", name="Check")
    check.click()
    expect(at.locator("#assist .answer")).to_contain_text("can lay")
    session = session_of(table)
    lying = [session.game.label_to_json(tile) for tile in session.standing().values()]
    obeyed(table, TellFact("hand", {"player": "Ada", "tiles": lying[:1], "hidden": 0}))
    obeyed(table, TellFact("hand", {"player": "Bo", "tiles": [], "hidden": 3}))
    check.click()
    expect(at.locator("#assist .answer")).to_contain_text("Bo: 3 pieces not read")
    expect(at.locator("#board .fits circle").first).to_be_visible()
    obeyed(table, TellFact("hand", {"player": "Bo", "tiles": lying[:1], "hidden": 0}))
    check.click()
    expect(at.locator("#assist .answer")).to_contain_text("Nobody can lay any more")
    pieces = at.locator("#assist .proof details")
    expect(pieces).to_have_count(2)
    pieces.first.locator("summary").click()
    expect(pieces.first.locator("li").first).to_contain_text("Redline ")
    expect(at.locator("#board .marks .badge").first).to_be_visible()


def test_a_tap_on_the_drawn_board_corrects(at: Page, table: LiveTable) -> None:
    """The drawn tile is tapped instead of the photographed one; the list of places does the same
    for those who do not point. Any piece of the set can be chosen, turned any way: what nobody
    thought likely is entered."""
    play(table, 1)
    expect(at.locator("#call .word").first).to_have_text("Legal")
    at.locator("#correct").click()
    at.locator("#places button", has_text="A3").click()
    at.locator("#readings summary").click()
    kinds = at.locator("#readings .kinds button")
    expect(kinds).to_have_count(48)
    at.locator("#readings .kinds button[aria-label='blue, north, east, south']").click()
    expect(at.locator("#readings .turns button")).to_have_count(4)
    at.locator("#readings .turns button").nth(2).click()
    at.locator("#sure-yes").click()
    expect(at.locator("#order")).to_contain_text("Corrected")
    session = session_of(table)
    assert session.standing()[Cell(0, 2)] == Tile.named("blue", ["S", "W", "N"])
    at.locator("#order button").click()
    expect(at.locator("#order")).to_contain_text("Undone")
    at.locator("#correct").click()
    place = table.readings()[0]
    at.locator(f"#board [data-place='[{place.place[0]},{place.place[1]}]']").first.click()
    expect(at.locator("#readings h2")).to_have_text(f"What lies on {place.names['en']}?")
    at.locator("#readings .close").click()
    at.keyboard.press("c")
    expect(at.locator("#places button")).to_have_count(len(table.readings()))
    at.locator("#places button", has_text="A3").focus()
    at.keyboard.press("Enter")
    at.locator("#readings li button", has_text="nothing").click()
    expect(at.locator("#sure .then")).to_contain_text("The camera was sure of: blue")
    at.locator("#sure-yes").click()
    expect(at.locator("#order")).to_contain_text("Corrected")
    expect(at.locator("#places")).to_be_hidden()


def test_a_list_that_comes_late_overtakes_nothing(at: Page, table: LiveTable) -> None:
    """It was closed and opened again before its places came: what was chosen since stays so. Opened
    once more it shows no old places: who chose one of them would have lost it to the list that
    comes. Who looks back corrects nothing, and who corrects is back at what lies there now."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    def slow(route: Route) -> None:
        route.continue_() if held else hold(route)

    play(table, 1)
    expect(at.locator("#call .word").first).to_have_text("Legal")
    at.route("**/readings", slow)
    for _ in range(3):  # open, close, open
        at.locator("#correct").click()
    expect(at.locator("#places button")).to_have_count(len(table.readings()))
    last = at.locator("#places button").last
    last.focus()
    held[0].continue_()
    at.wait_for_timeout(SETTLING_MS)
    expect(last).to_be_focused()
    at.locator("#correct").click()
    expect(at.locator("#places")).to_be_hidden()
    held.clear()
    at.unroute("**/readings")
    at.route("**/readings", hold)
    with at.expect_request("**/readings"):
        at.locator("#correct").click()
    expect(at.locator("#places button")).to_have_count(0)
    held[0].continue_()
    expect(at.locator("#places button").first).to_be_focused()
    at.locator("#turns button").first.click()
    expect(at.locator("#places")).to_be_hidden()
    expect(at.locator("#correct")).to_have_attribute("aria-pressed", "false")
    at.locator("#correct").click()
    expect(at.locator("#past")).to_be_hidden()


def test_the_live_picture_lies_under_the_marks(at: Page, table: LiveTable) -> None:
    """Off at first; then what the camera sees now is shown, and the turn's own photo again."""
    table.push(picture(2))
    at.locator("#straighten").uncheck()
    expect(at.locator("#photo")).to_be_visible()
    before = at.locator("#photo").get_attribute("src") or ""
    at.get_by_label("Live").check()
    expect(at.locator("#photo")).to_have_attribute("src", re.compile("^data:image/jpeg"))
    at.get_by_label("Live").uncheck()
    expect(at.locator("#photo")).to_have_attribute("src", before)
