"""The web API of the kept games: the evenings, one game, its pictures, its file and its page."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from collections.abc import Callable
from typing import Annotated, Literal

from fastapi import Depends, Path, Query, Request, Response

from rules.core.errors import ArbitableError
from server.http.answers import Refused, download, failure, kept_picture, success
from server.http.auth.authorizer import Role
from server.http.bodies import api_router
from server.http.context import Context, TableName, context_of
from server.http.schemas.kept_games import EveningsAnswer, KeptAnswer
from server.reports.export_page import export_page
from server.store.values import GameRow

_Number = Annotated[int, Path(ge=1, lt=2**53)]

router = api_router("evenings", "/evenings")


def _row_for(need: Role) -> Callable[[Request, str, int], GameRow]:
    """The dependency that finds a game for who may see it. Raises Refused."""

    def found(request: Request, table: TableName, number: _Number) -> GameRow:
        context = context_of(request)
        role = context.authorizer.role(request, table)
        if role is None:
            raise Refused(401, "no-key", "Open this table by the link or QR code it shows.")
        if role < need:
            raise Refused(403, "not-yours", "This link may watch; the keeper's link may export.")
        row = context.kept.row(table, number)
        if row is None:
            raise Refused(404, "no-game", "There is no such game at this table.")
        return row

    return found


_Watched = Annotated[GameRow, Depends(_row_for(Role.WATCH))]
_Exported = Annotated[GameRow, Depends(_row_for(Role.KEEPER))]


@router.get("", response_model=EveningsAnswer)
def evenings(
    request: Request, context: Context, before: Annotated[int | None, Query(ge=1, lt=2**53)] = None
) -> Response:
    """The newest kept games of the tables that the asker may see, at most 50."""

    def may_see(table: str) -> bool:
        return context.authorizer.role(request, table) is not None

    return success(games=context.kept.listed(may_see, before))


@router.get("/{table}/{number}", response_model=KeptAnswer)
def game(request: Request, row: _Watched, context: Context) -> Response:
    """One kept game: its calls, counts, plot, and how the camera did."""
    role = context.authorizer.role(request, row.table) or Role.WATCH
    try:
        return success(game=context.kept.whole(row), role=role.word)
    except ArbitableError as error:
        return failure(422, "damaged", str(error))


@router.get("/{table}/{number}/pictures/{ident}", response_class=Response)
def picture(ident: str, row: _Watched, context: Context) -> Response:
    """A picture that a call of the game named."""
    found = context.kept.picture(row.table, ident)
    if found is None:
        return failure(404, "no-picture", "This picture is gone: it was deleted for room.")
    return kept_picture(found)


@router.get("/{table}/{number}/export", response_class=Response)
def export(row: _Exported, context: Context) -> Response:
    """The game as one file: a zip with JSON and pictures."""
    return download(context.kept.exported(row), _name(row, "zip"), "application/zip")


@router.get("/{table}/{number}/page", response_class=Response)
def page(row: _Watched, context: Context, lang: Literal["en", "fr"] = "en") -> Response:
    """The game as one HTML page to print or send, pictures inside."""
    try:
        text = export_page(context.kept, row, lang)
    except ArbitableError as error:
        return failure(422, "damaged", str(error))
    return download(text.encode("utf-8"), _name(row, "html"), "text/html; charset=utf-8")


def _name(row: GameRow, suffix: str) -> str:
    return f"arbitable-{row.table}-{row.game}-{row.number}.{suffix}"
