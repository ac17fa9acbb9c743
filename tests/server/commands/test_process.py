"""The installed command as a process: exit statuses, signals, files that are no photos."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO
from urllib.request import Request, urlopen

import numpy as np
import pytest
from PIL import Image

from tests.server.fakes import PHOTOS
from tests.server.odd_pictures import huge_png

#: Seconds the contract gives `demo` and `serve` to end, on a machine that has the time for them.
_END_S = 2

_COMMAND = (sys.executable, "-c", "from server.cli import main; main()")
_HEARING = (
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from server.cli import main; main()",
)
_LINE = re.compile(r"^Arbitable is listening on (http://127\.0\.0\.1:\d+/)$")


def _empty_table(path: Path) -> None:
    Image.new("RGB", (640, 480), (150, 120, 90)).save(path, "JPEG")


def _noise(path: Path) -> None:
    pixels = np.random.default_rng(1).integers(0, 256, (480, 640, 3), np.uint8)
    Image.fromarray(pixels).save(path, "JPEG")


def _truncated(path: Path) -> None:
    path.write_bytes(PHOTOS[0].read_bytes()[:2000])


def _text(path: Path) -> None:
    path.write_text("Dear diary, this is no photo.")


def _nothing(path: Path) -> None:
    path.write_bytes(b"")


def _huge_header(path: Path) -> None:
    path.write_bytes(huge_png())


_GARBAGE: dict[Callable[[Path], None], str] = {
    _truncated: "not-an-image",
    _text: "not-an-image",
    _nothing: "not-an-image",
    _huge_header: "too-large",
    _empty_table: "no-board",
}


def test_garbage_is_refused_with_its_reason(tmp_path: Path) -> None:
    """Each file gives an object with status refused and the right code; status 0, no traceback."""
    paths = [tmp_path / f"{make.__name__}.jpg" for make in (*_GARBAGE, _noise)]
    for make, path in zip((*_GARBAGE, _noise), paths, strict=True):
        make(path)
    run = subprocess.run(
        [*_COMMAND, "read", *map(str, paths), "--game", "redline", "--json"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert [one["status"] for one in found] == ["refused"] * len(paths)
    assert [one["reason"]["code"] for one in found[:-1]] == list(_GARBAGE.values())


def test_a_missing_photo_ends_with_two(tmp_path: Path) -> None:
    """One line on standard error, also from a real process."""
    run = subprocess.run(
        [*_COMMAND, "read", str(tmp_path / "no.jpg"), "--game", "redline"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1


def _demo(*options: str, **environment: str) -> tuple[subprocess.Popen[str], str]:
    """A running demo and its address, once it says it answers."""
    process = subprocess.Popen(
        [*_COMMAND, "demo", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "", **environment},
    )
    assert process.stdout is not None
    line = process.stdout.readline().rstrip("\n")
    match = _LINE.match(line)
    assert match, (line, process.poll())
    return process, match[1]


def _browser(folder: Path) -> tuple[str, Path]:
    """A browser that only writes down which address it was to open, and where it does."""
    opened, browser = folder / "opened", folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{opened}.new"; mv "{opened}.new" "{opened}"\n')
    browser.chmod(0o700)
    return f"{browser} %s", opened


def _in_time(file: Path) -> str:
    """What is in a file once it is there."""
    end = time.monotonic() + 20
    while not file.exists() and time.monotonic() < end:
        time.sleep(0.05)
    return file.read_text()


def _first_call(stream: IO[bytes]) -> None:
    """Reads until the live channel has brought the first call."""
    while b"event: moment" not in (line := stream.readline()):
        assert b"event: fault" not in line


def _ended_after(process: subprocess.Popen[str]) -> float:
    """Seconds until it ends, on a clock that stands still while the machine is busy with others:
    this thread asks without a pause and counts what it was given for that."""
    start = time.thread_time()
    while process.poll() is None and time.thread_time() - start < _END_S:
        pass
    return time.thread_time() - start


def _shown(address: str) -> int:
    """How many calls a table counts as shown. A call is told before it is counted, so the count
    may follow the channel by a moment."""
    for _ in range(50):
        with urlopen(address, timeout=60) as state:
            count: int = json.load(state)["state"]["shown"]
        if count:
            break
        time.sleep(0.1)
    return count


@pytest.mark.skipif(os.name == "nt", reason="the browser of this test is a shell script")
@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_demo_opens_answers_calls_and_ends_in_time(number: signal.Signals, tmp_path: Path) -> None:
    """It answers when it says so, the browser gets the very address that is printed, a call comes
    by itself, and a signal ends it within two seconds although a page is connected."""
    browser, opened = _browser(tmp_path)
    process, address = _demo("--browser", BROWSER=browser)
    try:
        with urlopen(address, timeout=60) as page:
            assert b"Arbitable" in page.read()
        with urlopen(f"{address}api/v1/tables/demo/events", timeout=30) as events:
            _first_call(events)
            assert _in_time(opened).strip() == address
            process.send_signal(number)
            assert _ended_after(process) < _END_S
            _, errors = process.communicate()
        assert (process.returncode, errors) == (130, "")
    finally:
        process.kill()


@pytest.mark.parametrize("starts", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_serve_ends_in_time_with_all_its_doors(tmp_path: Path, starts: int) -> None:
    """Open to the network, over HTTPS too, with a page on the live channel: a signal ends it
    within two seconds, and the next start goes on with the game."""
    arguments = ("--game", "redline", "--camera", str(PHOTOS[0].parent), "--host", "0.0.0.0")
    command = [*_COMMAND, "serve", *arguments, "--port", "0", "--data", str(tmp_path / "data")]
    shown = []
    for _ in range(starts):
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            match = _LINE.match(process.stdout.readline().rstrip("\n"))
            assert match
            with urlopen(f"{match[1]}api/v1/tables/table/events", timeout=60) as events:
                _first_call(events)
                shown.append(_shown(f"{match[1]}api/v1/tables/table/state"))
                process.send_signal(signal.SIGTERM)
                assert _ended_after(process) < _END_S
                _, errors = process.communicate()
            assert (process.returncode, errors) == (130, "")
        finally:
            process.kill()
    assert 1 <= shown[0] <= shown[-1]


@pytest.mark.slow
def test_every_table_of_the_evening_is_there_after_a_restart(tmp_path: Path) -> None:
    """A club's second table is gone on with as the first one is, and what looked at it looks."""
    command = [*_COMMAND, "serve", "--port", "0", "--data", str(tmp_path / "data")]
    photos = tmp_path / "photos"
    photos.mkdir()
    for wanted in (["table"], ["table", "salon"]):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            match = _LINE.match(process.stdout.readline().rstrip("\n"))
            assert match
            tables = f"{match[1]}api/v1/tables"
            with urlopen(tables, timeout=60) as answer:
                found = [one["table"] for one in json.load(answer)["tables"]]
            if "salon" not in found:
                _post(tables, {"table": "salon"})
                order = {"command": "new-game", "seen": 0, "game": "mokadi", "source": str(photos)}
                _post(f"{tables}/salon/commands", order)
            with urlopen(f"{tables}/salon/state", timeout=60) as answer:
                assert json.load(answer)["state"]["source"] == str(photos)
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=10)
        assert found == wanted


