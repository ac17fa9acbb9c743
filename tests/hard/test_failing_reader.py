"""A reader or a referee that raises at a picture: it is said once, and the next one goes on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules.core.places import AnyPosition
from server.pipeline.session import Session
from server.store.store import Store
from server.tables.faults import OWN_FAULT, pause_after
from server.tables.incoming.camera_feed import CameraFeed
from server.tables.incoming.feed import Feed
from server.tables.incoming.photo_feed import PhotoFeed
from server.tables.incoming.photo_history import PhotoHistory
from server.tables.live_table import LiveTable, OpenFeed
from server.tables.resuming import Setup
from tests.server.fakes import PHOTOS, TruthReader, picture
from tests.server.scripted import TABLE
from vision.live.watcher import Watcher
from vision.reader import Image, OnStage, Reader, untimed
from vision.reading import Reading
from vision.sources.folder import FolderSource
from vision.sources.pushed import PushedSource

_PATIENCE_S = 30.0


class Stumbling(TruthReader):
    """Raises at one photo of the recorded game, or at every picture."""

    def __init__(self, *bad: int) -> None:
        self.bad = [picture(turn).tobytes() for turn in bad]
        self.always = False
        self.tried: list[float] = []

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """The truth, or an error."""
        if self.always or image.tobytes() in self.bad:
            self.tried.append(time.monotonic())
            raise ValueError("cannot reshape array of size 7")
        return super().read(image, memory, on_stage)

    def with_position(self, memory: object, position: AnyPosition) -> object:
        """All that is known of a table is what lies there."""
        return dict(position)


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Stumbling:
    """The reader of every table: it stumbles at the third photo."""
    made = Stumbling(2)
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: made)
    return made


@contextmanager
def _table(data: Path, spec: str, open_feed: OpenFeed) -> Iterator[LiveTable]:
    store = Store(data)
    table = LiveTable(store.table(TABLE), store, Setup("redline", ("Ada", "Bo")), spec, open_feed)
    runner = threading.Thread(target=table.run, daemon=True)
    runner.start()
    yield table
    table.close()
    runner.join(_PATIENCE_S)
    store.close()


def _watch_folder(spec: str, _reader: Reader, history: PhotoHistory) -> Feed:
    return PhotoFeed(spec, FolderSource(Path(spec), fates=history.fates), interval_s=0.0)


def _told(table: LiveTable) -> list[tuple[str, str, str | None]]:
    moments = [e.data for e in table.channel._log.since(0) if e.kind == "moment"]
    calls = [(m["photo"], m["calls"][0]) for m in moments]
    return [(name, call["call"], (call.get("reason") or {}).get("code")) for name, call in calls]


def _wait(true: Callable[[], bool]) -> None:
    end = time.monotonic() + _PATIENCE_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def _folder(at: Path, turns: int) -> Path:
    at.mkdir()
    for turn in range(turns):
        (at / f"{turn}.jpg").write_bytes(PHOTOS[turn].read_bytes())
    return at


def test_one_photo_at_which_the_reader_raises_ends_no_evening(
    tmp_path: Path, reader: Stumbling, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is tried once, refused with a sentence, and the next photos go on, also after a
    restart."""
    photos = _folder(tmp_path / "photos", 5)
    expected = [
        *(("0.jpg", "setup", None), ("1.jpg", "legal", None)),
        *(("2.jpg", "unclear", OWN_FAULT.code), ("3.jpg", "foul", None), ("4.jpg", "legal", None)),
    ]
    with _table(tmp_path / "data", str(photos), _watch_folder) as table:
        _wait(lambda: len(_told(table)) == 5)
        assert [one[::2] for one in _told(table)] == [one[::2] for one in expected]
    with _table(tmp_path / "data", str(photos), _watch_folder) as table:
        _wait(lambda: table.channel.status().get("camera") == "on")
        time.sleep(0.5)
        assert len(_told(table)) == 5
    assert len(reader.tried) == 1
    said = capsys.readouterr().err
    assert said.count("cannot reshape array of size 7") == 1


