"""What people, scripts and file managers hand to the commands: one sentence each, never a hang."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from server.cli import cli
from tests.server.fakes import PHOTOS, TruthReader
from tests.server.scripted import calls, killed, live_table, play

LONG = 300 * "x"

#: Arguments that name a photo and name none; `{}` is the test's folder.
ODD_PHOTOS = (
    *("{}/pipe.jpg", "{}/folder.jpg", "/dev/zero", "/dev/stdin", "{}/loop", "{}/zero.jpg"),
    *("{}/thin.png", "{}/wide.png", LONG, 20 * f"{LONG}/", "~nosuch/x", "", "{}/caf\udce9.jpg"),
)
NO_CAMERAS = (
    *(250 * "9", "{}/pipe.jpg", "{}/folder.jpg", "/dev/zero", LONG, "~nosuch/x", "", " ", "-1"),
    *("{}/zero.jpg", "http://[", "http://", "rtsp://", "file:///etc/passwd", "http://a b/"),
    *("http://127.0.0.1:99999/", "\u0663", "caf\udce9", "a\0b", "http://127.0.0.1:0/"),
)


@pytest.fixture
def odd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of things that are no photos, and one whose name is no text."""
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.jpg")
    (tmp_path / "folder.jpg").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "zero.jpg").write_bytes(b"")
    Image.new("RGB", (1, 9000)).save(tmp_path / "thin.png")
    Image.new("RGB", (9000, 1)).save(tmp_path / "wide.png")
    shutil.copy(PHOTOS[0], os.path.join(os.fsencode(tmp_path), b"caf\xe9.jpg"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARBITABLE_TRACEBACK", raising=False)
    return tmp_path


def _run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(one) for one in arguments], prog_name="arbitable")


def _one_sentence(result: Result) -> None:
    """Refused with one line that a person can read, and no fault of ours."""
    assert result.exit_code == 2, result.output
    [line] = result.stderr.splitlines()
    assert "fault of Arbitable" not in line
    assert "Traceback" not in line
    assert len(line) < 800


@pytest.mark.parametrize("photo", ODD_PHOTOS)
def test_an_odd_photo_is_read_or_refused(odd: Path, photo: str) -> None:
    """By every command that takes one; what is printed can be printed anywhere."""
    path = photo.format(odd)
    read = _run("read", path, "--game", "redline", "--json")
    if read.exit_code == 0:
        assert json.loads(read.stdout)["status"] in {"refused", "unsure", "read"}
        read.stdout.encode("utf-8")
    else:
        _one_sentence(read)
    looked = _run("doctor", path)
    if looked.exit_code:
        _one_sentence(looked)
    if path and "caf" not in path:  # an empty name is this folder
        _one_sentence(_run("calibrate", "table", path, "--game", "linie1", "--data", odd / "d"))
        _one_sentence(_run("replay", path, "--game", "redline", "--json"))


@pytest.mark.parametrize("camera", NO_CAMERAS)
def test_an_odd_camera_is_refused_before_anything_listens(odd: Path, camera: str) -> None:
    """In one sentence, whatever was typed."""
    spec = camera.format(odd)
    _one_sentence(_run("serve", "--game", "redline", "--port", 0, "--camera", spec))


@pytest.mark.parametrize(
    "arguments",
    [
        ("serve", "--interval", "nan"),
        ("serve", "--interval", "-1e308"),
        ("demo", "--interval", "inf"),
        ("demo", "--port", "99999"),
        ("doctor", "--port", "99999"),
        ("doctor", "--port", "-4"),
        ("serve", "--port", "0", "--data", LONG),
        ("serve", "--port", "0", "--data", "zero.jpg"),
        ("serve", "--port", "0", "--host", LONG),
        ("serve", "--port", "0", "--host", "\udcff"),
        ("serve", "--game", "redline", "--players", f"{LONG},B"),
        ("serve", "--game", "redline", "--players", "\udcff,B"),
        ("replay", ".", "--game", "redline", "--players", "\x1b[31mA,B"),
        ("replay", ".", "--game", "redline", "--report", ""),
        ("replay", ".", "--game", "reader"),
        ("serve", "--game", LONG),
        ("replay", LONG, "--game", "redline"),
        ("replay", "folder.jpg", "--game", "redline"),
        ("games", LONG),
        (LONG,),
    ],
)
def test_an_odd_option_is_refused_in_one_sentence(odd: Path, arguments: tuple[str, ...]) -> None:
    """Numbers that are none, endless names, folders that are none."""
    _one_sentence(_run(*arguments))


@pytest.mark.skipif(os.name == "nt", reason="names are UTF-16 there")
def test_a_report_of_odd_names_is_written(odd: Path) -> None:
    """Names that are no text are shown as well as they can be, on the page too."""
    game = odd / "game"
    game.mkdir()
    shutil.copy(PHOTOS[0], os.path.join(os.fsencode(game), b"1 caf\xe9.jpg"))
    shutil.copy(PHOTOS[1], os.path.join(os.fsencode(game), b"2 a\nb<.jpg"))
    done = _run("replay", game, "--game", "redline", "--json", "--report", odd / "game.html")
    assert done.exit_code == 0, done.output
    first, second = (json.loads(line)["photo"] for line in done.stdout.splitlines())
    assert (first, second) == ("1 caf\\xe9.jpg", "2 a\nb<.jpg")
    assert "caf\\xe9" in (odd / "game.html").read_text("utf-8")
    _one_sentence(_run("replay", game, "--game", "redline", "--report", f"{LONG}.html"))


@pytest.mark.parametrize("jump_s", [12 * 3600.0, -12 * 3600.0, 1e12, -1e12])
def test_a_clock_that_jumps_changes_no_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump_s: float
) -> None:
    """Calls come from the pictures; the time of day is only a name for them."""
    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
    now = [1000.0]
    table = live_table(tmp_path, clock=lambda: now[0])
    play(table, 0, 1)
    now[0] += jump_s
    monkeypatch.setattr(table._store, "_clock", lambda: 1000.0 + jump_s)
    play(table, 2, 3)
    assert calls(table) == [["setup"], ["legal"], ["legal"], ["foul"]]
    assert table.state()["event"]
    killed(table)
