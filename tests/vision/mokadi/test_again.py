"""A table seen again: what lay there keeps its number, only what differs is new or gone."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from rules.core.observation import EMPTY
from rules.games.mokadi.pieces import Kind, stick_spot
from tests.render.mokadi_game import Game, Turn, photograph
from tests.render.mokadi_pile import LaidPad, LaidStick, Sizes
from vision.mokadi.pieces.crossings import Crossing
from vision.mokadi.reader import MokadiReader, load
from vision.mokadi.tracking import following
from vision.mokadi.tracking.memory import TableMemory
from vision.mokadi.tracking.remembered_order import ordered
from vision.mokadi.tracking.turning import turned, ways
from vision.reader import Image
from vision.reading import Piece, Reading

SIZES = Sizes(thick=0.055, band=0.2, pad_height=0.12, pad_radius=0.09)
PADS = tuple(
    LaidPad(xy, k % 2) for k, xy in enumerate(((-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4)))
)
#: The picture maker's seed: a red and black box.
LOOK = 3


def laid(one: tuple[float, float], other: tuple[float, float], z: float, colour: int) -> LaidStick:
    """A level stick between two points, its lower side at height z."""
    return LaidStick(np.array([[*one, z], [*other, z]]), colour, (), ())


LOW = laid((-0.5, -0.4), (0.5, -0.4), 0.12, 0)
SIDE = laid((0.4, -0.5), (0.4, 0.5), 0.175, 1)
ACROSS = laid((-0.25, -0.5), (0.53, 0.125), 0.23, 0)
BOTH = {0: LOW, 1: SIDE}
#: Two sticks, a third one laid over both, that one taken, a pushed one, a pad laid.
GAME = Game(
    SIZES,
    (
        Turn(PADS, BOTH),
        Turn(PADS, {**BOTH, 2: ACROSS}, "stick", 2),
        Turn(PADS, BOTH, "remove", 2),
        Turn(PADS, {0: LOW, 1: replace(SIDE, ends=SIDE.ends + np.array([0.06, 0.03, 0.0]))}),
        Turn((*PADS, LaidPad((-0.95, -0.1), 0)), BOTH, "pad", 4),
    ),
)


@cache
def picture(index: int, shake: float = 0.0) -> Image:
    """The table after a turn."""
    return np.asarray(photograph(GAME, index, LOOK, (640, 480), shake).image, np.uint8)


@pytest.fixture(scope="module")
def reader() -> MokadiReader:
    """The reader, its net loaded."""
    return load()


@pytest.fixture(scope="module")
def first(reader: MokadiReader) -> Reading:
    """The table before anything happens."""
    return reader.read(picture(0))


@pytest.fixture(scope="module")
def full(reader: MokadiReader, first: Reading) -> Reading:
    """The table with the third stick."""
    return reader.read(picture(1), first.memory)


@pytest.fixture(scope="module")
def missed(reader: MokadiReader, full: Reading) -> Reading:
    """The table after that was taken."""
    return reader.read(picture(2), full.memory)


def sticks(reading: Reading) -> dict[int, Piece]:
    """The sticks that are likelier there than not, by number."""
    found = [p for p in reading.pieces if p.kind == "stick" and p.confidence > 0.5]
    return {p.place.number: p for p in found}  # type: ignore[union-attr] # a Spot


def gone(reading: Reading) -> list[tuple[Kind, int]]:
    """What the reading says lies there no more."""
    assert reading.observation is not None
    empty = [s for s in reading.observation.sightings if s.belief.best is EMPTY]
    return [(s.place.kind, s.place.number) for s in empty if s.belief.probability(EMPTY) > 0.9]


def off_px(one: Piece, other: Piece) -> float:
    """How far apart two sticks lie by their farther ends."""
    a, b = np.array(one.lines_xy[0]), np.array(other.lines_xy[0])
    return min(float(np.hypot(*(a - way).T).max()) for way in (b, b[::-1]))


def test_nothing_happened(reader: MokadiReader, first: Reading) -> None:
    """Read again, every piece has its number and its place, none is new or gone."""
    again = reader.read(picture(0), first.memory)
    assert sticks(again).keys() == sticks(first).keys() == {1, 2}
    assert all(off_px(again_, sticks(first)[n]) < 2 for n, again_ in sticks(again).items())
    assert gone(again) == []


def test_a_stick_that_was_laid_is_new_and_on_top(full: Reading) -> None:
    """It gets the next number and lies over both that it crosses."""
    assert sticks(full).keys() == {1, 2, 3}
    new = sticks(full)[3]
    truth = photograph(GAME, 1, LOOK, (640, 480)).sticks_xy[2]
    ends = np.array(new.lines_xy[0])
    off = min(np.hypot(*(ends - way).T).max() for way in (truth, truth[::-1]))
    assert off < 0.15 * np.hypot(*(truth[1] - truth[0]))
    assert len(new.over) == 2
    assert gone(full) == []


def test_a_stick_that_was_taken_is_gone(missed: Reading) -> None:
    """The reading names it, and what it lay on is there as before."""
    assert gone(missed) == [(Kind.STICK, 3)]
    assert sticks(missed).keys() == {1, 2}


def test_a_stick_taken_from_one_that_it_lay_along_is_gone(reader: MokadiReader) -> None:
    """The wood of the one that stays shows where its own was; its coloured ends are not there."""
    along = laid((-0.5, -0.43), (0.5, -0.38), 0.175, 1)
    game = Game(
        SIZES, (Turn(PADS, BOTH), Turn(PADS, {**BOTH, 2: along}, "stick", 2), Turn(PADS, BOTH))
    )
    pictures = (
        np.asarray(photograph(game, index, 5, (640, 480), 0.0).image, np.uint8)
        for index in range(3)
    )
    empty, full, after = pictures
    seen = reader.read(full, reader.read(empty).memory)
    assert sticks(seen).keys() == {1, 2, 3}
    seen = reader.read(after, seen.memory)
    assert gone(seen) == [(Kind.STICK, 3)]
    assert sticks(seen).keys() == {1, 2}


def test_a_stick_laid_along_one_of_the_other_colour_is_new(reader: MokadiReader) -> None:
    """Its wood shows as the other's did: its ends tell, short as they may be."""
    along = laid((-0.5, -0.405), (0.5, -0.405), 0.175, 1)
    turns = Turn(PADS, BOTH), Turn(PADS, {**BOTH, 2: along}, "stick", 2)
    game = Game(replace(SIZES, band=0.14), turns)
    before, after = (
        np.asarray(photograph(game, index, 5, (640, 480), 0.0).image, np.uint8)
        for index in range(2)
    )
    seen = sticks(reader.read(after, reader.read(before).memory))
    assert seen.keys() == {1, 2, 3}
    off, below = min((off_px(seen[3], seen[n]), n) for n in (1, 2))
    assert off < 20
    assert seen[3].label.colour != seen[below].label.colour  # type: ignore[attr-defined] # a stick


