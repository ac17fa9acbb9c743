"""The live channel before a crowd: packed once, the table's own pages first, so many at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from server.http import streams
from server.http.answers import Refused
from server.http.app import create_app
from server.http.auth.authorizer import Role, Visitor
from server.http.streams import Streams
from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.playback import Playback
from server.tables.player_commands import RenamePlayer, TellFact
from server.tables.registry import TableRegistry
from tests.server.fakes import PHOTOS, truth_session
from tests.server.scripted import obeyed, truthful_table

#: Seconds after which a test that waits has failed.
_PATIENCE_S = 10


@pytest.fixture
def table() -> Playback:
    """The recorded game, one photo shown."""
    made = Playback(PHOTOS[:3], truth_session, Channel(MemoryLog()))
    made.begin()
    made.step()
    return made


def _run(work: object) -> None:
    # In a thread of its own: where a browser test ran before, this one has a loop already.
    with ThreadPoolExecutor(1) as pool:
        waited = asyncio.wait_for(work, _PATIENCE_S)  # type: ignore[arg-type]
        pool.submit(asyncio.run, waited).result()


async def _next(stream: AsyncIterator[bytes], kind: bytes) -> bytes:
    """Reads on until an event of a kind came."""
    while kind not in (block := await anext(stream)):
        pass
    return block


def test_an_event_is_packed_once_for_all(table: Playback, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many follow; and the standing is worked out once for it."""
    packed: list[str] = []
    asked: list[object] = []
    pack, standing = streams._packed, table.standing

    def counted(kind: str, data: object, ident: str | None = None) -> bytes:
        packed.append(kind)
        return pack(kind, data, ident)

    monkeypatch.setattr(streams, "_packed", counted)
    monkeypatch.setattr(table, "standing", lambda: asked.append(None) or standing())

    async def crowd() -> None:
        made, watcher = Streams(), Visitor(table, Role.WATCH)
        followers = [made.follow(watcher, None) for _ in range(60)]
        await asyncio.gather(*(_next(one, b"event: moment") for one in followers))
        packed.clear()
        asked.clear()
        await asyncio.get_running_loop().run_in_executor(None, table.step)
        blocks = await asyncio.gather(*(_next(one, b"event: moment") for one in followers))
        assert len(set(blocks)) == 1
        assert b"event: standing" in blocks[0]

    _run(crowd())
    assert packed.count("moment") == 1
    assert len(asked) <= 2


def test_what_was_read_before_a_new_name_is_told_anew_after_it(tmp_path: Path) -> None:
    """Also where it is packed only after the name was given."""
    with truthful_table(tmp_path, 0) as table:
        obeyed(table, TellFact("turn", {"player": "Bo"}))
        told = streams._Told(table)
        before = table.channel._log.since(0)
        obeyed(table, RenamePlayer("Bo", "Bea"))
        assert all(map(told.block, before))
        after = b"".join(map(told.block, table.channel._log.since(0)))
        assert b"Bea is to move" in after


def test_who_plays_is_told_first() -> None:
    """Also where those who watch came first."""
    channel, order = Channel(MemoryLog()), []
    channel.publish("moment", {})

    async def told(name: str, *, plays: bool) -> None:
        async for batch in channel.batches(1, plays=plays):
            if batch:
                order.append(name)
                return

    async def both() -> None:
        tasks = [asyncio.create_task(told("watcher", plays=False)) for _ in range(60)]
        tasks.append(asyncio.create_task(told("player", plays=True)))
        await asyncio.sleep(0.05)
        channel.publish("moment", {})
        await asyncio.gather(*tasks)

    _run(both())
    assert order == ["player", *["watcher"] * 60]


def test_so_many_may_watch_and_who_plays_has_room(
    table: Playback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer says so, in the one shape; a page that leaves makes room."""
    monkeypatch.setattr(streams, "MOST_WATCHING", 2)
    watcher, keeper = Visitor(table, Role.WATCH), Visitor(table, Role.KEEPER)

    async def crowd() -> None:
        made = Streams()
        followers = [made.follow(watcher, None) for _ in range(2)]
        for one in followers:
            made.require_room(watcher)
            await anext(one)
        with pytest.raises(Refused) as refused:
            made.require_room(watcher)
        assert (refused.value.status, refused.value.code) == (503, "too-many")
        made.require_room(keeper)
        await followers[0].aclose()  # type: ignore[attr-defined]
        made.require_room(watcher)

    _run(crowd())


def test_quiet_is_told_too(table: Playback, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that says nothing keeps the line open."""
    monkeypatch.setattr(streams, "_REST_S", 0.05)

    async def quiet() -> None:
        follower = Streams().follow(Visitor(table, Role.HOST), None)
        assert await _next(follower, b": ping") == b": ping\n\n"

    _run(quiet())


def test_nothing_on_the_way_holds_it_back(table: Playback) -> None:
    """No cache, no buffer; and it is an event stream."""
    table.channel.close()
    client = TestClient(create_app(TableRegistry([table])), base_url="http://127.0.0.1")
    headers = client.get("/api/v1/tables/demo/events").headers
    assert headers["content-type"].startswith("text/event-stream")
    assert headers["cache-control"] == "no-cache"
