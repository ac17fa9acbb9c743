"""Damaged saved games by the thousand: read, judged again, taken into a store, shown.

`python -m tests.hard.saved_games 2000` prints how many were tried, what became of them, the slowest
and the most memory. Seeded: the same number damages the same game in the same way.
"""

from __future__ import annotations

import copy
import io
import json
import random
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules.core.errors import ArbitableError
from server.pipeline.rejudge import rejudged
from server.reports.export_page import export_page
from server.reports.kept_games import KeptGames
from server.store.bundle import imported, read_bundle
from server.store.store import Store
from server.views.call_json import call_objects
from server.views.speech import spoken_calls
from tests.asked_seeds import asked_words
from tests.hard.memory import peak_mib
from tests.hard.seeds import saved_games
from tests.server.scripted import killed, live_table

#: Values that stand where others belong.
_ODD: tuple[Any, ...] = (
    *(None, True, -1, 0, 7, 10**6, 10**30, -(10**30), 1e308, float("nan"), float("inf"), 0.5),
    *("", "x", "N", "red", "\ud800", "a" * 5_000, "../../etc/passwd", "<script>", "\0"),
    *([], [[]], [0, 0], [10**9, -(10**9)], {}, {"kind": "lay"}, {"a": {"b": []}}, [[[[]]]]),
)

#: Seconds of a processor that one damaged game may take to be refused or judged: one that was
#: stuffed with 400 turns is judged in some fifteen.
MOST_S = 40.0


@dataclass
class Tally:
    """What came of the tries."""

    tried: int = 0
    refused: int = 0
    judged: int = 0
    slowest_s: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)


def run(count: int, seed: int = 1) -> Tally:
    """So many damaged games, each of another seed; gives what came of them."""
    games, tally = saved_games(), Tally()
    for number in range(count):
        rng = random.Random(f"{seed}-{number}")
        data = damaged(rng, games[number % len(games)])
        start = time.process_time()
        try:
            refused = _refused(data, number)
        except Exception as error:  # the very thing that is looked for
            tally.faults[f"{number}: {type(error).__name__}: {error}"[:300]] += 1
        else:
            tally.refused += refused
            tally.judged += not refused
        tally.tried += 1
        tally.slowest_s = max(tally.slowest_s, time.process_time() - start)
    return tally


def _refused(data: bytes, number: int) -> bool:
    """Whether a file is refused with one sentence; one that is not is told, kept and shown."""
    try:
        bundle = read_bundle(data)
        for moment in rejudged(bundle):
            call_objects(moment)
            spoken_calls(moment, "fr")
    except ArbitableError as error:
        _check_sentence(str(error))
        return True
    if number % 5 == 0:
        _kept(bundle)
    return False


def _check_sentence(said: str) -> None:
    assert said, "a sentence of nothing"
    assert "\n" not in said
    assert len(said) < 600, said


def _kept(bundle: Any) -> None:
    """What is taken in can be gone on with, shown and printed."""
    with tempfile.TemporaryDirectory() as place:
        store = Store(Path(place))
        try:
            row = imported(store, store.table("table").ident, bundle)
            kept = KeptGames(store)
            kept.whole(row)
            export_page(kept, row, "en")
        except ArbitableError as error:
            _check_sentence(str(error))
        finally:
            store.close()
        table = live_table(Path(place))
        try:
            table.state()
        finally:
            killed(table)


def damaged(rng: random.Random, data: bytes) -> bytes:
    """A saved game with one or a few things wrong in it."""
    return rng.choice(_DAMAGES)(rng, data)


def _json_changed(rng: random.Random, data: bytes) -> bytes:
    """Values exchanged, left out, or doubled, anywhere in the JSON."""
    game, pictures = _parts(data)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        _change(rng, game)
    return _zipped(json.dumps(game).encode(), pictures)


