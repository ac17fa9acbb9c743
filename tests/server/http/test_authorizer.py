"""Who may do what: keys on the network, nothing needed at the computer itself."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from server.http.app import create_app
from server.http.auth.guard import allowed_names
from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.playback import Playback
from server.tables.registry import TableRegistry
from tests.server.fakes import PHOTOS, truth_session

LAN = "http://192.168.1.7:8008"
DEMO = "/api/v1/tables/demo"


@pytest.fixture
def table() -> Playback:
    """A table with something to see, which is not seen yet."""
    made = Playback(PHOTOS[:2], truth_session, Channel(MemoryLog()))
    made.begin()
    return made


def _client(table: Playback, host: str = "192.168.1.9", url: str = LAN) -> TestClient:
    app = create_app(TableRegistry([table]), allowed_names("0.0.0.0"))
    return TestClient(app, base_url=url, client=(host, 50000), follow_redirects=False)


def _picture(table: Playback) -> str:
    """The address of its first picture, which is seen now."""
    assert table.step()
    moment = table.channel.latest("moment")
    assert moment is not None
    return f"{DEMO}/pictures/{moment.data['pictures']['plain']}"


@pytest.mark.parametrize("path", ["/state", "/events", "/readings", "/export", "/links"])
def test_without_a_key_nothing_is_told(table: Playback, path: str) -> None:
    """The same answer for this table and for one that is not there."""
    client = _client(table)
    known, unknown = (client.get(f"/api/v1/tables/{t}{path}") for t in ("demo", "other"))
    assert known.status_code == unknown.status_code == 401
    assert known.json() == unknown.json()


def test_pictures_and_pages_need_the_key(table: Playback) -> None:
    """A stored picture is not readable by its name alone, nor is a page of the table."""
    client = _client(table)
    assert client.get(_picture(table)).status_code == 401
    for page in ("/", "/tables/demo", "/tables/demo/camera"):
        answer = client.get(page)
        assert answer.status_code == 401
        assert "locked" in answer.text
    assert client.get("/api/v1/tables").json() == {"ok": True, "tables": []}


def test_posts_need_the_key_too(table: Playback) -> None:
    """Commands, frames, photos and new tables."""
    client = _client(table)
    order = {"command": "pause", "seen": 0}
    assert client.post(f"{DEMO}/commands", json=order).status_code == 401
    for path in ("/frames", "/photos"):
        assert client.post(f"{DEMO}{path}", content=b"x").status_code == 401
    wanted = {"table": "mine", "game": "redline"}
    assert client.post("/api/v1/tables", json=wanted).status_code == 403
    assert client.post("/api/v1/tables/mine/import", content=b"x").status_code == 403
    assert client.get("/api/v1/cameras").status_code == 403


def test_a_watcher_watches(table: Playback) -> None:
    """The watcher's link shows the table and its pictures, and changes nothing."""
    client = _client(table)
    joined = client.get(f"/join/{table.row.watch}")
    assert (joined.status_code, joined.headers["location"]) == (303, "/tables/demo")
    cookie = joined.headers["set-cookie"].casefold()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert client.get(f"{DEMO}/state").json()["role"] == "watch"
    assert client.get(_picture(table)).status_code == 200
    answer = client.post(f"{DEMO}/commands", json={"command": "pause", "seen": table.channel.last})
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not-yours")
    assert client.post(f"{DEMO}/frames", content=b"x").status_code == 403
    assert [link["role"] for link in client.get(f"{DEMO}/links").json()["links"]] == ["watch"]


def test_a_camera_sends_and_does_not_change(table: Playback) -> None:
    """The phone's link leads to the camera page; frames are looked at, commands are refused."""
    client = _client(table)
    joined = client.get(f"/join/{table.row.camera}")
    assert joined.headers["location"] == "/tables/demo/camera"
    assert client.post(f"{DEMO}/frames", content=b"x").json()["error"]["code"] == "not-an-image"
    order = {"command": "pause", "seen": table.channel.last}
    assert client.post(f"{DEMO}/commands", json=order).status_code == 403


def test_a_keeper_changes(table: Playback) -> None:
    """With the keeper's key, as a cookie or as a bearer token."""
    order = {"command": "pause", "seen": table.channel.last}
    bearer = {"Authorization": f"Bearer {table.row.keeper}"}
    assert _client(table).post(f"{DEMO}/commands", json=order, headers=bearer).json()["ok"]
    client = _client(table)
    client.get(f"/join/{table.row.keeper}")
    assert client.get(f"{DEMO}/state").json()["role"] == "keeper"


def test_a_weaker_link_takes_nothing_away(table: Playback) -> None:
    """Who keeps the table and opens the watcher's link still keeps it."""
    client = _client(table)
    client.get(f"/join/{table.row.keeper}")
    client.get(f"/join/{table.row.watch}")
    assert client.get(f"{DEMO}/state").json()["role"] == "keeper"


def test_a_key_opens_its_own_table_only(table: Playback) -> None:
    """The key of one table is nothing at another."""
    other = Playback(PHOTOS[:1], truth_session, Channel(MemoryLog()))
    client = _client(table)
    bearer = {"Authorization": f"Bearer {other.row.keeper}"}
    assert client.get(f"{DEMO}/state", headers=bearer).status_code == 401
    assert client.get(f"/join/{other.row.keeper}").status_code == 401


def test_the_computer_itself_needs_no_key(table: Playback) -> None:
    """By a loopback name from a loopback address; either alone is not enough."""
    assert _client(table, "127.0.0.1", "http://localhost").get(f"{DEMO}/state").status_code == 200
    assert _client(table, "::ffff:127.0.0.1", "http://127.0.0.1").get("/").status_code == 303
    assert _client(table, "192.168.1.9", "http://localhost").get(f"{DEMO}/state").status_code == 401
    assert _client(table, "127.0.0.1", LAN).get(f"{DEMO}/state").status_code == 401


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/cli.py",
        "/static/..%2f..%2fpyproject.toml",
        "/tables/..%2f..%2fetc",
        f"{DEMO}/pictures/..%2f..%2f..%2fetc%2fpasswd",
        "/join/..%2f..%2fetc%2fpasswd",
        "/join/{{7*7}}",
    ],
)
def test_no_path_leads_out(table: Playback, path: str) -> None:
    """No address reaches a file, and nothing of it is put into a page."""
    answer = _client(table, "127.0.0.1", "http://localhost").get(path)
    assert answer.status_code in {401, 404}
    assert "import" not in answer.text
    assert "49" not in answer.text
