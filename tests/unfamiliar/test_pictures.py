"""What unfamiliar tables and tiles look like: the same for a seed, and what the truth says."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from tests.unfamiliar.patterns import PATTERNS, SIDE, pattern
from tests.unfamiliar.sets import redline_look, redline_tile


@pytest.mark.parametrize("kind", PATTERNS)
def test_a_seed_gives_one_table(kind: str) -> None:
    """Whoever counts again counts on the same pictures."""
    first, again = (pattern(kind, Random(3)) for _ in range(2))
    assert first.shape == (SIDE, SIDE, 3)
    assert first.min() >= 0
    assert first.max() <= 255
    assert (first == again).all()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mask", [0b00010001, 0b10010100, 0b11111111])
def test_a_tile_has_the_lines_of_its_truth(seed: int, mask: int) -> None:
    """However unsteady the hand, each line leaves where it belongs, and there is no other."""
    rng = Random(seed)
    look = redline_look(rng)
    face = redline_tile(rng, look, "Y", mask).astype(float)
    for spoke in range(8):
        a = math.radians(45 * spoke)
        out = np.array([math.sin(a), -math.cos(a)]) / max(abs(math.sin(a)), abs(math.cos(a)))
        x, y = (int(v) for v in 128 + 0.86 * 128 * out)
        shown = face[y - 1 : y + 2, x - 1 : x + 2].mean(axis=(0, 1))[::-1]
        to_red, to_ground = (np.linalg.norm(shown - np.array(look[k])) for k in ("red", "Y"))
        assert (to_red < to_ground) == bool(mask >> spoke & 1)
