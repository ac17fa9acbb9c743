"""A second look at one picture: what only one look says stays a doubt."""

from __future__ import annotations

import numpy as np
import pytest

from rules.core.observation import EMPTY, Belief, Observation, Sighting
from rules.core.places import Cell
from vision.reader import Image, OnStage, Reader, untimed
from vision.reading import Reading, ReadingStatus, Refusal
from vision.second_look import other_light, second_look

PICTURE = np.full((40, 60, 3), 120, np.uint8)
HERE = Cell(0, 0)


def seen(**shares: float) -> Observation:
    """One place with these labels."""
    return Observation("redline", (Sighting(HERE, Belief.of(dict(shares))),))


class Wavering(Reader):
    """Reads the picture it knows in one way, any other in another."""

    def __init__(self, otherwise: Observation | None) -> None:
        self.otherwise = otherwise

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """The first reading for the known picture only."""
        if np.array_equal(image, PICTURE):
            return Reading("redline", ReadingStatus.READ, (60, 40), observation=seen(a=0.99))
        if self.otherwise is None:
            return Reading.refused("redline", Refusal("no-board", "", ""))
        return Reading("redline", ReadingStatus.READ, (60, 40), observation=self.otherwise)


def test_agreeing_looks_change_nothing() -> None:
    """The average of the same is the same, not more."""
    both = second_look(Wavering(seen(a=0.99)), PICTURE, None, seen(a=0.99))
    assert both is not None
    assert both.sightings[0].belief.probability("a") == pytest.approx(0.99)


def test_a_reading_that_turns_with_the_light_is_a_doubt() -> None:
    """Sure of one thing, then of another: as likely as not."""
    both = second_look(Wavering(seen(b=0.98, a=0.02)), PICTURE, None, seen(a=0.99))
    assert both is not None
    assert both.sightings[0].belief.probability("a") == pytest.approx(0.505)
    assert both.sightings[0].belief.probability("b") == pytest.approx(0.49, abs=1e-4)


def test_no_second_reading_is_no_opinion() -> None:
    """Refused, or of other places altogether."""
    assert second_look(Wavering(None), PICTURE, None, seen(a=0.99)) is None
    elsewhere = Observation("redline", (Sighting(Cell(9, 9), Belief.of({EMPTY: 1.0})),))
    assert second_look(Wavering(elsewhere), PICTURE, None, seen(a=0.99)) is None


def test_the_other_light_moves_nothing_and_differs_everywhere() -> None:
    """Edges stay where they are; tones change."""
    picture = PICTURE.copy()
    picture[:, 30:] = 200
    lit = other_light(picture)
    assert lit.shape == picture.shape
    assert (lit[:, :27] != picture[:, :27]).any(axis=-1).all()
    step = np.diff(lit[20, :, 1].astype(int))
    assert int(step.argmax()) == 29