@pytest.mark.slow
def test_a_stick_taken_from_two_of_its_colour_that_it_crossed_is_gone(
    reader: MokadiReader,
) -> None:
    """Their coloured ends and their wood show where its own were: what is left of it is theirs."""
    second = laid((-0.546, -0.347), (0.454, -0.456), 0.175, 0)
    third = laid((-0.373, -0.431), (0.627, -0.371), 0.23, 0)
    low = {0: LOW, 1: second}
    game = Game(
        SIZES, (Turn(PADS, low), Turn(PADS, {**low, 2: third}, "stick", 2), Turn(PADS, low))
    )
    before, full, after = (
        np.asarray(photograph(game, index, 4, (640, 480), 0.0).image, np.uint8)
        for index in range(3)
    )
    seen = reader.read(full, reader.read(before).memory)
    assert sticks(seen).keys() == {1, 2, 3}
    seen = reader.read(after, seen.memory)
    assert gone(seen) == [(Kind.STICK, 3)]
    assert sticks(seen).keys() == {1, 2}


def test_what_is_gone_is_told_until_the_game_knows_it(
    reader: MokadiReader, full: Reading, missed: Reading
) -> None:
    """The picture in which it was missed first may not be judged; where it lies again it is there,
    and a game without it hears no more of it."""
    there = {piece.place: piece.label for piece in full.pieces}
    assert reader.with_position(full.memory, there) is full.memory
    memory = reader.with_position(missed.memory, there)
    again = reader.read(picture(2), memory)
    assert gone(again) == gone(missed) == [(Kind.STICK, 3)]
    assert gone(reader.read(picture(1), memory)) == []
    left = {spot: label for spot, label in there.items() if spot != stick_spot(3)}
    known = reader.with_position(again.memory, left)
    assert gone(reader.read(picture(2), known)) == []


