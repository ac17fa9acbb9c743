"""A reader that heeds what people put right."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.core.observation import EMPTY, AnyBelief, AnyObservation
from rules.core.places import Place
from vision.corrected.lesson import Lesson, PieceLooks, taught
from vision.corrected.likeness import piece_look
from vision.reader import Image, OnStage, Reader, offered, offers, untimed
from vision.reader_around import ReaderAround
from vision.reading import SURE_CONFIDENCE, Piece, Reading, ReadingStatus, alternatives

#: Lessons that are heeded, the newest: a set has a few pieces that mislead, not hundreds.
MOST_LESSONS = 40


def piece_looks_of(game: str) -> PieceLooks | None:
    """What a game says of how its pieces look; None where it says nothing."""
    looks: PieceLooks | None = (
        offered(game, "corrected").LOOKS if offers(game, "corrected") else None
    )
    return looks


class Lessons:
    """The lessons of one table and game, newest first. Safe to use from several threads."""

    def __init__(self, lessons: Iterable[Lesson] = ()) -> None:
        self._kept = tuple(lessons)[:MOST_LESSONS]
        self._lock = threading.Lock()

    @property
    def all(self) -> tuple[Lesson, ...]:
        """The lessons, newest first."""
        return self._kept

    def learn(self, lessons: Iterable[Lesson]) -> None:
        """Adds lessons; the oldest beyond what is heeded are forgotten."""
        with self._lock:
            self._kept = (*lessons, *self._kept)[:MOST_LESSONS]

    def withdraw(self, lessons: Iterable[Lesson]) -> None:
        """Forgets lessons whose correction was undone."""
        gone = set(map(id, lessons))
        with self._lock:
            self._kept = tuple(one for one in self._kept if id(one) not in gone)


class CorrectedReader(ReaderAround):
    """Reads as its reader does, but for pieces that look like one that was put right."""

    def __init__(self, reader: Reader, looks: PieceLooks, lessons: Lessons) -> None:
        super().__init__(reader)
        self._looks = looks
        self._lessons = lessons

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """What stands on the table in a photo (H, W, 3 uint8 BGR, upright)."""
        return self._corrected(image, self._reader.read(image, memory, on_stage))

    def _corrected(self, image: Image, reading: Reading) -> Reading:
        lessons, seen = self._lessons.all, reading.observation
        if not lessons or seen is None:
            return reading
        changed: dict[Place | None, AnyBelief] = {}
        for piece, belief in main_pieces(reading, self._looks):
            look = piece_look(image, piece.outline_xy)
            after = belief if look is None else taught(self._looks, lessons, look, belief)
            if after is not belief:
                changed[piece.place] = after
        return _with(reading, seen, changed, self._looks) if changed else reading


def main_pieces(reading: Reading, looks: PieceLooks) -> Iterator[tuple[Piece, AnyBelief]]:
    """The pieces that the beliefs of their places speak of first, with these beliefs."""
    seen = reading.observation
    for piece in reading.pieces if seen is not None else ():
        sighting = None if seen is None or piece.place is None else seen.at(piece.place)
        if sighting is None or sighting.belief.best is EMPTY:
            continue
        if looks.shown(sighting.belief.best) == piece.label:
            yield piece, sighting.belief


def _with(
    reading: Reading,
    seen: AnyObservation,
    changed: dict[Place | None, AnyBelief],
    looks: PieceLooks,
) -> Reading:
    """The reading with other beliefs at some places, and the pieces there told anew."""
    sightings = (
        replace(s, belief=changed[s.place]) if s.place in changed else s for s in seen.sightings
    )
    concerned = {id(piece): piece for piece, _ in main_pieces(reading, looks)}
    pieces = (
        _replaced(piece, changed[piece.place], looks)
        if id(piece) in concerned and piece.place in changed
        else piece
        for piece in reading.pieces
    )
    doubtful = any(belief.confidence < SURE_CONFIDENCE for belief in changed.values())
    return replace(
        reading,
        status=ReadingStatus.UNSURE if doubtful else reading.status,
        observation=seen.with_sightings(sightings),
        pieces=tuple(piece for piece in pieces if piece is not None),
    )


def _replaced(piece: Piece, belief: AnyBelief, looks: PieceLooks) -> Piece | None:
    """The piece as it is now believed to be; None where nothing lies there."""
    if belief.best is EMPTY:
        return None
    others = [(looks.shown(label), p) for label, p in belief.ranked[1:] if label is not EMPTY]
    label = looks.shown(belief.best)
    return replace(
        piece,
        label=label,
        confidence=belief.confidence,
        alternatives=alternatives(others, belief.confidence),
        lines_xy=piece.lines_xy if label == piece.label else (),
    )
