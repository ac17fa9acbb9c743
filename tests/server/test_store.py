"""The event store: whole steps or none, numbers without gaps, nothing lost, room kept."""

from __future__ import annotations

import json
import os
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.errors import UnusableInput
from server.store.backups import back_up
from server.store.database import FILE_NAME, InUse, open_database
from server.store.folders import open_store
from server.store.migrations import MIGRATIONS
from server.store.rescue import rescue
from server.store.store import NotWritten, Store, TableLog
from server.store.values import GameRow, LogEntry, Picture, Step

TABLE = "table"


def _jpeg(number: int, size: int = 100) -> Picture:
    return Picture(bytes([number]) * size, "image/jpeg")


def _step(number: int, *pictures: Picture) -> Step:
    entry = {"index": number, "pictures": {"plain": pictures[0].ident if pictures else None}}
    return Step(({"event": "told", "n": number},), (("moment", entry),), pictures)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store whose clock stands still."""
    made = Store(tmp_path, clock=lambda: 1000.0, limit_bytes=1000)
    yield made
    made.close()


@pytest.fixture
def game(store: Store) -> GameRow:
    """A game that has begun."""
    store.table(TABLE)
    row, _ = store.new_game(TABLE, "redline", _step(0))
    return row


def test_a_step_is_there_after_reopening(store: Store, game: GameRow, tmp_path: Path) -> None:
    """Events, entries and pictures come back as they were written, numbered without gaps."""
    [told] = store.write(game, _step(1, _jpeg(1)))
    assert told.number == 2
    store.close()
    again = Store(tmp_path)
    [row] = again.games(TABLE)
    assert (row.game, row.touched) == ("redline", 1000.0)
    assert [event["n"] for event in again.events(row)] == [0, 1]
    assert [entry.number for entry in again.entries(TABLE)] == [1, 2]
    assert again.picture(TABLE, _jpeg(1).ident) == _jpeg(1)
    again.close()


def test_a_step_that_fails_leaves_nothing(store: Store, game: GameRow) -> None:
    """What cannot be written whole is not written at all: no event, no entry, no picture."""
    bad = Step(({"n": 1},), (("moment", {"x": object()}),), (_jpeg(2),))
    with pytest.raises(TypeError):
        store.write(game, bad)
    assert len(store.events(game)) == 1
    assert store.last(TABLE) == 1
    assert store.picture(TABLE, _jpeg(2).ident) is None
    assert store.disk().used == 0


def test_events_and_entries_are_append_only(store: Store, game: GameRow, tmp_path: Path) -> None:
    """The file itself refuses to change or delete what happened."""
    store.close()
    database = sqlite3.connect(tmp_path / FILE_NAME)
    for order in (
        "DELETE FROM events",
        "UPDATE events SET data = ''",
        "DELETE FROM entries",
        "UPDATE entries SET number = 9",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="append only"):
            database.execute(order)
    database.close()


def test_old_pictures_make_room_and_events_stay(store: Store, game: GameRow) -> None:
    """Above the limit the oldest pictures go, the newest stay, and it is said how many went."""
    for number in range(1, 16):
        store.write(game, _step(number, _jpeg(number)))
    disk = store.disk()
    assert disk.used <= disk.limit == 1000
    assert disk.deleted == 15 - disk.used // 100 > 0
    assert store.picture(TABLE, _jpeg(1).ident) is None
    assert store.picture(TABLE, _jpeg(15).ident) is not None
    assert len(store.events(game)) == 16


def test_the_same_picture_is_kept_once(store: Store, game: GameRow) -> None:
    """Names come from the content."""
    for number in (1, 2):
        store.write(game, _step(number, _jpeg(7)))
    assert store.disk().used == 100


def test_tables_do_not_see_each_other(store: Store, game: GameRow) -> None:
    """Each has its own numbers, its own keys, and no picture of the other."""
    store.write(game, _step(1, _jpeg(1)))
    other = store.table("other")
    row, _ = store.new_game("other", "rouge", _step(0))
    assert store.last("other") == 1
    assert store.picture("other", _jpeg(1).ident) is None
    assert store.games("other") == (row,)
    keys = {*_keys(store, TABLE), *_keys(store, "other")}
    assert len(keys) == 6
    assert store.table("other") == other


def _keys(store: Store, ident: str) -> tuple[str, str, str]:
    row = store.table(ident)
    return row.watch, row.camera, row.keeper


def test_a_log_is_a_tables_part_of_the_store(store: Store, game: GameRow) -> None:
    """What the channel adds is numbered on, and what it reads is the table's."""
    log = TableLog(store, TABLE)
    assert log.append("playing", {"playing": False}) == LogEntry(2, "playing", {"playing": False})
    assert [event.number for event in log.since(1)] == [2]
    assert log.latest("moment") == LogEntry(1, "moment", {"index": 0, "pictures": {"plain": None}})
    assert log.latest("nothing") is None
    assert log.last == 2


