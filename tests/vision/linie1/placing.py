"""Boards of which it is known where they lie: read there, and how far off one was found."""

from __future__ import annotations

import numpy as np

from calibration.homography import Homography
from vision.linie1.board.pose import QUARTERS, BoardPose
from vision.linie1.reader import Linie1Reader
from vision.linie1.tiles.tram_lines import AS_SOLD
from vision.reader import Image, untimed
from vision.reading import Reading

_NODES = np.array([(x, y) for x in range(13) for y in range(13)], float)


def off(pose: BoardPose, board_to_photo: np.ndarray) -> tuple[float, int]:
    """The rms error over the grid's nodes, cells, whichever side is taken for north, and how many
    quarters north is off."""
    seen = pose.board_to_photo.inverse()(Homography(board_to_photo)(_NODES))
    turned = (Homography(quarter)(seen) - _NODES for quarter in QUARTERS)
    errors = [float(np.sqrt((error**2).sum(1).mean())) for error in turned]
    return min(errors), int(np.argmin(errors))


def read_at(reader: Linie1Reader, image: Image, pose: BoardPose) -> Reading:
    """What stands on a board that lies there, without a search for it."""
    return reader._reading(reader._looked(image, pose, None), AS_SOLD, untimed, alone=True)
