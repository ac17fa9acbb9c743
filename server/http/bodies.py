"""Bodies of requests: bounded before they are parsed, and never taken from who has no key."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute

from server.http.answers import refusals
from server.http.context import context_of
from server.http.uploads import JSON_BYTES, body

#: What every part of the API may refuse with.
_REFUSALS = (400, 401, 403, 404, 422, 429)


class BoundedRequest(Request):
    """A request whose JSON is bounded. Of who may see nothing here no byte is taken: the route then
    finds no body, and whoever may not ask is refused as ever."""

    async def body(self) -> bytes:
        """The body, read once. Raises Refused for too large a one."""
        if not hasattr(self, "_body"):
            known = context_of(self).authorizer.is_known(self)
            self._body = await body(self, JSON_BYTES) if known else b""
        return self._body


class BoundedRoute(APIRoute):
    """A route that takes bounded requests."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler of the route, of a bounded request."""
        handle = super().get_route_handler()

        async def bounded(request: Request) -> Response:
            return await handle(BoundedRequest(request.scope, request.receive))

        return bounded


def api_router(tag: str, below: str = "/tables", also: tuple[int, ...] = ()) -> APIRouter:
    """The router of one subject of the web API, with bounded bodies; `also`: statuses that it may
    refuse with besides those of every subject."""
    refused = refusals(*sorted((*_REFUSALS, *also)))
    return APIRouter(
        prefix=f"/api/v1{below}", responses=refused, tags=[tag], route_class=BoundedRoute
    )