def test_one_program_at_a_time(store: Store, game: GameRow, tmp_path: Path) -> None:
    """A second program is told that the folder is in use."""
    with pytest.raises(InUse):
        open_database(tmp_path)


def test_the_users_folder_takes_a_second_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where nobody named a folder, a second Arbitable gets another beside the first one's."""
    monkeypatch.setattr("server.store.folders.user_data_path", lambda *_, **__: tmp_path)
    first, second = open_store(None), open_store(None)
    assert first.folder != second.folder
    first.close()
    second.close()


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    """It is not opened, and not changed."""
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    database.close()
    with pytest.raises(UnusableInput, match="newer"):
        Store(tmp_path)


def test_what_looked_at_a_table_is_kept(tmp_path: Path) -> None:
    """The last choice of each table, and no event of a game: it may hold a password."""
    for source in ("0", "rtsp://me:secret@camera/", "1"):
        store = Store(tmp_path)
        store.table("salon")
        store.keep_camera("salon", source)
        store.close()
    store = Store(tmp_path)
    assert (store.camera("salon"), store.camera(TABLE)) == ("1", None)
    store.close()


def test_migrations_run_one_by_one(tmp_path: Path) -> None:
    """A file of an older version is brought up to date; what it holds stays."""
    first = "CREATE TABLE a (x)"
    open_database(tmp_path, (first,)).close()
    database = open_database(tmp_path, (first, "ALTER TABLE a ADD COLUMN y"))
    assert database.execute("PRAGMA user_version").fetchone() == (2,)
    assert [row[1] for row in database.execute("PRAGMA table_info(a)")] == ["x", "y"]
    database.close()


@pytest.mark.parametrize("content", [b"this is no database" * 99, b""])
def test_a_file_that_is_no_store(tmp_path: Path, content: bytes) -> None:
    """Nonsense is kept aside, and said; an empty file is a new store."""
    (tmp_path / FILE_NAME).write_bytes(content)
    made = Store(tmp_path)
    assert (made.mended is None) == (content == b"")
    assert [p.read_bytes() for p in tmp_path.glob(f"damaged-*/{FILE_NAME}")] == [content][
        : len(content)
    ]
    assert made.table(TABLE).ident == TABLE
    made.close()


def _filled(folder: Path, games: int = 6) -> list[GameRow]:
    """A store of several games with pictures, closed."""
    made = Store(folder, clock=lambda: 1000.0)
    made.table(TABLE)
    rows = []
    for number in range(games):
        first = Step(({"event": "match-started", "game": "redline", "n": 0},))
        row, _ = made.new_game(TABLE, "redline", first)
        for turn in range(1, 30):
            made.write(row, _step(turn, Picture(bytes([number, turn]) * 3000, "image/jpeg")))
        rows.append(row)
    made.keep_camera(TABLE, "0")
    made.close()
    return rows


def test_a_closed_store_is_one_file(tmp_path: Path) -> None:
    """After a stop everything lies in the main file: a copy of it alone is whole."""
    _filled(tmp_path / "a", 1)
    assert [path.name for path in (tmp_path / "a").iterdir()] == [FILE_NAME]


