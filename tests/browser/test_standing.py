"""What is open stays the largest thing on the page until the table or people settle it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from rules.games.redline.tiles import FULL_SET, Tile
from rules.games.redline.wire import TILES
from server.http.context import Services
from server.tables.live_table import LiveTable
from server.tables.player_commands import (
    AnswerQuestion,
    CorrectPlace,
    PressButton,
    TellFact,
)
from server.tables.registry import TableRegistry
from tests.browser.conftest import marked
from tests.browser.live_server import served
from tests.server.questions import ask
from tests.server.scripted import obeyed, play, truthful_table
from vision.sources.frame import Silent

#: Phone, tablet, laptop, large screen: width and height in pixels.
SIZES = ((360, 740), (820, 1180), (1366, 768), (1920, 1080))

#: What the tile of the first turn may as well be: one that fits, one that is a dead end.
OTHERS = (Tile.named("blue", ["E", "W"]), Tile.named("blue", ["N", "W"]))

#: The height of the text that is set largest in the window, and of the call's own word there.
_LARGEST = """() => {
  const inView = (one) => { const box = one.getBoundingClientRect();
    return box.width > 0 && box.top >= 0 && box.bottom <= innerHeight; };
  const own = (one) => [...one.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
  const size = (one) => parseFloat(getComputedStyle(one).fontSize);
  const seen = [...document.body.querySelectorAll("*:not(text)")].filter(own).filter(inView);
  const word = [...document.querySelectorAll("#call .word span")].filter(inView).map(size);
  return [Math.max(...seen.map(size)), Math.max(0, ...word)];
}"""


@pytest.fixture
def game(tmp_path: Path) -> Iterator[LiveTable]:
    """A game after the first look; Ada begins."""
    with truthful_table(tmp_path, 0, spec="0") as made:
        obeyed(made, TellFact("turn", {"player": "Ada"}))
        yield made


@pytest.fixture
def at(game: LiveTable, page: Page) -> Iterator[Page]:
    """The game's page; it leaves before its server goes."""
    with served(TableRegistry([game]), Services(game._store), page) as address:
        page.goto(f"{address}/tables/table")
        expect(page.locator("#board svg")).to_be_attached()
        yield page


def _agrees(page: Page, table: LiveTable) -> None:
    """The page shows what stands: word, reasons, answers, what Undo takes back."""
    now = table.standing()
    fouls, question = now["fouls"], now["question"]
    word = "Foul" if fouls else "Your call" if question else _settled(now)
    expect(page.locator("#call .word").first).to_have_text(word)
    reasons = len(fouls[0]["spoken"]["en"]["reasons"]) if fouls else 0
    expect(page.locator("#call .foul .rule")).to_have_count(reasons)
    expect(page.locator("#question .option")).to_have_count(
        len(question["answers"]) if question else 0
    )
    if now["undo"] is None:
        expect(page.locator("#undo")).to_be_disabled()
    else:
        expect(page.locator("#undo")).to_have_attribute(
            "title", f"Undo {now['undo']['texts']['en']}"
        )


def _settled(now: dict[str, Any]) -> str:
    if now["last"] is None:
        return "Start"
    return "You play on" if now["last"]["status"] == "insisted" else "Legal"


def test_a_foul_says_what_to_do(at: Page, game: LiveTable) -> None:
    """The piece to take back, with playing on beside it; the photo of the spot, large. The tile
    that lies against a rule is marked red with a cross; the one whose line it cuts is only
    outlined, on the drawing and on the photo. C1 in the call is C1 on the drawing's edge, in the
    list of pieces and in the correction; no coordinates stand anywhere, and no reading of 0 %.
    After the end of a turn, a fact and a refused photo the foul's word is in view, and no text is
    larger, on a phone, a tablet, a laptop and a large screen; what came after is over it."""
    play(game, 1, 2, 3)
    expect(at.locator("#call .foul")).to_contain_text("The yellow tile at C1 cuts off the line")
    expect(at.locator("#board .axis")).to_have_text([*"ABCDE", *"1234"])
    at.locator("#pieces summary").click()
    expect(at.locator("#pieces li", has_text="C1:")).to_have_count(1)
    at.locator("#correct").click()
    expect(at.locator("#places button", has_text="C1")).to_have_count(1)
    said = at.locator("body").inner_text()
    assert not re.search(r"\(-?\d+, -?\d+\)", said)
    at.locator("#places button", has_text="C1").click()
    expect(at.locator("#readings-title")).to_have_text("What lies on C1?")
    assert not re.search(r"\b0 %", at.locator("#readings").inner_text())
    at.keyboard.press("Escape")
    expect(at.locator("#call .act .task")).to_have_text("Take the yellow tile back")
    expect(at.locator("#insist")).to_have_text("Play on anyway")
    expect(at.locator("#photo")).to_have_attribute("alt", re.compile("^The spot in the photo"))
    expect(at.locator("#photo")).to_have_js_property("complete", True)
    marked(at, "#board")
    at.locator("#spot-label").click()
    marked(at, "#photo-frame")
    obeyed(game, PressButton("end-turn"))
    obeyed(game, TellFact("reserve", {"count": 20}))
    game.photo(np.zeros((300, 300, 3), np.uint8))
    expect(at.locator("#doing")).to_contain_text("There is nothing in this picture")
    for width, height in SIZES:
        at.set_viewport_size({"width": width, "height": height})
        expect(at.locator("#call .word")).to_have_text(["Foul"])
        largest, word = at.evaluate(_LARGEST)
        assert word == largest, (width, word, largest)
    at.reload()
    expect(at.locator("#call .word")).to_have_text(["Foul"])
    at.locator("#insist").click()
    expect(at.locator("#call .word")).to_have_text("You play on")
    expect(at.locator("#insist")).to_have_count(0)


def test_an_evening_is_shown_as_it_stands(at: Page, game: LiveTable) -> None:
    """Fouls taken back and played on, a question answered late, facts, undo, redo, a camera pulled
    out, a reload: after every step the page equals the standing."""
    steps: list[Any] = [
        lambda: ask(game, 1, *OTHERS),
        lambda: obeyed(game, TellFact("reserve", {"count": 20})),
        lambda: game.silent(Silent("no picture", "Check the cable.")),
        lambda: obeyed(game, PressButton("end-turn")),
        at.reload,
        lambda: obeyed(game, AnswerQuestion(0)),
        lambda: play(game, 1, 2, 3),
        lambda: obeyed(game, TellFact("reserve", {"count": 18})),
        lambda: play(game, 2),
        lambda: play(game, 3),
        lambda: obeyed(game, PressButton("undo")),
        lambda: obeyed(game, PressButton("redo")),
        lambda: obeyed(game, PressButton("insist")),
        lambda: obeyed(game, PressButton("undo")),
        at.reload,
    ]
    for step in steps:
        step()
        _agrees(at, game)


def test_a_question_is_answered_in_pictures_after_an_order(at: Page, game: LiveTable) -> None:
    """Every answer is a drawing with the difference ringed; after a fact one key still
    answers. The answer is gone with its question: by keys one goes on at what came of it."""
    ask(game, 1, *OTHERS)
    obeyed(game, TellFact("reserve", {"count": 20}))
    answers = at.locator("#question button.option")
    expect(answers).to_have_count(3)
    expect(answers.locator("svg .marks rect")).to_have_count(3)
    # What was done, and below it, each by itself, what that breaks.
    lines = answers.nth(2).locator(".moves > span")
    tops = lines.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert len(tops) == len(set(tops)) > 1
    expect(lines.first).to_have_text("blue tile on A3, lines north, west")
    expect(at.locator("#question .verdict")).to_have_text(["Legal", "Legal", "Foul"])
    expect(at.locator("#order")).to_contain_text("Noted")
    answers.nth(1).focus()
    at.keyboard.press("Enter")
    expect(at.locator("#question")).to_be_hidden()
    expect(at.locator("#call .move")).to_have_text("blue tile on A3, lines east, west")
    expect(at.locator("#order")).to_contain_text("Answered")
    expect(at.locator("#call")).to_be_focused()


def test_pointing_at_an_answer_shows_it_on_photo_and_board(at: Page, game: LiveTable) -> None:
    """By mouse or keyboard: the large board lies as the answer has it, its place is ringed there
    and on the straightened photo; pointing elsewhere, all is as it was. At 1366 pixels every
    answer is in view with its drawing; on a phone each is as wide as the screen allows, and a tap
    answers."""
    ask(game, 1, *OTHERS)
    answers = at.locator("#question button.option")
    board, photo = at.locator("#board .marks rect"), at.locator("#straight .marks rect")
    expect(at.locator("#question .table-then svg")).to_have_count(3)
    for box in [one.bounding_box() for one in at.locator("#question button").all()]:
        assert box is not None
        assert box["y"] + box["height"] <= 768
    at.locator("#spot").uncheck()
    for point, leave in (
        (answers.nth(1).hover, lambda: at.locator("#title").hover()),
        (answers.nth(2).focus, lambda: answers.nth(2).blur()),
    ):
        expect(board).to_have_count(0)
        point()
        expect(board).to_have_count(1)
        expect(photo).to_have_count(1)
        leave()
        expect(board).to_have_count(0)
        expect(photo).to_have_count(0)
    at.set_viewport_size({"width": 360, "height": 740})
    for drawn in at.locator("#question .table-then").all():
        box = drawn.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 120
    assert at.evaluate("document.documentElement.scrollWidth") <= 360
    answers.nth(1).click()
    expect(at.locator("#question")).to_be_hidden()


@pytest.mark.slow
def test_another_piece_answers_a_question(at: Page, game: LiveTable) -> None:
    """Correcting the piece that is asked about settles the question: the turn was made with it."""
    ask(game, 1, *OTHERS)
    expect(at.locator("#question .option")).to_have_count(3)
    asked = game.standing()["question"]["answers"][0]["places"][0]
    label = {"colour": "blue", "spokes": ["N", "S"]}
    obeyed(game, CorrectPlace(tuple(asked), label))
    expect(at.locator("#question")).to_be_hidden()
    expect(at.locator("#call .word")).to_have_text(["Foul"])
    assert [piece["label"] for piece in game.standing()["fouls"][0]["pieces"]] == [label]


def test_a_question_can_be_let_stand(at: Page, game: LiveTable) -> None:
    """Nothing is chosen and nobody blamed: the question is gone on every device, the same look is
    not asked about again, and Undo asks it anew. On a phone what stands then is in sight. "None of
    these" settles it, too: nothing of it counts, the last call stands, a line says so on every
    device; the next look is asked about anew."""
    at.set_viewport_size({"width": 390, "height": 700})
    ask(game, 1, *OTHERS)
    at.locator("#let-it-stand").click()
    expect(at.locator("#question")).to_be_hidden()
    expect(at.locator("#order")).to_contain_text("Let stand")
    assert game.standing()["question"] is None
    assert game.standing()["fouls"] == []
    at.reload()
    expect(at.locator("#order button")).to_have_accessible_name("Undo letting it stand")
    at.evaluate("scrollTo(0, 9999)")
    at.locator("#undo").click()
    expect(at.locator("#question .option")).to_have_count(3)
    expect(at.locator("#call .word")).to_be_in_viewport(ratio=1)
    at.locator("#none-of-these").click()
    expect(at.locator("#question")).to_be_hidden()
    expect(at.locator("#call .word")).to_have_text(["Start"])
    expect(at.locator("#order")).to_contain_text("None of these")
    assert game.standing()["question"] is None
    at.reload()
    expect(at.locator("#order")).to_contain_text("None of these")
    play(game, 1)
    expect(at.locator("#call .word")).to_have_text(["Legal"])


def test_who_only_watches_sees_the_answers(at: Page, game: LiveTable) -> None:
    """The pictures without a button."""
    watcher = {"role": "watch"}
    at.route("**/state", lambda route: route.fulfill(json={**route.fetch().json(), **watcher}))
    at.reload()
    ask(game, 1, *OTHERS)
    expect(at.locator("#question .option")).to_have_count(3)
    expect(at.locator("#question button")).to_have_count(0)
    at.unroute_all(behavior="ignoreErrors")


def test_an_order_is_a_line_with_its_own_undo(at: Page, game: LiveTable) -> None:
    """A fact is noted beside the call, and taken back there; what it took back can be redone. Undo
    says what it turns back, in its name always, in its words where the bar has room; what was told
    with its value. A tap reaches the button it began on, though the page hears from the table in
    between. Where it changes whose turn it is, Undo names the turn and its player, and who moves
    then; only then it is undone. Whose turn it is can be set in the player's own card."""
    play(game, 1)
    undo = at.get_by_role("button", name="Undo Ada\u2019s turn 1")
    expect(undo).to_have_attribute("id", "undo")
    assert undo.inner_text() == "Undo"
    at.set_viewport_size({"width": 1920, "height": 1080})
    assert undo.inner_text() == "Undo Ada\u2019s turn 1"
    obeyed(game, TellFact("reserve", {"count": 20}))
    told = "what was told (Tiles in the reserve: 20)"
    expect(at.locator("#undo")).to_have_attribute("title", f"Undo {told}")
    expect(at.locator("#call .word")).to_have_text("Legal")
    expect(at.locator("#order")).to_contain_text("Noted")
    expect(at.locator("#order button")).to_have_text("Undo")
    at.locator("#order button").click()
    expect(at.locator("#order")).to_contain_text("Undone")
    expect(at.locator("#call .word")).to_have_text("Legal")
    expect(at.locator("#redo")).to_have_accessible_name(f"Redo {told}")
    assert at.locator("#redo").inner_text() == "Redo"
    at.locator("#order button").click()
    expect(at.locator("#order")).to_contain_text("Done again")
    obeyed(game, TellFact("reserve", {"count": 18}))
    expect(at.locator("#order")).to_contain_text("Noted")
    at.locator("#order button").hover()
    at.mouse.down()
    game.channel.set_status({**game.channel.status(), "gate": "hand"})
    expect(at.locator("#doing")).to_contain_text("hand")
    at.mouse.up()
    expect(at.locator("#order")).to_contain_text("Undone")
    expect(at.locator("#players .to-move")).to_contain_text("Bo")
    at.locator("#undo").click()
    undo.click()
    expect(at.locator("#sure-title")).to_have_text("Undo Ada\u2019s turn 1?")
    expect(at.locator("#sure .then")).to_contain_text("Ada")
    at.keyboard.press("Escape")
    expect(at.locator("#call .word")).to_have_text("Legal")
    at.locator("#undo").click()
    at.locator("#sure-yes").click()
    expect(at.locator("#call .word")).to_have_text("Start")
    expect(at.locator("#players .to-move")).to_contain_text("Ada")
    at.get_by_role("button", name="Give Bo the turn").click()
    expect(at.locator("#players .to-move")).to_contain_text("Bo")
    assert game.standing()["mover"] == "Bo"


def test_undo_says_what_falls_with_it(at: Page, game: LiveTable) -> None:
    """Playing on is undone: the foul lies open again, and that is said; a turn that asked something
    of the players says that this falls too, before it is undone. Such a duty names its player, and
    says so as soon as a foul lies there, not only once the page is opened anew."""
    play(game, 1, 2, 3)
    obeyed(game, PressButton("insist"))
    expect(at.locator("#call .word")).to_have_text("You play on")
    at.locator("#undo").click()
    expect(at.locator("#call .word")).to_have_text("Foul")
    expect(at.locator("#notice")).to_have_text("The foul of turn 3 lies open again.")
    play(game, 2, 4, 5, 6)
    owed = [duty for duty in game.standing()["duties"] if not duty["done"]]
    turn = game.standing()["undo"]["turn"]
    assert [duty["turn"] for duty in owed][-1:] == [turn]
    _agrees(at, game)
    at.locator("#undo").click()
    expect(at.locator("#sure .then")).to_contain_text(f"What turn {turn} asked of the players")
    at.keyboard.press("Escape")
    first = at.locator("#duties li").first
    expect(first).to_contain_text(owed[0]["player"])
    alone = first.inner_text()
    play(game, 7)
    expect(at.locator("#call .word")).to_have_text("Foul")
    expect(first).not_to_have_text(alone)
    told = first.inner_text()
    at.reload()
    expect(first).to_have_text(told)


def test_a_new_call_comes_through_while_one_looks_back(at: Page, game: LiveTable) -> None:
    """The band says which turn it is and what stands now; the foul that comes is said there and
    is the call, while the earlier turn stays on the pictures. Of two legal turns in one photo the
    later one is the call, the earlier one a line; with the foul that comes the foul is on top."""
    play(game, 2)
    expect(at.locator("#call .word")).to_have_text(["Legal"])
    expect(at.locator("#call .line")).to_have_count(1)
    expect(at.locator("#call .line")).to_contain_text("Turn 1")
    at.keyboard.press("Home")
    expect(at.locator("#past .band")).to_contain_text("Before turn 1")
    expect(at.locator("#past .back")).to_have_text("Now: Legal")
    play(game, 3)
    expect(at.locator("#past .back")).to_have_text("Now: Foul")
    expect(at.locator("#call .word")).to_have_text(["Foul"])
    expect(at.locator("#past .word")).to_have_text("Start")
    at.locator("#past .back").click()
    expect(at.locator("#past")).to_be_hidden()


def test_trouble_has_the_colour_of_trouble(at: Page, game: LiveTable) -> None:
    """Paused, no picture, no connection: said over the call on a filled band; watching is not."""
    doing = at.locator("#doing")
    play(game, 1)
    expect(doing).to_have_text("Watching the table")
    expect(doing).to_have_class(re.compile(r"\bclear\b"))
    expect(doing).to_have_css("background-color", "rgba(0, 0, 0, 0)")
    obeyed(game, PressButton("pause"))
    expect(doing).to_have_class(re.compile(r"\bpaused\b"))
    obeyed(game, PressButton("play"))
    game.silent(Silent("no picture", "Check the cable."))
    expect(doing).to_have_class(re.compile(r"\bwrong\b"))
    expect(doing).to_have_css("color", "rgb(255, 255, 255)")
    call, over = at.locator("#call").bounding_box(), doing.bounding_box()
    assert call is not None
    assert over is not None
    assert over["y"] + over["height"] <= call["y"]


def test_a_lost_connection_outweighs_all(bare: Page) -> None:
    """The band is of trouble while the computer is not reached, whatever stands; people's own
    pause and a recording that is over are not."""
    tones = bare.evaluate(
        """async () => {
          const { toneOf } = await import("/static/status.js");
          const told = (trouble, connected = true) => toneOf({ trouble }, connected, "clear");
          const ways = ["paused", "camera-ended", "lost"].map((trouble) => told(trouble));
          return [told(null), told(null, false), ...ways];
        }"""
    )
    assert tones == ["clear", "wrong", "paused", "paused", "wrong"]


def test_a_folder_that_is_gone_is_called_by_its_name(bare: Page) -> None:
    """As anywhere else on the page: a whole path fills a phone's screen. Sentences end."""
    said = bare.evaluate(
        """async () => {
          const { inWords } = await import("/static/status.js");
          const source = "/home/ada/Pictures/evening", trouble_said = { en: "Plug its drive in" };
          return inWords({ camera: "silent", gate: "clear", source, trouble_said }, true);
        }"""
    )
    assert said == "No picture comes from evening. Plug its drive in."


def test_a_useless_photo_is_told_once_even_if_the_band_comes_after_it(bare: Page) -> None:
    """Beside the call it pushed a duty off a phone's screen, until the next photo."""
    beside = bare.evaluate(
        """async () => {
          const { showStanding, NOTHING } = await import("/static/standing.js");
          const empty = { player: null, move: null, about: null, note: null, reasons: [] };
          const said = (kind) => ({ kind, word: kind, turn: 1, tasks: [], ...empty });
          const foul = { spoken: { en: said("foul") }, take_back: { en: "Take it back" } };
          const newest = { index: 1, order: null, spoken: { en: [said("unclear")] } };
          const section = document.createElement("section");
          return [null, "lost", null].map((trouble) => {
            showStanding(section, { ...NOTHING, fouls: [foul], trouble }, newest, {}, "");
            return section.querySelectorAll(".lines li").length;
          });
        }"""
    )
    assert beside == [1, 0, 1]


def test_what_changes_under_the_same_number_is_put_anew(bare: Page) -> None:
    """Who is asked, what an answer comes to, the first photo of another game, who plays: a fact or
    a new game changed it, and the page went on showing what was before."""
    said = bare.evaluate(
        """async () => {
          const { showStanding, showOrder, NOTHING } = await import("/static/standing.js");
          const { showQuestion } = await import("/static/question.js");
          const { showPlayers } = await import("/static/players.js");
          const call = document.createElement("section"), question = call.cloneNode();
          const order = call.cloneNode(), players = call.cloneNode();
          const asked = (player) => ({ ...NOTHING, question: { id: 1, player, answers: [] } });
          const empty = { player: null, move: null, about: null, note: null, reasons: [] };
          const told = (word) => ({ kind: "unclear", word, turn: 0, tasks: [], ...empty });
          const moment = (word, kind) => ({ index: 0, order: kind, spoken: { en: [told(word)] } });
          const words = (word) => ({ call: "legal", choices: [0], words: { en: word } });
          const more = { moves: { en: [] }, places: [], view: null, svg: null };
          const choice = (word) => ({ id: 1, answers: [{ ...words(word), ...more }] });
          const seat = { player: "black", badge: null, known: [], hand: null, points: null };
          const state = (names) => ({ players: names, onlook: { seats: [seat] } });
          const both = (section, show) => [0, 1].map((n) => (show(n), section.textContent));
          return [
            both(call, (n) => showStanding(call, asked(["Ada", "Bo"][n]), undefined, {}, "")),
            both(call, (n) => showStanding(call, NOTHING, moment(["dark", "hand"][n]), {}, "")),
            both(order, (n) => showOrder(order, moment(["one", "two"][n], "tell"), NOTHING, null)),
            both(question, (n) => showQuestion(question, choice(["right", "foul"][n]), null, null)),
            both(players, (n) => showPlayers(players, state([["Cy"], []][n]), null, () => {})),
          ];
        }"""
    )
    shown = [("Ada", "Bo"), ("dark", "hand"), ("one", "two"), ("right", "foul"), ("Who", "")]
    for (before, after), told in zip(shown, said, strict=True):
        assert before in told[0]
        assert after in told[1]
        assert told[0] != told[1]


def test_a_question_that_changes_keeps_the_answer_that_is_held(bare: Page) -> None:
    """By its words, wherever it stands now; what changes only in its drawing is not put anew."""
    held, kept = bare.evaluate(
        """async () => {
          const { showQuestion } = await import("/static/question.js");
          const section = document.createElement("section");
          document.body.append(section);
          const answer = (word, svg = null) => ({
            call: "legal", choices: [0], words: { en: word }, moves: { en: [] },
            places: [], view: null, svg,
          });
          const act = { answer() {}, none() {}, stand() {}, point() {} };
          const show = (...answers) => showQuestion(section, { id: 1, answers }, null, act);
          show(answer("one"), answer("two"));
          section.querySelectorAll("button")[1].focus();
          show(answer("two"), answer("three"));
          const held = document.activeElement.textContent, button = section.querySelector("button");
          show(answer("two", "<svg/>"), answer("three"));
          return [held, button.isConnected && button === document.activeElement];
        }"""
    )
    assert held.strip() == "two"
    assert kept


def test_an_open_hand_stays_within_its_card(at: Page, game: LiveTable) -> None:
    """Six tiles and their number, beside another player, at every width."""
    tiles = TILES.write(FULL_SET[:6])
    for player in ("Ada", "Bo"):
        obeyed(game, TellFact("hand", {"player": player, "tiles": tiles, "hidden": 0}))
    expect(at.locator(".seats .held")).to_have_count(2)
    expect(at.locator(".seats .held").first).to_contain_text("6 in hand")
    for width in (360, 1024, 1200, 1366, 1920):
        at.set_viewport_size({"width": width, "height": 800})
        over = "(one) => one.scrollWidth > one.clientWidth"
        assert (
            at.evaluate(f"[...document.querySelectorAll('.seats li')].filter({over}).length") == 0
        )
