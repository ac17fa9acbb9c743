"""Sets that the defaults do not suit, before and after one photo's teaching.

    python -m tests.teaching [SETS [FIRST_SEED]]

Each Redline set is drawn in four rooms: one photo teaches, three are read. "As read": only what was
read surely is learnt, nobody mends anything. "Mended": a person put every tile right on the page.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from calibration.homography import NoFit
from calibration.learnt_set import Example, LearntSet
from tests.robust.scene import Scene
from tests.robust.score import Outcome, faults, outcome
from tests.teaching.odd_sets import KINDS, odd_sets
from tests.teaching.truth import true_example
from vision.reader import Reader, load_reader
from vision.reading import SURE_CONFIDENCE, ReadingStatus
from vision.teacher import ReferencePhoto, TaughtPieces, load_teacher

_MADE = datetime(2026, 11, 1, tzinfo=UTC)


@dataclass
class Count:
    """What became of some photos."""

    photos: int = 0
    refused: int = 0
    tiles: int = 0
    doubtful: int = 0
    wrong: int = 0
    surely_read: int = 0
    silent: int = 0

    def add(self, scene: Scene, reader: Reader, memory: object) -> None:
        """Reads a photo."""
        reading = reader.read(scene.image, memory)
        self.photos += 1
        if reading.status is ReadingStatus.REFUSED:
            self.refused += 1
            return
        pieces = [piece for piece in reading.pieces if piece.area == "layout"]
        found = outcome(scene, reading)
        self.tiles += len(pieces)
        self.doubtful += sum(piece.confidence < SURE_CONFIDENCE for piece in pieces)
        self.wrong += faults(scene.truth, reading)
        self.surely_read += found is Outcome.RIGHT
        self.silent += found is Outcome.SILENT

    def row(self) -> str:
        """The cells of a table's row."""
        cells = (self.photos, self.refused, self.tiles, self.doubtful, self.wrong)
        return " | ".join(map(str, (*cells, self.surely_read, self.silent)))


def main(sets: int = 6, first: int = 700) -> None:
    """Prints the table."""
    reader = load_reader("redline")
    print("| sets | taught | photos | refused | tiles | doubtful | wrong | sure | silently wrong |")
    print("|" + "---|" * 9)
    for kind in KINDS:
        counts = {name: Count() for name in ("not", "as read", "mended")}
        for one in odd_sets(kind, range(first, first + sets)):
            memories = _memories(one.lesson)
            for scene in one.later:
                for name, count in counts.items():
                    count.add(scene, reader, memories[name])
        for name, count in counts.items():
            print(f"| {kind}, {sets} | {name} | {count.row()} |", flush=True)


def _memories(lesson: Scene) -> dict[str, object]:
    """What a reader knows after the lesson, by how it was taught."""
    teacher = load_teacher("redline")
    taught = teacher.learn_pieces(ReferencePhoto(lesson.image, lesson.name, _MADE), ())
    if isinstance(taught, NoFit):
        return {"not": None, "as read": None, "mended": None}
    sure = [e for k, e in enumerate(taught.learnt.examples) if k not in taught.unclear]
    mended = _mended(lesson, taught)
    return {
        "not": None,
        "as read": _memory(taught.learnt, sure),
        "mended": _memory(taught.learnt, mended),
    }


def _mended(lesson: Scene, taught: TaughtPieces) -> list[Example]:
    """The pieces as a person puts them right; what lies on no tile is left out."""
    rows = zip(taught.learnt.examples, taught.outlines_xy, strict=True)
    return [one for one in (true_example(lesson.truth, *row) for row in rows) if one is not None]


def _memory(learnt: LearntSet, examples: Iterable[Example]) -> object:
    found = replace(learnt, examples=tuple(examples))
    return load_teacher("redline").memory_of(None, found, "")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