def _post(address: str, body: dict[str, object]) -> None:
    head = {"Content-Type": "application/json"}
    request = Request(address, json.dumps(body).encode(), head)
    with urlopen(request, timeout=60) as answer:
        assert json.load(answer)["ok"]


def test_an_interrupted_replay_ends_with_130(tmp_path: Path) -> None:
    """Ctrl-C in the middle leaves no traceback; what was printed before is whole lines. Where the
    tests run in the background Ctrl-C is ignored by whatever they start: here it is heard again."""
    for number in range(40):
        (tmp_path / f"{number}.jpg").symlink_to(PHOTOS[0])
    process = subprocess.Popen(
        [*_HEARING, "replay", str(tmp_path), "--game", "redline", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=10)
    assert (process.returncode, errors) == (130, "")
    for line in (first + rest).splitlines():
        json.loads(line)


@pytest.mark.parametrize(
    ("module", "raised"),
    [
        ("click", "KeyboardInterrupt"),
        ("server.commands.demo", "KeyboardInterrupt"),
        ("server.commands.demo", "TypeError('expected a message argument')"),
    ],
)
def test_an_interrupt_while_it_loads_is_quiet(module: str, raised: str) -> None:
    """Whatever is being loaded, and whatever that makes of the interrupt: status 130, no word."""
    early = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "class Early:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}:\n"
        "            try:\n"
        "                os.kill(os.getpid(), signal.SIGINT)\n"
        "            except KeyboardInterrupt:\n"
        f"                raise {raised}\n"
        "sys.meta_path.insert(0, Early())\n"
        "from server.__main__ import main\n"
        "main()\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", early, "demo", "--port", "0", "--no-browser"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "")


def test_a_reader_that_leaves_is_no_fault() -> None:
    """`arbitable games | head -1` ends quietly."""
    run = subprocess.run(
        ["bash", "-c", '"$@" games | head -1', "bash", *_COMMAND],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        *(pytest.param(w, marks=pytest.mark.slow) for w in (("--help",), ("games", "--json"))),
    ],
)
def test_a_full_disk_is_no_fault_of_ours(words: tuple[str, ...]) -> None:
    """One line that says so, also where Python writes what is left only at the end."""
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [*_COMMAND, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    assert run.returncode == 2
    [line] = run.stderr.splitlines()
    assert "cannot be written (No space left on device); make room" in line


def test_what_is_printed_into_a_file_is_utf_8(tmp_path: Path) -> None:
    """Also where the system would take another code page, as Windows does: French apostrophes have
    no place in cp437."""
    (tmp_path / "0.jpg").symlink_to(PHOTOS[0])
    run = subprocess.run(
        [*_COMMAND, "replay", str(tmp_path), "--game", "redline", "--lang", "fr"],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "cp437", "PYTHONUTF8": "0"},
        timeout=120,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert "qu\N{RIGHT SINGLE QUOTATION MARK}elle est sur la table" in run.stdout.decode("utf-8")
