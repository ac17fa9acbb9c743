"""Every game drawn as itself, from recorded games that the real readers have read."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from rules.core.discovery import get
from rules.core.events import MatchStarted, PositionSeen
from rules.games.linie1.places import LOCATION_AT, SPOTS, TERMINI
from rules.games.linie1.tiles import KINDS
from rules.games.linie1.tiles import Tile as TrackTile
from rules.games.mokadi.pieces import Contact, Pad, Stick, pad_spot, stick_spot
from rules.games.redline.tiles import FULL_SET, Tile
from rules.referee.referee import resumed
from server.pipeline.session import Session, open_session
from server.tables.playback import Playback
from server.views.pictures.board import board_now
from tests.browser.conftest import marked, until, until_so
from tests.browser.recorded import photos_of, shown
from tests.server.fakes import PHOTOS, TruthReader, truth_session

#: Bytes that a browser loads until the first call, its picture and its board stand there.
FIRST_VIEW_BYTES = 200_000

Game = tuple[Playback, str]


@pytest.fixture(scope="module")
def redline() -> Iterator[Game]:
    """The whole recorded Redline game, read from its truth: eight photos are a while to see."""
    with shown(PHOTOS, partial(truth_session, ("Ada", "Bo"))) as game:
        yield game


@pytest.fixture(scope="module")
def linie1() -> Iterator[Game]:
    """A photo of Linie 1."""
    opening = partial(open_session, "linie1", ("Ada", "Bo"), {})
    with shown(photos_of("linie1", "02"), opening) as game:
        yield game


@pytest.fixture(scope="module")
def rouge() -> Iterator[Game]:
    """Two photos of Rouge, between which a ring was turned."""
    opening = partial(open_session, "rouge", ("Ada", "Bo"), {})
    with shown(photos_of("rouge", "04", "05"), opening) as game:
        yield game


def _open(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.locator("#board > *")).to_be_attached()


def _standing(playback: Playback) -> dict[Any, Any]:
    session = playback.session()
    assert session is not None
    return dict(session.standing())


def _places(page: Page, kind: str) -> set[tuple[int, ...]]:
    found = page.locator(f"#board {kind}[data-place]").evaluate_all(
        "all => all.map((one) => JSON.parse(one.dataset.place))"
    )
    return {tuple(place) for place in found}


def test_redline_is_drawn_tile_by_tile(page: Page, redline: Game) -> None:
    """Every tile of the layout with as many lines as it has; the tile at fault is crossed, what the
    rule names beside it outlined, on the board and on the photo alike. A screen reader is told how
    many pieces lie there and which places are marked. Told again: before and after with a slider,
    and the difference; the rule unfolds."""
    playback, address = redline
    _open(page, address)
    layout = _standing(playback)
    said = re.compile(rf"\b{len(layout)} pieces.*foul: D2\. involved: E3")
    expect(page.locator("#board svg")).to_have_attribute("aria-label", said)
    assert _places(page, "g") == {(cell.col, cell.row) for cell in layout}
    spokes = sum(len(tile.spokes) for tile in layout.values())
    expect(page.locator("#board .spoke")).to_have_count(spokes)
    marked(page, "#board")
    expect(page.locator("#photo-frame .badge")).to_have_count(0)
    page.get_by_label("The spot, large").uncheck()
    marked(page, "#photo-frame")
    page.locator("#replay").click()
    dialog = page.locator("#retold")
    expect(dialog).to_be_visible()
    for name in ("before", "after"):
        expect(dialog.locator(f"img.{name}")).to_have_js_property("complete", True)
    assert dialog.locator("img.before").get_attribute("src") != dialog.locator(
        "img.after"
    ).get_attribute("src")
    dialog.get_by_role("button", name="Difference").click()
    changed = dialog.locator("canvas")
    expect(changed).to_be_visible()
    until(page, "document.querySelector('#retold canvas').width === 360")
    assert 0.001 < _orange(page) < 0.2
    dialog.locator(".close").click()
    page.locator("#call summary").click()
    expect(page.locator("#call .ruling")).to_contain_text("R11")


def test_what_a_turn_earned_is_shown_and_asked_for(page: Page, redline: Game) -> None:
    """The turn that earned a tile shows its row, and asks for the tile. A tile drawn shows in no
    picture: the duty stays, through the foul that came after, until somebody ticks it off; the
    page that is opened anew knows that."""
    playback, address = redline
    _open(page, address)
    told = [e.data for e in playback.channel._log.since(0) if e.kind == "moment"]
    earned = next(i for i, m in enumerate(told) for c in m["calls"] if c["rewards"])
    lines = next(r for c in told[earned]["calls"] for r in c["rewards"])["alignments"]
    page.locator("#turns button").nth(earned).click()
    expect(page.locator("#board polyline.reward")).to_have_count(len(lines))
    expect(page.locator("#past .task")).to_contain_text("draw one tile")
    duty = page.locator("#duties button")
    expect(duty).to_contain_text("draw one tile")
    expect(duty).to_have_attribute("aria-pressed", "false")
    box = duty.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    duty.click()
    expect(duty).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(duty).to_have_attribute("aria-pressed", "true")
    duty.click()
    expect(duty).to_have_attribute("aria-pressed", "false")


def test_linie1_has_its_printed_board(page: Page, linie1: Game) -> None:
    """Locations and termini where the rules have them, every tile read, signs where they stand."""
    playback, address = linie1
    _open(page, address)
    content = _standing(playback)
    tiles = {(spot.row, spot.col) for spot, held in content.items() if held.tile is not None}
    assert _places(page, "g") == tiles
    expect(page.locator("#board .sign")).to_have_count(sum(c.stop for c in content.values()))
    expect(page.locator("#board .site + .letter")).to_have_count(len(LOCATION_AT))
    printed = page.evaluate(
        "import('/static/boards/linie1.js').then(({ SITES, TERMINI }) => [SITES, TERMINI])"
    )
    sites = {letter: [SPOTS[at].row, SPOTS[at].col] for at, letter in LOCATION_AT.items()}
    assert printed[0] == sites
    assert sorted(map(str, printed[1])) == sorted(map(str, map(_terminus, TERMINI)))


def _terminus(terminus: Any) -> list[Any]:
    cells = [SPOTS[cell] for cell in terminus.cells]
    faces = sorted(cell.col if terminus.side in "NS" else cell.row for cell in cells)
    return [terminus.line, terminus.side, *faces]


@pytest.mark.slow
def test_a_linie1_piece_is_shown_where_it_fits(page: Page, linie1: Game) -> None:
    """A press on a piece shows its places on the board; the routes' question is answered in
    words. Off until asked for."""
    _, address = linie1
    _open(page, address)
    expect(page.locator("#assist")).to_be_hidden()
    page.locator("#assist-button").click()
    page.locator("#assist .pieces button").first.click()
    expect(page.locator("#board .fit").first).to_be_attached()
    expect(page.locator("#assist .answer")).to_contain_text("places")
    page.get_by_label("G", exact=True).check()
    page.get_by_role("button", name="Look for it").click()
    expect(page.locator("#assist .answer")).to_contain_text("line 1")
    expect(page.locator("#board .fit")).to_have_count(0)


#: A turn on, and at once another way to show the photo.
_NEXT_AND_UNMARKED = """() => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  document.getElementById("overlay").click();
}"""


def test_a_rouge_ring_turns_when_it_was_turned(page: Page, rouge: Game) -> None:
    """Going on to the picture of the turned ring, that ring alone moves, and the pawns lie as
    read in the end. What the photo shows may change before the board has come, and again while the
    ring turns, as where the standing is late: it turns all the same, to its end. Who plays a colour
    is marked by a pawn of it, not by the blue dot of the first seat."""
    playback, address = rouge
    moves = [e.data["calls"] for e in playback.channel._log.since(0) if e.kind == "moment"][1]
    turned = next(c["move"] for c in moves if c["move"] and c["move"]["kind"] == "turn")
    _open(page, address)
    seats = page.locator(".seats [data-player]")
    expect(seats.first.locator(".plays-icon svg")).to_be_visible()
    expect(seats.locator(".plays-icon svg")).to_have_count(seats.count())
    expect(seats.locator(".dot")).to_have_count(0)
    board = page.locator("#board")
    newest = int(board.get_attribute("data-index") or 0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#caption")).to_contain_text("04.jpg")
    expect(board).to_have_attribute("data-index", str(newest - 1))
    expect(page.locator("#board .turning")).to_have_count(0)
    page.evaluate(_NEXT_AND_UNMARKED)
    turning = page.locator("#board .turning")
    expect(turning).to_have_count(1)
    turning.evaluate("one => { one.dataset.same = 'yes'; }")
    page.locator("#overlay").check()
    expect(page.locator("#photo-frame")).not_to_have_class(re.compile("unmarked"))
    expect(turning).to_have_attribute("data-same", "yes")
    expect(turning).to_have_attribute("data-ring", str(turned["ring"]))
    expect(turning).to_have_css("animation-name", "turning")
    page.emulate_media(reduced_motion="reduce")
    expect(turning).to_have_css("animation-name", "none")
    pawns = page.locator("#board .pawn")
    expect(pawns).to_have_count(len(_standing(playback)))


def test_a_ring_turned_against_a_rule_is_red(page: Page) -> None:
    """Its pawns are marked as the offenders, on the drawing; nothing of it is marked as right."""
    opening = partial(open_session, "rouge", ("Ada", "Bo"), {})
    with shown(photos_of("rouge", "03", "04", "05"), opening) as (_, address):
        _open(page, address)
        expect(page.locator("#call .word")).to_have_text("Foul")
        expect(page.locator("#board .marks circle.foul")).not_to_have_count(0)
        expect(page.locator("#board .marks .last")).to_have_count(0)
        stroke = page.locator("#board .marks circle.foul").first.evaluate(
            "one => getComputedStyle(one).stroke"
        )
        red, green, blue = map(int, re.findall(r"\d+", stroke)[:3])
        assert red > 3 * max(green, blue)
        page.close()


class _NoReader(TruthReader):
    """Mokadi is told, not seen."""


def _mokadi() -> Session:
    """Two pads, a stick on them, and one that lies on the pad and on that stick."""
    game = get("mokadi")
    pads = {pad_spot(1, (0.0, 0.0)): Pad("white"), pad_spot(2, (0.8, 0.0)): Pad("white")}
    low, high = stick_spot(2, ((-0.1, 0.0), (0.9, 0.0))), stick_spot(1, ((0.4, -0.3), (0.5, 0.6)))
    sticks = {
        high: Stick("white", (Contact(low), Contact(pad_spot(2)))),
        low: Stick("black", (Contact(pad_spot(1)), Contact(pad_spot(2)))),
    }
    house = tuple(game.rulebook.house().values.items())
    events = [MatchStarted("mokadi", ("Ada", "Bo"), house)]
    referee = resumed(game, [*events, PositionSeen(tuple({**pads, **sticks}.items()))])
    return Session(game, _NoReader(), referee, ("Ada", "Bo"))


def test_mokadi_shows_who_lies_on_whom(bare: Page) -> None:
    """From above, the lower stick is drawn first whatever its number; a dot marks each contact;
    the names that calls use lie over them all. In a list to choose from a stick is no pad."""
    view = board_now(_mokadi(), None)
    drawn, names, icons = bare.evaluate(
        """async (view) => {
          const { draw, pieceIcon } = await import("/static/boards/mokadi.js");
          const icon = (kind) => pieceIcon({ kind, colour: "red" }).querySelectorAll(".tip").length;
          const board = draw(view), all = [...board.querySelectorAll("[data-stick]")];
          const dots = (one) => one.querySelectorAll(".contact").length;
          return [all.map((one) => [Number(one.dataset.stick), dots(one)]),
            board.querySelector(".board").lastChild.textContent, [icon("pad"), icon("stick")]];
        }""",
        view,
    )
    assert drawn == [[2, 2], [1, 2]]
    assert names in ("P1P2S2S1", "P1P2S1S2")
    assert icons == [0, 2]


def test_a_side_that_nobody_knows_has_no_card(bare: Page) -> None:
    """Of three players of Rouge two are seen by their colours: the third has no empty card."""
    seat = {"hand": None, "known": [], "out": False, "points": None}
    texts = {"en": "red", "fr": "rouge"}
    known = {**seat, "player": "red", "badge": "red", "badge_texts": texts}
    unknown = {**seat, "player": "", "badge": None, "badge_texts": {"en": None, "fr": None}}
    said = bare.evaluate(
        """async (seats) => {
          const { showPlayers } = await import("/static/players.js");
          const section = document.createElement("section");
          showPlayers(section, { players: [], to_move: null, onlook: { seats } }, null);
          return [...section.querySelectorAll("li")].map((one) => one.innerText);
        }""",
        [known, unknown],
    )
    assert said == ["red"]


def test_pieces_turn_on_the_page_as_they_do_by_the_rules(bare: Page) -> None:
    """What a correction offers: every tile in every turn that the rules know, none twice."""
    tiles = [{"colour": t.colour.value, "spokes": list(t.spokes)} for t in FULL_SET]
    offered = _turned(bare, "redline", tiles)
    assert [{Tile.named(one["colour"], one["spokes"]) for one in ways} for ways in offered] == [
        set(tile.orientations()) for tile in FULL_SET
    ]
    kinds = [TrackTile.of_kind(kind.number) for kind in KINDS]
    offered = _turned(bare, "linie1", [{"connections": list(k.connections)} for k in kinds])
    for kind, ways in zip(KINDS, offered, strict=True):
        shown = [TrackTile.named(one["connections"]) for one in ways]
        assert set(shown) == {TrackTile.of_kind(kind.number, quarters) for quarters in range(4)}
        assert len(shown) == len(set(shown))


def _turned(page: Page, game: str, labels: list[Any]) -> list[list[Any]]:
    found: list[list[Any]] = page.evaluate(
        """async ([game, labels]) => {
          const { turnsOf } = await import(`/static/boards/${game}.js`);
          return labels.map(turnsOf);
        }""",
        [game, labels],
    )
    return found


def test_a_fifth_game_is_shown_by_picture_and_list(page: Page) -> None:
    """Without a drawing of its own the page shows the game's picture and the pieces in words."""
    with shown(PHOTOS[:2], partial(truth_session, ("Ada", "Bo"))) as (playback, address):
        started = playback.channel.latest("started")
        assert started is not None
        assert started.data["drawn"] is True
        object.__setattr__(started, "data", {**started.data, "drawn": False})
        _open(page, address)
        expect(page.locator("#board img")).to_have_js_property("complete", True)
        expect(page.locator("#pieces li")).to_have_count(len(_standing(playback)))
        expect(page.locator("#pieces li").first).to_be_visible()
        page.close()


