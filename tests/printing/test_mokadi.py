"""The printed Mokadi guide makes the box of the rules, in sizes and colours that the reader
knows."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count
from typing import Any

import numpy as np
import pytest

from calibration.printing.mokadi import (
    COLOURS,
    END_MM,
    PAD_HIGH_MM,
    PAD_MM,
    STICK_MM,
    THICK_MM,
    WOOD,
)
from tests.printing.pages import cut_out, made, pieces_of, size_mm, words_on
from tests.printing.reading import read
from tests.render import mokadi_pile
from tests.render.mokadi_photo import MokadiPhoto, Paint, render
from tests.render.seeds import stream

#: The box that the guide makes, in stick lengths.
SIZES = mokadi_pile.Sizes(
    THICK_MM / STICK_MM, END_MM / STICK_MM, PAD_HIGH_MM / STICK_MM, PAD_MM / 2 / STICK_MM
)

#: How far a reading may lie from a pad's middle, or a stick's end, in stick lengths.
NEAR = 0.12


Colour = tuple[float, float, float]


def _printed(name: str) -> Colour:
    """The middle of a pad's top as it was cut out, BGR."""
    top = cut_out("mokadi", pieces_of("mokadi", "pad")[name])
    b, g, r = (float(v) for v in top[len(top) // 2, len(top) // 2, :3])
    return b, g, r


def _photo(seed: int) -> MokadiPhoto:
    """A pile of the guide's sticks and pads."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(mokadi_pile, "random_sizes", lambda _rng: SIZES)
        tried = (mokadi_pile.random_pile(stream(seed, "printed", k), 6, 5) for k in count())
        pile = next(pile for pile in tried if pile.sticks)
    wood = (float(WOOD[2]), float(WOOD[1]), float(WOOD[0]))
    paint = Paint(("white", "black"), (_printed("white"), _printed("black")), wood, True, 20.0)
    return render(pile, seed=seed, paint=paint)


def _right(photo: MokadiPhoto, answer: dict[str, Any]) -> int:
    """How many pads and sticks are read where they lie, in their colour."""
    unit = float(np.linalg.norm(np.diff(photo.sticks_xy, axis=1), axis=2).mean())
    pads = [
        any(
            p["kind"] == "pad"
            and p["colour"] == photo.names[pad.colour]
            and np.linalg.norm(xy - p["pixel"]) < NEAR * unit
            for p in answer["pieces"]
        )
        for pad, xy in zip(photo.pile.pads, photo.pads_xy, strict=True)
    ]
    sticks = [
        any(
            p["kind"] == "stick"
            and p["colour"] == photo.names[stick.colour]
            and _apart(xy, np.array(p["ends"])) < NEAR * unit
            for p in answer["pieces"]
        )
        for stick, xy in zip(photo.pile.sticks, photo.sticks_xy, strict=True)
    ]
    return sum(pads) + sum(sticks)


def _apart(one: np.ndarray, other: np.ndarray) -> float:
    """How far the ends of two sticks lie apart, whichever end comes first."""
    ways = (other, other[::-1])
    return float(min(np.linalg.norm(one - way, axis=1).max() for way in ways))


def score(seed: int) -> tuple[int, int, str]:
    """Pads and sticks of a random pile's photo, how many are amiss or too many, the reading's
    status."""
    photo = _photo(seed)
    answer = read("mokadi", photo.image)
    pieces, right = len(photo.pile.pads) + len(photo.pile.sticks), _right(photo, answer)
    return pieces, max(pieces, len(answer["pieces"])) - right, answer["status"]


def test_the_set_is_that_of_the_rules() -> None:
    """Four pads and eighteen sticks of each colour, a sleeve for either end."""
    pieces = made("mokadi").pieces
    assert Counter(p.name for p in pieces if p.kind == "pad") == dict.fromkeys(COLOURS, 4)
    assert Counter(p.name for p in pieces if p.kind == "strip") == dict.fromkeys(COLOURS, 4)
    assert Counter(p.name for p in pieces if p.kind == "sleeve") == dict.fromkeys(COLOURS, 36)
    assert size_mm(pieces_of("mokadi", "pad")["black"]) == pytest.approx((24, 24), abs=0.05)
    assert size_mm(pieces_of("mokadi", "sleeve")["white"]) == pytest.approx((18, 25))


def test_the_lengths_at_a_stick_add_up() -> None:
    """The guide names what is painted, what is not, and the whole: 120 mm stood at the middle, and
    who added up cut sticks of 170."""
    text = words_on("mokadi", 1)
    parts = [float(one) for one in re.findall(r"(?<!= )\b(\d+) mm", text)]
    assert sum(parts[:3]) == STICK_MM
    assert text.count(f"= {STICK_MM:g} mm") == len(COLOURS)


@pytest.mark.slow
def test_most_pieces_of_a_printed_pile_are_read() -> None:
    """Pads and sticks as the guide makes them, in two photos of small piles."""
    scores = [score(seed) for seed in (1, 4)]
    assert sum(amiss for _, amiss, _ in scores) <= 0.15 * sum(pieces for pieces, _, _ in scores)
