"""Tables by name: what is refused leaves nothing behind."""

from __future__ import annotations

from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.playback import Playback
from server.tables.player_commands import CommandRejected
from server.tables.registry import MOST_TABLES, TableRegistry
from server.tables.setup import Setup
from server.tables.table import Table
from tests.server.fakes import truth_session


def _table(ident: str, _setup: Setup | None = None, _source: str | None = None) -> Table:
    made = Playback((), truth_session, Channel(MemoryLog(), ident))
    made.row = type(made.row).fresh(ident)
    return made


def test_a_saved_game_that_finds_no_table_is_not_kept() -> None:
    """Where the server is full, or the name is taken or none: it would lie in the store, unseen,
    as the newest game of a table that nobody opened."""
    kept: list[str] = []
    tables = [_table(f"t{number}") for number in range(MOST_TABLES)]
    full = TableRegistry(tables, _table, lambda ident, _data: kept.append(ident))
    free = TableRegistry(tables[:1], _table, lambda ident, _data: kept.append(ident))
    for registry, name in ((full, "new"), (free, "t0"), (free, "Not A Name")):
        assert isinstance(registry.open_saved(name, b""), CommandRejected)
    assert kept == []
    assert not isinstance(free.open_saved("new", b""), CommandRejected)
    assert kept == ["new"]
