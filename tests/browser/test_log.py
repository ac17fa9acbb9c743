"""The log in words, and the time that everybody took."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from server.tables.incoming.pulse import CameraHealth
from server.tables.live_table import LiveTable
from server.tables.player_commands import PressButton, TellFact
from tests.server.scripted import NoFeed, obeyed, play, watch
from vision.reading import Refusal
from vision.sources.frame import Silent


@pytest.fixture
def table(table: LiveTable) -> LiveTable:
    """A table on which a foul lies; something was told."""
    obeyed(table, TellFact("reserve", {"count": 20}))
    return table


def test_the_log_tells_every_turn_in_words(at: Page) -> None:
    """Call, player, move and time of each; the order is a small line; fouls can be seen alone. What
    is told just as somebody closes the log does not open it again. On a laptop the same stand
    beside the pictures, the newest in sight, and a line leads to its turn; on a phone they are the
    strip below, without the words."""
    at.keyboard.press("l")
    lines = at.locator("#turn-log li")
    expect(lines).to_have_count(5)
    expect(lines.nth(3)).to_contain_text("Foul")
    expect(lines.nth(3)).to_contain_text("dead end")
    expect(lines.nth(3).locator("time")).to_have_text("00:16:40")
    expect(at.locator("#turn-log .ordered")).to_have_count(1)
    at.get_by_label("Fouls only").check()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Foul")
    log = at.locator("#turn-log")
    log.evaluate("(log) => { log.dispatchEvent(new Event('change')); log.close(); }")
    at.wait_for_function("() => import('/static/log.js').then(() => true)")
    expect(log).to_be_hidden()
    at.keyboard.press("l")
    expect(log).to_be_visible()
    at.keyboard.press("Escape")
    lines = at.locator(".side #turns button")
    expect(lines).to_have_count(5)
    expect(lines.nth(3)).to_contain_text("dead end")
    expect(at.locator(".side #turns [aria-current=true]")).to_be_in_viewport(ratio=0.9)
    lines.nth(1).dispatch_event("click")
    expect(at.locator("#past .band")).to_contain_text("Turn 1")
    expect(lines.nth(1)).to_be_in_viewport(ratio=0.9)
    at.set_viewport_size({"width": 390, "height": 844})
    strip = at.locator("footer #turns button")
    expect(strip).to_have_count(5)
    expect(strip.nth(3).locator("span")).to_be_hidden()


def test_the_log_tells_every_turn_of_one_photo(bare: Page) -> None:
    """Where one photo brought two turns its line names the newest, and tells the other too."""
    texts = bare.evaluate(
        """async () => {
          const { told } = await import("/static/timeline.js");
          const legal = { kind: "legal", word: "Legal", player: "Bo", reasons: [] };
          const one = (turn, move) => ({ ...legal, turn, move });
          const spoken = { en: [one(3, "tile on F4"), one(4, "tile on A2")] };
          return told({ photo: "5.jpg", spoken }, 5).texts;
        }"""
    )
    assert texts == ["tile on A2", "Turn 3 · Player Bo · Legal · tile on F4"]


def test_what_is_no_turn_has_no_number(at: Page, table: LiveTable) -> None:
    """The start, an order, its undo, a photo that shows nothing: in the strip, in the log and
    beside the call the numbers of turns only go up. Whoever only listens learns what to do about
    such a photo, and the log tells it afterwards; a fact is said with its value, an undo with what
    it turned back, in either language."""
    obeyed(table, PressButton("undo"))
    table.refused("3b.jpg", Refusal("no-board", "There is nothing here.", "Show the layout."))
    expect(at.locator("#turns li")).to_have_count(7)
    told = at.locator("#turns small").all_inner_texts()
    assert [re.sub(r" ·.*", "", one) for one in told] == [
        "",
        *(f"Turn {n}" for n in range(1, 4)),
        *[""] * 3,
    ]
    at.keyboard.press("l")
    orders = at.locator("#turn-log .ordered")
    expect(orders).to_have_count(2)
    lines = at.locator("#turn-log li")
    for line in (lines.first, *orders.all(), lines.last):
        expect(line).not_to_contain_text("Turn")
    expect(lines.last).to_contain_text("Show the layout.")
    said = at.evaluate(
        """async () => {
          const { sentencesOf } = await import("/static/voice.js");
          const rest = { move: null, reasons: [], tasks: [] };
          const call = (kind, about) => ({ kind, word: kind, about, ...rest });
          const said = (...one) => sentencesOf({ spoken: { en: [call(...one)] } });
          return [said("unclear", "Show it."), said("said", "Reserve: 20"), said("ask", "Two:")];
        }"""
    )
    assert said == [["unclear", "Show it."], ["said", "Reserve: 20"], ["ask"]]
    expect(at.locator("#order")).to_contain_text("Tiles in the reserve: 20")
    expect(orders.first).to_contain_text("Noted · Tiles in the reserve: 20")
    expect(orders.last).to_contain_text("Undone · what was told (Tiles in the reserve: 20)")
    at.keyboard.press("Escape")
    at.locator("[data-language=fr]").click()
    at.keyboard.press("l")
    expect(orders.first).to_contain_text("Noté · Pièces dans la réserve : 20")
    # No line begins with a colon: the space before it is one that holds.
    assert "réserve\u00a0: 20" in (orders.first.text_content() or "")


def test_a_turn_played_on_over_a_foul_keeps_its_number(at: Page, table: LiveTable) -> None:
    """It is said of the turn itself, and stands as the call."""
    obeyed(table, PressButton("insist"))
    expect(at.locator("#call .word")).to_have_text("You play on")
    expect(at.locator("#call .who")).to_contain_text("Turn 3")


def test_who_reads_back_in_the_log_is_left_there(at: Page, table: LiveTable) -> None:
    """What changes nothing of it does not pull it away from under the eyes; a turn that comes does
    bring the newest."""
    log = at.locator(".side #turns")
    log.evaluate("one => { one.style.scrollBehavior = 'auto'; one.scrollTop = 0; }")
    obeyed(table, PressButton("pause"))
    expect(at.locator("#play")).to_contain_text("Play")
    assert log.evaluate("one => one.scrollTop") == 0
    obeyed(table, PressButton("play"))
    play(table, 2)
    expect(log.locator("button")).to_have_count(6)
    expect(log.locator("[aria-current=true]")).to_be_in_viewport(ratio=0.9)


def test_an_open_log_follows_the_game(at: Page, table: LiveTable) -> None:
    """What comes while it is read stands in it, and the line that is read keeps the focus. A player
    has one colour there and in his card."""
    at.keyboard.press("l")
    lines = at.locator("#turn-log li")
    expect(lines).to_have_count(5)
    at.locator("#turn-log a").nth(1).focus()
    play(table, 2)
    expect(lines).to_have_count(6)
    expect(lines.last).to_contain_text("Taken back")
    expect(at.locator("#turn-log a").nth(1)).to_be_focused()
    obeyed(table, TellFact("turn", {"player": "Ada"}))
    play(table, 3)
    expect(at.locator("[data-player=Ada] .dot")).to_have_class(re.compile("seat-0"))
    expect(at.locator("#call .who")).to_contain_text("Player Ada")
    line = at.locator("#turn-log .line", has_text="Player Ada").last
    expect(line.locator(".dot")).to_have_class(re.compile("seat-0"))


def test_a_turn_has_an_address(at: Page) -> None:
    """A line of the log leads to its turn, and so does its address on another visit; going back to
    now forgets it. By the arrow keys one leaves the turn of the address, which follows; the log
    leads there again, and the browser's way back to the newest."""
    at.keyboard.press("l")
    at.locator("#turn-log a").nth(1).click()
    expect(at.locator("#turn-log")).to_be_hidden()
    expect(at.locator("#past .band")).to_contain_text("Turn 1")
    expect(at).to_have_url(re.compile("#turn-1$"))
    at.reload()
    expect(at.locator("#past .band")).to_contain_text("Turn 1")
    at.locator("#past .back").click()
    expect(at.locator("#past")).to_be_hidden()
    expect(at).not_to_have_url(re.compile("#"))
    at.keyboard.press("l")
    at.locator("#turn-log a").nth(2).click()
    expect(at.locator("#past .band")).to_contain_text("Turn 2")
    at.keyboard.press("ArrowLeft")
    expect(at.locator("#past .band")).to_contain_text("Turn 1")
    expect(at).to_have_url(re.compile("#turn-1$"))
    for turn in (2, 2):
        at.keyboard.press("l")
        at.locator("#turn-log a").nth(turn).click()
        expect(at.locator("#turn-log")).to_be_hidden()
        expect(at.locator("#past .band")).to_contain_text(f"Turn {turn}")
    for _ in range(2):
        at.go_back()
    expect(at.locator("#past")).to_be_hidden()
    expect(at).not_to_have_url(re.compile("#"))


