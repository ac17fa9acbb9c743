"""Free hollows of one board are alike, and so are pawns of one colour."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.reading import SURE_CONFIDENCE
from vision.rouge.board.heat_maps import COLOURS
from vision.rouge.limits import LIMITS
from vision.rouge.pawns.alike import beside_others
from vision.rouge.pawns.surroundings import Surroundings

WHITE, FREE, HOLLOWS = COLOURS.index("white"), 6, 8


def seen(looks: list[float], tones: list[float] | None = None) -> Surroundings:
    """Hollows whose looks and tones differ by so many nats."""
    at = np.array(looks)
    steps = np.abs(at[:, None] - at[None])
    shades = np.repeat(np.array(at if tones is None else tones)[:, None], 3, axis=1)
    return Surroundings(steps, shades, np.zeros((len(at), 2)), lit=True)


#: Six free hollows that differ by a tenth of a nat, and two that may hold a white pawn.
LOOKS = [0.0, 0.1, 0.0, 0.1, 0.0, 0.1]


def told(
    board: Surroundings, *doubtful: float, clear: bool = True, free: float = 0.001
) -> np.ndarray:
    """What is said of the doubtful hollows beside the free ones."""
    presence = np.array([free] * FREE + list(doubtful))
    names = np.eye(len(COLOURS))[[WHITE] * len(presence)]
    where = np.full(len(presence), clear)
    return beside_others(presence, names, board, where, LIMITS)[FREE:]


def test_what_looks_otherwise_than_free_hollows_is_a_pawn() -> None:
    """The nets doubt a white pawn in a white ring; no free hollow of that board looks like it."""
    found = told(seen([*LOOKS, 0.8, 0.8]), 0.85, 0.2)
    assert found[0] > SURE_CONFIDENCE
    assert 0.5 < found[1] < SURE_CONFIDENCE


def test_what_looks_like_free_hollows_and_like_no_pawn_is_free() -> None:
    """A white floor is in doubt as white is in play; the white pawn beside it is far darker."""
    found = told(seen([*LOOKS, 0.8, 0.05]), 0.999, 0.1)
    assert found[1] < 1 - SURE_CONFIDENCE


def test_a_floor_that_looks_like_a_pawn_of_its_colour_stays_in_doubt() -> None:
    """A dark pawn sunk in a dark hollow looks as its floor does, and as the other dark pawns."""
    board = seen([*LOOKS, 0.8, 0.05], [*LOOKS, 0.1, 0.05])
    assert told(board, 0.999, 0.4)[1] == pytest.approx(0.4)


def test_without_a_clear_pawn_of_its_colour_nothing_is_taken_for_free() -> None:
    """Ten black pawns that nobody sees look all alike."""
    assert told(seen([*LOOKS, 0.05, 0.05]), 0.4, 0.4) == pytest.approx(0.4)


def test_what_is_like_neither_stays_as_it_was() -> None:
    """A lamp's reflection is like no other hollow, and like no pawn."""
    board = seen([*LOOKS, 0.8, 5.0])
    assert told(board, 0.999, 0.3)[1] == pytest.approx(0.3)


def test_nothing_is_told_where_little_is_known() -> None:
    """Too few free hollows, free ones that differ as much from each other, or a place unseen."""
    board = seen([*LOOKS, 0.8, 0.8])
    assert told(board, 0.6, 0.6, free=0.2) == pytest.approx(0.6)
    assert told(board, 0.6, 0.6, clear=False) == pytest.approx(0.6)
    uneven = replace(board, unlike=board.unlike * 10)
    assert told(uneven, 0.6, 0.6) == pytest.approx(0.6)
