"""Listening: a socket, Uvicorn on it, the playing thread, and an end within two seconds."""

from __future__ import annotations

import errno
import socket
import threading
from types import FrameType

import click
import uvicorn

from server.live.app import create_app
from server.live.guard import allowed_names
from server.live.playback import Playback
from server.problems import Unusable

#: Seconds that open requests get to finish once the program is told to end.
_GRACE_S = 1


class _Server(uvicorn.Server):
    """Says when it answers, and lets go of those who follow the live channel when it must end."""

    def __init__(self, config: uvicorn.Config, playback: Playback, address: str) -> None:
        super().__init__(config)
        self._playback = playback
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        click.echo(f"Arbitable is listening on {self._address}")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        # Not from here: the signal may have come while this very thread held the channel's lock.
        threading.Thread(target=self._playback.channel.close, daemon=True).start()


def listen(playback: Playback, host: str, port: int) -> None:
    """Serves a table until told to end. Raises Unusable where the address cannot be had, and
    KeyboardInterrupt when it was interrupted."""
    taken = open_socket(host, port)
    app = create_app(playback, allowed_names(host))
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=_GRACE_S,
        server_header=False,
    )
    threading.Thread(target=playback.run, daemon=True, name="playback").start()
    _Server(config, playback, address_of(taken)).run(sockets=[taken])
    raise KeyboardInterrupt


def open_socket(host: str, port: int) -> socket.socket:
    """A listening socket. Raises Unusable with the cure where there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OverflowError:
        raise Unusable(f"{port} is no port; give one from 0 to 65535.") from None
    except OSError as error:
        raise Unusable(_why_not(host, port, error)) from None


def free_port(wanted: int) -> int:
    """The port if it can be had on this machine, else 0: whichever is free."""
    try:
        open_socket("127.0.0.1", wanted).close()
    except Unusable:
        return 0
    return wanted


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is taken; give another with --port, or --port 0 for a free one."
    if error.errno == errno.EACCES:
        return f"port {port} needs an administrator; give one above 1023 with --port."
    return f"cannot listen on {host} ({error.strerror or error}); check --host."


def address_of(taken: socket.socket) -> str:
    """The address to type into a browser on this machine."""
    host, port = taken.getsockname()[:2]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"
