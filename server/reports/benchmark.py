"""Accuracy and speed on the sample pictures, on this machine."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from server.pipeline.readers import read_image
from server.pipeline.session import DEFAULT_PLAYERS, open_session
from server.reports.scoring import SCORERS, Truth, errors
from server.store.values import Json
from server.views.call_json import call_objects
from vision.photo import load_photo
from vision.reader import Image, Reader, has_reader, load_reader
from vision.reading import Reading, Refusal, Status


@dataclass(frozen=True)
class Sample:
    """A photo and what truly stands in it."""

    photo: Path
    truth: Truth


@dataclass(frozen=True)
class Scored:
    """One sample after reading. `laps`: stage to seconds, in the order of the stages; `known` the
    seconds of reading it again where board and camera are known to stand still."""

    sample: Sample
    status: Status
    wrong: int
    pieces: int
    laps: dict[str, float]
    known: float


class Stopwatch:
    """Seconds between laps."""

    def __init__(self) -> None:
        self.laps: defaultdict[str, float] = defaultdict(float)
        self._since = time.perf_counter()

    def lap(self, stage: str) -> None:
        """Ends a stage; a stage that comes twice adds up."""
        now = time.perf_counter()
        self.laps[stage] += now - self._since
        self._since = now


def samples_in(folder: Path) -> tuple[Sample, ...]:
    """Every photo below a folder that has its truth as a JSON file beside it."""
    photos = ((path.with_suffix(".jpg"), path) for path in sorted(folder.rglob("*.json")))
    return tuple(Sample(p, json.loads(t.read_text("utf-8"))) for p, t in photos if p.exists())


def by_game(samples: Iterable[Sample]) -> dict[str, list[Sample]]:
    """Samples of the games that this installation can see and score."""
    found: dict[str, list[Sample]] = defaultdict(list)
    for sample in samples:
        name = sample.truth["game"]
        if name in SCORERS and has_reader(name):
            found[name].append(sample)
    return dict(found)


def scored(samples: Iterable[Sample], reader: Reader) -> Iterator[Scored]:
    """Reads and scores samples one by one."""
    for sample in samples:
        game, watch = sample.truth["game"], Stopwatch()
        image = load_photo(sample.photo)
        watch.lap("open")
        reading = _read(reader, image, watch, game)
        wrong, pieces = errors(sample.truth, reading)
        again = Stopwatch()
        read_image(game, reader, image, reading.memory)
        again.lap("known")
        yield Scored(sample, reading.status, wrong, pieces, watch.laps, again.laps["known"])


def _read(reader: Reader, image: Image | Refusal, watch: Stopwatch, game: str) -> Reading:
    if isinstance(image, Refusal):
        return Reading.refused(game, image)
    reading = reader.read(image, watch.lap)
    watch.lap("rest")
    return reading


def summary(game: str, found: list[Scored]) -> dict[str, object]:
    """The figures of one game. `silently_wrong`: photos called `read` that are not perfect."""
    given = [one for one in found if one.status is not Status.REFUSED]
    return {
        "game": game,
        "photos": len(found),
        "pieces": sum(one.pieces for one in given),
        "wrong": sum(one.wrong for one in given),
        "perfect": sum(one.wrong == 0 for one in given),
        "at_most_one_wrong": sum(one.wrong <= 1 for one in given),
        "unsure": sum(one.status is Status.UNSURE for one in found),
        "refused": len(found) - len(given),
        "silently_wrong": sum(one.wrong > 0 and one.status is Status.READ for one in found),
        "milliseconds": _milliseconds(found),
    }


def _milliseconds(found: list[Scored]) -> dict[str, float]:
    """The median of every stage, and of the whole."""
    stages = dict.fromkeys(stage for one in found for stage in one.laps)
    laps = {s: median(one.laps.get(s, 0.0) for one in found) for s in stages}
    laps["total"] = median(sum(one.laps.values()) for one in found)
    laps["again, table known"] = median(one.known for one in found)
    return {stage: round(1000 * seconds, 1) for stage, seconds in laps.items()}


def calls_right(game: str, folder: Path) -> tuple[int, int]:
    """Of the turns in a recorded game, how many were called as the truth says, and how many
    there are: legal or foul, with exactly the same rule codes."""
    session = open_session(game, DEFAULT_PLAYERS, {})
    turns = []
    for photo in sorted(folder.glob("*.jpg")):
        truth = json.loads(photo.with_suffix(".json").read_text("utf-8"))
        session, moment = session.look(photo)
        if truth.get("move") is not None:
            turns.append(_called(truth, call_objects(moment)))
    return sum(turns), len(turns)


def _called(truth: Truth, calls: Sequence[Json]) -> bool:
    if not calls:
        return False
    codes = {violation["code"] for violation in calls[-1]["violations"]}
    call = "legal" if truth["legal"] else "foul"
    return calls[-1]["call"] == call and codes == set(truth.get("why", ()))


def recorded_games(folder: Path) -> dict[str, list[Path]]:
    """Game to the folders below `folder` that hold one photo a turn."""
    found: dict[str, list[Path]] = defaultdict(list)
    for first in sorted(folder.rglob("*_game_*/00.json")):
        found[json.loads(first.read_text("utf-8"))["game"]].append(first.parent)
    return dict(found)


def run(folder: Path, on_photo: Callable[[], None] = lambda: None) -> Iterator[dict[str, Any]]:
    """The figures of every game with samples below a folder; `on_photo` after every photo."""
    recorded = recorded_games(folder)
    for game, samples in by_game(samples_in(folder)).items():
        found = []
        for one in scored(samples, load_reader(game)):
            found.append(one)
            on_photo()
        calls = [calls_right(game, path) for path in recorded.get(game, [])]
        right, total = sum(c[0] for c in calls), sum(c[1] for c in calls)
        yield {**summary(game, found), "turns": total, "turns_right": right}