def test_what_was_laid_since_lies_on_top(first: Reading) -> None:
    """Whatever the crossing looks like: nobody slides a stick under another."""
    assert isinstance(first.memory, TableMemory)
    table = first.memory.table
    assert table is not None
    old = table.sticks[0]
    new = replace(old, number=table.last[1] + 1, times=0)
    below = Crossing(0, 1, (0.5, 0.5), over=0.02, seen=1.0)
    (laid,) = ordered([below], (new, old), replace(table, over={}))
    (found,) = ordered([below], (replace(new, late=True), old), replace(table, over={}))
    assert laid.over > 0.8
    assert found.over == below.over


def test_the_games_numbers_are_learnt_once(reader: MokadiReader, first: Reading) -> None:
    """A look at a table that is numbered as the game numbers it leaves the memory as it is: a new
    memory has the table looked at anew."""
    assert first.observation is not None
    assert reader.in_frame(first.memory, first.observation) is first.memory
    places = {s.place: stick_spot(s.place.number + 4) for s in first.observation.sightings}
    sticks = {old: new for old, new in places.items() if old.kind is Kind.STICK}
    other = first.observation.with_sightings(
        replace(s, place=sticks.get(s.place, s.place)) for s in first.observation.sightings
    )
    learnt = reader.in_frame(first.memory, other)
    assert learnt is not first.memory
    assert reader.in_frame(learnt, other) is learnt


def test_a_pushed_stick_is_the_same_stick(reader: MokadiReader, first: Reading) -> None:
    """It keeps its number where it lies now (M9)."""
    after = reader.read(picture(3), first.memory)
    assert sticks(after).keys() == {1, 2}
    assert gone(after) == []
    moved = [off_px(p, sticks(first)[n]) > 4 for n, p in sorted(sticks(after).items())]
    assert sorted(moved) == [False, True]


@pytest.mark.parametrize("index", [0, 1])
def test_a_stick_that_was_nudged_is_found_where_it_lies(
    reader: MokadiReader, first: Reading, index: int
) -> None:
    """Though the camera stands still and half of it still shows where it is known to be: what is
    known of it would shrink picture by picture, and its other half be taken for another stick."""
    memory = first.memory
    assert isinstance(memory, TableMemory)
    assert memory.table is not None
    known = list(memory.table.sticks)
    along = known[index].stick.ends[1] - known[index].stick.ends[0]
    aside = np.array([-along[1], along[0]]) / np.hypot(*along) * 0.25 * memory.table.thick_px
    stick = replace(known[index].stick, ends=known[index].stick.ends + aside)
    known[index] = replace(known[index], stick=stick)
    table = replace(memory.table, sticks=tuple(known))
    again = reader.read(picture(0), replace(memory, table=table))
    assert sticks(again).keys() == {1, 2}
    number = known[index].number
    assert off_px(sticks(again)[number], sticks(first)[number]) < 1


