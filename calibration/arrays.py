"""The arrays that the house passes on. Shapes and units stand where they are passed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

#: Pictures (H, W, 3) BGR, batches of them (N, H, W, 3), and other levels 0..255.
Pixels = NDArray[np.uint8]

#: Maps of pictures, and what nets take and give, (N, C, H, W) or (N, C).
Tensor = NDArray[np.float32]

#: Measurements and probabilities of any shape.
Float = NDArray[np.float64]

#: (N, 2) points x, y.
Points = NDArray[np.float64]

#: (..., 3, 3) or (..., 2, 2) maps of points as column vectors.
Matrix = NDArray[np.float64]

Mask = NDArray[np.bool_]
Indices = NDArray[np.intp]
