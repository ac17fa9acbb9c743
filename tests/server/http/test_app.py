"""The dashboard's API: live events with resume, commands that know what they were based on."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient

from server.http.app import create_app
from server.http.routes.pages import STATIC, page_html
from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.playback import Playback
from server.tables.player_commands import CommandRejected, PressButton, StaleCommand, TellFact
from server.tables.registry import TableRegistry
from server.words import WORDS
from tests.server.fakes import PHOTOS, truth_session

#: The API of the recorded game.
DEMO = "/api/v1/tables/demo"

#: Most bytes of the page's own files, before they are packed for the way (to about a third), and
#: of everything with the first pictures.
PAGE_BYTES = 184_000
FIRST_VIEW_BYTES = 200_000

#: Scripts of other pages than the dashboard, and those that it loads only when they are asked for.
OTHER_PAGES = (
    *("camera.js", "hall.js", "assist.js", "retold.js", "rulebook.js", "otherdevice.js", "sw.js"),
    *("arrows.js", "away.js", "othergame.js", "connect.js", "links.js", "log.js", "newgame.js"),
    "rename.js",
    *("wayround/question.js", "wayround/question.css"),
)

#: Every page there is.
PAGES = ("index", "camera", "evenings", "facts", "game", "hall", "locked", "missing", "setup")


@pytest.fixture
def playback() -> Playback:
    """The recorded game, begun but not playing by itself: `step` shows the next photo."""
    made = Playback(PHOTOS[:4], truth_session, Channel(MemoryLog()), interval_s=0.01)
    made.begin()
    return made


@pytest.fixture
def client(playback: Playback) -> TestClient:
    """A browser on this machine."""
    return TestClient(create_app(TableRegistry([playback])), base_url="http://127.0.0.1")


def _events(client: TestClient, playback: Playback, **headers: str) -> list[dict[str, Any]]:
    """Every event told so far, without the standing that goes beside them: a closed channel tells
    what there is and ends."""
    playback.channel.close()
    text = client.get(f"{DEMO}/events", headers=headers).text
    blocks = [_event(block) for block in text.strip().split("\n\n") if "event:" in block]
    return [block for block in blocks if block["event"] != "standing"]


def _event(block: str) -> dict[str, Any]:
    fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
    return {**fields, "data": json.loads(fields["data"])}


def test_a_new_page_is_told_the_whole_game(client: TestClient, playback: Playback) -> None:
    """Hello, the game, that it plays, and every photo so far, numbered without gaps."""
    playback.step()
    playback.step()
    found = _events(client, playback)
    kinds = [event["event"] for event in found]
    assert kinds == ["hello", "started", "playing", "moment", "moment"]
    assert [event.get("id") for event in found] == [None, "1", "2", "3", "4"]


def test_a_page_that_lost_the_line_gets_what_it_missed(
    client: TestClient, playback: Playback
) -> None:
    """With Last-Event-ID only later events come, each once."""
    playback.step()
    playback.step()
    found = _events(client, playback, **{"Last-Event-ID": "3"})
    assert [event.get("id") for event in found] == [None, "4"]


def test_a_page_from_before_a_restart_starts_over(client: TestClient, playback: Playback) -> None:
    """A number this run never gave out brings the whole game."""
    found = _events(client, playback, **{"Last-Event-ID": "77"})
    assert [event.get("id") for event in found] == [None, "1", "2"]


def test_a_moment_speaks_both_languages(client: TestClient, playback: Playback) -> None:
    """The call, the reason and the rule come in English and French with one event."""
    for _ in range(4):
        playback.step()
    foul = _events(client, playback)[-2]["data"]
    assert foul["calls"][0]["call"] == "foul"
    english, french = foul["spoken"]["en"][0], foul["spoken"]["fr"][0]
    assert (english["word"], french["word"]) == ("Foul", "Faute")
    assert english["reasons"][0]["text"] != french["reasons"][0]["text"]
    assert english["reasons"][0]["rule"]


def test_pictures_are_served_by_id_only(client: TestClient, playback: Playback) -> None:
    """Photo, overlay, thumbnail and board of a moment are there; a path is not."""
    playback.step()
    pictures = _events(client, playback)[-1]["data"]["pictures"]
    for name, kind in (("plain", "jpeg"), ("overlay", "jpeg"), ("thumb", "jpeg"), ("board", "svg")):
        answer = client.get(f"{DEMO}/pictures/{pictures[name]}")
        assert kind in answer.headers["content-type"]
    for ident in ("nothing", "..%2f..%2fetc%2fpasswd", "00.jpg"):
        answer = client.get(f"{DEMO}/pictures/{ident}")
        assert (answer.status_code, answer.json()["ok"]) == (404, False)


def test_a_command_based_on_the_newest_event_is_done(
    client: TestClient, playback: Playback
) -> None:
    """Pause pauses, and the answer says how things stand."""
    seen = playback.channel.last
    answer = client.post(f"{DEMO}/commands", json={"command": "pause", "seen": seen}).json()
    assert answer["ok"]
    assert answer["state"]["playing"] is False
    assert answer["state"]["event"] == seen + 1


def test_a_stale_command_is_refused_with_the_new_state(
    client: TestClient, playback: Playback
) -> None:
    """Somebody who has not seen the last photo cannot command on top of it."""
    seen = playback.channel.last
    playback.step()
    answer = client.post(f"{DEMO}/commands", json={"command": "restart", "seen": seen})
    body = answer.json()
    assert (answer.status_code, body["error"]["code"]) == (409, "stale")
    assert body["error"]["params"] == {"seen": seen, "last": seen + 1}
    assert body["state"]["event"] == seen + 1
    assert playback.state()["shown"] == 1


@pytest.mark.parametrize(
    "body", [{}, {"command": "next"}, {"command": "dance", "seen": 1}, {"command": 1, "seen": -1}]
)
def test_nonsense_is_refused_in_the_one_shape(client: TestClient, body: dict[str, Any]) -> None:
    """A stable code and a sentence, whatever is wrong."""
    answer = client.post(f"{DEMO}/commands", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "bad-request"


@pytest.mark.parametrize(("path", "status"), [("/nowhere", 404), (f"{DEMO}/commands", 405)])
def test_unknown_addresses_answer_in_the_one_shape(
    client: TestClient, path: str, status: int
) -> None:
    """Also what the web framework refuses has our shape."""
    answer = client.get(path)
    assert answer.status_code == status
    assert set(answer.json()) == {"ok", "error"}
    assert set(answer.json()["error"]["texts"]) == {"en", "fr"}


@pytest.mark.parametrize(
    "more", ["NaN", "1e999", r'"\ud800"', r'{"\udc00": 1}', "[" * 99 + "]" * 99, "9" * 5000]
)
def test_what_no_journal_can_hold_is_refused(
    client: TestClient, playback: Playback, more: str
) -> None:
    """Also beside the keys that a game reads."""
    seen = playback.state()["event"]
    told = json.dumps({"command": "tell", "seen": seen, "fact": "hand", "data": {"more": "?"}})
    headers = {"Content-Type": "application/json"}
    said = client.post(f"{DEMO}/commands", content=told.replace('"?"', more), headers=headers)
    assert said.json()["error"]["message"] == "The request is not understood."
    assert playback.state()["event"] == seen


def test_restart_begins_a_new_game_in_the_same_log(playback: Playback) -> None:
    """Numbers go on; the pictures of the second showing are the same ones."""
    playback.step()
    playback.step()
    assert playback.execute(PressButton("restart"), playback.channel.last) is None
    assert playback.state()["shown"] == 0
    assert playback.channel.current_game() > 0
    playback.step()
    state = {"event": 7, "playing": True, "shown": 1, "total": 4, "live": False}
    assert playback.state().items() >= state.items()


def test_the_end_of_the_recording_pauses(playback: Playback) -> None:
    """After the last photo nothing plays, and play does nothing."""
    while playback.step():
        pass
    assert playback.state()["playing"] is False
    playback.execute(PressButton("play"), playback.channel.last)
    assert playback.state()["playing"] is False


def test_a_command_in_the_dark_is_a_value(playback: Playback) -> None:
    """Stale is told with both numbers."""
    assert playback.execute(PressButton("restart"), 1) == StaleCommand(1, 2)


def test_a_recording_takes_nothing_in(playback: Playback) -> None:
    """No fact, no undo, no picture: refused as values."""
    last = playback.channel.last
    for order in (TellFact("hand", {}), PressButton("undo")):
        assert isinstance(playback.execute(order, last), CommandRejected)
    image = np.zeros((8, 8, 3), np.uint8)
    assert isinstance(playback.push(image), CommandRejected)
    assert isinstance(playback.photo(image), CommandRejected)
    assert playback.readings() == ()


def test_playing_by_itself_reaches_the_end(playback: Playback) -> None:
    """The thread shows every photo without anybody pressing anything."""
    threading.Thread(target=playback.run, daemon=True).start()
    deadline = threading.Event()
    for _ in range(200):
        if playback.state()["shown"] == 4:
            break
        deadline.wait(0.05)
    assert playback.state()["shown"] == 4


def test_a_fault_is_told_to_the_page() -> None:
    """A mistake of ours ends the playing with an event, not with silence."""

    def broken() -> Any:
        raise RuntimeError("no model")

    channel = Channel(MemoryLog())
    Playback(PHOTOS, broken, channel).run()
    event = channel.latest("fault")
    assert event is not None
    assert event.data == {"kind": "RuntimeError", "message": "no model"}


def _parts() -> Iterator[str]:
    yield from ("tokens.css", "style.css", "play.css", "icon.svg")
    yield from ("boards/boards.css", "boards/kit.js", "boards/redline.css", "boards/redline.js")
    yield from (path.name for path in STATIC.glob("*.js") if path.name not in OTHER_PAGES)


def test_the_page_is_small_and_fetches_nothing_from_elsewhere(client: TestClient) -> None:
    """All of the page's own files together stay small, and none names another server."""
    size = 0
    files = {name: client.get(f"/static/{name}").text for name in (*_parts(), *OTHER_PAGES)}
    files |= {name: page_html(name) for name in PAGES}
    for name, text in files.items():
        size += len(text.encode()) if name in {*_parts(), "index"} else 0
        strange = text.replace("http://www.w3.org/2000/svg", "")
        assert "http://" not in strange
        assert "https://" not in strange
    assert size + len(client.get("/api/v1/words").content) < PAGE_BYTES


