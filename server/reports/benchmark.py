"""Accuracy and speed on labelled photos, on this machine."""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from rules.core.codec import Json
from server.errors import UnusableInput
from server.pipeline.readers import read_image
from server.pipeline.session import DEFAULT_PLAYERS, open_session
from server.reports.reliability import asked_curve, reliability
from server.reports.scoring import SCORERS, ReadPiece, Truth, errors, read_pieces
from server.views.call_json import call_objects
from vision.photo import load_photo
from vision.reader import Reader, has_reader, load_reader
from vision.reading import Reading, ReadingStatus

#: What photos are called that a truth may lie beside.
SUFFIXES = (".jpg", ".jpeg", ".png", ".heic", ".webp")

#: What may become of a turn.
CALLS = ("right", "asked", "unclear", "wrong")


@dataclass(frozen=True)
class LabelledPhoto:
    """A photo and what truly stands in it."""

    photo: Path
    truth: Truth


@dataclass(frozen=True)
class Scored:
    """One sample after reading. `wrong`: how many of its `pieces` are; `pieces_read`: each that was
    read;
    `stage_s`: stage to seconds, in the order of the stages; `known_s` the seconds of reading it
    again where board and camera are known to stand still."""

    sample: LabelledPhoto
    status: ReadingStatus
    wrong: int
    pieces: int
    pieces_read: tuple[ReadPiece, ...]
    stage_s: dict[str, float]
    known_s: float


class Stopwatch:
    """Seconds that stages took."""

    def __init__(self) -> None:
        self.stage_s: defaultdict[str, float] = defaultdict(float)
        self._since = time.perf_counter()

    def end_stage(self, stage: str) -> None:
        """Ends a stage; a stage that comes twice adds up."""
        now = time.perf_counter()
        self.stage_s[stage] += now - self._since
        self._since = now


def samples_in(folder: Path) -> tuple[LabelledPhoto, ...]:
    """Every photo below a folder that has its truth as a JSON file of its name beside it. Raises
    UnusableInput for a truth that is none."""
    pairs = ((_photo_of(path), path) for path in sorted(folder.rglob("*.json")))
    return tuple(LabelledPhoto(photo, _truth(path)) for photo, path in pairs if photo is not None)


def _photo_of(truth: Path) -> Path | None:
    """The photo that a truth lies beside."""
    beside = (truth.with_suffix(suffix) for suffix in (*SUFFIXES, *map(str.upper, SUFFIXES)))
    return next((photo for photo in beside if photo.exists()), None)


def _truth(path: Path) -> Truth:
    try:
        truth = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UnusableInput(f"{path} cannot be read as JSON ({error}).") from None
    if not isinstance(truth, dict) or not isinstance(truth.get("game"), str):
        raise UnusableInput(f'{path} does not say of which game its photo is, as "game".')
    if truth["game"] not in SCORERS:
        games = ", ".join(sorted(SCORERS))
        raise UnusableInput(f'{path}: "game" is {truth["game"]!r}; it must be one of {games}.')
    return truth


def by_game(samples: Iterable[LabelledPhoto]) -> dict[str, list[LabelledPhoto]]:
    """Samples of the games that this installation can see and score."""
    found: dict[str, list[LabelledPhoto]] = defaultdict(list)
    for sample in samples:
        name = sample.truth["game"]
        if name in SCORERS and has_reader(name):
            found[name].append(sample)
    return dict(found)


def scored(samples: Iterable[LabelledPhoto], reader: Reader) -> Iterator[Scored]:
    """Reads and scores samples one by one."""
    for sample in samples:
        game, watch = sample.truth["game"], Stopwatch()
        image = load_photo(sample.photo)
        watch.end_stage("open")
        reading = read_image(game, reader, image, on_stage=watch.end_stage)
        watch.end_stage("rest")
        wrong, pieces, found = _scored_pieces(sample, reading)
        start = time.perf_counter()
        read_image(game, reader, image, reading.memory)
        known_s = time.perf_counter() - start
        yield Scored(sample, reading.status, wrong, pieces, found, watch.stage_s, known_s)


def _scored_pieces(
    sample: LabelledPhoto, reading: Reading
) -> tuple[int, int, tuple[ReadPiece, ...]]:
    """How many pieces are wrong, how many there are, and those read. Raises UnusableInput for a
    truth that lacks something."""
    try:
        return *errors(sample.truth, reading), read_pieces(sample.truth, reading)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        truth = sample.photo.with_suffix(".json")
        raise UnusableInput(
            f"{truth} does not say what lies on the table as the samples' files do "
            f"({type(error).__name__}: {error})."
        ) from None


