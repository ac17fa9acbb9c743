"""The web API of teaching one's own pieces: photos make a draft, a person mends and keeps it, and
what is kept goes to a friend as a file."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from datetime import UTC, datetime
from typing import Annotated

from fastapi import Query, Request, Response
from starlette.concurrency import run_in_threadpool

from server.http import uploads
from server.http.answers import Refused, body_of, download, failure, rejected, success
from server.http.auth.authorizer import Visitor
from server.http.bodies import api_router
from server.http.context import AppContext, Context, Keeper
from server.http.schemas.teaching import (
    DraftAnswer,
    GameWanted,
    KeepWanted,
    MendingWanted,
    PhotoWanted,
    TeachingAnswer,
)
from server.pipeline.calibrations import kept_set
from server.store.learnt_file import MOST_PACKED, NotASet, packed_set, unpacked_set
from server.tables.player_commands import CommandRejected
from server.tables.teaching import Draft, Mending
from server.views.teaching_view import draft_json, kinds_json, set_json
from vision.teacher import can_be_taught

router = api_router("teaching", also=(409, 413))

_ZIP, _JPEG = body_of("application/zip"), body_of("image/jpeg")


@router.get("/{table}/teach", response_model=TeachingAnswer)
def teaching(wanted: Annotated[GameWanted, Query()], visitor: Keeper, context: Context) -> Response:
    """What a piece of a game can be, the pieces that are kept, and those that are not yet."""
    _check(wanted.game)
    kept = kept_set(context.services.calibrations, wanted.game)
    draft = context.services.teaching.draft(visitor.table.row.ident, wanted.game)
    return success(
        **kinds_json(wanted.game),
        kept=None if kept is None else set_json(kept[1]),
        draft=_draft(draft),
    )


@router.post("/{table}/teach/photo", response_model=DraftAnswer, openapi_extra=_JPEG)
async def photo(
    request: Request,
    wanted: Annotated[PhotoWanted, Query()],
    visitor: Keeper,
    context: Context,
) -> Response:
    """Learns from a photo of pieces; what a draft has already stays as it is."""
    _check(wanted.game)
    data = await uploads.body(request, uploads.PHOTO.most_bytes)
    image = await run_in_threadpool(uploads.photo, data)
    learn = context.services.teaching.photographed
    table, now = visitor.table.row.ident, datetime.now(UTC)
    return _answer(await run_in_threadpool(learn, table, wanted.game, image, wanted.name, now))


@router.post("/{table}/teach/mend", response_model=DraftAnswer)
def mend(body: MendingWanted, visitor: Keeper, context: Context) -> Response:
    """Says what a piece of the draft is."""
    _check(body.game)
    said = Mending(body.number, body.name, body.quarters, body.none)
    desk, table = context.services.teaching, visitor.table.row.ident
    return _answer(desk.mended(table, body.game, body.ident, said))


@router.post("/{table}/teach/keep", response_model=DraftAnswer)
def keep(body: KeepWanted, visitor: Keeper, context: Context) -> Response:
    """Keeps the draft: games begun from now on start from it. Refused where pieces do not fit
    together."""
    _check(body.game)
    folder, desk = context.services.calibrations, context.services.teaching
    return _answer(desk.keep(folder, visitor.table.row.ident, body.game, body.ident))


@router.post("/{table}/teach/drop", response_model=DraftAnswer)
def drop(body: GameWanted, visitor: Keeper, context: Context) -> Response:
    """Lets the draft go."""
    context.services.teaching.forget(visitor.table.row.ident, body.game)
    return success(draft=None)


@router.post("/{table}/teach/unlearn", response_model=DraftAnswer)
def unlearn(body: GameWanted, visitor: Keeper, context: Context) -> Response:
    """Forgets the pieces that are kept."""
    _check(body.game)
    desk = context.services.teaching
    refused = desk.unlearn(context.services.calibrations, body.game)
    open_draft = desk.draft(visitor.table.row.ident, body.game)
    return rejected(refused) if refused else success(draft=_draft(open_draft))


@router.get("/{table}/teach/file", response_class=Response)
def file(wanted: Annotated[GameWanted, Query()], _visitor: Keeper, context: Context) -> Response:
    """The pieces that are kept, as one file."""
    _check(wanted.game)
    kept = kept_set(context.services.calibrations, wanted.game)
    if kept is None:
        return failure(404, "no-set", "No pieces of this game are kept.")
    return download(packed_set(kept[1]), f"{wanted.game}-pieces.zip", "application/zip")


@router.post("/{table}/teach/file", response_model=DraftAnswer, openapi_extra=_ZIP)
async def take_in(request: Request, visitor: Keeper, context: Context) -> Response:
    """A friend's pieces as a draft, to be looked at before they are kept."""
    data = await uploads.body(request, MOST_PACKED)
    return await run_in_threadpool(_taken_in, context, visitor, data)


def _taken_in(context: AppContext, visitor: Visitor, data: bytes) -> Response:
    try:
        learnt = unpacked_set(data)
    except NotASet as error:
        return failure(422, "not-a-set", str(error))
    _check(learnt.game)
    return _answer(context.services.teaching.taken_in(visitor.table.row.ident, learnt))


def _check(game: str) -> None:
    if not can_be_taught(game):
        raise Refused(422, "not-taught", "Nothing of this game is learnt from photos.")


def _draft(draft: Draft | None) -> dict[str, object] | None:
    return None if draft is None else draft_json(draft.ident, draft.learnt, draft.unclear)


def _answer(done: Draft | CommandRejected | None) -> Response:
    return rejected(done) if isinstance(done, CommandRejected) else success(draft=_draft(done))