def test_the_first_view_is_small(client: TestClient, playback: Playback) -> None:
    """Page, words and the first moment's pictures come in under 200 kB."""
    playback.step()
    moment = _events(client, playback)[-1]["data"]
    shown = [f"{DEMO}/pictures/{moment['pictures'][k]}" for k in ("overlay", "thumb", "view")]
    files = ["/tables/demo", *(f"/static/{name}" for name in _parts()), "/api/v1/words"]
    sent = [client.get(path).num_bytes_downloaded for path in (*shown, *files)]
    assert sum(sent) < FIRST_VIEW_BYTES


def test_every_sentence_is_there_in_every_language() -> None:
    """The same keys and the same blanks; no sentence is empty."""
    english, french = WORDS["en"], WORDS["fr"]
    assert set(english) == set(french)
    for key, sentence in english.items():
        assert french[key]
        assert _blanks(sentence) == _blanks(french[key]), key


def _blanks(sentence: str) -> set[str]:
    return {part.split("}")[0] for part in sentence.split("{")[1:]}


@pytest.mark.parametrize(
    "path", ["/nope", "/tables/demo/nope", "/tables/nope", "/evenings/9999", "/api/v1/nope"]
)
def test_a_browser_is_led_home_from_a_mistyped_address(client: TestClient, path: str) -> None:
    """A browser gets a page in both languages that leads home."""
    shown = client.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert shown.status_code == 404
    assert shown.headers["content-type"].startswith("text/html")
    assert "There is no page at this address." in shown.text
    assert 'lang="fr"' in shown.text
    assert '<a href="/"' in shown.text


def test_a_program_gets_no_page_for_a_mistyped_address(client: TestClient) -> None:
    """It asks for no HTML."""
    said = client.get("/nope", headers={"Accept": "application/json"})
    assert (said.status_code, said.json()["error"]["code"]) == (404, "not-found")
