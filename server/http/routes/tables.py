"""The web API of the tables: state, live events, commands, pictures. Knows no game."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Request, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from rules.core.discovery import get
from server.http import uploads
from server.http.answers import failure, success
from server.http.auth.authorizer import Door, Refused, Seat
from server.http.schemas.tables import (
    SCHEMA,
    Command,
    Failure,
    FrameAnswer,
    MomentAnswer,
    OpenTable,
    ReadingsAnswer,
    StateAnswer,
    TablesAnswer,
)
from server.tables.player_commands import Impossible, NewGame, Stale, UseCamera
from server.tables.previews import Previews
from server.tables.registry import Hall, Role
from server.tables.setup import Setup
from server.tables.table import Table

#: Pictures are named by their content, so a browser may keep them for good (a year, in seconds).
_FOREVER = "private, max-age=31536000, immutable"

#: Milliseconds a phone is asked to wait between two pictures: eight a second are enough to see a
#: hand come and go, and leave two cores time to read.
_FRAME_PAUSE_MS = 100

_NO: dict[int | str, dict[str, Any]] = {
    status: {"model": Failure} for status in (400, 401, 403, 404, 409, 413, 422)
}

_Name = Annotated[str, Path(pattern="^[a-z0-9][a-z0-9-]{0,31}$")]


def tables_api(hall: Hall, door: Door, previews: Previews) -> APIRouter:
    """The routes under `/api/v1/tables`."""
    api = APIRouter(prefix="/api/v1/tables", responses=_NO, tags=["tables"])
    _add_hall(api, hall, door)
    _add_state(api, door)
    _add_events(api, door)
    _add_commands(api, door, previews)
    _add_pictures(api, door)
    _add_saving(api, hall, door)
    return api


def seat_of(door: Door, need: Role) -> Callable[[Request, str], Seat]:
    """The dependency that lets in who may do this."""

    def found(request: Request, table: _Name) -> Seat:
        return door.seat(request, table, need)

    return found


def _add_hall(api: APIRouter, hall: Hall, door: Door) -> None:
    @api.get("", response_model=TablesAnswer)
    def tables(request: Request) -> Response:
        """The tables that the asker may see."""
        seen = [t for t in hall.tables() if door.role(request, t.row.ident) is not None]
        return success(tables=[_line(table) for table in seen])

    @api.post("", response_model=StateAnswer)
    def open_table(request: Request, wanted: OpenTable) -> Response:
        """Opens a table; only at the computer itself."""
        door.host(request)
        players = tuple(wanted.players) if wanted.players else None
        setup = Setup(wanted.game, players, wanted.rules)
        table = hall.open(wanted.table, setup, wanted.source)
        if isinstance(table, Impossible):
            return impossible(table)
        return _state(Seat(table, Role.HOST))


def _line(table: Table) -> dict[str, Any]:
    state = table.state()
    game = state.get("game")
    return {
        "table": table.row.ident,
        "game": game,
        "titles": {} if game is None else dict(get(game).rulebook.titles),
        "turn": state.get("turn"),
        "live": state["live"],
    }


def _add_state(api: APIRouter, door: Door) -> None:
    watcher = Annotated[Seat, Depends(seat_of(door, Role.WATCH))]

    @api.get("/{table}/state", response_model=StateAnswer)
    def state(seat: watcher) -> Response:
        """How the table stands."""
        return _state(seat)

    @api.get("/{table}/readings", response_model=ReadingsAnswer)
    def readings(seat: watcher) -> Response:
        """The three likeliest readings of every place, from the newest clear look."""
        return success(places=[asdict(place) for place in _table(seat).readings()])


def _table(seat: Seat) -> Table:
    return seat.table


def _state(seat: Seat) -> Response:
    state = seat.table.state()
    return success(schema=SCHEMA, role=seat.role.name.lower(), state=state)


def _add_events(api: APIRouter, door: Door) -> None:
    @api.get("/{table}/events", response_class=EventSourceResponse)
    async def events(
        seat: Annotated[Seat, Depends(seat_of(door, Role.WATCH))],
        last_event_id: Annotated[str | None, Header()] = None,
    ) -> AsyncIterator[ServerSentEvent]:
        """The live channel: what happened (numbered, resumed after Last-Event-ID), and as
        `status` without a number how things stand; with every event the `standing` of the table,
        where it is another than the one told last."""
        channel, told = seat.table.channel, None
        yield ServerSentEvent(event="hello", data={"log": channel.ident, "schema": SCHEMA})
        async for event in channel.follow(channel.resume_point(last_event_id)):
            number = str(event.number) if event.number else None
            yield ServerSentEvent(event=event.kind, id=number, data=event.data)
            standing = await run_in_threadpool(seat.table.standing)
            if standing != told:
                told = standing
                yield ServerSentEvent(event="standing", data=standing)


def _add_commands(api: APIRouter, door: Door, previews: Previews) -> None:
    @api.post("/{table}/commands", response_model=StateAnswer)
    def command(
        request: Request,
        body: Command,
        seat: Annotated[Seat, Depends(seat_of(door, Role.KEEPER))],
    ) -> Response:
        """Changes the game. Refused with the new state where something happened meanwhile."""
        order = body.order()
        source = order.source if isinstance(order, UseCamera | NewGame) else None
        if source is not None:
            if not may_choose(door, request, source):
                raise Refused(403, "not-here", "Choose this camera at the computer itself.")
            previews.let_go(source)  # two cannot have one camera
        done = seat.table.order(order, body.seen)
        if isinstance(done, Stale):
            return _stale(done, seat.table)
        return _state(seat) if done is None else impossible(done)


def may_choose(door: Door, request: Request, source: str) -> bool:
    """A file, a folder or an address is this computer's business; its own cameras and the phone
    may be chosen by whoever keeps the table."""
    return source == "phone" or source.isdecimal() or door.is_host(request)


def impossible(why: Impossible) -> Response:
    """The answer to an order that makes no sense now."""
    return failure(422, why.code, why.message)


def _stale(done: Stale, table: Table) -> Response:
    return failure(
        409,
        "stale",
        "Something happened at the table meanwhile; look again.",
        {"seen": done.seen, "last": done.last},
        state=table.state(),
    )


def _add_saving(api: APIRouter, hall: Hall, door: Door) -> None:
    @api.get("/{table}/export", response_class=Response)
    def export(seat: Annotated[Seat, Depends(seat_of(door, Role.KEEPER))]) -> Response:
        """The game as one file: a zip with JSON and pictures."""
        data = seat.table.saved()
        if data is None:
            return failure(404, "no-game", "There is no game to save at this table.")
        name = f"attachment; filename={seat.table.row.ident}.zip"
        headers = {"Content-Disposition": name, "Cache-Control": "no-store"}
        return Response(data, 200, headers, "application/zip")

    @api.post("/{table}/import", response_model=StateAnswer, openapi_extra=_body("application/zip"))
    async def import_game(request: Request, table: _Name) -> Response:
        """Opens a table on a saved game; only at the computer itself."""
        door.host(request)
        data = await uploads.body(request, uploads.BUNDLE_BYTES)
        found = await run_in_threadpool(hall.open_saved, table, data)
        return (
            impossible(found) if isinstance(found, Impossible) else _state(Seat(found, Role.HOST))
        )


def _body(media_type: str) -> dict[str, Any]:
    content = {media_type: {"schema": {"type": "string", "format": "binary"}}}
    return {"requestBody": {"content": content, "required": True}}


def _add_pictures(api: APIRouter, door: Door) -> None:
    sender = Annotated[Seat, Depends(seat_of(door, Role.CAMERA))]
    picture_type = _body("image/jpeg")

    @api.get("/{table}/pictures/{ident}", response_class=Response)
    def picture(ident: str, seat: Annotated[Seat, Depends(seat_of(door, Role.WATCH))]) -> Response:
        """A picture that an event named."""
        found = seat.table.picture(ident)
        if found is None:
            return failure(404, "no-picture", "There is no such picture.", {"id": ident})
        return Response(found.data, 200, {"Cache-Control": _FOREVER}, found.media_type)

    @api.post("/{table}/frames", response_model=FrameAnswer, openapi_extra=picture_type)
    async def frames(request: Request, seat: sender) -> Response:
        """One JPEG of a phone's film. Send the next one after this answer and `wait_ms`."""
        data = await uploads.body(request, uploads.FRAME.most_bytes)
        image = await run_in_threadpool(uploads.frame, data)
        refused = _table(seat).push(image)
        if refused is not None:
            return impossible(refused)
        status = _table(seat).channel.status()
        return success(wait_ms=_FRAME_PAUSE_MS, status=dict(status))

    @api.post("/{table}/photos", response_model=MomentAnswer, openapi_extra=picture_type)
    async def photos(request: Request, seat: sender) -> Response:
        """One photo after a turn, judged by itself."""
        data = await uploads.body(request, uploads.PHOTO.most_bytes)
        image = await run_in_threadpool(uploads.photo, data)
        told = await run_in_threadpool(_table(seat).photo, image)
        return impossible(told) if isinstance(told, Impossible) else success(moment=dict(told))
