"""What random pieces of training pictures are cut with."""

from __future__ import annotations

import numpy as np

from calibration.encoding import shrunk_by
from calibration.homography import Homography
from vision.nn.arrays import Matrix, Pixels, Points

#: What lies where a cut shows nothing of its picture, (blue, green, red) 0..255.
Fill = tuple[float, ...]


def shrunk(image: Pixels, matrix: Matrix, factor: float) -> tuple[Pixels, Matrix]:
    """A picture made smaller, and what a map (2 or 3, 3) of its pixels is to the smaller one."""
    return shrunk_by(image, factor), np.asarray(matrix / (factor, factor, 1.0))


def any_colour(rng: np.random.Generator) -> Fill:
    """Any colour, to be laid round a picture."""
    return tuple(float(v) for v in rng.uniform(0, 255, 3))


def seen_at(to_photo: Matrix, x: float, y: float, step: float = 1.0) -> tuple[Points, float]:
    """Where a point of a plane lies in a picture (2,), and how long a step of the plane is there,
    the root of what a square of such steps covers, pixels."""
    seen = Homography(to_photo)(np.array([(x, y), (x + step, y), (x, y + step)]))
    return seen[0], float(np.sqrt(abs(np.linalg.det(seen[1:] - seen[0]))))
