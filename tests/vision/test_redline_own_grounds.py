"""A tile of doubtful colour held against the grounds of the others in its photo."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.homography import Homography
from rules.core.places import Cell
from vision.redline.layout.lattice import Group
from vision.redline.layout.layout import Table
from vision.redline.layout.seen import Seen
from vision.redline.limits import LIMITS
from vision.redline.tiles.own_grounds import with_own_grounds
from vision.redline.tiles.quads import Quad
from vision.redline.tiles.tile_reader import TilePosterior

#: BGR of two grounds that no shop sells, of light that burns out, and a tile's side, pixels.
MUSTARD, NAVY, BURNT, SIDE = (40, 150, 190), (110, 70, 40), (255, 255, 255), 40
#: Probabilities of the spokes of a straight track.
STRAIGHT = np.array([0.999, 0.001, 0.001, 0.001, 0.999, 0.001, 0.001, 0.001])


def table(*tiles: tuple[tuple[int, int, int], float]) -> tuple[np.ndarray, Table]:
    """A photo of tiles in a row, each with its ground and how likely the net takes it for blue."""
    photo = np.full((3 * SIDE, SIDE * (len(tiles) + 2), 3), 128, np.uint8)
    seen = []
    for k, (ground, blue) in enumerate(tiles):
        middle = np.array([SIDE * (k + 1.5), SIDE * 1.5])
        corners = middle + SIDE / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        low, high = corners.min(0).astype(int), corners.max(0).astype(int)
        photo[low[1] : high[1], low[0] : high[0]] = ground
        posterior = TilePosterior(0.9999, blue, STRAIGHT)
        quad = Quad(middle, np.eye(2) * SIDE / 2, 0.9999, blue)
        seen.append(Seen(quad, corners, posterior, Cell(k, 0)))
    group = Group(Homography(np.eye(3)), ())
    return photo, Table(group, tuple(seen), (), (), (), True, 0.0)


SURE = [(MUSTARD, 0.001)] * 3 + [(NAVY, 0.999)] * 3


@pytest.mark.parametrize(("ground", "blue"), [(MUSTARD, 0.6), (NAVY, 0.4)])
def test_a_doubtful_tile_has_the_colour_of_the_sure_ones_with_its_ground(
    ground: tuple[int, int, int], blue: float
) -> None:
    """Whatever its paint looks like to who sees it alone."""
    photo, seen = table(*SURE, (ground, blue))
    after = with_own_grounds(photo, seen, LIMITS).layout
    assert abs(after[-1].posterior.blue - (ground == NAVY)) < 0.05
    assert after[:-1] == seen.layout[:-1]


@pytest.mark.parametrize("tiles", [[*SURE, (BURNT, 0.6)], [*SURE[1:], (MUSTARD, 0.6)]])
def test_what_looks_like_none_of_them_stays_in_doubt(
    tiles: list[tuple[tuple[int, int, int], float]],
) -> None:
    """A lamp's reflection has no colour; and two tiles of a colour tell too little of it."""
    photo, seen = table(*tiles)
    after = with_own_grounds(photo, seen, LIMITS).layout
    assert abs(after[-1].posterior.blue - 0.6) < 0.01


def test_tiles_of_one_ground_are_of_one_colour() -> None:
    """Light takes the blue from one of two grounds, and the net is sure and wrong of a tile: what
    it says of the others, and that there are two grounds, leaves none on the wrong side."""
    photo, seen = table(*[(MUSTARD, 0.001)] * 4, *((NAVY, p) for p in (0.9, 0.3, 0.01, 0.6)))
    after = with_own_grounds(photo, seen, LIMITS).layout
    assert [one.posterior.blue > 0.5 for one in after] == [False] * 4 + [True] * 4


def test_a_shadow_makes_no_second_ground() -> None:
    """Some tiles of one paint lie in a shadow: what the net is sure of stays."""
    dark = tuple(int(0.6 * level) for level in MUSTARD)
    photo, seen = table(*[(MUSTARD, 0.001)] * 4, *[(dark, 0.001)] * 4)
    after = with_own_grounds(photo, seen, LIMITS).layout
    assert [one.posterior.blue < 0.03 for one in after] == [True] * 8


def test_what_is_told_against_the_word_of_its_ground_stays_in_doubt() -> None:
    """Tiles of one paint in a deep shadow, of which the net hardly says a colour, may be such."""
    dark = tuple(int(0.3 * level) for level in MUSTARD)
    photo, seen = table(*[(MUSTARD, 0.001)] * 4, *[(dark, 0.45)] * 4)
    after = with_own_grounds(photo, seen, LIMITS).layout
    assert all(0.03 < one.posterior.blue < 0.97 for one in after[4:])


def test_which_of_two_grounds_is_blue_is_told_by_the_net_alone() -> None:
    """Where its word hardly differs, two clear grounds leave the colours in doubt."""
    photo, seen = table(*[(MUSTARD, 0.6)] * 4, *[(NAVY, 0.65)] * 4)
    after = with_own_grounds(photo, seen, LIMITS).layout
    assert all(0.3 < one.posterior.blue < 0.7 for one in after)
