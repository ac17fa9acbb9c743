"""What is made of a table that was read: beliefs that know what a set holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from calibration.homography import Homography
from rules.core.places import Cell
from rules.games.redline.tiles import PATTERNS
from vision.reading import Reading, ReadingStatus
from vision.redline.layout.lattice import Group
from vision.redline.layout.layout import Table
from vision.redline.layout.seen import Seen
from vision.redline.limits import LIMITS
from vision.redline.report import reading_of
from vision.redline.tiles.quads import Quad
from vision.redline.tiles.tile_reader import TilePosterior

SIDE = 40.0
#: A set's kinds in an order of their own; the first two differ in one spoke (N, and N with E).
STEM, BEND, *OTHERS = (PATTERNS[k] for k in (0, 2, *range(9, 24)))


def _tile(column: int, mask: int, east: float | None = None) -> Seen:
    """A yellow tile in its column, with these spokes beyond doubt; `east`: how likely one is that
    goes there."""
    spokes = np.array([mask >> k & 1 for k in range(8)], float)
    if east is not None:
        spokes[2] = east
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * SIDE / 2
    middle = np.array([column * SIDE, 0.0])
    quad = Quad(middle, np.eye(2) * SIDE / 2, 1.0, 0.0)
    return Seen(quad, middle + corners, TilePosterior(1.0, 0.0, spokes), Cell(column, 0))


def _read(layout: Sequence[int], hand: Sequence[int], east: float) -> Reading:
    """A table whose first tile has a spoke to the north and may have one to the east."""
    lattice = Group((), Homography(np.diag([SIDE, SIDE, 1.0])))
    laid = [_tile(0, STEM, east), *(_tile(k + 1, mask) for k, mask in enumerate(layout))]
    held = [_tile(30 + k, mask) for k, mask in enumerate(hand)]
    table = Table(lattice, tuple(laid), (), tuple(held), (), unambiguous=True, washed=0.0)
    return reading_of("redline", table, (640, 480), LIMITS)


def test_a_tile_is_none_that_lies_in_a_hand() -> None:
    """A spoke in doubt: with it, it would be the tile that lies open in front of a player."""
    assert _read(OTHERS[:4], [], east=0.15).status is ReadingStatus.UNSURE
    assert _read(OTHERS[:4], [BEND], east=0.15).status is ReadingStatus.READ


def test_the_more_kinds_lie_there_once_the_surer_each_does() -> None:
    """Of many tiles that are all different none is there twice; one pair says nothing so strong."""
    assert _read([BEND], [], east=0.3).status is ReadingStatus.UNSURE
    assert _read([BEND, *OTHERS[:12]], [], east=0.3).status is ReadingStatus.READ


def test_where_a_kind_lies_there_twice_others_may_as_well() -> None:
    """Two sets are played with, or one that somebody made."""
    twice = [BEND, *OTHERS[:12], OTHERS[0]]
    assert _read(twice, [], east=0.3).status is ReadingStatus.UNSURE


def test_what_looks_like_a_kind_twice_is_never_surely_another() -> None:
    """A set that somebody made may hold one kind twice; the photo itself says that it does."""
    many = [BEND, *OTHERS[:12]]
    assert _read(many, [], east=0.45).status is ReadingStatus.READ
    assert _read(many, [], east=0.55).status is ReadingStatus.UNSURE
