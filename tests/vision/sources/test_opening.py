"""From what a user types to a source."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from vision.sources.cameras import Camera, list_cameras
from vision.sources.frame import SourceError
from vision.sources.opening import open_source
from vision.sources.pushed import PushedSource


def _device(folder: Path, node: str, name: str, index: int = 0) -> None:
    (folder / node).mkdir()
    (folder / node / "name").write_text(name + "\n")
    (folder / node / "index").write_text(f"{index}\n")


def test_cameras_are_listed_by_the_systems_names(tmp_path: Path) -> None:
    """By number; the second node of a camera (metadata) is no camera of its own."""
    _device(tmp_path, "video10", "Desk camera")
    _device(tmp_path, "video2", "USB Webcam: USB Webcam")
    _device(tmp_path, "video3", "USB Webcam: USB Webcam", index=1)
    _device(tmp_path, "vbi0", "Tuner")
    assert list_cameras(tmp_path) == (
        Camera(2, "USB Webcam: USB Webcam"),
        Camera(10, "Desk camera"),
    )


def test_without_a_list_the_first_numbers_are_tried(tmp_path: Path) -> None:
    """As on Windows and macOS."""
    found = list_cameras(tmp_path / "missing", opens=lambda number: number == 1)
    assert found == (Camera(1, "camera 1"),)


def test_the_phone_opens() -> None:
    """Without a device."""
    assert isinstance(open_source("phone"), PushedSource)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("no-such-camera", "There is no camera called 'no-such-camera'"),
        ("games/missing.avi", "does not exist; give a film, a folder or a camera"),
        ("ftp://example.org/x", "is no address that can be watched"),
        ("http://[broken", "is not an address"),
        ("9" * 250, "There is no camera 9999"),
        ("٣", "There is no camera called"),
        ("x" * 5000, "There is no camera called"),
        ("a\0b", "There is no camera called"),
        ("~nosuchuser/x.avi", "does not exist; give a film, a folder or a camera"),
        ("/dev/zero", "is neither a film nor a folder of photos"),
        ("caf\udce9.avi", r"caf\xe9.avi does not exist"),
    ],
)
def test_what_cannot_be_opened_is_said_in_one_sentence(spec: str, said: str) -> None:
    """With what to give instead, without a traceback of another library."""
    with pytest.raises(SourceError, match=re.escape(said)) as error:
        open_source(spec)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 400


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    """Nor is a folder a film."""
    os.mkfifo(tmp_path / "pipe.avi")
    for path in (tmp_path / "pipe.avi", tmp_path):
        with pytest.raises(SourceError, match="neither a film nor"):
            open_source(str(path))
