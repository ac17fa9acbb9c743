"""What every route needs: the app's tables, its services, and who is asking."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
import pathlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Annotated, cast

from fastapi import Depends, Path, Request

from server.http.auth.authorizer import Authorizer, Role, Visitor
from server.http.schemas.common import TABLE_PATTERN
from server.http.streams import Streams
from server.pairing.links import Pairing
from server.pipeline.readers import ReaderCache, StartMemory
from server.reports.kept_games import KeptGames
from server.store.store import Store
from server.tables.incoming.previews import Previews
from server.tables.registry import TableRegistry
from server.tables.teaching import TeachingDesk

TableName = Annotated[str, Path(pattern=TABLE_PATTERN)]


@dataclass(frozen=True)
class Services:
    """`store`: the kept games, None where nothing is kept; `start_memory`: what is known of a
    game's table beforehand; `calibrations`: the folder where tables are learnt, None where none
    is."""

    store: Store | None = None
    start_memory: StartMemory = lambda _game: None
    calibrations: pathlib.Path | None = None
    readers: ReaderCache = field(default_factory=ReaderCache)
    previews: Previews = field(default_factory=Previews)
    teaching: TeachingDesk = field(default_factory=TeachingDesk)


@dataclass(frozen=True)
class AppContext:
    """What one app serves. `pairing`: how phones reach it."""

    registry: TableRegistry
    authorizer: Authorizer
    pairing: Pairing
    services: Services
    kept: KeptGames
    streams: Streams = field(default_factory=Streams)


def context_of(request: Request) -> AppContext:
    """The context that `create_app` gave the app."""
    return cast(AppContext, request.app.state.context)


def visitor_of(need: Role) -> Callable[[Request, str], Awaitable[Visitor]]:
    """The dependency that lets in who may do this."""

    # Not in a thread of its own: where those are all busy, a stranger's request would wait there.
    async def found(request: Request, table: TableName) -> Visitor:
        return context_of(request).authorizer.visitor(request, table, need)

    return found


async def require_host(request: Request) -> None:
    """The dependency that lets in only who sits at the computer itself."""
    context_of(request).authorizer.require_host(request)


async def _context(request: Request) -> AppContext:
    return context_of(request)


Context = Annotated[AppContext, Depends(_context)]
Spectator = Annotated[Visitor, Depends(visitor_of(Role.WATCH))]
Sender = Annotated[Visitor, Depends(visitor_of(Role.CAMERA))]
Keeper = Annotated[Visitor, Depends(visitor_of(Role.KEEPER))]

#: What a route that is the computer's own business depends on.
AT_COMPUTER = Depends(require_host)