def _orange(page: Page) -> float:
    """The share of the difference that is marked."""
    return float(
        until(
            page,
            """() => {
          const sheet = document.querySelector("#retold canvas");
          const { data } = sheet.getContext("2d").getImageData(0, 0, sheet.width, sheet.height);
          let marked = 0;
          for (let i = 0; i < data.length; i += 4) marked += data[i] === 255 && data[i + 2] === 0;
          return marked ? marked / (data.length / 4) : false;
        }""",
        )
    )


def test_the_voice_and_keys_can_be_switched(page: Page, redline: Game) -> None:
    """Quiet at first; with the voice on a new call is said in the page's language, by the browser's
    own voice. A letter presses its button; the list of keys says so; switched off, letters do
    nothing. On a phone every button in view is at least 44 pixels high and wide."""
    playback, address = redline
    page.add_init_script("""
      window.heard = [];
      const own = speechSynthesis.speak.bind(speechSynthesis);
      speechSynthesis.speak = (said) => { window.heard.push([said.lang, said.text]); own(said); };
    """)
    _open(page, address)
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "false")
    page.locator("#voice").click()
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.heard") == []
    newest = playback.channel.latest("moment")
    assert newest is not None
    playback.channel.publish("moment", newest.data)
    until(page, "window.heard.length > 0")
    language, text = page.evaluate("window.heard")[0]
    assert language == "en-GB"
    assert text.startswith("Foul. ")
    expect(page.locator("#assist-button")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("#assist")).to_be_visible()
    page.keyboard.press("h")
    expect(page.locator("#assist")).to_be_hidden()
    page.keyboard.press("?")
    page.locator("#use-keys").uncheck()
    page.locator("#shortcuts .close").click()
    page.keyboard.press("h")
    expect(page.locator("#assist")).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 740})
    until(page, "innerWidth === 360")
    boxes = page.locator("button:visible").evaluate_all(
        "all => all.map((b) => [b.id || b.textContent, b.offsetWidth, b.offsetHeight])"
    )
    assert [box for box in boxes if min(box[1:]) < 44] == []


