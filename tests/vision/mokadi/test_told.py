"""Two colours that were read amiss and put right teach the reader how the box looks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

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
        (LIGHTS[2:5], ("blue", "black", "black")),
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


def test_a_dark_blue_box_is_learnt_from_two_taps() -> None:
    """Its blue pads are read as black; once they are put right the next blue stick is blue. Before,
    it was asked about as black, and the picture after it could not be used."""
    evening = MokadiPhotos(Plan("mokadi", 77, pictures=1))
    counts = evening.run().counts
    assert evening.figures.taps == 2
    assert counts["right"] == counts["pictures"] == 1
    memory = evening.session.memory
    assert isinstance(memory, TableMemory)
    assert memory.looks is not None
    assert set(memory.looks.names) == {"blue", "black"}
