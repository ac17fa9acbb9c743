"""How far a board that was found is from where it lies."""

from __future__ import annotations

import numpy as np

from calibration.homography import Homography
from vision.linie1.board.pose import QUARTERS, BoardPose

_NODES = np.array([(x, y) for x in range(13) for y in range(13)], float)


def off(pose: BoardPose, board_to_photo: np.ndarray) -> tuple[float, int]:
    """The rms error over the grid's nodes, cells, whichever side is taken for north, and how many
    quarters north is off."""
    seen = pose.board_to_photo.inverse()(Homography(board_to_photo)(_NODES))
    turned = (Homography(quarter)(seen) - _NODES for quarter in QUARTERS)
    errors = [float(np.sqrt((error**2).sum(1).mean())) for error in turned]
    return min(errors), int(np.argmin(errors))
