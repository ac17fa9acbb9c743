"""Power and disk: what a stop leaves, and a disk that takes nothing more (faked)."""

from __future__ import annotations

import json
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from server.http.app import create_app
from server.store.database import FILE_NAME
from server.store.store import NotWritten, Store
from server.tables.live.watching import CameraWatch
from server.tables.live_table import LiveTable
from server.tables.player_commands import PressButton
from server.tables.registry import TableRegistry
from tests.hard.besieged import post_photo
from tests.hard.truthful import truthful
from tests.server.fakes import PHOTOS
from tests.server.running import PATIENCE_S
from tests.server.scripted import clear, obeyed, play, truthful_table


@pytest.mark.slow
def test_after_a_stop_the_evening_is_one_file(tmp_path: Path) -> None:
    """A copy of the main file alone holds every call; nothing lies beside it but the copy of the
    evening, and nobody else may read either."""
    data = tmp_path / "data"
    with truthful("--game", "redline", "--camera", "phone", "--data", data) as server:
        for photo in PHOTOS[:3]:
            post_photo(server, photo)
        server.process.terminate()
        assert server.process.wait(PATIENCE_S) == 130
    alone = shutil.copy(data / FILE_NAME, tmp_path / "alone.sqlite3")
    entries = sqlite3.connect(alone).execute("SELECT kind FROM entries").fetchall()
    assert entries.count(("moment",)) == 3
    # Tiles that were learnt in play lie beside it.
    left = {path.name for path in data.iterdir()} - {"calibration"}
    assert left == {FILE_NAME, "backups", "tls"}
    assert {path.stat().st_mode & 0o077 for path in data.rglob("*")} == {0}
    [copy] = (data / "backups").iterdir()
    with zipfile.ZipFile(copy) as file:
        assert len(json.loads(file.read("game.json"))["entries"]) == 5


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A live table in the middle of a game."""
    with truthful_table(tmp_path / "data", 0, 1, spec="phone") as made:
        yield made


def _fill(store: Store) -> None:
    """The disk takes not a page more."""
    [pages] = store._database.execute("PRAGMA page_count").fetchone()
    store._database.execute(f"PRAGMA max_page_count = {pages}")


def _free(store: Store) -> None:
    store._database.execute("PRAGMA max_page_count = 1000000")


def test_a_call_waits_for_room(table: LiveTable) -> None:
    """While the disk is full nothing is told that is not kept; once there is room the same look
    brings its call, and nothing is missing."""
    last = table.channel.last
    _fill(table._store)
    with pytest.raises(NotWritten):
        table.seen(clear(2))
    assert table.channel.last == last
    _free(table._store)
    play(table, 2, 3)
    moments = [e.data for e in table.channel._log.since(0) if e.kind == "moment"]
    assert [m["calls"][-1]["call"] for m in moments] == ["setup", "legal", "legal", "foul"]


def test_orders_and_photos_say_that_there_is_no_room(table: LiveTable) -> None:
    """One sentence in every language, in the one shape; the order can be given again."""
    client = TestClient(create_app(TableRegistry([table])), base_url="http://127.0.0.1")
    api = "/api/v1/tables/table"
    _fill(table._store)
    answer = client.post(f"{api}/photos", content=PHOTOS[2].read_bytes())
    assert (answer.status_code, answer.json()["error"]["code"]) == (507, "no-room")
    assert set(answer.json()["error"]["texts"]) == {"en", "fr"}
    new = {"command": "new-game", "seen": table.channel.last, "players": ["x" * 40] * 1}
    assert client.post(f"{api}/commands", json=new).status_code in {422, 507}
    _free(table._store)
    assert client.post(f"{api}/photos", content=PHOTOS[2].read_bytes()).json()["ok"]
    obeyed(table, PressButton("undo"))


class _Bringing:
    """A camera that brings what cannot be kept."""

    spec, dropped, newest, offer, health = "phone", 0, None, None, None

    def __init__(self) -> None:
        self.closed = False

    def run(self, listener: LiveTable) -> None:
        """Brings one look."""
        listener.seen(clear(2))

    def close(self) -> None:
        """Remembers."""
        self.closed = True


def _watched(table: LiveTable) -> _Bringing:
    """The camera of a table, after it was watched until it ended."""
    camera = _Bringing()

    def opened(*_: object) -> Any:
        return camera

    CameraWatch(table.camera, table.in_play, table.status, opened, again_s=0.0).watch(table)
    return camera


def test_the_page_says_that_there_is_no_room(table: LiveTable) -> None:
    """Also where a camera and no person brings what cannot be kept."""
    _fill(table._store)
    _watched(table)
    status = table.channel.status()
    assert "no room left" in str(status["trouble"])
    assert "plus de place" in status["trouble_said"]["fr"]
    _free(table._store)


def test_a_camera_whose_picture_cannot_be_kept_is_let_go(table: LiveTable) -> None:
    """It is opened anew for the next try; two that read one device would starve each other."""
    _fill(table._store)
    assert _watched(table).closed
    _free(table._store)