def test_time_comes_from_the_log(bare: Page) -> None:
    """Every turn's time is its player's; a break is nobody's; the turn in progress runs on."""
    told = bare.evaluate(
        """async () => {
          const { times, running, inMinutes } = await import("/static/clock.js");
          const turn = (photo, player, call = "legal") => ({ photo, calls: [{ call, player }] });
          const log = [turn("23:59:00", null, "setup"), turn("23:59:40", "Ada"),
            turn("00:01:00", "Bo"), { photo: "00:01:30", order: "tell", calls: [] },
            turn("00:02:00", "Ada"), turn("04:00:00", "Bo")];
          const found = times(log);
          return [found.spent, running(found, new Date(2026, 1, 1, 4, 1, 5)),
            running(found, new Date(2026, 1, 1, 9, 0, 0)), inMinutes(125)];
        }"""
    )
    assert told == [{"Ada": 100, "Bo": 80}, 65, None, "2:05"]


@pytest.mark.slow
def test_a_turn_may_have_a_limit(at: Page, table: LiveTable) -> None:
    """Set on this device among the rules; a turn that takes longer is said in its player's card."""
    obeyed(table, TellFact("turn", {"player": "Ada"}))
    expect(at.locator("#players .to-move")).to_contain_text("Ada")
    at.locator("#rules").click()
    at.locator("#turn-limit").fill("0.5")
    at.locator("#turn-limit").blur()
    at.locator("#rulebook .close").click()
    told = at.evaluate(
        """async () => {
          const { showClocks } = await import("/static/players.js");
          const log = [{ photo: "10:00:00", calls: [{ call: "setup", player: null }] }];
          const players = document.querySelector("#players");
          const said = (second) => {
            showClocks(players, log, new Date(2026, 1, 1, 10, 0, second));
            return players.querySelector(".to-move .clock").textContent;
          };
          return [said(20), said(40)];
        }"""
    )
    assert told == ["0:20", "0:40 \u00b7 over time"]


