"""Bodies: bounded before they are parsed, not taken at all from who has no key."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from server.http.app import create_app
from server.http.auth.guard import allowed_names
from server.http.uploads import JSON_BYTES
from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.playback import Playback
from server.tables.registry import TableRegistry
from tests.server.fakes import PHOTOS, truth_session

LAN = "http://192.168.1.7:8008"
DEMO = "/api/v1/tables/demo"

#: What is posted without a key, and its answer.
POSTS = [
    (f"{DEMO}/commands", 401),
    (f"{DEMO}/frames", 401),
    (f"{DEMO}/photos", 401),
    (f"{DEMO}/look", 401),
    (f"{DEMO}/corners", 401),
    (f"{DEMO}/preview", 401),
    (f"{DEMO}/help/fits", 401),
    (f"{DEMO}/import", 403),
    ("/api/v1/tables", 403),
    ("/api/v1/nothing", 404),
    ("/", 405),
]


class _Counting:
    """An app that counts the bytes of bodies that are taken."""

    def __init__(self, app: object) -> None:
        self._app = app
        self.taken = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted() -> Message:
            message = await receive()
            self.taken += len(message.get("body", b""))
            return message

        assert callable(self._app)
        await self._app(scope, counted, send)


@pytest.fixture
def table() -> Playback:
    """A recording."""
    made = Playback(PHOTOS[:1], truth_session, Channel(MemoryLog()))
    made.begin()
    return made


@pytest.fixture
def app(table: Playback) -> _Counting:
    """A server open to the network."""
    return _Counting(create_app(TableRegistry([table]), allowed_names("0.0.0.0")))


def _chunks(size: int) -> Iterator[bytes]:
    yield b'["'
    yield from (b"x" * 1000 for _ in range(size // 1000))
    yield b'"]'


@pytest.mark.parametrize(("path", "status"), POSTS)
def test_of_a_stranger_no_byte_is_taken(app: _Counting, path: str, status: int) -> None:
    """Whatever is posted, wherever."""
    client = TestClient(app, base_url=LAN, client=("192.168.1.9", 5))
    answer = client.post(path, content=_chunks(500_000))
    assert (answer.status_code, app.taken) == (status, 0)


def test_json_is_bounded_before_it_is_parsed(app: _Counting, table: Playback) -> None:
    """By what it says of itself before a byte is taken, and by what comes."""
    client = TestClient(app, base_url=LAN, client=("192.168.1.9", 5))
    keeper = {"Authorization": f"Bearer {table.row.keeper}", "Content-Type": "application/json"}
    said = client.post(f"{DEMO}/commands", content=b"[" * (JSON_BYTES + 1), headers=keeper)
    assert (said.status_code, said.json()["error"]["code"], app.taken) == (413, "too-large", 0)
    came = client.post(f"{DEMO}/commands", content=_chunks(20 * JSON_BYTES), headers=keeper)
    assert (came.status_code, came.json()["error"]["code"]) == (413, "too-large")


def test_what_a_page_sends_fits(app: _Counting, table: Playback) -> None:
    """A command is taken as ever."""
    client = TestClient(app, base_url=LAN, client=("192.168.1.9", 5))
    keeper = {"Authorization": f"Bearer {table.row.keeper}"}
    order = {"command": "pause", "seen": table.channel.last}
    assert client.post(f"{DEMO}/commands", json=order, headers=keeper).json()["ok"]


@pytest.mark.parametrize("body", [b"[" * 100_000, b'{"a":' * 20_000, b"\xff\xfe{", b"1e999", b"0"])
def test_json_that_means_ill(app: _Counting, table: Playback, body: bytes) -> None:
    """Depth, odd bytes, endless numbers: refused in the one shape."""
    client = TestClient(app, base_url=LAN, client=("192.168.1.9", 5))
    keeper = {"Authorization": f"Bearer {table.row.keeper}", "Content-Type": "application/json"}
    answer = client.post(f"{DEMO}/commands", content=body, headers=keeper)
    assert answer.status_code in {400, 422}
    assert json.loads(answer.text)["ok"] is False