@pytest.mark.slow
def test_no_stick_moves_to_where_another_lies(
    reader: MokadiReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that crossed another of its colour and was taken is gone, however little of what shows
    there the other explains."""
    monkeypatch.setattr(following, "_UNEXPLAINED", 0.0)
    low, over = (
        laid((0.4, -0.5), (0.4, 0.5), 0.12, 1),
        laid((0.05, -0.5), (0.55, 0.36), 0.175, 1),
    )
    alone = Turn(PADS, {0: low})
    game = Game(SIZES, (alone, Turn(PADS, {0: low, 1: over}, "stick", 1), alone))
    memory = None
    for index in range(3):
        image = np.asarray(photograph(game, index, LOOK, (640, 480)).image, np.uint8)
        reading = reader.read(image, memory) if memory else reader.read(image)
        memory = reading.memory
        assert sticks(reading).keys() == ({1, 2} if index == 1 else {1})
    assert gone(reading) == [(Kind.STICK, 2)]


def test_a_pad_that_was_laid(reader: MokadiReader, first: Reading) -> None:
    """It gets the next number; the sticks are left alone."""
    after = reader.read(picture(4), first.memory)
    pads = {p.place.number for p in after.pieces if p.kind == "pad"}  # type: ignore[union-attr]
    assert pads == {1, 2, 3, 4, 5}
    assert sticks(after).keys() == {1, 2}


def test_a_hand_that_holds_the_camera(reader: MokadiReader, first: Reading) -> None:
    """Turned and tilted by some degrees, every piece is known again by its number."""
    after = reader.read(picture(0, shake=2.0), first.memory)
    assert sticks(after).keys() == {1, 2}
    assert gone(after) == []
    assert isinstance(after.memory, TableMemory)


def test_another_table_is_read_afresh(reader: MokadiReader, first: Reading) -> None:
    """Where nothing fits what was known, its numbers are not given again."""
    other = Game(SIZES, (Turn(PADS[:3], {0: ACROSS}),))
    image = np.asarray(photograph(other, 0, 12, (640, 480)).image, np.uint8)
    after = reader.read(image, first.memory)
    assert not sticks(after).keys() & sticks(first).keys()


@pytest.mark.parametrize("quarters", [1, 2, pytest.param(3, marks=pytest.mark.slow)])
def test_a_photo_held_otherwise_is_the_same_table(
    reader: MokadiReader, first: Reading, quarters: int
) -> None:
    """Turned by a quarter or upside down in the middle of a game: nothing is new, gone or moved in
    the plane."""
    held = np.ascontiguousarray(np.rot90(picture(0), quarters))
    again = reader.read(held, first.memory)
    assert sticks(again).keys() == {1, 2}
    assert gone(again) == []
    for number, stick in sticks(again).items():
        before = sticks(first)[number].place
        assert before is not None
        assert stick.place is not None
        off = np.subtract(stick.place.pose, before.pose)  # type: ignore[attr-defined] # a Spot
        assert np.abs(off).max() < 40


def test_a_stick_laid_as_the_photo_was_turned(reader: MokadiReader, first: Reading) -> None:
    """It is new and has the next number, and the others have theirs."""
    held = np.ascontiguousarray(np.rot90(picture(1), 2))
    again = reader.read(held, first.memory)
    assert sticks(again).keys() == {1, 2, 3}
    assert len(sticks(again)[3].over) == 2


def test_a_memory_turned_round_is_itself(first: Reading) -> None:
    """Four quarters, one after the other, and twice a half."""
    memory = first.memory
    assert isinstance(memory, TableMemory)
    assert memory.table is not None
    for quarters, times in ((1, 4), (2, 2), (3, 4)):
        round_ = memory
        for _ in range(times):
            round_ = turned(round_, quarters)
        assert round_.size_wh == memory.size_wh
        assert round_.table is not None
        for one, other in zip(round_.table.sticks, memory.table.sticks, strict=True):
            np.testing.assert_allclose(one.stick.ends, other.stick.ends, atol=1e-6)
    assert ways(memory, (640, 480))[0] is memory
    assert len(ways(memory, (480, 640))) == 2
    assert ways(memory, (320, 240)) == (memory,)