@pytest.mark.parametrize("page", [1, 3, 7, 20, 40, 90])
def test_a_damaged_page_is_found_and_the_rest_rescued(tmp_path: Path, page: int) -> None:
    """Wherever it lies: it is found on opening, the file is kept as it was, what can be read goes
    on, and the new file is whole."""
    rows = _filled(tmp_path)
    file = tmp_path / FILE_NAME
    data = bytearray(file.read_bytes())
    data[4096 * (page - 1) : 4096 * page] = b"\xa5" * 4096
    file.write_bytes(data)
    made = Store(tmp_path)
    if made.mended is None:  # the page was one of a picture's inner ones, which nothing vouches for
        assert page > 20
        made.close()
        return
    [aside] = tmp_path.glob(f"damaged-*/{FILE_NAME}")
    assert len(aside.read_bytes()) == len(data)
    found = made.games(TABLE)
    if page > 3:
        assert len(found) >= len(rows) - 1
        assert sum(len(made.events(row)) for row in found) >= 29 * (len(rows) - 1)
    if page > 20:
        assert made.camera(TABLE) == "0"
    for row in found:
        assert [e.get("n") for e in made.events(row)] == list(range(len(made.events(row))))
    [entry] = made.write(made.new_game(made.table(TABLE).ident, "redline", _step(0))[0], _step(1))
    assert entry.number == made.last(TABLE)
    made.close()
    assert Store(tmp_path).mended is None


def test_what_was_told_of_a_game_is_found_at_once(store: Store, game: GameRow) -> None:
    """However much was told of the others at that table."""
    many = tuple(("moment", {"index": number}) for number in range(3000))
    other, _ = store.new_game(TABLE, "redline", Step(entries=many))
    store.write(game, Step(entries=(("renamed", {}),)))
    steps: list[None] = []
    store._database.set_progress_handler(lambda: steps.append(None), 500)
    assert store.told(game, "renamed") == ({},)
    assert not steps
    assert len(store.told(other, "moment")) == 3000


def test_a_table_that_is_lost_takes_no_camera_with_it(tmp_path: Path) -> None:
    """A table without its row comes back with its games; every table has its camera."""
    made = Store(tmp_path)
    for table in "ab":
        made.table(table)
        made.new_game(table, "redline", Step(({"event": "match-started", "game": "redline"},)))
        made.keep_camera(table, f"rtsp://{table}")
    made.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as database:
        database.execute("DELETE FROM tables WHERE id = 'a'")
        database.commit()
    rescue(tmp_path)
    made = Store(tmp_path)
    assert [made.camera(table) for table in "ab"] == ["rtsp://a", "rtsp://b"]
    made.close()


def test_a_full_disk_loses_nothing(store: Store, game: GameRow) -> None:
    """The step is refused whole, in a sentence; as soon as there is room again it goes on."""
    store.write(game, _step(1))
    [pages] = store._database.execute("PRAGMA page_count").fetchone()
    store._database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(NotWritten, match="no room left"):
        store.write(game, _step(2, _jpeg(2, 900_000)))
    assert len(store.events(game)) == 2
    assert store.disk().used == 0
    store._database.execute("PRAGMA max_page_count = 1000000")
    assert [e.number for e in store.write(game, _step(2, _jpeg(2, 500)))] == [3]


@pytest.mark.parametrize(("order", "time"), [("DELETE", 1), ("COMMIT", 2), ("PRAGMA", 1)])
def test_what_is_kept_stays_where_no_room_can_be_made(
    store: Store, game: GameRow, capsys: pytest.CaptureFixture[str], order: str, time: int
) -> None:
    """Whoever hears that a step was not kept writes it again; that old pictures could not go is
    said, and done at the next step."""
    for number in range(1, 11):
        store.write(game, _step(number, _jpeg(number)))
    whole = store._database
    store._database = _Failing(whole, order, time)  # type: ignore[assignment]
    [entry] = store.write(game, _step(11, _jpeg(11)))
    assert entry.number == store.last(TABLE) == 12
    assert "old pictures" in capsys.readouterr().err
    store._database = whole
    store.write(game, _step(12, _jpeg(12)))
    disk = store.disk()
    [pictures] = whole.execute("SELECT count(*) FROM pictures").fetchone()
    assert (disk.used, disk.deleted) == (100 * pictures, 12 - pictures)
    assert disk.used <= disk.limit


class _Failing:
    """A database whose disk does not take an order of one kind when it comes the n-th time."""

    def __init__(self, database: sqlite3.Connection, order: str, time: int) -> None:
        self._database = database
        self._order = order
        self._to_come = time

    def execute(self, query: str, values: tuple[object, ...] = ()) -> sqlite3.Cursor:
        """Carries it out, or fails as a full disk does."""
        self._to_come -= query.startswith(self._order)
        if self._to_come == 0 and query.startswith(self._order):
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return self._database.execute(query, values)

    def __getattr__(self, name: str) -> object:
        return getattr(self._database, name)


