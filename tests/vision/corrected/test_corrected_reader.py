"""What was put right once is read rightly where it looks the same, and nothing else changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest

from rules.core.observation import EMPTY, Belief
from rules.games.linie1.content import CellContent
from rules.games.linie1.tiles import Tile as Track
from rules.games.redline.tiles import Colour, Tile
from tests.vision.corrected.habits import CASES, YELLOW, Case, photo_of
from tests.vision.corrected.misled import Misled
from vision.corrected.lesson import TRUST, Lesson, taught
from vision.corrected.likeness import LOOK_PX, likeness, piece_look
from vision.corrected.reader import (
    MOST_LESSONS,
    CorrectedReader,
    Lessons,
    main_pieces,
    piece_looks_of,
)
from vision.photo import load_photo
from vision.reader import Image, OnStage, Reader, load_reader, untimed
from vision.reading import Reading, Refusal


@cache
def _net(game: str) -> Reader:
    return load_reader(game)


@dataclass(frozen=True)
class _Once(Reader):
    """A game's reader that reads no photo of these tests twice."""

    game: str

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """What stands on the table."""
        return _read(self.game, image.tobytes(), image.shape)


@cache
def _read(game: str, pixels: bytes, shape: tuple[int, int, int]) -> Reading:
    return _net(game).read(np.frombuffer(pixels, np.uint8).reshape(shape))


def _reader(game: str) -> Reader:
    return _Once(game)


@cache
def _photo(game: str, name: str) -> Image:
    image = load_photo(photo_of(game, name))
    assert not isinstance(image, Refusal)
    return image


def _lesson(case: Case, confidence: float = 0.9) -> Lesson:
    """One misread piece of the first photo put right."""
    image, looks = _photo(case.game, case.first), piece_looks_of(case.game)
    assert looks is not None
    for piece, belief in main_pieces(_reader(case.game).read(image), looks):
        wrong = case.habit(belief.best)
        look = piece_look(image, piece.outline_xy)
        if wrong is not None and look is not None:
            return Lesson(look, wrong, belief.best, confidence)
    raise AssertionError("the first photo shows no piece of the habit")


def _labels(reading: Reading) -> dict[Any, Any]:
    assert reading.observation is not None
    return {s.place: s.belief.best for s in reading.observation.sightings}


def _corrected(case: Case, inner: Reader, *lessons: Lesson) -> CorrectedReader:
    looks = piece_looks_of(case.game)
    assert looks is not None
    return CorrectedReader(inner, looks, Lessons(lessons))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
def test_a_corrected_look_changes_the_next_reading(case: Case) -> None:
    """Put right in one photo, such pieces are read rightly in a later one where the light falls on
    them alike, also turned and elsewhere; the pieces tell the same as the beliefs."""
    image = _photo(case.game, case.later)
    true = _labels(_reader(case.game).read(image))
    misled = Misled(_reader(case.game), case.habit)
    wrong = _labels(misled.read(image))
    misread = {place for place in true if true[place] != wrong[place]}
    after = _corrected(case, misled, _lesson(case)).read(image)
    right = {place for place in misread if _labels(after)[place] == true[place]}
    assert len(right) >= max(1, len(misread) / 3)
    assert {p for p in true if _labels(after)[p] != wrong[p]} == right
    looks = piece_looks_of(case.game)
    assert looks is not None
    told = {p.place: p for p, _ in main_pieces(after, looks)}
    assert all(told[place].label == looks.shown(true[place]) for place in right)
    assert all(told[place].confidence == pytest.approx(TRUST) for place in right)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
def test_clear_evidence_is_not_overridden(case: Case) -> None:
    """A reader that is far surer than when it erred is believed, and so is one that sees rightly;
    another light says nothing."""
    image = _photo(case.game, case.later)
    sure = Misled(_reader(case.game), case.habit, 0.999)
    lesson = _lesson(case)
    assert _labels(_corrected(case, sure, lesson).read(image)) == _labels(sure.read(image))
    plain = _reader(case.game).read(image)
    assert _labels(_corrected(case, _reader(case.game), lesson).read(image)) == _labels(plain)
    dim = np.asarray(cv2.convertScaleAbs(image, alpha=0.4), np.uint8)
    misled = Misled(_reader(case.game), case.habit)
    assert _labels(_corrected(case, misled, lesson).read(dim)) == _labels(misled.read(dim))


