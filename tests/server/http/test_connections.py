"""Connections: every wait has an end, and those that say nothing make room for those that do."""

from __future__ import annotations

import asyncio
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.types import Receive, Scope, Send

from server.http.connections import PATIENCE, Patience, PatientProtocol, _Phase
from server.http.gate import MOST_CONNECTIONS, ConnectionGate, GatedSocket, room_for_connections
from server.http.listen import open_socket

#: Everything is waited for a fifth of a second.
SHORT = Patience(0.2, 0.2, 1_000, 0.2, 0.2)

#: Seconds after which what a test waits for has not come.
_PATIENCE_S = 30.0

_ANSWERED = b"HTTP/1.1 200 OK"

#: An answer that a test holds back: that it was asked for, and that it may come.
_TAKEN, _LET_GO = threading.Event(), threading.Event()


async def _app(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope, receive)
    if scope["path"] == "/body":
        await PlainTextResponse(str(len(await request.body())))(scope, receive, send)
    elif scope["path"] == "/flood":
        await StreamingResponse(_flood())(scope, receive, send)
    elif scope["path"] == "/held":
        _TAKEN.set()
        while not _LET_GO.is_set():
            await asyncio.sleep(0.01)
        await PlainTextResponse("held")(scope, receive, send)
    elif scope["path"] == "/slow":
        await asyncio.sleep(0.6)
        await PlainTextResponse("slow")(scope, receive, send)
    else:
        await PlainTextResponse("hello")(scope, receive, send)


async def _flood() -> Any:
    while True:
        yield b"x" * 100_000
        await asyncio.sleep(0)


class _ByHand(PatientProtocol):
    """A connection whose time passes when a test says so."""

    newest: ClassVar[list[_ByHand]] = []

    def __init__(self, *rest: Any, **named: Any) -> None:
        super().__init__(*rest, **named)
        self.newest[:] = [self]

    def _set(self, _seconds: float, then: Callable[[], None]) -> None:
        self.then = then

    @classmethod
    def begin_body(cls) -> None:
        """Waits until the head of a request has come."""
        _wait(lambda: bool(cls.newest) and cls.newest[0]._phase is _Phase.BODY)

    @classmethod
    def pass_time(cls, came: int) -> None:
        """Once so many bytes have come, so many seconds pass as are waited for."""
        made, passed = cls.newest[0], threading.Event()
        _wait(lambda: made._came == came)
        made.loop.call_soon_threadsafe(lambda: (made.then(), passed.set()))
        assert passed.wait(_PATIENCE_S)


def _wait(true: Callable[[], bool]) -> None:
    until = time.monotonic() + _PATIENCE_S
    while not true():
        assert time.monotonic() < until
        time.sleep(0.01)


@contextmanager
def _serving(
    gate: ConnectionGate,
    patience: Patience = SHORT,
    *,
    gated: bool = True,
    protocol: type[PatientProtocol] = PatientProtocol,
) -> Iterator[int]:
    """A server on a thread; its port. Not `gated`: connections are taken as Windows' loop does,
    past the socket's own gate."""
    _ByHand.newest.clear()
    taken = open_socket("127.0.0.1", 0)
    port = int(taken.getsockname()[1])
    http: Any = partial(protocol, gate, patience=patience)
    config = uvicorn.Config(_app, http=http, log_config=None, lifespan="off", ws="none")
    server = uvicorn.Server(config)
    listening = GatedSocket(taken, gate) if gated else taken
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    try:
        yield port
    finally:
        server.should_exit = server.force_exit = True
        thread.join(5)


def _connected(port: int, sent: bytes = b"") -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), timeout=_PATIENCE_S)
    made.sendall(sent)
    return made


def _asking(path: str, *headers: str, method: str = "GET") -> bytes:
    return "\r\n".join((f"{method} {path} HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


def _heard_out(client: socket.socket) -> None:
    """Reads until the server hangs up; raises TimeoutError where it does not."""
    try:
        while client.recv(65536):
            pass
    except ConnectionError:
        pass


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: loc",
        _asking("/body", "Content-Length: 500", method="POST") + b"half",
        _asking("/"),  # answered, and then nothing more
    ],
)
def test_who_says_nothing_is_hung_up_on(sent: bytes) -> None:
    """Before, in the middle of, and after a request."""
    with _serving(ConnectionGate(10)) as port:
        start = time.monotonic()
        with _connected(port, sent) as client:
            _heard_out(client)
        assert time.monotonic() - start > 0.1


