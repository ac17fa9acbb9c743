"""Training pictures of the set that Arbitable prints."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules.games.linie1.places import SPAN
from vision.linie1.tiles.cells import CELL_PX as SEEN_PX
from vision.linie1.tiles.cells import CellReader
from vision.nn.models import load_net
from vision.training.linie1.pictures import BORDER, CELL_PX
from vision.training.linie1.printed import random_printed


@pytest.mark.slow
def test_labels_are_where_the_picture_shows_the_pieces() -> None:
    """What the first look sees in the open is what is told, and most signs are where they are told
    to be."""
    sample = random_printed(9001)
    rim = round((BORDER - 1) * CELL_PX)
    grid = cv2.resize(sample.image[rim:-rim, rim:-rim], (SPAN * SEEN_PX,) * 2)
    found = CellReader(load_net("linie1/cells"), load_net("linie1/trams")).at_a_glance(grid)
    inside = np.pad(np.ones((SPAN - 2, SPAN - 2), bool), 1)
    covered = sample.signs | sample.trams.any(-1)
    seen = found.faces.argmax(-1)
    bare = inside & ~covered
    assert (sample.faces[bare] > 0).sum() > 20
    assert (seen[bare] == sample.faces[bare]).mean() > 0.97
    assert sample.signs.sum() > 5
    assert (found.sign[sample.signs] > 0.5).mean() > 0.8
    assert (found.sign[bare] < 0.5).mean() > 0.97
