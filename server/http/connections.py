"""One connection of HTTP, with an end to every wait: for a request, for its body, for a reader."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from server.http.gate import ConnectionGate, TransportGuest


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds that a connection is waited for.

    `request_s`: from its begin, or its last answer, to a whole request; `body_s`: the time in
    which `body_bytes` of a wanted body must come (a phone on a poor network sends ten times that);
    `reader_s`: until what was sent is taken; `leave_s` and `leave_bytes`: how long, and how much of
    it, a body that nobody wants is thrown away, so that its sender reads why.
    """

    request_s: float = 10.0
    body_s: float = 15.0
    body_bytes: int = 16_000
    reader_s: float = 20.0
    leave_s: float = 2.0
    leave_bytes: int = 1_000_000


#: What nobody has measured at a table needs to be chosen: kind to phones, short for strangers.
PATIENCE = Patience()


class _Phase(Enum):
    """What is waited for."""

    REQUEST = auto()
    BODY = auto()
    ANSWER = auto()  # ours: no end
    LEAVING = auto()


class PatientProtocol(H11Protocol):
    """Uvicorn's HTTP/1.1 behind a gate."""

    def __init__(
        self, gate: ConnectionGate, *rest: Any, patience: Patience = PATIENCE, **named: Any
    ) -> None:
        super().__init__(*rest, **named)
        self._gate = gate
        self._patience = patience
        self._number = -1
        self._guest: TransportGuest | None = None
        self._phase: _Phase | None = None
        self._came = 0
        self._timer: asyncio.TimerHandle | None = None
        self._reader_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins to wait for a request."""
        super().connection_made(transport)
        self._number = transport.get_extra_info("socket").fileno()
        if not self._gate.knows(self._number):
            self._guest = TransportGuest(transport, self.loop)
            self._gate.admit(self._guest, self._number)
        self._follow()

    def connection_lost(self, exc: Exception | None) -> None:
        """Waits for nothing any more."""
        for timer in (self._timer, self._reader_timer):
            if timer is not None:
                timer.cancel()
        if self._guest is not None:
            self._gate.gone(self._guest, self._number)
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Takes what comes, unless it is a body that was refused."""
        self._came += len(data)
        if self._phase is _Phase.LEAVING:
            if self._came > self._patience.leave_bytes:
                self.flow.pause_reading()
            return
        super().data_received(data)
        self._follow()

    def on_response_complete(self) -> None:
        """Waits for the next request; a body that nobody read is not waited for."""
        unread = self.cycle.more_body
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if unread:
            self._leave()
        else:
            self._follow()

    def pause_writing(self) -> None:
        """The reader is slow: waits for it only so long."""
        super().pause_writing()
        self._reader_timer = self.loop.call_later(self._patience.reader_s, self.transport.abort)

    def resume_writing(self) -> None:
        """The reader has caught up."""
        super().resume_writing()
        if self._reader_timer is not None:
            self._reader_timer.cancel()

    def _now(self) -> _Phase:
        if self.cycle is None or self.cycle.response_complete:
            return _Phase.REQUEST
        return _Phase.BODY if self.cycle.more_body else _Phase.ANSWER

    def _follow(self) -> None:
        """Tells the gate, and sets the clock, where something else is waited for than before."""
        phase = self._now()
        if phase is not self._phase and not self.transport.is_closing():
            self._enter(phase)

    def _enter(self, phase: _Phase) -> None:
        self._phase = phase
        if phase is _Phase.REQUEST:
            self._gate.waiting(self._number)
            self._set(self._patience.request_s, self.transport.abort)
            return
        self._gate.serving(self._number)
        if phase is _Phase.BODY:
            self._came = 0
            self._set(self._patience.body_s, self._check_body)
        elif self._timer is not None:
            self._timer.cancel()

    def _check_body(self) -> None:
        """Ends a connection whose body comes too slowly, unless it is we who do not take it."""
        if self._came < self._patience.body_bytes and not self.flow.read_paused:
            self.transport.abort()
            return
        self._came = 0
        self._set(self._patience.body_s, self._check_body)

    def _leave(self) -> None:
        """Ends our side; throws away what still comes for a moment, as closing at once would lose
        the answer on its way."""
        self._phase, self._came = _Phase.LEAVING, 0
        self._unset_keepalive_if_required()
        with suppress(OSError):  # the other side may have left already
            if self.transport.can_write_eof():
                self.transport.write_eof()
        self._set(self._patience.leave_s, self.transport.abort)

    def _set(self, seconds: float, then: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.loop.call_later(seconds, then)
