"""A watched folder: complete photos, in order, each once."""

from __future__ import annotations

import os
from pathlib import Path

import cv2

from tests.vision.sources.fakes import FakeClock, plain
from vision.sources.folder import FolderSource
from vision.sources.frame import Ended, Frame, Silent


def _photo(path: Path, value: int = 100, mtime: float | None = None) -> None:
    cv2.imwrite(str(path), plain(value))
    if mtime is not None:
        os.utime(path, (mtime, mtime))


def _names(source: FolderSource) -> list[str | None]:
    names = []
    while isinstance(frame := source.newest(2.0), Frame):
        names.append(frame.name)
    return names


def _source(folder: Path) -> tuple[FolderSource, FakeClock]:
    clock = FakeClock()
    return FolderSource(folder, clock, clock.sleep), clock


def test_photos_that_lie_there_come_by_name_each_once(tmp_path: Path) -> None:
    """2 before 10, whatever their times; other files are passed over."""
    _photo(tmp_path / "10.jpg", mtime=1000)
    _photo(tmp_path / "2.jpg", mtime=2000)
    (tmp_path / "notes.txt").write_text("x")
    source, _ = _source(tmp_path)
    assert _names(source) == ["2.jpg", "10.jpg"]
    assert _names(source) == []


def test_later_photos_come_as_they_were_taken(tmp_path: Path) -> None:
    """New ones by time, so that a phone that counts from 1 again does not jump the queue."""
    source, _ = _source(tmp_path)
    _photo(tmp_path / "b.jpg", mtime=1000)
    _photo(tmp_path / "a.jpg", mtime=2000)
    assert _names(source) == ["b.jpg", "a.jpg"]


def test_a_photo_still_being_copied_waits(tmp_path: Path) -> None:
    """Half a file is not taken for a broken one; it is taken when it stops growing."""
    source, clock = _source(tmp_path)
    _photo(tmp_path / "whole.jpg")
    data = (tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "whole.jpg").unlink()
    growing = tmp_path / "new.jpg"
    growing.write_bytes(data[: len(data) // 2])
    assert isinstance(source.newest(0.3), Silent)
    growing.write_bytes(data)
    assert isinstance(source.newest(0.3), Silent)
    clock.sleep(1.0)
    frame = source.newest(1.0)
    assert isinstance(frame, Frame)
    assert frame.name == "new.jpg"
    assert frame.single


def test_a_broken_photo_is_said_and_passed_over(tmp_path: Path) -> None:
    """The next good one still comes."""
    (tmp_path / "1.jpg").write_bytes(b"no picture")
    source, _ = _source(tmp_path)
    silent = source.newest(0.5)
    assert isinstance(silent, Silent)
    assert silent.reason is not None
    assert "1.jpg" in silent.reason
    _photo(tmp_path / "2.jpg")
    assert _names(source) == ["2.jpg"]


def test_a_folder_that_vanishes_is_silent_not_an_error(tmp_path: Path) -> None:
    """A stick pulled out comes back."""
    folder = tmp_path / "stick"
    folder.mkdir()
    source, _ = _source(folder)
    folder.rmdir()
    assert isinstance(source.newest(0.5), Silent)
    folder.mkdir()
    _photo(folder / "1.jpg")
    assert _names(source) == ["1.jpg"]
    source.close()
    assert isinstance(source.newest(0.5), Ended)
