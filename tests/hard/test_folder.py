"""A live table whose folder is filled by programs that copy badly: no turn is lost, or out of
order."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from server.store.store import Store
from server.tables.incoming.feed import Feed
from server.tables.incoming.photo_feed import PhotoFeed
from server.tables.incoming.photo_history import PhotoHistory
from server.tables.live_table import LiveTable
from server.tables.player_commands import AnswerOffer, CommandRejected, StartGame
from server.tables.resuming import Setup
from tests.server.fakes import PHOTOS
from tests.server.scripted import TABLE, calls, obeyed
from vision.reader import Reader
from vision.sources.folder import PATIENCE_S, FolderSource

#: Seconds for which half a photo is waited for where it never comes whole, and for which these
#: tests themselves wait.
_WAITED_S, _PATIENCE_S = 1.0, 30.0

#: When the first photo was taken, seconds since 1970.
_BEGAN = 1_700_000_000


pytestmark = pytest.mark.usefixtures("sees_rightly")


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    """The folder that is watched."""
    folder = tmp_path / "photos"
    folder.mkdir()
    return folder


@contextmanager
def _table(data: Path, photos: Path, waited_s: float = PATIENCE_S) -> Iterator[LiveTable]:
    """A table that watches the folder, as `serve` makes it, in a hurry."""

    def opened(spec: str, _reader: Reader, history: PhotoHistory) -> Feed:
        known = {"fates": history.fates, "beginnings": history.beginnings}
        source = FolderSource(Path(spec), **known, patience_s=waited_s)  # type: ignore[arg-type]
        return PhotoFeed(spec, source, interval_s=0.0)

    store = Store(data)
    setup = Setup("redline", ("Ada", "Bo"))
    table = LiveTable(store.table(TABLE), store, setup, str(photos), opened)
    runner = threading.Thread(target=table.run, daemon=True)
    runner.start()
    yield table
    table.close()
    runner.join(_PATIENCE_S)
    store.close()


def _wait(table: LiveTable, true: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE_S
    while not true():
        assert time.monotonic() < end, (table.channel.status(), _told(table))
        time.sleep(0.02)


def _told(table: LiveTable) -> list[tuple[str, str]]:
    """Every photo of which the page was told, with its call."""
    moments = [e.data for e in table.channel._log.since(0) if e.kind == "moment"]
    return [(m["photo"], m["calls"][0]["call"]) for m in moments]


def _names(table: LiveTable) -> list[str]:
    return [name for name, _ in _told(table)]


def _copy(turn: int, target: Path, number: int | None = None) -> None:
    """A photo renamed into its place, whole; its time grows with its number."""
    shown = _BEGAN + (turn if number is None else number)
    half = target.with_name(f".{target.name}.part")
    shutil.copy(PHOTOS[turn], half)
    os.utime(half, (shown, shown))
    half.rename(target)


def test_a_slow_copy_holds_the_order(tmp_path: Path, photos: Path) -> None:
    """Photo after photo in pieces, each begun before the one before it is whole."""
    data = [path.read_bytes() for path in PHOTOS[:4]]
    with _table(tmp_path / "data", photos) as table:
        for step in range(9):
            for number, whole in enumerate(data):
                done = min(max(step - 2 * number, 0), 3) * len(whole) // 3
                (photos / f"{number}.jpg").write_bytes(whole[:done])
            time.sleep(0.15)
        (photos / "3.jpg").write_bytes(data[3])
        _wait(table, lambda: len(_told(table)) == 4)
        assert _names(table) == ["0.jpg", "1.jpg", "2.jpg", "3.jpg"]
        assert [call for _, call in _told(table)] == ["setup", "legal", "legal", "foul"]


@pytest.mark.slow
def test_an_empty_photo_holds_nobody_up_for_good(tmp_path: Path, photos: Path) -> None:
    """It is waited for, which the page says; refused, which the page is told; and when it comes
    after all it is asked about and judged as the players say."""
    _copy(0, photos / "0.jpg")
    with _table(tmp_path / "data", photos, _WAITED_S) as table:
        _wait(table, lambda: len(_told(table)) == 1)
        (photos / "1.jpg").write_bytes(b"")
        time.sleep(0.1)
        _copy(2, photos / "2.jpg")
        _wait(table, lambda: "1.jpg has not come whole" in str(table.channel.status()["trouble"]))
        _wait(table, lambda: len(_told(table)) == 3)
        assert _told(table)[1] == ("1.jpg", "unclear")
        assert _names(table) == ["0.jpg", "1.jpg", "2.jpg"]
        _copy(1, photos / "1.jpg")
        _wait(table, lambda: table.channel.status().get("offer") is not None)
    with _table(tmp_path / "data", photos, _WAITED_S) as table:
        _wait(table, lambda: table.channel.status().get("offer") is not None)
        offer: Any = table.channel.status()["offer"]
        assert (offer["kind"], offer["photo"], offer["count"]) == ("late", "1.jpg", 1)
        assert "1.jpg" in offer["texts"]["fr"]
        assert len(_told(table)) == 3
        odd = table.execute(AnswerOffer(offer["id"], "newest"), table.channel.last)
        assert isinstance(odd, CommandRejected)
        assert odd.code == "no-offer"
        obeyed(table, AnswerOffer(offer["id"], "leave-out"))
        _wait(table, lambda: len(_told(table)) == 4)
        assert _told(table)[3] == ("1.jpg", "unclear")
        _wait(table, lambda: table.channel.status().get("offer") is None)
    with _table(tmp_path / "data", photos, _WAITED_S) as table:
        _copy(3, photos / "3.jpg")
        _wait(table, lambda: len(_told(table)) == 5)
        assert table.channel.status().get("offer") is None


def _this_game(table: LiveTable) -> list[str]:
    """The photos of which the game in progress was told."""
    entries = table.channel._log.since(table.channel.current_game())
    return [entry.data["photo"] for entry in entries if entry.kind == "moment"]


@pytest.mark.parametrize(
    ("choice", "comes"),
    [
        pytest.param("new", ["IMG_3.jpg"], marks=pytest.mark.slow),
        ("newest", ["IMG_2.jpg", "IMG_3.jpg"]),
        ("start", None),
    ],
)
def test_a_new_game_asks_which_photos_are_its_own(
    tmp_path: Path, photos: Path, choice: str, comes: list[str] | None
) -> None:
    """Those of the game before lie here still: none is judged again before the players say so, and
    what they said holds after a restart in mid-course."""
    for turn in range(3):
        _copy(turn, photos / f"IMG_{turn}.jpg")
    with _table(tmp_path / "data", photos) as table:
        _wait(table, lambda: len(_told(table)) == 3)
        obeyed(table, StartGame())
        _wait(table, lambda: table.channel.status().get("offer") is not None)
        offer: Any = table.channel.status()["offer"]
        assert (offer["kind"], offer["photo"], offer["count"]) == ("earlier", "IMG_2.jpg", 3)
        assert [one["choice"] for one in offer["choices"]] == ["new", "newest", "start"]
        assert "3" in offer["texts"]["fr"]
        assert _this_game(table) == []
        obeyed(table, AnswerOffer(offer["id"], choice))
    _copy(3, photos / "IMG_3.jpg")
    wanted = comes or [f"IMG_{turn}.jpg" for turn in range(4)]
    with _table(tmp_path / "data", photos) as table:
        _wait(table, lambda: len(_this_game(table)) == len(wanted))
        assert _this_game(table) == wanted
        assert table.channel.status().get("offer") is None


@pytest.mark.skipif(os.name == "nt", reason="names are UTF-16 there")
def test_odd_names_and_neighbours_stop_nothing(tmp_path: Path, photos: Path) -> None:
    """Bytes that are no text, line breaks, names as long as they may be, pipes and folders."""
    names = [b"0 caf\xe9.jpg", b"1 a\nb.jpg", b"2 <b>&.jpg", b"3" + 239 * b"x" + b".jpg"]
    os.mkfifo(photos / "pipe.jpg")
    (photos / "folder.jpg").mkdir()
    (photos / "gone.jpg").symlink_to(photos / "nowhere.jpg")
    for turn, name in enumerate(names):
        path = os.path.join(os.fsencode(photos), name)
        shutil.copy(PHOTOS[turn], path)
        os.utime(path, (_BEGAN + turn, _BEGAN + turn))
    with _table(tmp_path / "data", photos) as table:
        _wait(table, lambda: len(_told(table)) == 4)
        assert _names(table)[0] == "0 caf\\xe9.jpg"
    with _table(tmp_path / "data", photos) as table:
        _copy(4, photos / "4.jpg")
        _wait(table, lambda: len(_told(table)) == 5)
        assert [call for _, call in _told(table)] == ["setup", "legal", "legal", "foul", "legal"]


@pytest.mark.parametrize(
    "killed_after", [*(pytest.param(n, marks=pytest.mark.slow) for n in (1, 3)), 5]
)
def test_restarts_lose_no_turn(tmp_path: Path, photos: Path, killed_after: int) -> None:
    """Photos go on coming while nobody watches; those are judged afterwards, in order."""
    for turn in range(killed_after):
        _copy(turn, photos / f"IMG_{turn + 8:04}.jpg", turn)
    with _table(tmp_path / "data", photos) as table:
        _wait(table, lambda: len(_told(table)) == killed_after)
    for turn in range(killed_after, 8):
        _copy(turn, photos / f"IMG_{turn + 8:04}.jpg", turn)
    with _table(tmp_path / "data", photos) as table:
        _wait(table, lambda: len(_told(table)) == 8)
        assert _names(table) == [f"IMG_{n:04}.jpg" for n in range(8, 16)]
        assert [c[0] for c in calls(table)] == [
            *("setup", "legal", "legal", "foul"),
            *("legal", "legal", "legal", "foul"),
        ]