def test_the_first_view_is_light(browser: Browser, redline: Game) -> None:
    """Everything a new visitor loads until call, picture and board stand there: under 200 kB."""
    _, address = redline
    with closing(browser.new_context(viewport={"width": 1366, "height": 768})) as context:
        page = context.new_page()
        sizes: list[int] = []
        page.on("requestfinished", lambda request: _weigh(request, sizes))
        _open(page, address)
        expect(page.locator("#photo")).to_have_js_property("complete", True)
        page.wait_for_timeout(300)
        assert 50_000 < sum(sizes) < FIRST_VIEW_BYTES


def test_a_past_that_comes_slowly_loads_no_past_picture(page: Page, redline: Game) -> None:
    """The channel breaks off after two turns and goes on a moment later: of the large pictures
    only the newest turn's is loaded, however late its event comes."""
    playback, address = redline
    past = _past(address, playback.channel.last)
    turns = [number for number, event in enumerate(past) if "event: moment" in event]
    tries: list[str] = []

    def events(route: Route) -> None:
        tries.append(route.request.url)
        if len(tries) > 1:
            route.continue_()
            return
        # Milliseconds after which the browser asks for the rest.
        told = ["retry: 300\n\n", *past[: turns[1] + 1]]
        route.fulfill(body="".join(told), content_type="text/event-stream")

    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rsplit("/", 1)[1]))
    page.route("**/events", events)
    _open(page, address)
    expect(page.locator("#photo")).to_have_js_property("complete", True)
    assert len(tries) > 1
    large = [re.findall(r'"(?:overlay|spot)":\s*"(\w+)"', past[number])[-1] for number in turns]
    # A turn told twice has one picture.
    assert {picture for picture in large if picture in loaded} == {large[-1]}
    assert len(set(large)) > 1


