"""Pawns beside the board."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.homography import Homography
from rules.core.observation import EMPTY, Loose
from rules.games.rouge.state import Pawn
from tests.render.rouge.photo import random_table, render
from vision.reading import Reading
from vision.rouge.reader import load

#: Boxes of our own picture maker, whatever they look like.
BOXES = range(61, 77, 2)
EACH = 4
#: A pawn is where it is said to be when its middle is nearer than this, in board radii.
REACH = 0.2


def aside(reading: Reading) -> list[Loose[Pawn]]:
    """What is likelier a pawn than not beside the board, in doubt or not."""
    assert reading.observation is not None
    loose = reading.observation.loose
    return [one for one in loose if one.belief.probability(EMPTY) < 0.5]


@pytest.mark.slow
def test_spares_are_seen_and_hardly_any_is_invented() -> None:
    """Empty boards with four pawns of each colour beside them: a good part of them is seen, and
    four in five of them named rightly; of what is said to be a pawn, nine in ten are."""
    reader = load()
    there, found, pawns, right = 0, 0, 0, 0
    for box in BOXES:
        table = random_table(box, (960, 720), (0.55, 0.6), sober=True)
        beside = dict.fromkeys(table.pawns.colours, EACH)
        photo = render(table, {}, spares=beside, hand=False)
        plane = Homography(photo.homography).inverse()
        places = plane(np.array([one.middle_xy for one in photo.spares]))
        there += sum(one.visible > 0.5 for one in photo.spares)
        for pawn in aside(reader.read(photo.image)):
            assert pawn.pose is not None
            away = np.hypot(*(places - plane(np.array([pawn.pose.pixel_xy]))).T)
            found += 1
            colour = photo.spares[int(away.argmin())].colour
            is_one = bool(away.min() < REACH)
            pawns += is_one
            right += is_one and pawn.belief.labels()[0][0] == Pawn(colour)
    assert pawns >= 0.3 * there
    assert pawns >= 0.9 * found
    assert right >= 0.8 * pawns