def test_a_body_that_drips_is_hung_up_on() -> None:
    """A byte now and then is no body."""
    with _serving(ConnectionGate(10), protocol=_ByHand) as port:
        sent = _asking("/body", "Content-Length: 500000", method="POST")
        with _connected(port, sent) as client:
            _ByHand.begin_body()
            client.sendall(b"x" * 999)
            _ByHand.pass_time(999)
            _heard_out(client)


def test_a_body_that_comes_is_waited_for() -> None:
    """However long it takes, as long as enough of it comes."""
    with _serving(ConnectionGate(10), protocol=_ByHand) as port:
        sent = _asking("/body", "Content-Length: 12000", method="POST")
        with _connected(port, sent) as client:
            _ByHand.begin_body()
            for _ in range(11):
                client.sendall(b"x" * 1000)
                _ByHand.pass_time(1000)
            client.sendall(b"x" * 1000)
            assert client.recv(100).startswith(_ANSWERED)


def test_our_own_slowness_is_no_reason() -> None:
    """An answer that takes longer than anybody may wait still comes."""
    with _serving(ConnectionGate(10)) as port, _connected(port, _asking("/slow")) as client:
        assert client.recv(100).startswith(_ANSWERED)


def test_who_does_not_read_is_dropped() -> None:
    """What was sent and is not taken is not kept for good."""
    gate = ConnectionGate(10)
    with _serving(gate) as port, _connected(port, _asking("/flood")) as client:
        client.recv(10)
        _wait(lambda: len(gate) == 0)


def test_an_unread_body_leaves_with_its_answer() -> None:
    """Who posts a large body where none is taken reads the answer, and is hung up on."""
    with _serving(ConnectionGate(10)) as port:
        sent = _asking("/", "Content-Length: 600000000", method="POST")
        with _connected(port, sent + b"x" * 50_000) as client:
            assert client.recv(100).startswith(_ANSWERED)
            _heard_out(client)


@pytest.mark.parametrize("gated", [True, False])
def test_the_silent_make_room(gated: bool) -> None:
    """Where there is no room left, who came first and said nothing goes; who asks is answered, and
    who is being answered stays. So on every system, however its loop takes connections."""
    gate = ConnectionGate(20)
    for event in (_TAKEN, _LET_GO):
        event.clear()
    with _serving(gate, PATIENCE, gated=gated) as port, _connected(port, _asking("/held")) as busy:
        assert _TAKEN.wait(_PATIENCE_S)
        silent = [_connected(port) for _ in range(60)]
        with _connected(port, _asking("/")) as asking:
            assert asking.recv(100).startswith(_ANSWERED)
        _LET_GO.set()
        assert busy.recv(100).startswith(_ANSWERED)
        _heard_out(silent[0])
        _wait(lambda: len(gate) <= 20)
        assert len(gate) > 0
        for one in silent:
            one.close()


class _Quiet:
    """A connection that only notes that it was shut."""

    def __init__(self) -> None:
        self.shuts = 0

    def shutdown(self, _how: int, /) -> None:
        self.shuts += 1


def test_who_was_shut_before_it_began_makes_room_once() -> None:
    """Many may be taken before the first of them is heard: who was shut by then still begins to
    wait, and must not be the one that makes room for the next."""
    gate = ConnectionGate(2)
    guests = [_Quiet() for _ in range(6)]
    for number in range(3):
        gate.admit(guests[number], number)
    for number in range(3):
        gate.waiting(number)
    for number in (3, 4, 5):
        gate.admit(guests[number], number)
    assert [guest.shuts for guest in guests] == [1, 1, 1, 1, 0, 0]
    for number in range(4):
        gate.gone(guests[number], number)
    assert len(gate) == 2


@pytest.mark.parametrize(
    ("soft", "hard", "room"),
    [(256, 256, 124), (1_024, 4_096, MOST_CONNECTIONS), (256, -1, MOST_CONNECTIONS), (20, 20, 16)],
)
def test_descriptors_are_asked_for_before_they_are_counted(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, room: int
) -> None:
    """As many as the system allows, less those that everything else needs."""
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    monkeypatch.setattr(resource, "RLIM_INFINITY", -1)
    assert room_for_connections() == room
    assert len(asked) == (soft < MOST_CONNECTIONS)
