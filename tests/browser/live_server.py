"""A live table with everything behind it, on a server of its own, for browser tests."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from playwright.sync_api import Page

from server.http.app import create_app
from server.http.context import Services
from server.http.listen import address_of, open_socket
from server.tables.registry import TableRegistry


@contextmanager
def standing(registry: TableRegistry, services: Services) -> Iterator[str]:
    """The address without a slash at the end. Pages must be left before this ends."""
    taken = open_socket("127.0.0.1", 0)
    app = create_app(registry, services=services)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, lifespan="off"))
    runner = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
    runner.start()
    try:
        yield address_of(taken).rstrip("/")
    finally:
        server.should_exit = True
        registry.close()
        services.previews.let_go()
        runner.join(5)


@contextmanager
def served(registry: TableRegistry, services: Services, page: Page) -> Iterator[str]:
    """The same; the page is left before the server goes, as it would miss it."""
    with standing(registry, services) as address:
        try:
            yield address
        finally:
            page.goto("about:blank")