def summary(game: str, found: list[Scored]) -> dict[str, object]:
    """The figures of one game. `silently_wrong`: photos called `read` that are not perfect."""
    given = [one for one in found if one.status is not ReadingStatus.REFUSED]
    read = [piece for one in given for piece in one.pieces_read]
    return {
        "game": game,
        "photos": len(found),
        "pieces": sum(one.pieces for one in given),
        "wrong": sum(one.wrong for one in given),
        "perfect": sum(one.wrong == 0 for one in given),
        "at_most_one_wrong": sum(one.wrong <= 1 for one in given),
        "unsure": sum(one.status is ReadingStatus.UNSURE for one in found),
        "refused": len(found) - len(given),
        "silently_wrong": sum(one.wrong > 0 and one.status is ReadingStatus.READ for one in found),
        "reliability": [asdict(one) for one in reliability(read)],
        "asking": [asdict(one) for one in asked_curve(read)],
        "milliseconds": _milliseconds(found),
    }


def _milliseconds(found: list[Scored]) -> dict[str, float]:
    """The median of every stage, and of the whole."""
    stages = dict.fromkeys(stage for one in found for stage in one.stage_s)
    stage_s = {s: median(one.stage_s.get(s, 0.0) for one in found) for s in stages}
    stage_s["total"] = median(sum(one.stage_s.values()) for one in found)
    stage_s["again, table known"] = median(one.known_s for one in found)
    return {stage: round(1000 * seconds, 1) for stage, seconds in stage_s.items()}


def calls_of(game: str, photos: Sequence[LabelledPhoto]) -> Counter[str]:
    """What became of the turns of a recorded game: `right` is legal or foul, as the truth says,
    with exactly the same rule codes; else `asked`, `unclear` or `wrong`."""
    session = open_session(game, DEFAULT_PLAYERS, {})
    turns: Counter[str] = Counter()
    for sample in photos:
        session, moment = session.look(sample.photo)
        if sample.truth.get("move") is not None:
            turns[_called(sample.truth, call_objects(moment))] += 1
    return turns


def _called(truth: Truth, calls: Sequence[Json]) -> str:
    if not calls:
        return "unclear"
    codes = {violation["code"] for violation in calls[-1]["violations"]}
    call, said = "legal" if truth["legal"] else "foul", calls[-1]["call"]
    if said == call and codes == set(truth.get("why", ())):
        return "right"
    return {"ask": "asked", "unclear": "unclear"}.get(said, "wrong")


def recorded_games(samples: Iterable[LabelledPhoto]) -> dict[str, list[list[LabelledPhoto]]]:
    """Game to the photos of each folder whose truths tell turns, in the order of play."""
    folders: dict[tuple[str, Path], list[LabelledPhoto]] = defaultdict(list)
    for sample in samples:
        folders[sample.truth["game"], sample.photo.parent].append(sample)
    found: dict[str, list[list[LabelledPhoto]]] = defaultdict(list)
    for (game, _), photos in folders.items():
        if any(one.truth.get("move") is not None and "legal" in one.truth for one in photos):
            found[game].append(photos)
    return dict(found)


@dataclass(frozen=True)
class Figures:
    """What came of one game's photos: the `figures`, JSON-ready, and every piece of them as it was
    read."""

    game: str
    figures: Json
    pieces_read: tuple[ReadPiece, ...]


def run(folder: Path, on_photo: Callable[[], None] = lambda: None) -> Iterator[Figures]:
    """The figures of every game with labelled photos below a folder; `on_photo` after each photo.
    Raises UnusableInput for a truth that is none."""
    labelled = samples_in(folder)
    recorded = recorded_games(labelled)
    for game, samples in by_game(labelled).items():
        found = []
        for one in scored(samples, load_reader(game)):
            found.append(one)
            on_photo()
        calls = sum((calls_of(game, photos) for photos in recorded.get(game, [])), Counter[str]())
        figures = {
            **summary(game, found),
            "turns": calls.total(),
            "turns_right": calls["right"],
            "calls": {kind: calls[kind] for kind in CALLS},
        }
        yield Figures(game, figures, tuple(piece for one in found for piece in one.pieces_read))
