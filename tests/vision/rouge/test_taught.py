"""Learning the colours of a box from a photo of it."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from calibration.homography import NoFit
from tests.vision.rouge.test_reader import GAME, OTHERS, picture
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.limits import LIMITS
from vision.rouge.pawns.box import ColoursInPlay
from vision.rouge.pawns.colours import named
from vision.rouge.taught import RougeTeacher, load
from vision.teacher import ReferencePhoto


@pytest.fixture(scope="module")
def teacher() -> RougeTeacher:
    """The teacher that ships."""
    return load()


def source(number: int) -> ReferencePhoto:
    """A photo of the sample game."""
    return ReferencePhoto(
        picture(GAME[number]), GAME[number].name, datetime(2026, 1, 2, tzinfo=UTC)
    )


def test_the_colours_of_a_box_are_learnt(teacher: RougeTeacher) -> None:
    """Every pawn on the board gives an example, and the memory names its colour."""
    taught = teacher.learn_pieces(source(-1), ())
    assert not isinstance(taught, NoFit)
    names = {example.name for example in taught.learnt.examples}
    assert len(taught.outlines_xy) == len(taught.learnt.examples)
    memory = teacher.memory_of(None, taught.learnt, "")
    assert isinstance(memory, ColoursInPlay)
    assert {COLOURS[k] for k in np.flatnonzero(memory.seen)} == names


def test_a_colour_unknown_or_unseen_is_said(teacher: RougeTeacher) -> None:
    """A name that is no colour is refused; one of which no pawn is seen is pointed out."""
    strange = teacher.learn_pieces(source(-1), ("red", "blau"))
    assert isinstance(strange, NoFit)
    assert "'blau'" in strange.reason
    assert "blue" in strange.reason
    taught = teacher.learn_pieces(source(-1), ("RED", "blue", "white", "orange"))
    assert not isinstance(taught, NoFit)
    assert "no orange pawn is seen" in taught.doubts


def test_another_picture_teaches_nothing(teacher: RougeTeacher) -> None:
    """Where there is no board there are no pawns to learn."""
    other = ReferencePhoto(picture(OTHERS[0]), "x.jpg", datetime(2026, 1, 2, tzinfo=UTC))
    assert isinstance(teacher.learn_pieces(other, ()), NoFit)


def test_a_known_box_settles_a_doubtful_name() -> None:
    """A pawn between purple and blue is blue in a box without purple."""
    logits = np.full((1, len(COLOURS)), -4.0)
    logits[0, COLOURS.index("blue")] = 1.0
    logits[0, COLOURS.index("purple")] = 1.4
    box = ColoursInPlay.of(["blue", "red"])
    found = named(logits, np.ones(1), box, LIMITS)[0]
    assert found[COLOURS.index("blue")] > 0.9
