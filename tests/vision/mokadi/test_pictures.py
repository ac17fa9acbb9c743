"""The quick picture maker of Mokadi: the same picture for the same seed, piles that can stand."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from tests.render.mokadi_game import Rules, photograph, random_game
from tests.render.mokadi_photo import random_photo, truth_json
from tests.render.mokadi_pile import Sizes, crossing, goes_through, random_pile


def test_a_seed_makes_one_picture() -> None:
    """Picture and truth come out the same again."""
    one, other = (random_photo(11, (320, 240)) for _ in range(2))
    np.testing.assert_array_equal(one.image, other.image)
    assert truth_json(one) == truth_json(other)


def test_no_stick_goes_through_another() -> None:
    """Where two cross, the one laid later lies higher, by a stick's thickness or nearly."""
    for seed in range(4):
        pile = random_pile(np.random.default_rng(seed), 14, 5)
        for k, upper in enumerate(pile.sticks):
            for j, lower in enumerate(pile.sticks[:k]):
                at = crossing(upper.ends, lower.ends)
                assert (at is not None) == (j in upper.over)
                if at is not None:
                    high = upper.ends[0, 2] + at[0] * (upper.ends[1, 2] - upper.ends[0, 2])
                    low = lower.ends[0, 2] + at[1] * (lower.ends[1, 2] - lower.ends[0, 2])
                    assert high - low > pile.sizes.thick - 0.016


def test_sticks_are_as_broad_as_they_are_drawn() -> None:
    """The end of one beside another's end goes through it, unless it lies as high as that is
    thick or as far off as both are broad; where their axes cross, one lies over the other."""
    sizes = Sizes(0.05, 0.2, 0.12, 0.1, wide=2.0)
    low = np.array([[0.0, 0.0, 0.1], [1.0, 0.0, 0.1]])

    def other(x: float, y: float, z: float) -> np.ndarray:
        return np.array([[x, y, z], [x, y + 1.0, z]])

    assert goes_through(low, other(1.04, -0.1, 0.1), sizes)
    assert goes_through(other(1.04, -0.1, 0.1), low, sizes)
    assert not goes_through(low, other(1.04, -0.1, 0.16), sizes)
    assert not goes_through(low, other(1.11, -0.1, 0.1), sizes)
    assert not goes_through(low, other(0.9, -0.1, 0.1), sizes)


def test_labels_lie_where_the_truth_says() -> None:
    """The pixels of the stick that was laid last lie along its axis."""
    photo = random_photo(14, (640, 480))
    last = len(photo.pile.pads) + len(photo.pile.sticks) - 1
    rows, columns = np.nonzero(photo.labels.owner == last)
    a, b = photo.sticks_xy[-1]
    along = (b - a) / np.linalg.norm(b - a)
    off = (np.column_stack([columns, rows]) - a) @ np.array([-along[1], along[0]])
    assert len(rows) > 50
    assert np.abs(off).max() < 0.06 * np.linalg.norm(b - a)


def test_a_game_changes_by_one_piece_a_turn() -> None:
    """A piece is laid or taken; one that breaks a rule is taken back in the next picture."""
    game = random_game(np.random.default_rng([3, 0]), Rules(5, 8, fouls=0.4, pushes=0.3))
    assert len(game.turns) > 6
    for before, turn in pairwise(game.turns):
        sticks, pads = len(turn.sticks) - len(before.sticks), len(turn.pads) - len(before.pads)
        assert abs(sticks) + abs(pads) == 1
        assert (turn.move == "take-back") == bool(before.why)


def test_a_game_has_one_camera() -> None:
    """What was not touched lies on the same pixels, unless a hand holds the camera."""
    game = random_game(np.random.default_rng([3, 0]), Rules(5, 2, fouls=0.0))
    one, other = (photograph(game, k, 3, (320, 240)) for k in (0, 1))
    held = photograph(game, 1, 3, (320, 240), shake=2.0)
    np.testing.assert_allclose(one.pads_xy[0], other.pads_xy[0])
    assert np.hypot(*(held.pads_xy[0] - other.pads_xy[0])) > 1
