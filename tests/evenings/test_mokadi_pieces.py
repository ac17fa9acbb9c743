"""The pieces that are carried are held against those that lie there."""

from __future__ import annotations

import numpy as np
import pytest

from rules.core.observation import Belief, Observation, Pose, Sighting
from rules.games.mokadi.moves import LayPad, LayStick, Remove
from rules.games.mokadi.pieces import Contact, Kind, Label, Pad, Spot, Stick, pad_spot, stick_spot
from tests.evenings.mokadi_grade import Lying
from tests.evenings.mokadi_pieces import Carried

#: Three pads a stick length apart from each other, 100 pixels, and a stick from the first to the
#: second.
PADS = {1: (0.0, 0.0), 2: (1.0, 0.0), 3: (0.0, 1.0)}
LYING = Lying(
    {Kind.PAD: [1, 2, 3], Kind.STICK: [1]},
    {
        Kind.PAD: 100 * np.array([*PADS.values()])[:, None],
        Kind.STICK: np.array([[[0.0, 0.0], [100.0, 0.0]]]),
    },
    {Kind.PAD: ["white", "white", "black"], Kind.STICK: ["white"]},
    100.0,
)
LAID = LayStick("white", (Contact(pad_spot(1)), Contact(pad_spot(2))), number=1)


def _carried(stick: tuple[Spot, Label] | None, names: dict[int, int] | None = None) -> Carried:
    """The pads as they lie, and a stick; `names`: true numbers of the pads by those carried."""
    names = names or {1: 1, 2: 2, 3: 3}
    spots = {pad_spot(k, PADS[true]): true for k, true in names.items()}
    position: dict[Spot, Label] = {
        spot: Pad("black" if true == 3 else "white") for spot, true in spots.items()
    }
    sightings = [
        Sighting(spot, Belief.of({position[spot]: 1.0}), 1.0, Pose((100 * x, 100 * y)))
        for spot, (x, y) in zip(spots, (PADS[true] for true in spots.values()), strict=True)
    ]
    if stick is not None:
        position |= dict([stick])
    return Carried(
        position, Observation("mokadi", tuple(sightings)), LYING, {**spots, stick_spot(5): 1}
    )


@pytest.mark.parametrize(
    ("ends", "colour", "on", "wrong"),
    [
        (((0.0, 0.0), (1.0, 0.0)), "white", (1, 2), []),
        (((1.1, 0.0), (0.1, 0.0)), "white", (1, 2), []),
        (((0.0, 0.0), (1.2, 0.0)), "white", (1, 2), ["piece"]),
        (((0.0, 0.0), (1.0, 0.0)), "black", (1, 2), ["piece"]),
        (((0.0, 0.0), (1.0, 0.0)), "white", (1,), ["supports"]),
        (((0.0, 0.0), (1.0, 0.0)), "white", (1, 3), ["supports"]),
    ],
)
def test_a_stick_just_laid_is_right_by_ends_colour_and_supports(
    ends: tuple[tuple[float, float], ...], colour: str, on: tuple[int, ...], wrong: list[str]
) -> None:
    """Either end may come first; what it rests on counts by the table's numbers."""
    contacts = tuple(Contact(pad_spot(k)) for k in on)
    carried = _carried((stick_spot(5, (ends[0], ends[1])), Stick(colour, contacts)))
    assert [*carried.turn_wrong(LAID)] == wrong
    assert carried.pile() == (4, 4 - ("piece" in wrong))


def test_supports_are_told_by_the_numbers_of_the_table() -> None:
    """The referee may call the first pad the second."""
    contacts = (Contact(pad_spot(2)), Contact(pad_spot(1)), Contact(pad_spot(3), certainty=0.4))
    stick = (stick_spot(5, ((0.0, 0.0), (1.0, 0.0))), Stick("white", contacts))
    assert not [*_carried(stick, {2: 1, 1: 2, 3: 3}).turn_wrong(LAID)]


def test_a_piece_that_is_not_carried_is_wrong_and_one_taken_is_right() -> None:
    """And one that was taken and is carried on is not."""
    gone = _carried(None)
    assert [*gone.turn_wrong(LAID)] == ["piece"]
    assert [*gone.turn_wrong(LayPad("black", (0.0, 1.0), number=3))] == []
    assert [*gone.turn_wrong(Remove((1,)))] == []
    there = _carried((stick_spot(5, ((0.0, 0.0), (1.0, 0.0))), Stick("white", None)))
    assert [*there.turn_wrong(Remove((1,)))] == ["gone"]
