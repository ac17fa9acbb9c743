"""What every route needs: the app's tables, its services, and who is asking."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, cast

from fastapi import Depends, Path, Request

from server.http.auth.authorizer import Authorizer, Role, Visitor
from server.http.schemas.common import TABLE_PATTERN
from server.pairing.links import Pairing
from server.reports.kept_games import KeptGames
from server.tables.registry import TableRegistry
from server.tables.services import Services

TableName = Annotated[str, Path(pattern=TABLE_PATTERN)]


@dataclass(frozen=True)
class AppContext:
    """What one app serves. `pairing`: how phones reach it."""

    registry: TableRegistry
    authorizer: Authorizer
    pairing: Pairing
    services: Services
    kept: KeptGames


def context_of(request: Request) -> AppContext:
    """The context that `create_app` gave the app."""
    return cast(AppContext, request.app.state.context)


def visitor_of(need: Role) -> Callable[[Request, str], Visitor]:
    """The dependency that lets in who may do this."""

    def found(request: Request, table: TableName) -> Visitor:
        return context_of(request).authorizer.visitor(request, table, need)

    return found


Context = Annotated[AppContext, Depends(context_of)]
Watcher = Annotated[Visitor, Depends(visitor_of(Role.WATCH))]
Sender = Annotated[Visitor, Depends(visitor_of(Role.CAMERA))]
Keeper = Annotated[Visitor, Depends(visitor_of(Role.KEEPER))]
