"""The web API of the kept games: the evenings, one game, its pictures, its file and its page."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from collections.abc import Callable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from rules.core.errors import ArbitableError
from server.http.answers import failure, success
from server.http.auth.authorizer import Door, Refused
from server.http.schemas.kept_games import EveningsAnswer, KeptAnswer
from server.http.schemas.tables import Failure
from server.reports.export_page import keepsake
from server.reports.kept_games import Archive
from server.store.store import Store
from server.store.values import GameRow
from server.tables.registry import Role

_FOREVER = "private, max-age=31536000, immutable"

_Name = Annotated[str, Path(pattern="^[a-z0-9][a-z0-9-]{0,31}$")]
_Number = Annotated[int, Path(ge=1, lt=2**53)]


def archive_api(door: Door, store: Store | None) -> APIRouter:
    """The routes under `/api/v1/evenings`; without a store no game is kept."""
    no: dict[int | str, dict[str, Any]] = {
        status: {"model": Failure} for status in (400, 401, 403, 404, 422)
    }
    api = APIRouter(prefix="/api/v1/evenings", responses=no, tags=["evenings"])
    archive = Archive(store)
    _add_list(api, door, archive)
    _add_game(api, door, archive)
    _add_saving(api, door, archive)
    return api


def _add_list(api: APIRouter, door: Door, archive: Archive) -> None:
    @api.get("", response_model=EveningsAnswer)
    def evenings(
        request: Request, before: Annotated[int | None, Query(ge=1, lt=2**53)] = None
    ) -> Response:
        """The newest kept games of the tables that the asker may see, at most 50."""

        def may_see(table: str) -> bool:
            return door.role(request, table) is not None

        return success(games=archive.listed(may_see, before))


def _row_of(door: Door, archive: Archive, need: Role) -> Callable[[Request, str, int], GameRow]:
    """The dependency that finds a game for who may see it. Raises Refused."""

    def found(request: Request, table: _Name, number: _Number) -> GameRow:
        role = door.role(request, table)
        if role is None:
            raise Refused(401, "no-key", "Open this table by the link or QR code it shows.")
        if role < need:
            raise Refused(403, "not-yours", "This link may watch; the keeper's link may export.")
        row = archive.row(table, number)
        if row is None:
            raise Refused(404, "no-game", "There is no such game at this table.")
        return row

    return found


def _add_game(api: APIRouter, door: Door, archive: Archive) -> None:
    watcher = Annotated[GameRow, Depends(_row_of(door, archive, Role.WATCH))]

    @api.get("/{table}/{number}", response_model=KeptAnswer)
    def game(request: Request, row: watcher) -> Response:
        """One kept game: its calls, counts, plot, and how the camera did."""
        role = door.role(request, row.table) or Role.WATCH
        try:
            return success(game=archive.told(row), role=role.name.lower())
        except ArbitableError as error:
            return failure(422, "damaged", str(error))

    @api.get("/{table}/{number}/pictures/{ident}", response_class=Response)
    def picture(ident: str, row: watcher) -> Response:
        """A picture that a call of the game named."""
        found = archive.picture(row.table, ident)
        if found is None:
            return failure(404, "no-picture", "This picture is gone: it was deleted for room.")
        return Response(found.data, 200, {"Cache-Control": _FOREVER}, found.media_type)


def _add_saving(api: APIRouter, door: Door, archive: Archive) -> None:
    keeper = Annotated[GameRow, Depends(_row_of(door, archive, Role.KEEPER))]
    watcher = Annotated[GameRow, Depends(_row_of(door, archive, Role.WATCH))]

    @api.get("/{table}/{number}/export", response_class=Response)
    def export(row: keeper) -> Response:
        """The game as one file: a zip with JSON and pictures."""
        return _file(archive.exported(row), _name(row, "zip"), "application/zip")

    @api.get("/{table}/{number}/page", response_class=Response)
    def page(row: watcher, lang: Literal["en", "fr"] = "en") -> Response:
        """The game as one HTML page to print or send, pictures inside."""
        try:
            course = archive.course(row)
        except ArbitableError as error:
            return failure(422, "damaged", str(error))

        def picture(ident: str) -> Any:
            return archive.picture(row.table, ident) if ident else None

        text = keepsake(course, archive.moments(row), row.began, picture, lang)
        return _file(text.encode("utf-8"), _name(row, "html"), "text/html; charset=utf-8")


def _name(row: GameRow, suffix: str) -> str:
    return f"arbitable-{row.table}-{row.game}-{row.number}.{suffix}"


def _file(data: bytes, name: str, media_type: str) -> Response:
    headers = {"Content-Disposition": f"attachment; filename={name}", "Cache-Control": "no-store"}
    return Response(data, 200, headers, media_type)
