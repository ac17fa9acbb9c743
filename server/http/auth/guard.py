"""Keeps strangers out: Host and Origin checks against DNS rebinding, and security headers."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.http.answers import failure
from server.pairing.addresses import numeric_address

LOOPBACK_NAMES = frozenset(("localhost", "127.0.0.1", "::1"))

#: Everything the page needs comes from this server; a drawing may carry its own style.
_PAGE_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

#: Browsers heed it where they trust the connection, and complain about it elsewhere.
_OPENER = ("Cross-Origin-Opener-Policy", "same-origin")

#: What lies below it answers programs and the own pages; a link from elsewhere leads to a page.
_API = "/api/"

#: Methods that change nothing.
_HARMLESS = frozenset(("GET", "HEAD"))

_HEADERS = (
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(self), microphone=(), geolocation=()"),
)


def allowed_names(host: str) -> frozenset[str]:
    """The names a request may call this server by when it listens on `host`: loopback names, and
    beyond loopback also the host itself and this machine's own name."""
    if host in LOOPBACK_NAMES:
        return LOOPBACK_NAMES
    own = socket.gethostname().casefold()
    return LOOPBACK_NAMES | {host.casefold(), own, f"{own}.local"}


def host_name(authority: str) -> str:
    """The name in a Host header, without port and brackets; empty for nonsense."""
    try:
        return urlsplit(f"//{authority}").hostname or ""
    except ValueError:
        return ""


class Guard:
    """ASGI middleware. Answers requests under a foreign name with 400, posts from a foreign page
    and whatever it asks of the API with 403; numeric addresses cannot be rebound, so a server open
    to the network takes them too."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = LOOPBACK_NAMES) -> None:
        self._app = app
        self._names = frozenset(names)
        self._open = not self._names <= LOOPBACK_NAMES

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or answers it with the objection."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._objection(scope, Headers(scope=scope))
        answer = self._app if refused is None else failure(*refused)
        await answer(scope, receive, with_headers(scope, send))

    def _objection(self, scope: Scope, headers: Headers) -> tuple[int, str, str] | None:
        host = headers.get("host", "")
        name = host_name(host)
        if name not in self._names and not (self._open and numeric_address(name)):
            return 400, "bad-host", "This server does not answer to that name."
        origin = headers.get("origin")
        foreign = origin is not None and _authority(origin) != host.casefold()
        asks = scope["method"] not in _HARMLESS or scope["path"].startswith(_API)
        if foreign or (asks and headers.get("sec-fetch-site") == "cross-site"):
            return 403, "bad-origin", "This request comes from another site's page."
        return None


def _authority(origin: str) -> str:
    """Host and port of an Origin header; empty for nonsense."""
    try:
        return urlsplit(origin).netloc.casefold()
    except ValueError:
        return ""


def _sent(scope: Scope) -> tuple[tuple[str, str], ...]:
    """The headers of every answer on this connection."""
    name = host_name(Headers(scope=scope).get("host", ""))
    trusted = scope.get("scheme") == "https" or name in LOOPBACK_NAMES
    return (*_HEADERS, _OPENER) if trusted else _HEADERS


def with_headers(scope: Scope, send: Send) -> Send:
    """What sends an answer with the headers that every answer of this connection has."""
    sent = _sent(scope)

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            drawing = headers.get("content-type", "").startswith("image/svg")
            headers["Content-Security-Policy"] = _DRAWING_POLICY if drawing else _PAGE_POLICY
            for name, value in sent:
                headers[name] = value
        await send(message)

    return sending
