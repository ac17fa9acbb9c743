"""The web app: pages, API, guard and the one shape of failures."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from server.http.answers import Refused, failure
from server.http.auth.authorizer import Authorizer
from server.http.auth.guard import LOOPBACK_NAMES, Guard
from server.http.auth.throttle import Throttle
from server.http.context import AppContext, Services
from server.http.routes import computer, facts, helpers, kept_games, pages, setup, tables, teaching
from server.http.schemas.common import SCHEMA
from server.pairing.links import Pairing
from server.reports.game_report import own_version
from server.reports.kept_games import KeptGames
from server.store.store import NotWritten
from server.tables.registry import TableRegistry

#: How long an address stays the same is said by the number in it.
OPENAPI = "/api/v1/openapi.json"

_NOT_UNDERSTOOD = "The request is not understood."

#: What the framework refuses by itself, by status; a body that is no JSON it can take is another.
_ASKED_AMISS = {
    404: ("not-found", "There is nothing at this address."),
    405: ("not-allowed", "This address takes no such request."),
}

_ROUTES = (pages, computer, helpers, tables, setup, teaching, facts, kept_games)


def create_app(
    registry: TableRegistry,
    names: Iterable[str] = LOOPBACK_NAMES,
    pairing: Pairing | None = None,
    services: Services | None = None,
) -> FastAPI:
    """The app for a registry of tables. `names` are the host names it answers to; more than
    loopback names mean that it is open to the network. `pairing`: how phones reach it.
    `services`: the kept games, calibrations and previews; without it nothing is kept."""
    used = services or Services()
    known = frozenset(names)
    authorizer = Authorizer(registry, is_open=not known <= LOOPBACK_NAMES)
    app = _without_routes()
    kept = KeptGames(used.store, registry.games_in_play)
    app.state.context = AppContext(registry, authorizer, pairing or Pairing(), used, kept)
    app.add_middleware(Guard, names=known)
    # Outermost: what the guard refuses is counted too.
    app.add_middleware(Throttle, is_known=authorizer.is_known)
    for kind, answer in _FAILURES:
        app.exception_handler(kind)(answer)
    # The modules' own routes, made once: including a router would make each anew for every app.
    for module in _ROUTES:
        app.router.routes.extend(module.router.routes)
    # Scripts and styles shrink to a third; pictures and the live channel are left as they are.
    app.mount("/static", GZipMiddleware(StaticFiles(directory=pages.STATIC)), name="static")
    return app


def _without_routes() -> FastAPI:
    return FastAPI(
        title="Arbitable",
        version=f"{own_version()} (schema {SCHEMA})",
        openapi_url=OPENAPI,
        docs_url=None,  # these pages would fetch their scripts from elsewhere
        redoc_url=None,
    )


async def _refused(_request: Request, error: Refused) -> Response:
    return error.answer()


async def _not_written(_request: Request, error: NotWritten) -> Response:
    return failure(507, "no-room", str(error))


async def _http(request: Request, error: HTTPException) -> Response:
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return pages.missing_page()
    code, message = _ASKED_AMISS.get(error.status_code, ("refused", _NOT_UNDERSTOOD))
    return failure(error.status_code, code, message)


async def _invalid(_request: Request, error: RequestValidationError) -> Response:
    fields = [".".join(map(str, e["loc"])) for e in error.errors()]
    return failure(422, "bad-request", _NOT_UNDERSTOOD, {"fields": fields})


async def _broken(_request: Request, error: Exception) -> Response:
    return failure(500, "internal", "Arbitable made a mistake.", {"kind": type(error).__name__})


_FAILURES = (
    (Refused, _refused),
    (NotWritten, _not_written),
    (HTTPException, _http),
    (RequestValidationError, _invalid),
    (Exception, _broken),
)
