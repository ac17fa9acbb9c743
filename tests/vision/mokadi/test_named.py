"""What people said of a piece's colour holds, whatever later pictures say of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.core.events import PositionCorrected, Undone
from rules.core.observation import Belief, Observation, Pose, Sighting
from rules.games.mokadi.pieces import Kind, Label, Pad, Spot, Stick
from tests.evenings.mokadi_evening import MokadiPhotos
from vision.mokadi.pieces.box import box_by, votes_by_pieces
from vision.mokadi.pieces.fields import COLOURS
from vision.mokadi.tracking.in_game import InGame
from vision.mokadi.tracking.memory import TableMemory
from vision.reader import Image


def _remembered(evening: MokadiPhotos) -> TableMemory:
    memory = evening.session.memory
    assert isinstance(memory, TableMemory)
    return memory


def _other(label: Label) -> Label:
    return replace(label, colour={"white": "black", "black": "white"}[label.colour])


def _colours(reading: Observation[Spot, Label]) -> dict[Spot, str]:
    return {spot: label.colour for spot, label in reading.occupied().items()}


def _by_reader(memory: TableMemory, spot: Spot) -> Spot:
    """What the reader calls a piece of the game."""
    return {there: mine for mine, there in memory.in_game.numbers.items()}.get(spot, spot)


@pytest.mark.slow
def test_a_colour_that_people_put_right_stays(evening: MokadiPhotos) -> None:
    """Three pictures later a stick and a pad are what they said, though every picture shows them
    otherwise; the others are as they were."""
    said = dict(evening.session.standing())
    ones = [max(spot for spot in said if spot.kind is kind) for kind in Kind]
    said |= {one: _other(said[one]) for one in ones}
    image: Image = np.asarray(evening.taken(), np.uint8)
    reader, memory = evening.session.reader, _remembered(evening)
    known = replace(memory.put_right(said), samples=None)
    own = {_by_reader(known, one): said[one].colour for one in ones}
    for _ in range(3):
        reading = reader.read(image, known)
        assert reading.observation is not None
        colours = _colours(reading.observation)
        assert own.items() <= colours.items()
        others = {spot: _by_reader(known, spot) for spot in said}
        assert all(colours[mine] == said[s].colour for s, mine in others.items() if mine in colours)
        assert isinstance(reading.memory, TableMemory)
        known = reading.memory


def test_what_was_said_of_a_piece_goes_with_it(evening: MokadiPhotos) -> None:
    """Its number is given anew, and the stick that is laid under it has a colour of its own."""
    memory = _remembered(evening)
    assert memory.table is not None
    said = {spot: _other(label) for spot, label in evening.session.standing().items()}
    known = memory.put_right(said)
    gone, *left = memory.table.sticks
    own = Spot(Kind.STICK, gone.number)
    assert own in known.named
    known = replace(known, in_game=InGame({own: Spot(Kind.STICK, 90), **known.in_game.numbers}))
    after = replace(memory, table=replace(memory.table, sticks=tuple(left)))
    kept = known.kept(after, len(left))
    assert kept is not None
    assert set(kept.named) == set(known.named) - {own}
    assert set(kept.in_game.numbers) == set(known.in_game.numbers) - {own}


def test_a_word_that_is_taken_back_no_longer_holds(evening: MokadiPhotos) -> None:
    """The next picture is read as it was before they said it."""
    session = evening.session
    one, label = next(x for x in session.standing().items() if x[0].kind is Kind.PAD)
    told, _ = session.record_event(PositionCorrected(one, _other(label)), "said")
    undone, _ = told.record_event(Undone(), "undone")
    image: Image = np.asarray(evening.taken(), np.uint8)
    own = _by_reader(_remembered(evening), one)
    for after, due in ((told, _other(label)), (undone, label)):
        reading = after.reader.read(image, after.memory)
        assert reading.observation is not None
        assert _colours(reading.observation)[own] == due.colour


def test_the_last_word_counts(evening: MokadiPhotos) -> None:
    """Of a piece that they once called red, and now what it is read as, red is forgotten."""
    said = evening.session.standing()
    memory = _remembered(evening)
    there = next(iter(said))
    red = replace(memory, named={_by_reader(memory, there): "red"})
    assert red.put_right(said).named == {_by_reader(memory, there): said[there].colour}


def test_the_game_may_number_a_piece_otherwise() -> None:
    """A thing that was taken for a stick once has a number of the reader's own: what is said of the
    game's third stick is meant for the one that lies there; what was never judged keeps its
    number."""
    own, there = Spot(Kind.STICK, 4), Spot(Kind.STICK, 3)
    belief: Belief[Label] = Belief.of({Stick("white"): 1.0})
    seen = Observation("mokadi", (Sighting(there, belief, 1.0, Pose((120.51, 80.25))),))
    numbers = InGame().after({own: (120.507, 80.254), Spot(Kind.PAD, 3): (120.5, 80.2)}, seen)
    assert numbers.numbers == {own: there}
    assert numbers.after({there: (120.51, 80.25)}, seen) == numbers
    black, white, pad = Stick("black"), Stick("white"), Pad("white")
    said = {there: black, own: white, Spot(Kind.PAD, 1): pad}
    assert numbers.here(said) == {own: black, Spot(Kind.PAD, 1): pad}
    gone = numbers.after({}, Observation("mokadi", ()))
    assert gone == numbers


def _taken_for_red(evening: MokadiPhotos) -> TableMemory:
    """What is remembered of it where white was taken for red, as in warm light."""
    memory, red = evening.session.memory, votes_by_pieces(["red", "black"])
    assert isinstance(memory, TableMemory)
    assert memory.table is not None
    assert red is not None
    return replace(memory, told=red, table=replace(memory.table, votes=red))


def _box(memory: object) -> set[str]:
    assert isinstance(memory, TableMemory)
    assert memory.table is not None
    assert box_by(memory.told) == memory.table.box
    return {COLOURS[colour] for colour in memory.table.box}


def test_people_who_say_other_colours_than_the_box_has_name_the_box(evening: MokadiPhotos) -> None:
    """What was put right was none of its colours, and the next picture could not be read."""
    reader, said = evening.session.reader, evening.session.standing()
    right = reader.put_right(_taken_for_red(evening), said, next(iter(said)))
    assert _box(right) == {"white", "black"}
    again = reader.read(evening.taken(), right)
    assert {piece.label.colour for piece in again.pieces} == {"white", "black"}


@pytest.mark.slow
def test_a_third_colour_that_people_say_leaves_the_box(evening: MokadiPhotos) -> None:
    """Nobody knows which of the three is amiss, and the next picture is read all the same."""
    reader, said = evening.session.reader, dict(evening.session.standing())
    one = next(place for place, label in said.items() if label.colour == "white")
    said[one] = replace(said[one], colour="red")
    right = reader.put_right(_taken_for_red(evening), said, next(iter(said)))
    assert _box(right) == {"red", "black"}
    assert reader.read(evening.taken(), right).pieces
