"""The web API of the computer itself: games, cameras, links, words, whole games as files."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from starlette.concurrency import run_in_threadpool

from rules.core.discovery import discover
from server.commands.options import rule_object
from server.http.answers import success
from server.http.auth.authorizer import Door, Refused, Seat
from server.http.routes.tables import seat_of
from server.http.schemas.tables import CamerasAnswer, Failure, GamesAnswer, LinksAnswer, WordsAnswer
from server.pairing.links import Pairing, qr_svg
from server.tables.previews import PREVIEW_PIXELS, NoPicture, Previews
from server.tables.registry import Role
from server.views.imaging import jpeg
from server.words import ALL_WORDS, WORDS
from vision.reader import has_reader
from vision.sources import list_cameras


def machine_api(door: Door, pairing: Pairing, previews: Previews) -> APIRouter:
    """The routes that belong to no table, and a table's links."""
    no: dict[int | str, dict[str, Any]] = {
        status: {"model": Failure} for status in (400, 401, 403, 404, 422)
    }
    api = APIRouter(prefix="/api/v1", responses=no, tags=["computer"])
    _add_facts(api)
    _add_cameras(api, door, previews)
    _add_links(api, door, pairing)
    return api


def _add_facts(api: APIRouter) -> None:
    @api.get("/words", response_model=WordsAnswer)
    async def words(more: bool = False) -> Response:
        """The dashboard's sentences in every language; with `more` also those of the other
        pages."""
        return success(words=ALL_WORDS if more else WORDS)

    @api.get("/games", response_model=GamesAnswer)
    def games() -> Response:
        """The games that this installation can see, with their house rules."""
        return success(games=[_game(g.rulebook) for g in discover().values() if has_reader(g.name)])


def _game(book: Any) -> dict[str, Any]:
    players = [book.players.start, book.players.stop - 1]
    rules = [rule_object(option) for option in book.options]
    return {"game": book.name, "titles": dict(book.titles), "players": players, "rules": rules}


def _add_cameras(api: APIRouter, door: Door, previews: Previews) -> None:
    @api.get("/cameras", response_model=CamerasAnswer)
    def cameras(request: Request) -> Response:
        """The cameras of this computer."""
        door.host(request)
        return success(cameras=[{"number": c.number, "name": c.name} for c in list_cameras()])

    @api.get("/cameras/{number}/preview", response_class=Response)
    async def preview(request: Request, number: int) -> Response:
        """What a camera sees now, as a small JPEG."""
        door.host(request)
        if number not in {camera.number for camera in list_cameras()}:
            raise Refused(404, "no-camera", "There is no camera of that number.")
        found = await run_in_threadpool(previews.newest, str(number))
        if isinstance(found, NoPicture):
            raise Refused(409, "busy", "This camera gives no picture; it may be in use.")
        return Response(
            jpeg(found, PREVIEW_PIXELS), 200, {"Cache-Control": "no-store"}, "image/jpeg"
        )


def _add_links(api: APIRouter, door: Door, pairing: Pairing) -> None:
    @api.get("/tables/{table}/links", response_model=LinksAnswer)
    def links(seat: Annotated[Seat, Depends(seat_of(door, Role.WATCH))]) -> Response:
        """The table's links, for the asker's own role and those below it."""
        row = seat.table.row
        keys = ((Role.WATCH, row.watch), (Role.CAMERA, row.camera), (Role.KEEPER, row.keeper))
        found = [_link(pairing, role, key) for role, key in keys if role <= seat.role]
        return success(reachable=pairing.reachable, links=found)


def _link(pairing: Pairing, role: Role, key: str) -> dict[str, Any]:
    url = pairing.link(key)
    secure = pairing.secure_link(key)
    return {"role": role.name.lower(), "url": url, "secure": secure, "qr": qr_svg(url)}
