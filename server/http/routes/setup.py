"""The web API of the set-up: previews of cameras, a test look at the table, dragged corners."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response

from rules.core.discovery import discover
from server.http.answers import failure, success
from server.http.auth.authorizer import Door, Refused, Seat
from server.http.routes.tables import impossible, may_choose, seat_of
from server.http.schemas.setup import CornersAnswer, CornersWanted, LookAnswer, LookWanted
from server.http.schemas.tables import Failure
from server.tables.live_table import PHONE
from server.tables.previews import PREVIEW_PIXELS, NoPicture
from server.tables.registry import Role
from server.tables.services import Backstage
from server.views.imaging import jpeg
from server.views.setup_look import Corners, found_corners, kept_corners, looked
from server.words.sentences import in_languages
from vision.calibrated import can_be_taught
from vision.reader import Image, has_reader

_WAITING = NoPicture(
    "waiting", "No picture has come from the phone yet: start its camera, or take a photo."
)


def look_api(door: Door, backstage: Backstage) -> APIRouter:
    """The routes of the set-up under `/api/v1/tables/{table}`."""
    no: dict[int | str, dict[str, Any]] = {
        status: {"model": Failure} for status in (400, 401, 403, 404, 409, 422)
    }
    api = APIRouter(prefix="/api/v1/tables", responses=no, tags=["set-up"])
    eyes = _Eyes(door, backstage)
    _add_preview(api, door, eyes)
    _add_look(api, door, backstage, eyes)
    _add_corners(api, door, backstage, eyes)
    return api


class _Eyes:
    """Gets the newest picture of a source for those who may see it."""

    def __init__(self, door: Door, backstage: Backstage) -> None:
        self._door = door
        self._previews = backstage.previews

    def picture(self, request: Request, seat: Seat, source: str) -> Image | NoPicture:
        """From the table's own camera where it is that one, else by opening the source. Raises
        Refused for a source that is not the visitor's to see."""
        if source in (PHONE, seat.table.state().get("source")):
            shown = seat.table.view()
            if shown is not None:
                return shown
        if source == PHONE:
            return _WAITING
        if not may_choose(self._door, request, source):
            raise Refused(403, "not-here", "This camera can be seen only at the computer itself.")
        return self._previews.newest(source)


def _add_preview(api: APIRouter, door: Door, eyes: _Eyes) -> None:
    @api.get("/{table}/preview", response_class=Response)
    def preview(
        request: Request,
        source: Annotated[str, Query(min_length=1, max_length=256)],
        seat: Annotated[Seat, Depends(seat_of(door, Role.KEEPER))],
    ) -> Response:
        """What a source sees now, as a small JPEG; nothing (204) where no picture comes."""
        found = eyes.picture(request, seat, source)
        if isinstance(found, NoPicture):
            return Response(None, 204, {"Cache-Control": "no-store"})
        data = jpeg(found, PREVIEW_PIXELS)
        return Response(data, 200, {"Cache-Control": "no-store"}, "image/jpeg")


def _add_look(api: APIRouter, door: Door, backstage: Backstage, eyes: _Eyes) -> None:
    @api.post("/{table}/look", response_model=LookAnswer)
    def look(
        request: Request,
        body: LookWanted,
        seat: Annotated[Seat, Depends(seat_of(door, Role.KEEPER))],
    ) -> Response:
        """One test look: how good the picture is, where the game lies, what is read; or why no
        picture comes. Changes nothing."""
        _check_game(body.game)
        image = eyes.picture(request, seat, body.source)
        if isinstance(image, NoPicture):
            return success(look=None, why={**asdict(image), "texts": in_languages(image.message)})
        return success(look=looked(backstage, body.game, image), why=None)


def _add_corners(api: APIRouter, door: Door, backstage: Backstage, eyes: _Eyes) -> None:
    @api.post("/{table}/corners", response_model=CornersAnswer)
    def corners(
        request: Request,
        body: CornersWanted,
        seat: Annotated[Seat, Depends(seat_of(door, Role.KEEPER))],
    ) -> Response:
        """Where the board's corners are; given corners are kept as this table's calibration."""
        _check_game(body.game)
        if not can_be_taught(body.game):
            raise Refused(422, "not-taught", "This game's board is found without corners.")
        image = eyes.picture(request, seat, body.source)
        if isinstance(image, NoPicture):
            return failure(422, image.code, image.message)
        if body.corners is None:
            found = found_corners(body.game, image)
            return success(corners=[list(xy) for xy in found.at], sure=found.sure)
        given = Corners(tuple((x, y) for x, y in body.corners), True)
        refused = kept_corners(backstage, seat.table.row.ident, body.game, image, given)
        return impossible(refused) if refused else success(corners=body.corners, sure=True)


def _check_game(game: str) -> None:
    if game not in discover() or not has_reader(game):
        raise Refused(422, "no-game", "This game cannot be seen; choose another one.")
