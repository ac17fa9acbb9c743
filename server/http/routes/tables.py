"""The web API of the tables: state, live events, commands, pictures. Knows no game."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from dataclasses import asdict
from typing import Annotated

from fastapi import Header, Request, Response
from fastapi.sse import EventSourceResponse
from starlette.concurrency import run_in_threadpool

from rules.core.codec import JsonObject
from server.http import uploads
from server.http.answers import Refused, body_of, download, failure, kept_picture, rejected, success
from server.http.auth.authorizer import Role, Visitor
from server.http.bodies import api_router
from server.http.context import AT_COMPUTER, Context, Keeper, Sender, Spectator, TableName
from server.http.schemas import tables as schemas
from server.http.schemas.common import SCHEMA
from server.tables import corners
from server.tables.player_commands import (
    CommandRejected,
    StaleCommand,
    StartGame,
    UseCamera,
    seen_players,
)
from server.tables.resuming import Setup
from server.tables.table import Table
from server.views.now.status import shown_source
from server.views.pictures.ways import cutout_round
from server.views.setup_look import DIGITS
from vision.teacher import mark_of

#: Milliseconds a phone is asked to wait between two pictures: eight a second are enough to see a
#: hand come and go, and leave two cores time to read.
_FRAME_PAUSE_MS = 100

#: Nothing on the way may keep or hold back what is told live.
_LIVE = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}

# What FastAPI itself would make of a generator packs every event for every page anew.
_STREAM: dict[int | str, JsonObject] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}
}

_ZIP, _JPEG = body_of("application/zip"), body_of("image/jpeg")

router = api_router("tables", also=(409, 413, 503))


@router.get("", response_model=schemas.TablesAnswer)
def tables(request: Request, context: Context) -> Response:
    """The tables that the asker may see."""
    return success(tables=[_line(table) for table in context.authorizer.tables(request)])


def _line(table: Table) -> dict[str, object]:
    state, session = table.state(), table.session()
    return {
        "table": table.row.ident,
        "game": state.get("game"),
        "titles": {} if session is None else dict(session.game.rulebook.titles),
        "turn": state.get("turn"),
        "live": state["live"],
    }


@router.post("", response_model=schemas.StateAnswer, dependencies=[AT_COMPUTER])
def open_table(wanted: schemas.OpenTable, context: Context) -> Response:
    """Opens a table; only at the computer itself."""
    players = seen_players(wanted.players) if wanted.players else None
    if isinstance(players, CommandRejected):
        return rejected(players)
    setup = Setup(wanted.game, players, wanted.rules)
    return _opened(context.registry.open(wanted.table, setup, wanted.source))


@router.post(
    "/{table}/import",
    response_model=schemas.StateAnswer,
    openapi_extra=_ZIP,
    dependencies=[AT_COMPUTER],
)
async def import_game(request: Request, table: TableName, context: Context) -> Response:
    """Opens a table on a saved game; only at the computer itself."""
    data = await uploads.body(request, uploads.BUNDLE_BYTES)
    return _opened(await run_in_threadpool(context.registry.open_saved, table, data))


def _opened(table: Table | CommandRejected) -> Response:
    if isinstance(table, CommandRejected):
        return rejected(table)
    return _state(Visitor(table, Role.HOST))


@router.get("/{table}/state", response_model=schemas.StateAnswer)
def state(visitor: Spectator) -> Response:
    """How the table stands."""
    return _state(visitor)


def _state(visitor: Visitor) -> Response:
    state = visitor.table.state()
    if visitor.role < Role.KEEPER and isinstance(state.get("source"), str):
        state["source"] = shown_source(str(state["source"]))
    return success(schema=SCHEMA, role=visitor.role.word, state=state)


@router.get("/{table}/readings", response_model=schemas.ReadingsAnswer)
def readings(visitor: Spectator) -> Response:
    """The three likeliest readings of every place, from the newest clear look."""
    return success(places=[asdict(place) for place in visitor.table.readings()])


@router.get("/{table}/events", response_class=Response, responses=_STREAM)
def events(
    visitor: Spectator, context: Context, last_event_id: Annotated[str | None, Header()] = None
) -> Response:
    """The live channel: what happened (numbered, resumed after Last-Event-ID), and as `status`
    without a number how things stand; with every event the `standing` of the table, where it is
    another than the one sent last."""
    context.streams.require_room(visitor)
    return EventSourceResponse(context.streams.follow(visitor, last_event_id), headers=_LIVE)


@router.post("/{table}/commands", response_model=schemas.StateAnswer)
def command(request: Request, body: schemas.Command, visitor: Keeper, context: Context) -> Response:
    """Changes the game. Refused with the new state where something happened meanwhile, but for
    `camera`, which rests on nothing that happened."""
    asked = schemas.player_command(body)
    source = asked.source if isinstance(asked, UseCamera | StartGame) else None
    if source is not None:
        if not context.authorizer.may_choose(request, source):
            raise Refused(403, "not-here", "Choose this camera at the computer itself.")
        context.services.previews.let_go(source)  # two cannot have one camera
    done = visitor.table.execute(asked, body.seen)
    if isinstance(done, StaleCommand):
        return _stale(done, visitor.table)
    return _state(visitor) if done is None else rejected(done)


def _stale(done: StaleCommand, table: Table) -> Response:
    said = "Something happened at the table meanwhile; look again."
    return failure(409, "stale", said, asdict(done), state=table.state())


@router.get("/{table}/ways-round", response_model=schemas.WaysRoundAnswer)
def ways_round(visitor: Keeper) -> Response:
    """The ways round that the board may lie in the newest picture, told apart by where its mark
    is."""
    image, session = visitor.table.view(), visitor.table.session()
    if image is None or session is None:
        return success(mark=None, marks=[], picture=None, window=[])
    game = session.game.name
    mark = mark_of(game)
    ways = corners.ways_round(game, image)
    shown = cutout_round(image, ways[0].corners if ways else ())
    return success(
        mark=None if mark is None else mark.name,
        marks=[[round(v, DIGITS) for v in way.mark] for way in ways],
        **asdict(shown),
    )


@router.get("/{table}/export", response_class=Response)
def export(visitor: Keeper) -> Response:
    """The game as one file: a zip with JSON and pictures."""
    data = visitor.table.saved()
    if data is None:
        return failure(404, "no-game", "There is no game to save at this table.")
    named = f"arbitable-{visitor.table.row.ident}-{visitor.table.state()['game']}.zip"
    return download(data, named, "application/zip")


@router.get("/{table}/pictures/{ident}", response_class=Response)
def picture(ident: str, visitor: Spectator) -> Response:
    """A picture that an event named."""
    found = visitor.table.picture(ident)
    if found is None:
        return failure(404, "no-picture", "There is no such picture.", {"id": ident})
    return kept_picture(found)


@router.post("/{table}/frames", response_model=schemas.FrameAnswer, openapi_extra=_JPEG)
async def frames(request: Request, visitor: Sender) -> Response:
    """One JPEG of a phone's film. Send the next one after this answer and `wait_ms`."""
    data = await uploads.body(request, uploads.FRAME.most_bytes)
    image = await run_in_threadpool(uploads.frame, data)
    refused = visitor.table.push(image)
    if refused is not None:
        return rejected(refused)
    return success(wait_ms=_FRAME_PAUSE_MS, status=dict(visitor.table.channel.status()))


@router.post("/{table}/photos", response_model=schemas.MomentAnswer, openapi_extra=_JPEG)
async def photos(request: Request, visitor: Sender) -> Response:
    """One photo after a turn, judged by itself."""
    data = await uploads.body(request, uploads.PHOTO.most_bytes)
    image = await run_in_threadpool(uploads.photo, data)
    payload = await run_in_threadpool(visitor.table.photo, image)
    return rejected(payload) if isinstance(payload, CommandRejected) else success(moment=payload)
