"""Slows down who asks too often, so that a flood costs the others nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from server.http.answers import Refused
from server.http.auth.authorizer import address_of
from server.http.auth.guard import with_headers
from server.http.auth.rates import STRANGERS, VISITORS, Bucket

#: Seconds that an answer to a flood is held back: who waits for it asks no faster.
_HELD_S = 1.0

_TOO_OFTEN = "Too many requests come from your address; wait a moment."

#: Answers held back at once; beyond, they go out at once.
_MOST_HELD = 200


class Throttle:
    """ASGI middleware. Answers who asks too often with 429; `is_known` tells visitors with a key
    from strangers, who get less."""

    def __init__(
        self,
        app: ASGIApp,
        is_known: Callable[[Request], bool],
        strangers: Bucket | None = None,
        visitors: Bucket | None = None,
    ) -> None:
        self._app = app
        self._is_known = is_known
        self._strangers = strangers or Bucket(STRANGERS)
        self._visitors = visitors or Bucket(VISITORS)
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or says how long to wait."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        bucket = self._visitors if self._is_known(request) else self._strangers
        wait = bucket.take(address_of(request))
        if wait == 0.0:
            await self._app(scope, receive, send)
            return
        await self._hold()
        answer = Refused(429, "too-often", _TOO_OFTEN, retry_s=wait).answer()
        await answer(scope, receive, with_headers(scope, send))

    async def _hold(self) -> None:
        if self._held < _MOST_HELD:
            self._held += 1
            try:
                await asyncio.sleep(_HELD_S)
            finally:
                self._held -= 1
