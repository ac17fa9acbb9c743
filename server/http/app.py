"""The web app: pages, API, guard and the one shape of failures."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from server.http.answers import failure
from server.http.auth.authorizer import Door, Refused
from server.http.auth.guard import LOOPBACK_NAMES, Guard
from server.http.routes.computer import machine_api
from server.http.routes.facts import facts_api
from server.http.routes.helpers import help_api
from server.http.routes.kept_games import archive_api
from server.http.routes.pages import pages
from server.http.routes.setup import look_api
from server.http.routes.tables import tables_api
from server.http.schemas.tables import SCHEMA
from server.pairing.links import Pairing
from server.reports.game_report import own_version
from server.tables.registry import Hall
from server.tables.services import Backstage

STATIC = Path(__file__).resolve().parent.parent / "static"

#: How long an address stays the same is said by the number in it.
OPENAPI = "/api/v1/openapi.json"


def create_app(
    hall: Hall,
    names: Iterable[str] = LOOPBACK_NAMES,
    pairing: Pairing | None = None,
    backstage: Backstage | None = None,
) -> FastAPI:
    """The app for a hall of tables. `names` are the host names it answers to; more than loopback
    names mean that it is open to the network. `pairing`: how phones reach it. `backstage`: the
    kept games, calibrations and previews; without it nothing is kept."""
    behind = backstage or Backstage()
    known = frozenset(names)
    door = Door(hall, is_open=not known <= LOOPBACK_NAMES)
    app = FastAPI(
        title="Arbitable",
        version=f"{own_version()} (schema {SCHEMA})",
        openapi_url=OPENAPI,
        docs_url=None,  # these pages would fetch their scripts from elsewhere
        redoc_url=None,
    )
    app.add_middleware(Guard, names=known)
    _add_failures(app)
    app.include_router(pages(hall, door, STATIC, pairing or Pairing()))
    app.include_router(machine_api(door, pairing or Pairing(), behind.previews))
    app.include_router(help_api(door))
    app.include_router(tables_api(hall, door, behind.previews))
    app.include_router(look_api(door, behind))
    app.include_router(facts_api(door))
    app.include_router(archive_api(door, behind.store))
    # Scripts and styles shrink to a third; pictures and the live channel are left as they are.
    app.mount("/static", GZipMiddleware(StaticFiles(directory=STATIC)), name="static")
    return app


def _add_failures(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(_request: Request, error: Refused) -> Response:
        return failure(error.status, error.code, error.message)

    @app.exception_handler(HTTPException)
    async def http(_request: Request, error: HTTPException) -> Response:
        code = {404: "not-found", 405: "not-allowed"}.get(error.status_code, "refused")
        return failure(error.status_code, code, str(error.detail))

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        fields = [".".join(map(str, e["loc"])) for e in error.errors()]
        return failure(422, "bad-request", "The request is not understood.", {"fields": fields})

    @app.exception_handler(Exception)
    async def broken(_request: Request, error: Exception) -> Response:
        return failure(500, "internal", "Arbitable made a mistake.", {"kind": type(error).__name__})
