"""What one system has and another has not: every such call is listed here with its twin, and each
twin is tried with a fake. Tried for real is Linux only."""

from __future__ import annotations

import ast
import ctypes
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import pytest

from server.commands.browser import has_screen
from server.http.gate import MOST_CONNECTIONS, room_for_connections
from server.store.folders import open_store
from vision.nn.models import make_room
from vision.photo import load_photo
from vision.reading import Refusal
from vision.sources.cameras import list_cameras, open_camera

ROOT = Path(__file__).parents[2]

#: File to what it calls that not every system has, and what happens there instead.
TWINS = {
    "server/cli.py": "SIGTERM: elsewhere only Ctrl-C and Ctrl-Break come; the rest is a kill",
    "server/http/gate.py": "resource: without it as many connections as are allowed at most",
    "server/store/folders.py": "chmod: modes say nothing on Windows, refusals are passed over",
    "server/store/database.py": "chmod: likewise",
    "server/commands/browser.py": "DISPLAY: macOS and Windows always have a screen",
    "vision/photo.py": "O_NONBLOCK: Windows has no pipes among files",
    "vision/nn/models.py": "malloc_trim: only glibc keeps what is freed",
    "vision/sources/cameras.py": "/sys: elsewhere the first numbers are tried; DirectShow",
}

#: Names of what not every system has, and how paths begin that only one has.
_NAMES = frozenset(
    (
        *("SIGTERM", "SIGHUP", "SIGUSR1", "SIGCHLD", "SIGPIPE", "SIGBREAK", "SIGKILL", "fork"),
        *("chmod", "fchmod", "fcntl", "termios", "msvcrt", "winreg", "resource", "mkfifo"),
        *("O_NONBLOCK", "O_NOFOLLOW", "getuid", "geteuid", "sysconf", "statvfs", "AF_UNIX"),
        *("malloc_trim", "CAP_DSHOW", "CAP_MSMF", "CAP_V4L2", "CAP_AVFOUNDATION", "DISPLAY"),
        *("sys.platform", "os.name", "platform.system"),
    )
)
_PATHS = ("/proc/", "/sys/", "/dev/", "/etc/", "/var/", "/usr/")


def _of_one_system(tree: ast.AST) -> bool:
    """Whether a file uses any of them. Sentences for people may name them."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                found = {name, f"{module}.{name}"} & _NAMES
            case ast.Attribute(attr=name) | ast.Name(id=name) | ast.alias(name=name):
                found = {name} & _NAMES
            case ast.Constant(value=str(text)):
                found = {text} if text in _NAMES or text.startswith(_PATHS) else set()
            case _:
                continue
        if found:
            return True
    return False


def test_every_call_of_one_system_is_listed_with_its_twin() -> None:
    """Whoever adds one writes its twin here, and tries it below; what went is struck off."""
    rooms = (ROOT / room for room in ("rules", "calibration", "vision", "server"))
    files = (path for room in rooms for path in room.rglob("*.py") if "training" not in path.parts)
    named = re.compile("|".join(map(re.escape, (*_NAMES, *_PATHS))))
    found = {
        path.relative_to(ROOT).as_posix()
        for path in files
        if named.search(text := path.read_text("utf-8")) and _of_one_system(ast.parse(text))
    }
    assert found == set(TWINS)


@dataclass
class _Device:
    """A camera that one back end opens."""

    number: int
    back_end: int
    serves: int
    released: bool = False

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.back_end == self.serves

    def release(self) -> None:
        self.released = True


@pytest.mark.parametrize(
    ("system", "serves", "tried"),
    [
        ("win32", cv2.CAP_DSHOW, [cv2.CAP_DSHOW]),
        ("win32", cv2.CAP_ANY, [cv2.CAP_DSHOW, cv2.CAP_ANY]),
        ("linux", cv2.CAP_ANY, [cv2.CAP_ANY]),
        ("darwin", cv2.CAP_ANY, [cv2.CAP_ANY]),
    ],
)
def test_a_camera_is_opened_by_the_systems_best_back_end(
    system: str, serves: int, tried: list[int]
) -> None:
    """On Windows by DirectShow, by what OpenCV chooses where that does not open it; a back end
    that failed lets go."""
    made: list[_Device] = []

    def opener(number: int, back_end: int) -> _Device:
        made.append(_Device(number, back_end, serves))
        return made[-1]

    capture = open_camera(1, system, opener)  # type: ignore[arg-type] # all that is used of it
    assert capture is made[-1]
    assert [one.back_end for one in made] == tried
    assert all(one.released for one in made[:-1])
    assert not made[-1].released


def test_without_a_list_of_devices_numbers_are_tried(tmp_path: Path) -> None:
    """Nothing under /sys: macOS and Windows."""
    found = list_cameras(tmp_path / "class", opens={0, 2}.__contains__)
    assert [camera.number for camera in found] == [0, 2]


def test_connections_are_bounded_without_the_resource_module(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Windows has none."""
    monkeypatch.setitem(sys.modules, "resource", None)
    assert room_for_connections() == MOST_CONNECTIONS


def test_a_photo_is_read_where_nothing_can_be_opened_without_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Windows has no such flag."""
    monkeypatch.delattr(os, "O_NONBLOCK", raising=False)
    photo = next((ROOT / "sample_images" / "redline").glob("*.jpg"))
    assert not isinstance(load_photo(photo), Refusal)


def test_games_are_kept_where_modes_cannot_be_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A disk of another system refuses them: whoever owns the folder plays all the same."""

    def refused(*_: object, **__: object) -> None:
        raise PermissionError("modes mean nothing here")

    monkeypatch.setattr(Path, "chmod", refused)
    open_store(tmp_path / "data").close()
    assert any((tmp_path / "data").iterdir())


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_memory_is_given_back_by_glibc_only(monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    """Elsewhere no C library is looked for."""
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(ctypes, "CDLL", lambda _: pytest.fail("there is none to be called"))
    make_room()


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_a_computer_with_its_own_screen_needs_no_display(system: str) -> None:
    """The variables of X and Wayland are Linux's."""
    assert has_screen(system, {}, terminal=True)