def test_an_address_is_followed_however_late_its_turn_comes(alone: Page, redline: Game) -> None:
    """After three seconds the page is shown as far as it is; the turn comes with the rest."""
    playback, address = redline
    held = _first_told(alone, _past(address, playback.channel.last)[:2])
    alone.clock.install()
    alone.goto(f"{address}tables/demo#turn-1")
    alone.clock.fast_forward(3000)
    expect(alone.locator("body")).to_have_class(re.compile(r"\bready\b"))
    _go_on(alone, held)
    expect(alone.locator("#past .band")).to_contain_text("Turn 1")


def test_what_was_not_answered_is_asked_again(page: Page, redline: Game) -> None:
    """How the table stands, and its drawing: asked for while nobody answered. They come with the
    connection, though nothing new is told with it."""
    playback, address = redline
    lost = {"ok": False, "error": {"code": "unreachable", "message": ""}}
    back = threading.Event()

    def answer(route: Route) -> None:
        if back.is_set():
            route.continue_()
        else:
            route.fulfill(json=lost)

    page.route(re.compile("/state$|/pictures/"), answer)
    held = _first_told(page, _past(address, playback.channel.last))
    page.goto(address)
    expect(page.locator("#doing")).to_contain_text("Connection lost")
    expect(page.locator("#turns button").last).to_be_attached()
    back.set()
    _go_on(page, held)
    expect(page.locator("#restart")).to_be_visible()
    expect(page.locator("#board svg")).to_be_visible()


def _first_told(page: Page, past: list[str]) -> list[Route]:
    """The channel tells so much and breaks off; what the page then asks for is held."""
    held: list[Route] = []
    told = ["".join(["retry: 1\n\n", *past])]

    def events(route: Route) -> None:
        if told:
            route.fulfill(body=told.pop(), content_type="text/event-stream")
        else:
            held.append(route)

    page.route("**/events", events)
    return held


def _go_on(page: Page, held: list[Route]) -> None:
    """The channel goes on once the page has asked for more."""
    until_so(page, lambda: held, "asked for more")
    held[0].continue_()


def _past(address: str, last: int) -> list[str]:
    """What the channel sends a new visitor, up to the event of a number: a text for each event."""
    lines: list[str] = []
    with urlopen(f"{address}api/v1/tables/demo/events", timeout=30) as stream:
        while f"id: {last}" not in lines or lines[-1]:
            lines.append(stream.readline().decode().rstrip("\r\n"))
    return [f"{event}\n\n" for event in "\n".join(lines).split("\n\n") if event]


def _weigh(request: Any, sizes: list[int]) -> None:
    if not request.url.endswith("/events"):
        sizes.append(request.sizes()["responseBodySize"])
