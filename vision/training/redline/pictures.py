"""Make Redline training pictures once:
`python -m vision.training redline.pictures OUT FIRST COUNT [bright]`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.training.kept import keep_all
from vision.training.redline.samples import rendered

#: Size and tile sides of the pictures, pixels: the sides cover what the nets are asked to read.
SIZE_WH = (640, 480)
SIDES_PX = (17.0, 110.0)

#: Pictures in a file, and most stops of light more than usual, where lamps are to burn colours out.
_KEPT, _BRIGHT_STOPS = 100, 2.5


def main(argv: Sequence[str]) -> None:
    """Render and keep `COUNT` pictures; with `bright` at the end burnt-out ones."""
    first, most = int(argv[1]), _BRIGHT_STOPS if "bright" in argv[3:] else 0.0

    def stops(seed: int) -> float:
        return float(np.random.default_rng(seed - first).uniform(0, most))

    keep_all(argv, _KEPT, lambda seeds: [rendered(s, SIZE_WH, SIDES_PX, stops(s)) for s in seeds])
