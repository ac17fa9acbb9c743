"""How long a player's page waits for a call while others flood the server.

`python -m tests.hard.besieged SILENT FLOODERS` prints the figures.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from tests.asked_seeds import asked_words
from tests.hard.truthful import truthful
from tests.server.fakes import PHOTOS
from tests.server.running import Running

#: An address of this machine that is no name of the computer itself: whoever calls by it needs a
#: key.
STRANGE = "127.0.0.2"

#: Seconds an answer may take before it counts as none.
_PATIENCE_S = 30

#: Seconds between two photos of the game.
_PAUSE_S = 0.7


@dataclass(frozen=True, slots=True)
class Siege:
    """What came of one: seconds from each photo to its call on the page, the most memory (MB), the
    bytes said on standard error, silent connections that were hung up on, bodies posted."""

    waits: tuple[float, ...]
    most_mb: float
    said: int
    ended: int
    posted: int


def besieged(silences: int, flooders: int, seconds: float = 14.0) -> Siege:
    """Plays the recorded game by photos while it is attacked; the page has the watcher's key."""
    with tempfile.TemporaryDirectory() as place:
        errors = Path(place) / "errors"
        arguments = ("--game", "redline", "--camera", "phone", "--host", "0.0.0.0")
        with truthful(*arguments, "--data", Path(place) / "data", errors=errors) as server:
            with _attacked(server, silences, flooders, seconds) as attackers:
                waits = tuple(_waits(server))
            told = attackers.communicate(timeout=60)[0].split()
            most = peak_mb(server.process.pid)
        ended, posted = map(int, told) if told else (0, 0)
        return Siege(waits, most, errors.stat().st_size, ended, posted)


@contextmanager
def _attacked(
    server: Running, silences: int, flooders: int, seconds: float
) -> Iterator[subprocess.Popen[str]]:
    port = str(urlsplit(server.address).port)
    command = [sys.executable, "-m", "tests.hard.attack", str(silences), str(flooders)]
    process = subprocess.Popen(
        [*command, str(seconds), STRANGE, port], stdout=subprocess.PIPE, text=True
    )
    time.sleep(2.0 if silences or flooders else 0.2)  # all of them are connected by then
    try:
        yield process
    finally:
        if process.poll() is None:
            process.wait(60)


def _waits(server: Running) -> Iterator[float]:
    """Seconds from the sending of each photo to its call on the page."""
    page = Page(server)
    for number, photo in enumerate(PHOTOS, 1):
        sent = time.monotonic()
        post_photo(server, photo)
        yield page.moment(number) - sent
        time.sleep(_PAUSE_S)


class Page:
    """A page that follows the table by a key, on a thread of its own."""

    def __init__(self, server: Running, role: str = "watch") -> None:
        address = f"http://{STRANGE}:{urlsplit(server.address).port}/api/v1/tables/table/events"
        key = key_of(server, role)
        self._request = Request(address, headers={"Authorization": f"Bearer {key}"})
        self._came: list[float] = []
        self._change = threading.Condition()
        threading.Thread(target=self._follow, daemon=True).start()

    def moment(self, number: int) -> float:
        """When the call of that number was there. Raises TimeoutError."""
        with self._change:
            if not self._change.wait_for(lambda: len(self._came) >= number, _PATIENCE_S):
                raise TimeoutError(f"call {number} never came")
            return self._came[number - 1]

    def _follow(self) -> None:
        while True:
            try:
                with urlopen(self._request, timeout=_PATIENCE_S) as lines:
                    for line in lines:
                        if line.startswith(b"event: moment"):
                            with self._change:
                                self._came.append(time.monotonic())
                                self._change.notify_all()
            except OSError:
                time.sleep(0.1)


def key_of(server: Running, role: str) -> str:
    """The table's key for a role."""
    links = server.get("/api/v1/tables/table/links")["links"]
    key: str = next(one for one in links if one["role"] == role)["url"].rpartition("/")[2]
    return key


def post_photo(server: Running, photo: Path) -> None:
    """Sends a photo as the computer's own page does."""
    request = Request(
        f"{server.address}/api/v1/tables/table/photos",
        photo.read_bytes(),
        {"Content-Type": "image/jpeg"},
    )
    with urlopen(request, timeout=_PATIENCE_S) as answer:
        assert json.load(answer)["ok"]


def peak_mb(process: int) -> float:
    """The most memory that a process has had, in megabytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1000
    return 0.0


if __name__ == "__main__":
    print(besieged(**vars(asked_words(__doc__, silences=int, flooders=int))))