def test_a_sure_error_is_put_right_when_it_was_told_twice() -> None:
    """Who erred at 99.9 % is not believed at 99.9 %; but once, somebody may have tapped the wrong
    piece."""
    case = CASES[1]
    image = _photo(case.game, case.later)
    sure = Misled(_reader(case.game), case.habit, 0.999)
    once, twice = _lesson(case, 0.999), _lesson(case, 0.999)
    assert _labels(_corrected(case, sure, once).read(image)) == _labels(sure.read(image))
    after = _corrected(case, sure, once, twice).read(image)
    assert _labels(after) == _labels(_reader(case.game).read(image))


_STRAIGHT, _BEND = CellContent(Track.named(("EW",))), CellContent(Track.named(("NW",)))
_TRAM, _OTHER_TRAM = replace(_BEND, trams=(4,)), replace(_STRAIGHT, trams=(6,))


@pytest.mark.parametrize(
    ("read", "truth", "seen", "speaks"),
    [
        (_BEND, _STRAIGHT, _BEND, True),
        (replace(_BEND, stop=True), replace(_STRAIGHT, stop=True), replace(_BEND, stop=True), True),
        (replace(_BEND, stop=True), replace(_STRAIGHT, stop=True), _BEND, False),
        (_BEND, EMPTY, _BEND, True),
        (_BEND, _TRAM, _OTHER_TRAM, False),
        (_OTHER_TRAM, _TRAM, _OTHER_TRAM, False),
        (_OTHER_TRAM, _STRAIGHT, _BEND, False),
        (replace(_BEND, stop=True), _BEND, replace(_BEND, stop=True), False),
    ],
)
def test_what_stands_on_a_tile_is_no_look_of_it(
    read: Any, truth: Any, seen: Any, speaks: bool
) -> None:
    """A tram that was put right at one cell is not the one that stands on another now, on a track
    that it hides."""
    looks = piece_looks_of("linie1")
    assert looks is not None
    picture = np.random.default_rng(3).integers(0, 255, (LOOK_PX, LOOK_PX, 3), np.uint8)
    belief = Belief.of({seen: 0.6})
    after = taught(looks, [Lesson(picture, read, truth, 0.6)], picture, belief)
    assert (after is not belief) is speaks
    assert after.best == (truth if speaks else seen)


def test_without_lessons_nothing_is_looked_at() -> None:
    """The reading is the reader's own."""
    reading = Reading.refused("redline", Refusal("no-board", "Nothing.", "Show it."))

    class Same(Reader):
        def read(self, image: Image, memory: object = None, on_stage: Any = None) -> Reading:
            return reading

    looks = piece_looks_of("redline")
    assert looks is not None
    image = np.zeros((9, 9, 3), np.uint8)
    assert CorrectedReader(Same(), looks, Lessons()).read(image) is reading
    lesson = Lesson(np.zeros((32, 32, 3), np.uint8), YELLOW, YELLOW, 0.5)
    assert CorrectedReader(Same(), looks, Lessons([lesson])).read(image) is reading


def test_old_lessons_make_room_and_undone_ones_go() -> None:
    """The newest are heeded."""
    grey = np.full((32, 32, 3), 90, np.uint8)
    many = [Lesson(grey, YELLOW, Tile(Colour.BLUE, 1), 0.5) for _ in range(MOST_LESSONS + 3)]
    lessons = Lessons()
    for one in many:
        lessons.learn([one])
    assert lessons.all == tuple(reversed(many[3:]))
    lessons.withdraw(many[-2:])
    assert lessons.all == tuple(reversed(many[3:-2]))


def test_a_look_is_like_itself_and_not_like_its_mirror_image() -> None:
    """Whole, and shifted by a pixel; six pairs of Redline tiles are each other's mirror image."""
    image = _photo("redline", "02.jpg")
    looks = piece_looks_of("redline")
    assert looks is not None
    piece = next(p for p in _reader("redline").read(image).pieces if p.label.pattern > 11)
    look = piece_look(image, piece.outline_xy)
    assert look is not None
    shifted = piece_look(image, tuple((x + 2, y + 1) for x, y in piece.outline_xy))
    assert shifted is not None
    assert looks.same(likeness(look, shifted))
    assert not looks.same(likeness(look, np.ascontiguousarray(look[:, ::-1])))
    assert piece_look(image, tuple((x - 9999, y) for x, y in piece.outline_xy)) is None


def test_games_without_looks_learn_nothing() -> None:
    """Mokadi has no reader yet; nonsense is no game."""
    assert piece_looks_of("mokadi") is None
    assert piece_looks_of("../rules") is None
    assert CellContent() == piece_looks_of("linie1").turned(CellContent(), 1)  # type: ignore[union-attr]
