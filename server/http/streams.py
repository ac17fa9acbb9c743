"""The live channel as bytes: packed once for all who follow, so that a crowd costs little more than
one."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass

from fastapi.sse import format_sse_event
from starlette.concurrency import run_in_threadpool

from rules.core.codec import Json
from server.http.answers import Refused
from server.http.auth.authorizer import Role, Visitor
from server.http.gate import MOST_CONNECTIONS
from server.http.schemas.common import SCHEMA
from server.store.values import LogEntry, packed
from server.tables.table import Table

#: Pages that may follow at once: those that only watch, and those that play.
MOST_WATCHING, MOST_PLAYING = MOST_CONNECTIONS * 6 // 10, 100

#: Seconds of quiet after which a line is sent that says nothing, or else proxies hang up.
_REST_S = 15.0

_PING = format_sse_event(comment="ping")

#: Packed events that are remembered: pages that come back ask for the newest ones.
_MOST_PACKED = 100


class Streams:
    """The streams of every table of one app. Safe to use from several event loops."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._told: dict[tuple[str, int], _Told] = {}
        self._open = {True: 0, False: 0}

    def require_room(self, visitor: Visitor) -> None:
        """Raises Refused where no more pages may follow: who plays has room of its own."""
        plays = _plays(visitor)
        if self._open[plays] >= (MOST_PLAYING if plays else MOST_WATCHING):
            raise Refused(503, "too-many", _TOO_MANY, retry_s=_REST_S)

    async def follow(self, visitor: Visitor, last_event_id: str | None) -> AsyncIterator[bytes]:
        """What a page is sent, from what it says it has seen."""
        plays, channel = _plays(visitor), visitor.table.channel
        told, sent = self._of(visitor.table), b""
        self._count(plays, 1)
        try:
            yield _packed("hello", {"log": channel.ident, "schema": SCHEMA})
            after = channel.resume_point(last_event_id)
            async for batch in channel.batches(after, plays=plays, rest_s=_REST_S):
                if not batch:
                    yield _PING
                    continue
                standing = await told.standing()
                first, *rest = map(told.block, batch)
                # After the first event: who comes late is told the log's whole length.
                yield b"".join((first, b"" if standing == sent else standing, *rest))
                sent = standing
        finally:
            self._count(plays, -1)

    def _count(self, plays: bool, change: int) -> None:
        with self._lock:
            self._open[plays] += change

    def _of(self, table: Table) -> _Told:
        key = (table.row.ident, id(asyncio.get_running_loop()))
        with self._lock:
            known = self._told.get(key)
            if known is None or known.table is not table:
                known = self._told[key] = _Told(table)
            return known


_TOO_MANY = "Too many pages watch this table; close one, or wait a moment."


def _plays(visitor: Visitor) -> bool:
    return visitor.role > Role.WATCH


@dataclass
class _Told:
    """What one table tells on one event loop, packed."""

    table: Table

    def __post_init__(self) -> None:
        self._blocks: OrderedDict[int, tuple[Json, bytes]] = OrderedDict()
        self._standing: tuple[object, bytes] = (None, b"")
        self._status: tuple[object, bytes] = (None, b"")
        self._working = asyncio.Lock()

    def block(self, entry: LogEntry) -> bytes:
        """An event as bytes."""
        if not entry.number:
            if self._status[0] is not entry.data:
                self._status = (entry.data, _packed(entry.kind, entry.data))
            return self._status[1]
        # With other names of players it is not the same, whenever it was read.
        known = self._blocks.get(entry.number)
        if known is None or known[0] != entry.data:
            known = entry.data, _packed(entry.kind, entry.data, str(entry.number))
            self._blocks[entry.number] = known
            if len(self._blocks) > _MOST_PACKED:
                self._blocks.popitem(last=False)
        return known[1]

    async def standing(self) -> bytes:
        """The standing of now as bytes: worked out once for all who ask at a time."""
        async with self._working:
            now = self.table.channel.version()
            if self._standing[0] != now:
                found = await run_in_threadpool(self.table.standing)
                self._standing = (now, _packed("standing", found))
            return self._standing[1]


def _packed(kind: str, data: object, ident: str | None = None) -> bytes:
    return format_sse_event(event=kind, data_str=packed(data), id=ident)
