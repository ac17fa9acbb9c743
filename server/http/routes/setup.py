"""The web API of the set-up: previews of cameras, a test look at the table, dragged corners."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from dataclasses import asdict
from typing import Annotated

from fastapi import Query, Request, Response

from calibration.printing.sets import PrintError
from rules.core.discovery import discover
from server.http.answers import Refused, download, failure, newest_jpeg, rejected, success
from server.http.auth.authorizer import Visitor
from server.http.bodies import api_router
from server.http.context import AppContext, Context, Keeper
from server.http.schemas.setup import (
    CornersAnswer,
    CornersWanted,
    LookAnswer,
    LookWanted,
    PreviewWanted,
    SetWanted,
)
from server.reports.printed_sets import printed_set
from server.tables.corners import Corners, found_corners, keep_corners
from server.tables.incoming.previews import PREVIEW_PIXELS, NoPicture
from server.views.pictures.imaging import jpeg
from server.views.setup_look import other_game, setup_look
from server.words.sentences import in_languages
from vision.reader import Image, has_reader
from vision.sources.pushed import PHONE
from vision.teacher import learns_table

_WAITING = NoPicture(
    "waiting", "No picture has come from the phone yet: start its camera, or take a photo."
)

router = api_router("set-up", also=(409,))


@router.post("/{table}/preview", response_class=Response)
def preview(request: Request, body: PreviewWanted, visitor: Keeper, context: Context) -> Response:
    """What a source sees now, as a small JPEG; nothing (204) where no picture comes. A POST, as it
    may open a camera or ask an address: no other site's page can make it do so."""
    found = _newest(context, request, visitor, body.source)
    return newest_jpeg(None if isinstance(found, NoPicture) else jpeg(found, PREVIEW_PIXELS))


def _newest(
    context: AppContext, request: Request, visitor: Visitor, source: str
) -> Image | NoPicture:
    """The newest picture: from the table's own camera where it is that one, else by opening the
    source. Raises Refused for a source that is not the visitor's to see."""
    if source in (PHONE, visitor.table.state().get("source")):
        shown = visitor.table.view()
        if shown is not None:
            return shown
    if source == PHONE:
        return _WAITING
    if not context.authorizer.may_choose(request, source):
        raise Refused(403, "not-here", "This camera can be seen only at the computer itself.")
    return context.services.previews.newest(source)


@router.post("/{table}/look", response_model=LookAnswer)
def look(request: Request, body: LookWanted, visitor: Keeper, context: Context) -> Response:
    """One test look: how good the picture is, where the game lies, what is read; or why no
    picture comes. Changes nothing."""
    _check_game(body.game)
    image = _newest(context, request, visitor, body.source)
    if isinstance(image, NoPicture):
        return success(look=None, why={**asdict(image), "texts": in_languages(image.message)})
    services = context.services
    reader = services.readers.of(body.game)
    memory = reader.begins(services.start_memory(body.game))
    seen = setup_look(body.game, reader, memory, image)
    teachable = services.calibrations is not None and learns_table(body.game)
    lost = seen["reason"] is not None or not seen["pieces"]
    other = other_game(body.game, services.readers, image) if lost else None
    told = {
        "other": None if other is None else dict(other.rulebook.titles),
        "other_game": None if other is None else other.name,
    }
    return success(look={**seen, "teachable": teachable, **told}, why=None)


@router.post("/{table}/corners", response_model=CornersAnswer)
def corners(request: Request, body: CornersWanted, visitor: Keeper, context: Context) -> Response:
    """Where the board's corners are; given corners are kept as this table's calibration."""
    _check_game(body.game)
    if not learns_table(body.game):
        raise Refused(422, "not-taught", "This game's board is found without corners.")
    image = _newest(context, request, visitor, body.source)
    if isinstance(image, NoPicture):
        return failure(422, image.code, image.message)
    if body.corners is None:
        found = found_corners(body.game, image)
        return success(corners=[list(xy) for xy in found.at], sure=found.sure)
    given = Corners(tuple(map(tuple, body.corners)), True)
    folder, table = context.services.calibrations, visitor.table.row.ident
    refused = keep_corners(folder, table, body.game, image, given)
    return rejected(refused) if refused else success(corners=body.corners, sure=True)


@router.get("/{table}/print", response_class=Response)
def printed(wanted: Annotated[SetWanted, Query()], _visitor: Keeper) -> Response:
    """A set of a game to print, cut out and play, as PDF."""
    try:
        made = printed_set(wanted.game, wanted.paper, wanted.lang, wanted.measured)
    except PrintError as error:
        return failure(422, "cannot-print", str(error))
    return download(made.data, f"{wanted.game}-{wanted.paper}.pdf", "application/pdf")


def _check_game(game: str) -> None:
    if game not in discover() or not has_reader(game):
        raise Refused(422, "no-game", "This game cannot be seen; choose another one.")
