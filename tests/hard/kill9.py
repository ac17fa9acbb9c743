"""Kill -9 at random moments of a live game: nothing that was shown is lost, and the game goes on.

`python -m tests.hard.kill9 50` plays the recorded game again and again through `arbitable serve`,
kills it at random, looks into the file it left, and starts it again. The reader knows the truth,
so that kills hit the judging and writing instead of the seeing.
"""

from __future__ import annotations

import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from rules.core.discovery import get
from rules.referee.history.fold import replayed
from rules.wire.journal import event_from_json
from server.commands.samples import demo_folder
from server.store.database import FILE_NAME
from server.store.named_texts import with_names
from tests.asked_seeds import asked_words
from tests.server.fakes import PHOTOS, TruthReader

#: What the recorded game must come to, however often it was killed.
CALLS = ("setup", "legal", "legal", "foul", "legal", "legal", "legal", "foul")

#: Most seconds from "is listening" to the kill; the whole game takes about as long.
_LONGEST_S = 3.0

#: Share of the kills that come while the program starts.
_EARLY = 0.15

_CHILD = "--child"


@dataclass
class Seen:
    """What a page was shown, by event number."""

    entries: dict[int, tuple[str, Any]] = field(default_factory=dict)

    def follow(self, address: str) -> None:
        """Reads the live channel until the server is gone."""
        number, kind = 0, ""
        try:
            with urlopen(f"{address}api/v1/tables/table/events", timeout=30) as stream:
                for raw in stream:
                    name, _, value = raw.decode().rstrip("\n").partition(": ")
                    if name == "event":
                        kind, data, number = value, None, 0
                    elif name == "data":
                        data = json.loads(value)
                    elif name == "id":
                        number = int(value)
                    elif not name and number:
                        self.entries[number] = (kind, data)
        except (OSError, URLError, ValueError):
            return


def kills(count: int, seed: int = 1) -> dict[str, int]:
    """Kills a live game so often; gives the figures. Raises AssertionError for anything lost."""
    rng = random.Random(seed)
    figures = {"kills": 0, "games": 0, "shown": 0}
    while figures["kills"] < count:
        with tempfile.TemporaryDirectory() as folder:
            seen = Seen()
            while figures["kills"] < count and _calls(Path(folder)) != CALLS:
                early = rng.random() < _EARLY
                _killed_once(Path(folder), seen, rng.uniform(0, _LONGEST_S), early=early)
                figures["kills"] += 1
                check(Path(folder), seen)
            _played_to_the_end(Path(folder), seen)
            figures["games"] += 1
            figures["shown"] += len(seen.entries)
    return figures


def check(folder: Path, seen: Seen) -> None:
    """The file is whole, holds everything that was shown, with its pictures, and the match of its
    events can be replayed."""
    if not (folder / FILE_NAME).exists():
        return
    database = sqlite3.connect(folder / FILE_NAME)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    if database.execute("PRAGMA user_version").fetchone() == (0,):  # killed before its tables
        database.close()
        assert not seen.entries
        return
    kept = {
        number: (kind, json.loads(with_names(data, {})))
        for number, kind, data in database.execute("SELECT number, kind, data FROM entries")
    }
    assert set(kept) == set(range(1, len(kept) + 1)), "numbers have gaps"
    for number, shown in seen.entries.items():
        assert kept.get(number) == shown, f"event {number} was shown and is lost"
    pictures = {ident for (ident,) in database.execute("SELECT id FROM pictures")}
    for _, data in kept.values():
        assert set(filter(None, data.get("pictures", {}).values())) <= pictures
    events = [json.loads(d) for (d,) in database.execute("SELECT data FROM events ORDER BY number")]
    database.close()
    if events:
        game = get("redline")
        replayed(game, [event_from_json(game, event) for event in events])


def _killed_once(folder: Path, seen: Seen, after_s: float, *, early: bool) -> None:
    process = _process(folder)
    if early:  # while it starts, perhaps while it makes its tables
        time.sleep(after_s)
        _kill(process)
        return
    address = _address(process)
    follower = threading.Thread(target=seen.follow, args=(address,), daemon=True)
    follower.start()
    time.sleep(after_s)
    _kill(process)
    follower.join(30)


def _played_to_the_end(folder: Path, seen: Seen) -> None:
    """The game goes on: every photo once, every call as the truth says."""
    process = _process(folder)
    address = _address(process)
    follower = threading.Thread(target=seen.follow, args=(address,), daemon=True)
    follower.start()
    until = time.monotonic() + 120
    while len(_moments(seen)) < len(CALLS) and time.monotonic() < until:
        time.sleep(0.05)
    _kill(process)
    follower.join(30)
    check(folder, seen)
    assert _calls(folder) == CALLS, _calls(folder)
    assert [m["photo"] for m in _moments(seen)] == [photo.name for photo in PHOTOS]


def _moments(seen: Seen) -> list[Any]:
    return [data for _, (kind, data) in sorted(seen.entries.items()) if kind == "moment"]


def _calls(folder: Path) -> tuple[str, ...]:
    if not (folder / FILE_NAME).exists():
        return ()
    database = sqlite3.connect(folder / FILE_NAME)
    try:
        rows = database.execute("SELECT data FROM entries WHERE kind = 'moment' ORDER BY number")
        return tuple(json.loads(data)["calls"][-1]["call"] for (data,) in rows)
    except sqlite3.OperationalError:  # killed before its tables were made
        return ()
    finally:
        database.close()


def _process(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.hard.kill9", _CHILD, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
    )


def _kill(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()  # waits, and closes what it wrote to


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "listening" in line, line
    return line.split()[-1]


def _child(folder: str) -> None:
    """`arbitable serve` with a reader that sees rightly."""
    import server.pipeline.session  # noqa: PLC0415 - its reader is exchanged before the command runs
    from server.cli import cli  # noqa: PLC0415

    server.pipeline.session.load_reader = lambda _name: TruthReader()  # type: ignore[attr-defined]
    arguments = ("--camera", str(demo_folder()), "--interval", "0", "--data", folder)
    cli.main(["serve", "--game", "redline", "--port", "0", *arguments])


if __name__ == "__main__":
    if sys.argv[1:2] == [_CHILD]:
        _child(sys.argv[2])
    print(json.dumps(kills(asked_words(__doc__, count=int).count)))
