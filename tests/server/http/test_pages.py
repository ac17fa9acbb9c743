"""Which page comes first."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from server.http.app import create_app
from server.tables.registry import TableRegistry
from server.tables.resuming import Setup
from tests.server.scripted import killed, live_table


def test_a_table_is_set_up_first_once_no_game_was_found_for_it(tmp_path: Path) -> None:
    """Not before: a game that is still being taken up after a restart is not lost."""
    table = live_table(tmp_path, Setup())
    client = TestClient(create_app(TableRegistry([table])), base_url="http://127.0.0.1")
    assert client.get("/", follow_redirects=False).headers["location"] == "/tables/table/setup"
    table.channel.set_status({})
    assert client.get("/", follow_redirects=False).headers["location"] == "/tables/table"
    killed(table)
