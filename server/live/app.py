"""The web app: pages, pictures, live events, commands. Knows no game and no camera."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Annotated, Literal

from fastapi import FastAPI, Header, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from server.live.answers import failure, success
from server.live.guard import LOOPBACK_NAMES, Guard
from server.live.playback import Playback, Stale
from server.words import WORDS

STATIC = Path(__file__).resolve().parent.parent / "static"

#: Pictures are named by their content, so a browser may keep them for good (a year, in seconds).
_FOREVER = "private, max-age=31536000, immutable"


class Command(BaseModel):
    """What a page asks for, and the number of the newest event it knew when it asked."""

    command: Literal["play", "pause", "next", "restart"]
    seen: int = Field(ge=0)


def create_app(playback: Playback, names: Iterable[str] = LOOPBACK_NAMES) -> FastAPI:
    """The app for one table. `names` are the host names it answers to."""
    app = FastAPI(title="Arbitable", openapi_url=None)
    app.add_middleware(Guard, names=names)
    _add_failures(app)
    _add_pages(app)
    _add_table(app, playback)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    return app


def _add_pages(app: FastAPI) -> None:
    @app.get("/")
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    @app.get("/favicon.ico")
    async def icon() -> FileResponse:
        return FileResponse(STATIC / "icon.svg")

    @app.get("/api/words")
    async def words() -> Response:
        return success(words=WORDS)


def _add_table(app: FastAPI, playback: Playback) -> None:
    channel = playback.channel

    @app.get("/api/state")
    async def state() -> Response:
        return success(state=playback.state())

    @app.get("/api/events", response_class=EventSourceResponse)
    async def events(
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> AsyncIterator[ServerSentEvent]:
        yield ServerSentEvent(event="hello", data={"log": channel.ident})
        async for event in channel.follow(channel.resume_point(last_event_id)):
            yield ServerSentEvent(event=event.kind, id=str(event.number), data=event.data)

    @app.post("/api/commands")
    def command(body: Command) -> Response:
        done = playback.command(body.command, body.seen)
        if isinstance(done, Stale):
            return _stale(done, playback)
        return success(state=playback.state())

    @app.get("/api/pictures/{ident}")
    async def picture(ident: str) -> Response:
        found = playback.pictures.get(ident)
        if found is None:
            return failure(404, "no-picture", "There is no such picture.", {"id": ident})
        return Response(found.data, 200, {"Cache-Control": _FOREVER}, found.media_type)


def _stale(done: Stale, playback: Playback) -> Response:
    return failure(
        409,
        "stale",
        "Something happened at the table meanwhile; look again.",
        {"seen": done.seen, "last": done.last},
        state=playback.state(),
    )


def _add_failures(app: FastAPI) -> None:
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
