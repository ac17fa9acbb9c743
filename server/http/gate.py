"""The listening socket's gate: so many connections at once, and who says nothing goes first.

It stands before HTTP and before TLS, so that no flood of connections, however slow their greeting,
takes the descriptors that the table's own camera, files and pages need.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import suppress
from typing import Protocol

#: Connections at once where the system allows: a thousand that watch, with what their pages fetch.
MOST_CONNECTIONS = 2_000

#: Connections beyond the most that were shut and are about to be closed.
_CLOSING = 32

#: Descriptors left for everything that is no connection: files, cameras, the store, threads' pipes.
_RESERVED = 100


class Guest(Protocol):
    """A connection that may be shut."""

    def shutdown(self, how: int, /) -> None:
        """Ends it, from any thread."""


class ConnectionGate:
    """Counts the connections of all listening sockets. Safe to use from several threads. `most`:
    how many there may be at once."""

    def __init__(self, most: int | None = None) -> None:
        self.most = room_for_connections() if most is None else most
        self._lock = threading.Lock()
        self._open: dict[int, Guest] = {}
        #: Those that have asked for nothing yet, who came first in front.
        self._waiting: dict[int, Guest] = {}
        #: Those that were shut and are about to be closed.
        self._leaving: set[int] = set()

    def __len__(self) -> int:
        return len(self._open)

    def knows(self, number: int) -> bool:
        """Whether a connection (by its descriptor) was let in."""
        return number in self._open

    def admit(self, guest: Guest, number: int) -> None:
        """Lets a connection in; where there is no room, whoever has waited longest without asking
        for anything is shut, the newcomer itself where everybody is served."""
        with self._lock:
            self._open[number] = self._waiting[number] = guest
            if len(self._open) > self.most:
                oldest = next(iter(self._waiting))
                self._leaving.add(oldest)
                self._shut(self._waiting.pop(oldest))

    def serving(self, number: int) -> None:
        """A connection (by its descriptor) has asked for something and is being answered."""
        with self._lock:
            self._waiting.pop(number, None)

    def waiting(self, number: int) -> None:
        """A connection was answered, or has just begun, and asks for nothing just now."""
        with self._lock:
            # One that was shut before it began makes no room a second time.
            if number in self._open and number not in self._leaving:
                self._waiting[number] = self._open[number]

    def gone(self, guest: Guest, number: int) -> None:
        """A connection was closed."""
        with self._lock:
            if self._open.get(number) is guest:
                del self._open[number]
                self._waiting.pop(number, None)
                self._leaving.discard(number)

    @staticmethod
    def _shut(guest: Guest) -> None:
        with suppress(OSError):  # it may have left by itself
            guest.shutdown(socket.SHUT_RDWR)


class _Guest(socket.socket):
    """One accepted connection, which tells its gate when it is closed."""

    __slots__ = ("gate",)

    gate: ConnectionGate

    def close(self) -> None:
        """Closes it, once."""
        number = self.fileno()
        if number >= 0:
            self.gate.gone(self, number)
        super().close()


class TransportGuest:
    """A connection that came past `GatedSocket`, as all do on Windows: the event loop there takes
    them from the system itself."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop

    def shutdown(self, _how: int, /) -> None:
        """Ends it."""
        with suppress(RuntimeError):  # a loop that has ended in the meantime
            self._loop.call_soon_threadsafe(self._transport.abort)


class GatedSocket(socket.socket):
    """A listening socket behind a gate; takes over the descriptor of another one."""

    def __init__(self, listening: socket.socket, gate: ConnectionGate) -> None:
        super().__init__(fileno=listening.detach())
        self.gate = gate

    def accept(self) -> tuple[_Guest, object]:
        """The next connection. Raises BlockingIOError, as where none waits, while those that had to
        make room are still being closed."""
        if len(self.gate) >= self.gate.most + _CLOSING:
            raise BlockingIOError
        accepted, address = super().accept()
        guest = _Guest(fileno=accepted.detach())
        guest.gate = self.gate
        self.gate.admit(guest, guest.fileno())
        return guest, address


def room_for_connections() -> int:
    """How many connections this process may have; asks the system for more descriptors first."""
    return max(min(MOST_CONNECTIONS, _descriptors() - _RESERVED - _CLOSING), 16)


def _descriptors() -> int:
    """Descriptors that the process may have."""
    try:
        import resource  # noqa: PLC0415 - there is none on Windows
    except ImportError:
        return 2 * MOST_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + 2 * _RESERVED
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return wanted if soft == resource.RLIM_INFINITY else soft