def test_a_photo_from_a_phone_gets_an_answer(tmp_path: Path, reader: Stumbling) -> None:
    """The page is told, in both languages, what it would be told of a blurred photo."""
    with _table(tmp_path / "data", "phone", lambda *_: CameraFeed("phone", *_pushed())) as table:
        _wait(lambda: table.session() is not None)
        answer: Any = table.photo(picture(2))
        assert answer["calls"][0]["reason"]["code"] == OWN_FAULT.code
        spoken = answer["spoken"]
        assert OWN_FAULT.message in str(spoken["en"])
        assert OWN_FAULT.message not in str(spoken["fr"])
        after: Any = table.photo(picture(0))
        assert after["calls"][0]["call"] == "setup"


def test_what_a_failed_look_is_begun_anew_from_knows_of_the_game(
    tmp_path: Path, reader: Stumbling
) -> None:
    """What lies there is known, and nothing of what was seen."""
    with _table(tmp_path / "data", "phone", lambda *_: CameraFeed("phone", *_pushed())) as table:
        _wait(lambda: table.session() is not None)
        assert table.failed(ValueError()) is None
        table.photo(picture(0))
        session = table.session()
        assert session is not None
        assert table.failed(ValueError()) == session.standing() != {}


def _pushed() -> tuple[PushedSource, Watcher]:
    return PushedSource(), Watcher(TruthReader())


class _Filming:
    """A camera that shows one photo of the game, thirty times a second."""

    def __init__(self) -> None:
        self.source = PushedSource()
        self.turn = 0
        self.opened = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._film, daemon=True)

    def open(self, spec: str, reader: Reader, _history: PhotoHistory) -> Feed:
        """The camera, opened once more."""
        self.opened += 1
        if not self._thread.is_alive():
            self._thread.start()
        return CameraFeed(spec, self.source, Watcher(reader))

    def end(self) -> None:
        """Ends the film."""
        self._ended.set()
        self._thread.join(_PATIENCE_S)

    def _film(self) -> None:
        while not self._ended.wait(1 / 30):
            self.source.push(np.asarray(picture(self.turn), np.uint8))


@pytest.mark.slow
def test_a_camera_whose_pictures_the_reader_cannot_take_is_said_and_left_open(
    tmp_path: Path, reader: Stumbling, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence on the page in both languages, one line for whoever reports it; it is tried
    less and less, the camera is not opened anew, and once it can read again the calls come."""
    film, reader.always = _Filming(), True
    with _table(tmp_path / "data", "phone", film.open) as table:
        _wait(lambda: len(reader.tried) >= 3)
        status = table.channel.status()
        assert (status["gate"], status["code"]) == ("lost", OWN_FAULT.code)
        assert OWN_FAULT.message in status["said"]["en"]
        assert status["said"]["fr"] != status["said"]["en"]
        assert table.standing()["trouble"] == "lost"
        first, second, third = reader.tried[:3]
        assert pause_after(2) > pause_after(1) > 0.3
        assert second - first >= pause_after(1)
        assert third - second >= pause_after(2)
        reader.always = False
        _wait(lambda: len(_told(table)) == 1)
        _wait(lambda: table.channel.status()["code"] is None)
        assert film.opened == 1
    film.end()
    assert capsys.readouterr().err.count("cannot reshape array of size 7") == 1


def test_a_referee_that_raises_is_said_too(
    tmp_path: Path, reader: Stumbling, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever fails between a photo and its call fails for that photo alone."""
    whole = Session.judge

    def judge(self: Session, name: str, image: Image | None, *more: Any, **named: Any) -> Any:
        if name == "1.jpg" and image is not None:
            raise AssertionError("no such hypothesis")
        return whole(self, name, image, *more, **named)

    monkeypatch.setattr(Session, "judge", judge)
    reader.bad = []
    photos = _folder(tmp_path / "photos", 3)
    with _table(tmp_path / "data", str(photos), _watch_folder) as table:
        _wait(lambda: len(_told(table)) == 3)
        assert _told(table)[1] == ("1.jpg", "unclear", OWN_FAULT.code)
        assert _told(table)[2][0] == "2.jpg"
