"""Floods and guesses: slowed down, and nobody else pays for them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from server.http.answers import success
from server.http.app import create_app
from server.http.auth.authorizer import COOKIE, SECURE_COOKIE
from server.http.auth.guard import allowed_names
from server.http.auth.rates import STRANGERS, WRONG_KEYS, Bucket, Rate
from server.http.auth.throttle import Throttle
from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.playback import Playback
from server.tables.registry import TableRegistry
from tests.server.fakes import PHOTOS, truth_session

LAN = "http://192.168.1.7:8008"
STATE = "/api/v1/tables/demo/state"


async def _page(scope: Scope, receive: Receive, send: Send) -> None:
    await success(page=1)(scope, receive, send)


def _known(request: Request) -> bool:
    return request.headers.get("authorization") == "Bearer mine"


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits for an answer that is held back, and none is too slow to be a flood."""
    monkeypatch.setattr("server.http.auth.throttle._HELD_S", 0.0)
    monkeypatch.setattr("server.http.auth.throttle.STRANGERS", replace(STRANGERS, each_s=600.0))
    monkeypatch.setattr("server.http.auth.authorizer.WRONG_KEYS", replace(WRONG_KEYS, each_s=600.0))


def test_a_flood_without_a_key_is_answered_429() -> None:
    """With a sentence, and how long to wait; with a key the same address is served."""
    app = Throttle(_page, _known, strangers=Bucket(Rate(2, 30.0)))
    client = TestClient(app)
    answers = [client.post("/x") for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert answers[-1].json()["error"]["code"] == "too-often"
    assert answers[-1].headers["retry-after"] == "30"
    assert client.get("/x", headers={"Authorization": "Bearer mine"}).status_code == 200


def test_with_a_key_there_is_a_limit_too() -> None:
    """A page that has run wild slows down only itself."""
    app = Throttle(_page, _known, visitors=Bucket(Rate(2, 30.0)))
    mine = {"Authorization": "Bearer mine"}
    one, other = (TestClient(app, client=(host, 1)) for host in ("10.0.0.1", "10.0.0.2"))
    assert [one.get("/x", headers=mine).status_code for _ in range(3)] == [200, 200, 429]
    assert other.get("/x", headers=mine).status_code == 200


@pytest.fixture
def table() -> Playback:
    """A table open to the network."""
    made = Playback(PHOTOS[:1], truth_session, Channel(MemoryLog()))
    made.begin()
    return made


def _client(table: Playback, url: str = LAN) -> TestClient:
    app = create_app(TableRegistry([table]), allowed_names("0.0.0.0"))
    return TestClient(app, base_url=url, client=("192.168.1.9", 5), follow_redirects=False)


def test_what_the_guard_refuses_counts_too(table: Playback) -> None:
    """A flood under a foreign name is a flood; its answers carry every header."""
    client = _client(table, "http://evil.example")
    found = {client.get("/").status_code for _ in range(STRANGERS.at_once + 20)}
    assert found == {400, 429}
    assert client.get("/").headers["x-content-type-options"] == "nosniff"


def test_guesses_are_slowed_down(table: Playback) -> None:
    """After so many wrong keys even the right one is not looked at, from that address."""
    client = _client(table)
    for number in range(WRONG_KEYS.at_once):
        assert client.get(f"/join/guess-{number}").status_code == 401
    assert client.get(f"/join/{table.row.keeper}").status_code == 429
    bearer = {"Authorization": f"Bearer {table.row.watch}"}
    answer = client.get(STATE, headers=bearer)
    assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too-often")
    assert int(answer.headers["retry-after"]) >= 1


def test_who_was_in_stays_in(table: Playback) -> None:
    """Somebody else's guesses from behind the same address lock nobody out."""
    client = _client(table)
    assert client.get(f"/join/{table.row.watch}").status_code == 303
    assert client.get(STATE).status_code == 200
    stranger = TestClient(client.app, base_url=LAN, client=("192.168.1.9", 6))
    for number in range(3 * WRONG_KEYS.at_once):
        stranger.get(f"/join/guess-{number}")
    assert client.get(STATE).status_code == 200


def test_an_old_cookie_is_no_guess(table: Playback) -> None:
    """A browser that comes with the key of an evening long ago shows it with every request; the
    new link still lets it in."""
    client = _client(table)
    client.cookies.set(f"{COOKIE}demo", "of-an-evening-long-ago")
    assert {client.get(STATE).status_code for _ in range(40)} == {401}
    assert client.get(f"/join/{table.row.watch}").status_code == 303


def test_over_https_the_key_stays_there(table: Playback) -> None:
    """Its cookie is Secure and has a name of its own, so that the page without HTTPS, which may
    not replace it, keeps its own."""
    secure = _client(table, "https://192.168.1.7:8009")
    cookie = secure.get(f"/join/{table.row.keeper}").headers["set-cookie"]
    assert cookie.startswith(f"{SECURE_COOKIE}demo=")
    assert "secure" in cookie.casefold()
    assert secure.get(STATE).json()["role"] == "keeper"
    plain = _client(table).get(f"/join/{table.row.keeper}").headers["set-cookie"]
    assert plain.startswith(f"{COOKIE}demo=")
    assert "secure" not in plain.casefold()
