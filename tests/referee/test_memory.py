"""A place remembers what earlier pictures said of it."""

from __future__ import annotations

import math

from rules.core.observation import EMPTY, Belief, Observation, Sighting
from rules.core.places import Cell
from rules.games.redline.game import GAME
from rules.referee.memory import Memory, joined, remember_all, remembered, rereading
from rules.referee.referee import begin, observe
from tests.referee.layouts import BEND
from tests.referee.simulate import sharp

HERE = Cell(0, 0)


def saying(**shares: float) -> Sighting:
    """A sighting with these labels' probabilities."""
    weights = {EMPTY if name == "empty" else name: share for name, share in shares.items()}
    return Sighting(HERE, Belief.of(weights))


def after(*sightings: Sighting) -> Memory:
    """The memory of a place after these pictures."""
    memory = None
    for sighting in sightings:
        memory = remembered(memory, sighting)
    assert memory is not None
    return memory


def test_one_other_reading_does_not_outvote_the_first() -> None:
    """A gross misread happens once."""
    assert rereading(after(saying(a=0.99), saying(b=0.999)), "a") is None


def test_three_other_readings_do() -> None:
    """Then the first one was the misread."""
    said = [saying(a=0.99), *[saying(b=0.999)] * 3]
    assert rereading(after(*said), "a") == "b"


def test_an_unsure_first_reading_gives_way_sooner() -> None:
    """Two clear pictures settle what the first left open."""
    said = [saying(a=0.6, b=0.4), *[saying(b=0.999)] * 2]
    assert rereading(after(*said), "a") == "b"


def test_a_label_that_was_never_named_is_remembered_against() -> None:
    """It weighs as little as any other unnamed one."""
    memory = after(saying(a=0.99), saying(a=0.99))
    assert memory.of("z") < memory.of("a") - 5


def test_pictures_join() -> None:
    """Two lukewarm readings of the same label make a warm one; an empty place stays as seen."""
    picture = Observation("redline", (saying(a=0.8, b=0.2),))
    memories = remember_all({}, picture, [HERE])
    both = joined(memories, picture).at(HERE)
    assert both is not None
    assert 0.82 < both.belief.probability("a") < 0.9
    empty = Observation("redline", (saying(empty=0.9, a=0.1),))
    assert joined(memories, empty) == empty


def test_a_reading_repeated_for_ever_is_no_proof() -> None:
    """Errors of one reader are alike: a lukewarm misread never becomes a sure one, and never
    outvotes what was once read surely."""
    many = [saying(b=0.85, a=0.1)] * 50
    memory = after(*many)
    assert -memory.of("a") < 1.7 * math.log(0.85 / 0.1)
    assert rereading(after(saying(a=0.99), *many), "a") is None


def test_only_wanted_places_are_remembered() -> None:
    """What was asked about and came to nothing is forgotten."""
    memories = remember_all({}, Observation("redline", (saying(a=0.9),)), [HERE])
    assert remember_all(memories, Observation("redline", ()), []) == {}


def test_the_same_clear_look_seen_on_counts_once() -> None:
    """A camera that reads one view six times has six readings and one piece of evidence."""
    first = observe(begin(GAME, ("A", "B"), GAME.rulebook.house()), sharp(BEND))[0]
    once, often = observe(first, sharp(BEND))[0], first
    for number in range(6):
        often, _ = observe(often, sharp(BEND), again=number > 0)
    assert once.memory == often.memory
