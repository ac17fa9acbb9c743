"""Listening: sockets, Uvicorn on them, the tables' threads, and an end within two seconds."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
from collections.abc import Callable, Sequence
from functools import partial
from types import FrameType
from typing import Any, NoReturn

import click
import uvicorn
from fastapi import FastAPI

from rules.core.codec import JsonObject
from server.errors import UnusableInput
from server.http.app import create_app
from server.http.auth.guard import LOOPBACK_NAMES, allowed_names
from server.http.connections import PatientProtocol
from server.http.context import Services
from server.http.gate import ConnectionGate, GatedSocket
from server.http.seldom import speak_seldom
from server.pairing.addresses import host_names, lan_addresses
from server.pairing.links import Pairing, TlsFiles
from server.tables.registry import TableRegistry, start

#: Seconds that open requests get to finish once the program is told to end.
_GRACE_S = 1

_HIGHEST_PORT = 65535

#: The same on the second, HTTPS listener; its thread dies with the program anyway.
_SETTINGS: JsonObject = {
    "log_config": None,
    "access_log": False,
    "lifespan": "off",
    "server_header": False,
    "ws": "none",
    "backlog": 256,  # so many connections are taken in one go, before anybody is answered
}


class _Server(uvicorn.Server):
    """Says when it answers, and lets go of those who follow the live channel when it must end."""

    def __init__(
        self,
        config: uvicorn.Config,
        registry: TableRegistry,
        address: str,
        others: Sequence[str],
        begun: Callable[[str], None] | None,
    ) -> None:
        super().__init__(config)
        self._begun = begun
        self._registry = registry
        self._address = address
        self._others = others

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        click.echo(f"Arbitable is listening on {self._address}")
        for other in self._others:
            click.echo(f"In your network: {other}")
        if self._begun is not None:
            self._begun(self._address)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        # Not from here: the signal may have come while this very thread held a channel's lock.
        threading.Thread(target=self._registry.close, daemon=True).start()


def listen(
    registry: TableRegistry,
    taken: socket.socket,
    host: str,
    secure: tuple[socket.socket, TlsFiles] | None,
    services: Services | None = None,
    begun: Callable[[str], None] | None = None,
) -> NoReturn:
    """Serves the tables on a listening socket until told to end, and over HTTPS on a second one
    where there is one. `begun` hears the address once it answers. Always ends by raising
    KeyboardInterrupt, as only an interrupt ends it."""
    pairing = pairing_for(taken, host, secure)
    app, gate = create_app(registry, allowed_names(host), pairing, services), ConnectionGate()
    speak_seldom()
    if secure is not None:
        _listen_securely(app, gate, *secure)
    for table in registry.tables():
        start(table)
    config = _config(app, gate, timeout_graceful_shutdown=_GRACE_S)
    address, others = address_of(taken), addresses_at_home(host, taken.getsockname()[1])
    _Server(config, registry, address, others, begun).run(sockets=[GatedSocket(taken, gate)])
    raise KeyboardInterrupt


def _listen_securely(
    app: FastAPI, gate: ConnectionGate, taken: socket.socket, files: TlsFiles
) -> None:
    config = _config(app, gate, ssl_certfile=str(files.certificate), ssl_keyfile=str(files.key))
    serving = uvicorn.Server(config).serve(sockets=[GatedSocket(taken, gate)])
    threading.Thread(target=asyncio.run, args=(serving,), daemon=True, name="https").start()


def _config(app: FastAPI, gate: ConnectionGate, **more: Any) -> uvicorn.Config:
    # Uvicorn calls what `http` is, as it would a class.
    speaks: Any = partial(PatientProtocol, gate)
    return uvicorn.Config(app, http=speaks, **_SETTINGS, **more)


def pairing_for(
    taken: socket.socket, host: str, secure: tuple[socket.socket, TlsFiles] | None
) -> Pairing:
    """How phones reach a listening socket."""
    port = taken.getsockname()[1]
    if host in LOOPBACK_NAMES:
        return Pairing(address_of(taken).rstrip("/"))
    names = lan_addresses() if host in ("0.0.0.0", "::") else (host,)
    name = _bracketed((*names, host_names()[-1])[0])
    if secure is None:
        return Pairing(f"http://{name}:{port}", reachable=True)
    https = f"https://{name}:{secure[0].getsockname()[1]}"
    return Pairing(f"http://{name}:{port}", https, secure[1].authority, reachable=True)


def addresses_at_home(host: str, port: int) -> tuple[str, ...]:
    """What others in the home network type; none where only this computer is answered."""
    if host in LOOPBACK_NAMES:
        return ()
    names = lan_addresses() if host in ("0.0.0.0", "::") else (host,)
    return tuple(f"http://{_bracketed(name)}:{port}/" for name in names)


def open_socket(host: str, port: int) -> socket.socket:
    """A listening socket. Raises UnusableInput with the cure where there is none."""
    if not 0 <= port <= _HIGHEST_PORT:
        raise UnusableInput(f"{port} is no port; give one from 0 to {_HIGHEST_PORT}.")
    if not host.isprintable():
        raise UnusableInput(f"{host!r} is no name of a computer; check --host.")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise UnusableInput(_why_not(host, port, error)) from None


def free_port(wanted: int, host: str = "127.0.0.1") -> int:
    """The port if it can be had on this machine, else 0: whichever is free."""
    try:
        open_socket(host, wanted).close()
    except UnusableInput:
        return 0
    return wanted


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken; give another with --port, or --port 0 for a free one."
    if error.errno == errno.EACCES:
        return f"port {port} needs an administrator; give one above 1023 with --port."
    # Python adds to what the system says where it was to listen, which stands here already.
    said = (error.strerror or str(error)).partition(" (while")[0]
    return f"cannot listen on {host} ({said}); check --host."


def address_of(taken: socket.socket) -> str:
    """The address to type into a browser on this machine."""
    host, port = taken.getsockname()[:2]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, _bracketed(host))
    return f"http://{name}:{port}/"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
