"""Two colours that were read amiss and put right teach the reader how the box looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from rules.core.events import PositionCorrected
from rules.games.mokadi.pieces import Kind, Label, Pad, Spot, Stick
from tests.evenings.mokadi_evening import MokadiPhotos
from tests.people.evening import Plan
from vision.mokadi.samples import Sample, Samples, looks_told
from vision.mokadi.tracking.memory import TableMemory

#: BGR linear light of navy, black and wood.
NAVY, BLACK, WOOD = np.array([0.06, 0.01, 0.006]), np.full(3, 0.006), np.array([0.2, 0.4, 0.5])
#: Pieces in sight: three of either colour, all read as black.
LIGHTS = (NAVY, NAVY, NAVY, BLACK, BLACK, BLACK)


def _samples(lights: Sequence[np.ndarray]) -> Samples:
    return Samples(
        tuple(Sample(Spot(Kind.PAD, k), "black", light) for k, light in enumerate(lights)), WOOD
    )


def _other(label: Label) -> Label:
    return replace(label, colour={"blue": "black", "black": "blue"}[label.colour])


def _said(*colours: str) -> dict[Spot, Label]:
    return {Spot(Kind.PAD, k): Pad(colour) for k, colour in enumerate(colours)}


def test_pieces_that_people_name_teach_both_colours() -> None:
    """By what either throws back of what the wood does; pieces that were not in sight teach
    nothing."""
    said = _said("blue", "blue", "blue", "black", "black", "black")
    looks = looks_told(_samples(LIGHTS), said | {Spot(Kind.STICK, 4): Stick("blue")})
    assert looks is not None
    assert looks.names == ("blue", "black")
    assert np.allclose(looks.shares, [NAVY / WOOD, BLACK / WOOD])


@pytest.mark.parametrize(
    ("lights", "colours"),
    [
        (LIGHTS, ("black",) * 6),
        (LIGHTS, ("blue",) * 6),
        ((0.6 * NAVY, BLACK, BLACK), ("blue", "black", "black")),
        (LIGHTS, ("blue", "black", "blue", "black", "blue", "black")),
        ((BLACK,) * 6, ("blue", "blue", "blue", "black", "black", "black")),
    ],
    ids=["as read", "one colour", "too few", "against the look", "no difference"],
)
def test_what_is_said_may_teach_nothing(
    lights: Sequence[np.ndarray], colours: tuple[str, ...]
) -> None:
    """Where nothing was read amiss, or what people say does not part what the picture shows."""
    assert looks_told(_samples(lights), _said(*colours)) is None


def test_one_piece_teaches_its_colour_where_it_looks_unlike_any_other() -> None:
    """A box met with a stick of either colour: what is told of one of them is enough."""
    white = np.full(3, 0.8)
    looks = looks_told(_samples((white, BLACK)), _said("blue", "black"))
    assert looks is not None
    assert looks.names == ("blue", "black")


@pytest.mark.slow
def test_pads_are_read_as_people_call_them_from_then_on() -> None:
    """A table of a dark blue and black box of which people put every piece right, to the other
    colour: its pads are read in their words, in a photo by itself as well, and none is new."""
    evening = MokadiPhotos(Plan("mokadi", 77, pictures=1))
    before, image = evening.session.standing(), evening.taken()
    told = {s.number: _other(label) for s, label in before.items() if s.kind is Kind.PAD}
    for spot, label in before.items():
        evening._corrected(PositionCorrected(spot, _other(label)))
    memory = evening.session.memory
    assert isinstance(memory, TableMemory)
    assert memory.looks is not None
    assert set(memory.looks.names) == {"blue", "black"}
    for known in (memory, TableMemory(None, (0, 0), looks=memory.looks)):
        again = evening.session.reader.read(image, known).observation
        assert again is not None
        pads = {s.number: x for s, x in again.occupied().items() if s.kind is Kind.PAD}
        assert {number: pad.colour for number, pad in pads.items()} == {
            number: label.colour for number, label in told.items()
        }