#: Whether the camera's badge is whole, on one line, and clear of what is going on.
_APART = """() => {
  const badge = document.querySelector("#badge"), box = badge.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector("#doing"));
  if (badge.scrollWidth > badge.clientWidth || box.height > 30) return "cut off";
  const end = words.getBoundingClientRect().right;
  return end < box.left ? "whole" : `${end} reaches over ${box.left} of ${innerWidth}`;
}"""


def test_the_camera_says_how_it_does(at: Page, table: LiveTable) -> None:
    """Which one looks, its pictures a second, the time to a call, what that comes to, and how many
    it lost; in the visitor's language, on a phone as well. Trouble takes its place. A folder or a
    film is no camera: its own name stands there, without the way to it."""
    badge = at.locator("#badge")
    feed: Any = NoFeed("0")
    watch(table, feed)
    feed.health = CameraHealth(29.0, 0.4, "good")
    play(table, 2)
    expect(badge).to_have_text("Camera 0good29/s0.4 s3 dropped")
    at.locator("[data-language=fr]").click()
    expect(badge).to_have_text("Caméra 0bonne29/s0,4 s3 perdues")
    for width in (1920, 1366, 820, 360):
        at.set_viewport_size({"width": width, "height": 740})
        assert at.evaluate(_APART) == "whole"
    expect(badge.locator(".rate")).to_be_visible()
    feed.health = CameraHealth(1.2, 3.5, "poor")
    play(table, 3)
    expect(badge.locator(".does")).to_have_text("trop lente")
    table.silent(Silent(0.0, "It has stopped sending.", "Check its cable."))
    expect(badge).to_be_hidden()
    with table.camera.change:
        table.camera.choose("evenings/friday/")
    watch(table, NoFeed("evenings/friday/"))
    play(table, 2)
    expect(badge.locator(".name")).to_have_text("friday")