def test_the_users_files_are_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder 0700, the store and what lies beside it 0600, also where they were open before."""
    monkeypatch.setattr("server.store.folders.user_data_path", lambda *_, **__: tmp_path / "own")
    (tmp_path / "own" / "games").mkdir(parents=True, mode=0o755)
    (tmp_path / "own" / "games" / FILE_NAME).touch(0o644)
    made = open_store(None)
    made.table(TABLE)
    assert _mode(tmp_path / "own") == 0o700
    assert {_mode(path) for path in made.folder.iterdir()} == {0o600}
    made.close()
    Store(tmp_path / "new").close()
    assert _mode(tmp_path / "new") == 0o700


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_an_evening_is_copied_on_its_end(store: Store, game: GameRow, tmp_path: Path) -> None:
    """Without its pictures, once, for the user alone; and it can be taken in as any saved game."""
    store.write(game, Step(({"event": "undone"},), (("playing", {"playing": True}),)))
    assert (back_up(store), back_up(store)) == (1, 0)
    [copy] = (tmp_path / "backups").iterdir()
    assert _mode(copy) == 0o600
    with zipfile.ZipFile(copy) as file:
        assert file.namelist() == ["game.json"]
        assert len(json.loads(file.read("game.json"))["events"]) == 2


def test_a_clock_that_is_put_back_hides_nothing(tmp_path: Path) -> None:
    """A game was touched when its last event was written, though an earlier one has a later time:
    lists and copies go by that, and so does whether it is still of this evening."""
    times = iter((9000.0, 5000.0, 100.0, 4000.0))
    made = Store(tmp_path, clock=lambda: next(times))
    made.table(TABLE)
    row, _ = made.new_game(TABLE, "redline", _step(0))
    assert back_up(made) == 1
    made.write(row, _step(1))
    [now] = made.games()
    assert now.touched == 4000.0
    assert back_up(made) == 1
    made.close()


@pytest.mark.parametrize("kept", [1000.0, 1002.0], ids=["rounded down", "rounded up"])
def test_a_copy_on_a_disk_with_coarse_times_is_made_once(tmp_path: Path, kept: float) -> None:
    """A memory stick keeps every other second. A game that went on is copied again; where times are
    kept whole, also one that went on for a second."""
    now = [1001.7]
    made = Store(tmp_path, clock=lambda: now[0])
    row, _ = made.new_game(made.table(TABLE).ident, "redline", _step(0))
    assert back_up(made) == 1
    [copy] = (tmp_path / "backups").iterdir()
    os.utime(copy, (kept, kept))
    assert back_up(made) == 0
    for later in (1010.2, 1011.1):
        now[0] = later
        made.write(row, _step(1))
        assert (back_up(made), back_up(made)) == (1, 0)
    made.close()


def test_copies_do_not_grow_without_end(
    store: Store, game: GameRow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest go."""
    monkeypatch.setattr("server.store.backups.MOST_KEPT", 3)
    for _ in range(5):
        store.new_game(TABLE, "redline", _step(0))
        back_up(store)
    assert len([*(tmp_path / "backups").iterdir()]) == 3


def test_a_spoilt_line_ends_its_game_only(store: Store, game: GameRow, tmp_path: Path) -> None:
    """Where the disk spoilt an event, what came before it still counts; what was told is told
    without the spoilt one; other games are as they were."""
    for number in range(1, 4):
        store.write(game, _step(number))
    other, _ = store.new_game(TABLE, "rouge", _step(0))
    store.close()
    database = sqlite3.connect(tmp_path / FILE_NAME)
    database.executescript(
        "DROP TRIGGER events_stay; DROP TRIGGER entries_stay;"
        f"UPDATE events SET data = '{{\"n' WHERE game_id = {game.number} AND number = 2;"
        "UPDATE entries SET data = 'x' WHERE number = 3"
    )
    database.close()
    again = Store(tmp_path)
    assert [e["n"] for e in again.events(game)] == [0, 1]
    assert [e["n"] for e in again.events(other)] == [0]
    assert [e.number for e in again.entries(TABLE)] == [1, 2, 4, 5]
    assert again.latest(TABLE, "moment") is not None
    again.close()
