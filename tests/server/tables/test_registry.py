"""Tables by name: what is refused leaves nothing behind."""

from __future__ import annotations

import threading

from rules.core.errors import ArbitableError
from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.playback import Playback
from server.tables.player_commands import CommandRejected
from server.tables.registry import MOST_TABLES, TableRegistry
from server.tables.resuming import Setup
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


def test_a_saved_game_keeps_its_place_while_it_is_judged() -> None:
    """Nobody takes its name, or the last place, meanwhile: the game would be kept without a table.
    Another table is opened beside it without waiting."""
    judging, goes_on, kept = threading.Event(), threading.Event(), list[object]()

    def judge(_ident: str, _data: bytes) -> None:
        judging.set()
        assert goes_on.wait(10)

    tables = [_table(f"t{number}") for number in range(MOST_TABLES - 2)]
    registry = TableRegistry(tables, _table, judge)
    importing = threading.Thread(target=lambda: kept.append(registry.open_saved("saved", b"")))
    importing.start()
    try:
        assert judging.wait(10)
        assert _refusal(registry.open("saved", Setup(), None)) == "taken"
        assert _refusal(registry.open("beside", Setup(), None)) is None
        assert _refusal(registry.open("ninth", Setup(), None)) == "too-many"
    finally:
        goes_on.set()
        importing.join()
    assert kept == [registry.table("saved")]
    assert len(registry.tables()) == MOST_TABLES


def test_a_file_that_is_no_game_gives_its_place_back() -> None:
    """Its name is free for the next."""

    def judge(_ident: str, data: bytes) -> None:
        if not data:
            raise ArbitableError("This is no game.")

    registry = TableRegistry((), _table, judge)
    assert _refusal(registry.open_saved("saved", b"")) == "no-game"
    assert _refusal(registry.open_saved("saved", b"game")) is None


def _refusal(opened: Table | CommandRejected) -> str | None:
    return opened.code if isinstance(opened, CommandRejected) else None
