"""A Redline set is learnt from a photo: doubtful tiles are weighed by it, sure ones never are."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from calibration.homography import NoFit
from calibration.learnt_set import LearntSet, load_set, save_set
from rules.games.redline.tiles import FULL_SET, Tile
from tests.robust.score import Outcome, faults, outcome
from tests.teaching.odd_sets import OddSet, odd_sets
from tests.teaching.truth import true_example
from vision.reader import Reader, load_reader
from vision.reading import SURE_CONFIDENCE, Reading
from vision.redline.taught import RedlineTeacher, load, name_of
from vision.teacher import ReferencePhoto, TaughtPieces

MADE = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def teacher() -> RedlineTeacher:
    """With its nets when it needs them."""
    return load()


@pytest.fixture(scope="module")
def reader() -> Reader:
    """With its nets."""
    return load_reader("redline")


@cache
def faded(seed: int = 703) -> OddSet:
    """A faded set: most of its photos leave doubts."""
    return next(odd_sets("faded", range(seed, seed + 1)))


@cache
def lesson() -> TaughtPieces:
    """What its first photo teaches."""
    found = load().learn_pieces(ReferencePhoto(faded().lesson.image, "set.jpg", MADE), ())
    assert isinstance(found, TaughtPieces)
    return found


@cache
def untaught(number: int) -> Reading:
    """A later photo, read by who learnt nothing."""
    return load_reader("redline").read(faded().later[number].image)


@cache
def taught(number: int) -> Reading:
    """The same by who learnt the lesson."""
    memory = load().memory_of(None, lesson().learnt, "")
    return load_reader("redline").read(faded().later[number].image, memory)


#: Its three later photos; what holds of each is tried on one by default.
LATER = pytest.mark.parametrize(
    "number", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2))]
)


def _doubts(reading: Reading) -> int:
    return sum(piece.confidence < SURE_CONFIDENCE for piece in reading.pieces)


def test_every_tile_has_a_name() -> None:
    """48 names, each with its tile however it is turned."""
    names = {name_of(tile): tile for tile in FULL_SET}
    assert set(load().names()) == set(names)
    assert len(names) == 48
    for name, tile in names.items():
        assert all(name_of(turned) == name for turned in tile.orientations())
        assert {load().label_of(name, q) for q in range(4)} == set(tile.orientations())


def test_the_tiles_of_a_photo_are_learnt() -> None:
    """As many as lie there, with source and date; those that are not sure are marked."""
    learnt = lesson().learnt
    assert len(learnt.examples) == len(faded().lesson.truth["tiles"])
    assert {(e.photo, e.made) for e in learnt.examples} == {("set.jpg", MADE)}
    assert 0 < len(lesson().unclear) < len(learnt.examples)
    rows = zip(learnt.examples, lesson().outlines_xy, strict=True)
    true = [true_example(faded().lesson.truth, *row) for row in rows]
    wrong = {k for k, (e, t) in enumerate(zip(learnt.examples, true, strict=True)) if e != t}
    assert wrong <= lesson().unclear


@pytest.mark.slow
def test_a_taught_set_leaves_fewer_doubts() -> None:
    """Three later photos in other rooms: fewer tiles in doubt, no more of them wrong, and nothing
    wrong in silence."""
    before, after = (tuple(map(read, range(3))) for read in (untaught, taught))
    assert sum(map(_doubts, after)) < sum(map(_doubts, before))
    for scene, plain, told in zip(faded().later, before, after, strict=True):
        assert faults(scene.truth, told) <= faults(scene.truth, plain)
        assert outcome(scene, told) is not Outcome.SILENT
        assert told.memory is not None


@LATER
def test_what_is_sure_stays_as_it_was_read(
    teacher: RedlineTeacher, reader: Reader, number: int
) -> None:
    """A wrongly taught set, every colour the other one, changes no tile that is sure."""
    swapped = [
        replace(e, name=name_of(Tile(_tile(e.name).colour.other, _tile(e.name).mask)))
        for e in lesson().learnt.examples
    ]
    wrong = replace(lesson().learnt, examples=tuple(swapped))
    memory = teacher.memory_of(None, wrong, "")
    after = reader.read(faded().later[number].image, memory)
    pieces = untaught(number).pieces
    sure = {p.pixel_xy: p.label for p in pieces if p.confidence >= SURE_CONFIDENCE}
    told = {p.pixel_xy: p.label for p in after.pieces}
    assert {xy: told[xy] for xy in sure} == sure


def _tile(name: str) -> Tile:
    colour, *spokes = name.split("-")
    return Tile.named(colour, spokes)


@LATER
def test_another_set_keeps_silent(teacher: RedlineTeacher, reader: Reader, number: int) -> None:
    """Green lines were learnt, red ones lie on the table: the reading is what it was."""
    green = [replace(e, picture=_green(e.picture)) for e in lesson().learnt.examples]
    memory = teacher.memory_of(None, replace(lesson().learnt, examples=tuple(green)), "")
    assert memory is not None
    assert reader.read(faded().later[number].image, memory).pieces == untaught(number).pieces


def _green(picture: np.ndarray) -> np.ndarray:
    """Lines redder than the ground become greener than it."""
    ground = np.median(picture.reshape(-1, 3), axis=0)
    away = picture.astype(np.float32) - ground
    return np.clip(ground - away, 0, 255).astype(np.uint8)


def test_too_few_tiles_teach_nothing(teacher: RedlineTeacher) -> None:
    """Two of a colour do not tell how it looks; said in a sentence."""
    some = lesson().learnt.examples[:2]
    learnt = LearntSet("redline", MADE, "set.jpg", some)
    assert isinstance(teacher.objection(learnt), NoFit)
    assert teacher.memory_of(None, learnt, "") is None
    assert teacher.objection(lesson().learnt) is None
    nothing = np.full((480, 640, 3), 90, np.uint8)
    refused = teacher.learn_pieces(ReferencePhoto(nothing, "a.jpg", MADE), ())
    assert isinstance(refused, NoFit)
    assert "photograph them from above" in refused.reason


@LATER
def test_a_kept_set_teaches_as_it_did(
    tmp_path: Path, teacher: RedlineTeacher, reader: Reader, number: int
) -> None:
    """Kept as JPEG and loaded again it leaves about the same doubts."""
    save_set(tmp_path, "redline", lesson().learnt)
    kept = teacher.memory_of(None, load_set(tmp_path, "redline"), "")
    again = reader.read(faded().later[number].image, kept)
    assert abs(_doubts(again) - _doubts(taught(number))) <= 1
