"""What people said of a piece's colour holds, whatever later pictures say of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.core.observation import Belief, Observation, Pose, Sighting
from rules.games.mokadi.pieces import Kind, Label, Pad, Spot, Stick
from tests.evenings.mokadi_evening import MokadiPhotos
from tests.people.evening import Plan
from vision.mokadi.tracking.in_game import InGame
from vision.mokadi.tracking.memory import TableMemory
from vision.reader import Image


@pytest.fixture(scope="module")
def evening() -> MokadiPhotos:
    """One picture of a white and black box."""
    one = MokadiPhotos(Plan("mokadi", 84, pictures=1))
    one.run()
    return one


def _remembered(evening: MokadiPhotos) -> TableMemory:
    memory = evening.session.memory
    assert isinstance(memory, TableMemory)
    return memory


def _other(label: Label) -> Label:
    return replace(label, colour={"white": "black", "black": "white"}[label.colour])


def _colours(reading: Observation[Spot, Label]) -> dict[Spot, str]:
    return {spot: label.colour for spot, label in reading.occupied().items()}


def test_a_colour_that_people_put_right_stays(evening: MokadiPhotos) -> None:
    """Three pictures later a stick is what they said, though every picture shows it otherwise; the
    others are as they were."""
    said = dict(evening.session.standing())
    one = next(spot for spot in said if spot.kind is Kind.STICK)
    said[one] = _other(said[one])
    image: Image = np.asarray(evening.taken(), np.uint8)
    reader, memory = evening.session.reader, _remembered(evening)
    known = replace(memory.put_right(said), samples=None)
    own = next(mine for mine, there in known.in_game.numbers.items() if there == one)
    for _ in range(3):
        reading = reader.read_again(image, known)
        assert reading.observation is not None
        colours = _colours(reading.observation)
        assert colours[own] == said[one].colour
        others = {there: mine for mine, there in known.in_game.numbers.items() if there in said}
        assert all(colours[mine] == said[s].colour for s, mine in others.items() if mine in colours)
        assert isinstance(reading.memory, TableMemory)
        known = reading.memory


def test_the_game_may_number_a_piece_otherwise() -> None:
    """A thing that was taken for a stick once has a number of the reader's own: what is said of the
    game's third stick is meant for the one that lies there; what was never judged keeps its
    number."""
    own, there = Spot(Kind.STICK, 4), Spot(Kind.STICK, 3)
    belief: Belief[Label] = Belief.of({Stick("white"): 1.0})
    seen = Observation("mokadi", (Sighting(there, belief, 1.0, Pose((120.51, 80.25))),))
    numbers = InGame().after({own: (120.507, 80.254), Spot(Kind.PAD, 3): (120.5, 80.2)}, seen)
    assert numbers.numbers == {own: there}
    black, white, pad = Stick("black"), Stick("white"), Pad("white")
    said = {there: black, own: white, Spot(Kind.PAD, 1): pad}
    assert numbers.here(said) == {own: black, Spot(Kind.PAD, 1): pad}
    gone = numbers.after({}, Observation("mokadi", ()))
    assert gone == numbers
