"""Tables with everything behind them, on a server, for browser tests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Page
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from server.http.app import create_app
from server.http.context import Services
from server.http.listen import address_of, open_socket
from server.tables.registry import TableRegistry

#: Seconds in which what is still asked once the pages were left comes to its end.
_LEAVING_S = 5.0

#: What an empty house answers: a browser asks by itself, some time after a page was left, whether
#: the service worker is still the same.
_NOBODY = PlainTextResponse("nobody lives here now", 503)


class _House:
    """A server that stays, at one address, for one app after another: a browser that keeps the
    dashboard's modules opens the next test's page in half the time."""

    def __init__(self) -> None:
        self._app: FastAPI | None = None
        self._asked = 0
        self._changed = threading.Condition()
        taken = open_socket("127.0.0.1", 0)
        self.address = address_of(taken).rstrip("/")
        config = uvicorn.Config(self, interface="asgi3", log_config=None, lifespan="off")
        server = uvicorn.Server(config)
        threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True).start()

    def takes(self, app: FastAPI) -> bool:
        """Whether it is empty, so that this app lives in it now."""
        if self._app or self._asked:
            return False
        self._app = app
        return True

    def leave(self) -> None:
        """Empties it: what is still asked comes to its end."""
        with self._changed:
            self._app = None
            self._changed.wait_for(lambda: not self._asked, _LEAVING_S)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._count(1)
        try:
            await (self._app or _NOBODY)(scope, receive, send)
        finally:
            self._count(-1)

    def _count(self, more: int) -> None:
        with self._changed:
            self._asked += more
            self._changed.notify()


#: All that were ever needed; most of the time one is.
HOUSES: list[_House] = []


@contextmanager
def standing(registry: TableRegistry, services: Services | None = None) -> Iterator[str]:
    """The address without a slash at the end. Pages must be left before this ends."""
    behind = services or Services()
    app = create_app(registry, services=behind)
    house = next((one for one in HOUSES if one.takes(app)), None)
    if house is None:
        house = _House()
        HOUSES.append(house)
        house.takes(app)
    try:
        yield house.address
    finally:
        registry.close()
        behind.previews.let_go()
        house.leave()


@contextmanager
def served(registry: TableRegistry, services: Services, page: Page) -> Iterator[str]:
    """The same; the page is left before the server goes, as it would miss it."""
    with standing(registry, services) as address:
        try:
            yield address
        finally:
            page.close()