def _change(rng: random.Random, game: Any) -> None:
    """Changes one place, found by walking down."""
    at, events = game, game.get("events")
    if rng.random() < 0.7 and isinstance(events, list) and events:
        at = rng.choice(events)  # most of the JSON is what was told
    while isinstance(at, dict | list):
        keys = [*at] if isinstance(at, dict) else [*range(len(at))]
        if not keys:
            return
        key = rng.choice(keys)
        inner = at[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
            at = inner
            continue
        _exchange(rng, at, key)
        return


def _exchange(rng: random.Random, at: Any, key: Any) -> None:
    kind = rng.randrange(4)
    if kind == 0:
        del at[key]
    elif kind == 1 and isinstance(at, list):
        at.insert(key, copy.deepcopy(at[rng.randrange(len(at))]))
    elif kind == 2 and isinstance(at[key], int | float) and not isinstance(at[key], bool):
        at[key] = at[key] * rng.choice((-1, 10, 1000, 10**9)) + rng.randrange(-3, 4)
    else:
        at[key] = copy.deepcopy(rng.choice(_ODD))


def _bytes_changed(rng: random.Random, data: bytes) -> bytes:
    """Bytes of the zip overwritten, mostly near its lists."""
    found = bytearray(data)
    for _ in range(rng.choice((1, 2, 5, 30))):
        near = rng.randrange(400) if rng.random() < 0.4 else rng.randrange(len(found))
        found[-1 - near if rng.random() < 0.5 else near] = rng.randrange(256)
    return bytes(found)


def _cut(rng: random.Random, data: bytes) -> bytes:
    """The first part, the last part, or both with a hole."""
    a, b = sorted((rng.randrange(len(data)), rng.randrange(len(data))))
    return rng.choice((data[:a], data[b:], data[:a] + data[b:]))


def _shuffled(rng: random.Random, data: bytes) -> bytes:
    """Events in another order, or twice, or a hundred times."""
    game, pictures = _parts(data)
    events = game["events"]
    kind = rng.randrange(3)
    if kind == 0:
        rng.shuffle(events)
    elif kind == 1:
        events += copy.deepcopy(rng.choices(events, k=rng.randrange(1, 40)))
    else:
        events[1:] = copy.deepcopy(rng.choices(events, k=1)) * rng.randrange(1, 400)
    return _zipped(json.dumps(game).encode(), pictures)


def _stuffed(rng: random.Random, data: bytes) -> bytes:
    """Members, depth and lengths that nothing needs; zeros that pack well."""
    _, pictures = _parts(data)
    kind = rng.randrange(6)
    if kind == 0:
        return _zipped(b"[" * 10 ** rng.randrange(2, 7), pictures)
    if kind == 1:
        return _zipped(b'{"a":' * 10 ** rng.randrange(2, 6), pictures)
    if kind == 2:
        return _zipped(b" " * 10 ** rng.randrange(6, 9), pictures)
    if kind == 3:
        many = b"[],[[]]," * 10 ** rng.randrange(4, 7)
        return _zipped(b'{"format": "arbitable-game", "events": [' + many[:-1] + b"]}", pictures)
    if kind == 4:
        extra = {f"pictures/{n:020x}.jpg": b"x" for n in range(10 ** rng.randrange(2, 5))}
        return _zipped(_parts_json(data), {**pictures, **extra})
    named = rng.choice(("../../x", "/etc/x", "game.json/..", "\\x", "x" * 60_000, "pictures/"))
    return _zipped(_parts_json(data), {**pictures, named: b"x"})


def _parts(data: bytes) -> tuple[Any, dict[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        pictures = {n: file.read(n) for n in file.namelist() if n != "game.json"}
        return json.loads(file.read("game.json")), pictures


def _parts_json(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return file.read("game.json")


def _zipped(game: bytes, pictures: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("game.json", game, zipfile.ZIP_DEFLATED)
        for name, data in pictures.items():
            file.writestr(name, data)
    return out.getvalue()


_Damage = Callable[[random.Random, bytes], bytes]
_DAMAGES: tuple[_Damage, ...] = (
    *(_json_changed,) * 6,
    *(_bytes_changed, _cut, _shuffled, _stuffed),
)


def peak_mb() -> float:
    """The most memory that this process has had, in megabytes."""
    return peak_mib() * 1.048576


if __name__ == "__main__":
    _asked = asked_words(__doc__, count=int, seed=(int, "*"))
    _tally = run(_asked.count, *_asked.seed[:1])
    print(_tally, f"{peak_mb():.0f} MB")
