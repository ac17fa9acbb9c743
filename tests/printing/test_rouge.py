"""The printed Rouge set is the box of the leaflet, and its photos are read without an error."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from calibration.printing.rouge import PAWN_COLOURS, PAWN_MM, middle_mm
from tests.printing.pages import cut_out, made, pieces_of, size_mm
from tests.printing.reading import read, reading
from tests.printing.scene import CARD_MM, Face, lying, photograph
from tests.render.seeds import stream

#: Ring 1 to 3 and hollow, clockwise in the ring's own count, to the pawn's colour.
Pawns = dict[tuple[int, int], str]

DISCS = {3: "outer", 2: "middle", 1: "inner"}


def _faces(pawns: Pawns, aside: list[str], seed: int) -> list[Face]:
    """The board as pinned together, each ring turned to some ray, pawns on it and beside it."""
    rng = stream(seed, "laying")
    rings = pieces_of("rouge", "disc")
    base = pieces_of("rouge", "base")["base"]
    faces = [lying(cut_out("rouge", base), 0, 0, 0, size_mm(base), CARD_MM)]
    off = {ring: float(rng.normal(0, 1.0)) for ring in DISCS}
    for level, (ring, name) in enumerate(DISCS.items(), start=2):
        sprite, size = cut_out("rouge", rings[name]), size_mm(rings[name])
        faces.append(lying(sprite, 0, 0, off[ring], size, level * CARD_MM))
    for (ring, cell), colour in pawns.items():
        x, y = _at(middle_mm(ring), 45 * cell + off[ring]) + rng.normal(0, 0.5, 2)
        level = 3 + list(DISCS).index(ring)
        faces.append(_pawn(colour, x, y, level * CARD_MM))
    for number, colour in enumerate(aside):
        faces.append(_pawn(colour, -60 + 24 * number, 120 + float(rng.normal(0, 3)), CARD_MM))
    return faces


def _pawn(colour: str, x: float, y: float, z: float) -> Face:
    piece = pieces_of("rouge", "pawn")[colour]
    return lying(cut_out("rouge", piece), x, y, 0, size_mm(piece), z)


def _at(radius: float, deg: float) -> np.ndarray:
    a = np.radians(deg - 90)
    return radius * np.array([np.cos(a), np.sin(a)])


def _random_pawns(seed: int) -> tuple[Pawns, list[str]]:
    rng = stream(seed, "pawns")
    places = [(ring, cell) for ring in DISCS for cell in range(8)]
    chosen = rng.permutation(24)[: int(rng.integers(4, 17))]
    names = list(PAWN_COLOURS)
    pawns = {places[k]: str(names[int(rng.integers(4))]) for k in chosen}
    return pawns, [str(names[int(rng.integers(4))]) for _ in range(int(rng.integers(0, 5)))]


def _seen(answer: dict[str, Any]) -> Pawns:
    board = [p for p in answer["pieces"] if p["area"] == "board"]
    return {(p["ring"], p["cell"]): p["colour"] for p in board}


def _turns(pawns: Pawns) -> list[Pawns]:
    """The same board from its eight rays."""
    return [{(r, (c + k) % 8): colour for (r, c), colour in pawns.items()} for k in range(8)]


def score(seed: int) -> tuple[int, int, str]:
    """Hollows of a random board's photo, how many are amiss, the reading's status."""
    pawns, aside = _random_pawns(seed)
    answer = read("rouge", photograph(_faces(pawns, aside, seed), seed, (1280, 960)).image)
    seen = _seen(answer).items()
    amiss = min(len({place for place, _ in seen ^ turn.items()}) for turn in _turns(pawns))
    return 24, amiss, answer["status"]


def test_the_set_is_that_of_the_leaflet() -> None:
    """A base, three discs that cover each other, ten pawns of each of four colours."""
    pieces = made("rouge").pieces
    assert Counter(p.name for p in pieces if p.kind == "pawn") == dict.fromkeys(PAWN_COLOURS, 10)
    wide = [size_mm(pieces_of("rouge", "disc")[name])[0] for name in DISCS.values()]
    assert wide == pytest.approx([172, 126, 80])
    assert size_mm(pieces_of("rouge", "base")["base"])[0] == pytest.approx(188)
    assert size_mm(pieces_of("rouge", "pawn")["red"])[0] == pytest.approx(2 * PAWN_MM)


@pytest.mark.parametrize("seed", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_a_photo_of_the_printed_board_is_read_right(seed: int) -> None:
    """Rings, hollows and colours, cut from the PDF, pinned and laid."""
    assert score(seed)[1] == 0


def test_the_marks_on_the_rings_are_seen() -> None:
    """The referee is told a ring's angle by its mark, 22.5 degrees beyond a ray."""
    pawns, aside = _random_pawns(21)
    observation = reading("rouge", photograph(_faces(pawns, aside, 21), 21).image).observation
    assert observation is not None
    marks = [q.value % 45 for q in observation.quantities if q.name.startswith("mark-")]
    assert marks
    assert marks == pytest.approx([22.5] * len(marks), abs=5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 32))
def test_photos_of_the_printed_board_are_read_right(seed: int) -> None:
    """Four to sixteen pawns on any table, slanted up to 32 degrees."""
    assert score(seed)[1] == 0
