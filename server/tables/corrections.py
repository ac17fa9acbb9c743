"""What a table's reader learns from corrections: kept with the table, heeded from then on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from pathlib import Path

from calibration.lessons import KeptLesson, load_lessons, save_lessons
from calibration.profiles import UnusableProfile
from rules.core.discovery import get
from rules.core.errors import ArbitableError
from rules.core.game import AnyGame
from rules.core.observation import EMPTY, AnyBelief, AnyObservation
from rules.core.places import Place
from server.errors import warn
from server.pipeline.readers import label_from_json, label_to_json
from server.pipeline.session import Moment, Session
from vision.corrected.lesson import Lesson, PieceLooks
from vision.corrected.likeness import LOOK_PX, piece_look
from vision.corrected.reader import CorrectedReader, Lessons, main_pieces, piece_looks_of
from vision.reader import Reader
from vision.reading import Piece

#: Share of half a piece's size within which it lies on the same spot in two pictures of one view.
_SAME_SPOT = 0.5


@dataclass(slots=True)
class _Learnt:
    """A lesson of this game: where it was learnt, and whether its correction stands."""

    place: Place
    truth: Hashable
    lesson: Lesson
    stands: bool = True


class CorrectionLearner:
    """The lessons of one table. `folder`: where they are kept, None where nothing is."""

    def __init__(self, table: str, folder: Path | None = None) -> None:
        self._table = table
        self._folder = folder
        self._lessons: dict[str, Lessons] = {}
        self._learnt: list[_Learnt] = []

    def corrected_reader(self, game: str, reader: Reader) -> Reader:
        """A reader that heeds what was put right at this table; for a game that begins or goes
        on."""
        self._learnt = []
        looks = piece_looks_of(game)
        if looks is None:
            return reader
        if game not in self._lessons:
            self._lessons[game] = Lessons(self._kept(game))
        return CorrectedReader(reader, looks, self._lessons[game])

    def learn(
        self,
        command: str,
        before: Session,
        after: Session,
        newest: Moment | None,
        place: Place | None = None,
    ) -> None:
        """Learns from what a person said: `before` and `after` it, `newest` the picture that the
        person saw; of one `place` where that alone was put right, whatever else follows from it. An
        undone correction is forgotten again."""
        name = after.game.name
        looks, lessons = piece_looks_of(name), self._lessons.get(name)
        if looks is None or lessons is None:
            return
        if command in ("undo", "redo"):
            changed = self._undone(before, after, lessons)
        else:
            fresh = [*_fresh(before, after, newest, looks)]
            fresh = [one for one in fresh if place in (None, one.place)]
            lessons.learn(one.lesson for one in fresh)
            self._learnt += fresh
            changed = bool(fresh)
        if changed:
            self._keep(after.game, lessons)

    def _undone(self, before: Session, after: Session, lessons: Lessons) -> bool:
        then, now = before.standing(), after.standing()
        turned = []
        for one in self._learnt:
            was, is_so = (position.get(one.place, EMPTY) == one.truth for position in (then, now))
            if one.stands == was and was != is_so:
                one.stands = is_so
                turned.append(one)
        lessons.withdraw(one.lesson for one in turned if not one.stands)
        lessons.learn(one.lesson for one in turned if one.stands)
        return bool(turned)

    def _kept(self, game: str) -> Iterator[Lesson]:
        """What was learnt on earlier evenings. Lessons that cannot be read are said and left."""
        if self._folder is None:
            return
        try:
            for one in load_lessons(self._folder, self._table, game):
                lesson = _lesson(get(game), one)
                if lesson is not None and lesson.truth is not EMPTY:
                    yield lesson
        except UnusableProfile as error:
            warn(f"Not used: {error}")

    def _keep(self, game: AnyGame, lessons: Lessons) -> None:
        """Writes the lessons; where that fails they still hold for this evening."""
        if self._folder is None:
            return
        kept = tuple(_kept_form(game, one) for one in lessons.all)
        try:
            save_lessons(self._folder, self._table, game.name, kept)
        except UnusableProfile as error:
            warn(str(error))


def _fresh(
    before: Session, after: Session, newest: Moment | None, looks: PieceLooks
) -> Iterator[_Learnt]:
    """What a person said against the newest picture. That nothing lies somewhere tells of a print
    of that place, which the referee remembers there, and not how a piece looks."""
    known, said = before.referee.misreads, after.referee.misreads
    last = after.referee.last
    if newest is None or newest.image is None or last is None:
        return
    raw = newest.reading.observation
    if raw is None:
        return
    pieces = [*main_pieces(newest.reading, looks)]
    quarters = _quarters(pieces, raw, last, looks)
    if quarters is None:
        return
    fresh = {p: m for p, m in said.items() if known.get(p) != m and m.truth is not EMPTY}
    for place, misread in fresh.items():
        sighting = last.at(place)
        if sighting is None or sighting.pose is None:
            continue
        found = _at(sighting.pose.pixel_xy, pieces, raw)
        look = None if found is None else piece_look(newest.image, found[0].outline_xy)
        if found is not None and look is not None:
            belief, truth = found[1], looks.turned(misread.truth, -quarters)
            lesson = Lesson(look, belief.best, truth, belief.confidence)
            yield _Learnt(place, misread.truth, lesson)


def _at(
    pixel_xy: tuple[float, float], pieces: list[tuple[Piece, AnyBelief]], seen: AnyObservation
) -> tuple[Piece, AnyBelief] | None:
    """The piece whose place was seen at a pixel; the picture may be a later one of the same view,
    in which it lies a little elsewhere."""
    for piece, belief in pieces:
        sighting = seen.at(piece.place)
        if sighting is not None and sighting.pose is not None:
            reach = _SAME_SPOT * max(math.dist(xy, piece.pixel_xy) for xy in piece.outline_xy)
            if math.dist(sighting.pose.pixel_xy, pixel_xy) <= reach:
                return piece, belief
    return None


def _quarters(
    pieces: list[tuple[Piece, AnyBelief]],
    seen: AnyObservation,
    told: AnyObservation,
    looks: PieceLooks,
) -> int | None:
    """By how many quarter turns clockwise the game's frame is turned against the picture's: what
    most pieces say. None where the two are not of one view."""
    votes: Counter[int] = Counter()
    for sighting in told.sightings:
        found = None if sighting.pose is None else _at(sighting.pose.pixel_xy, pieces, seen)
        if found is not None and sighting.belief.best is not EMPTY:
            for quarters in range(4 if looks.turns else 1):
                label = looks.turned(found[1].best, quarters)
                votes[quarters] += label == sighting.belief.best
    best = votes.most_common(1)
    return best[0][0] if best and best[0][1] > 0 else None


def _lesson(game: AnyGame, kept: KeptLesson) -> Lesson | None:
    """A kept lesson; None where this version does not know its pieces."""
    if kept.picture.shape != (LOOK_PX, LOOK_PX, 3):
        return None
    try:
        read, truth = (label_from_json(game, data) for data in (kept.read, kept.truth))
        return Lesson(kept.picture, read, truth, kept.confidence)
    except (ArbitableError, KeyError, TypeError, ValueError):
        return None


def _kept_form(game: AnyGame, lesson: Lesson) -> KeptLesson:
    read, truth = (label_to_json(game, label) for label in (lesson.read, lesson.truth))
    return KeptLesson(lesson.picture, read, truth, lesson.confidence)
