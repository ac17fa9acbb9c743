"""Make Redline training pictures once."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from vision.training.redline.samples import rendered

#: Size and tile sides of the pictures, pixels: the sides cover what the nets are asked to read.
SIZE_WH = (640, 480)
SIDES_PX = (17.0, 110.0)

#: Most stops of light more than usual, where lamps are to burn colours out.
_BRIGHT_STOPS = 2.5


def main(argv: Sequence[str]) -> None:
    """Render and keep `COUNT` pictures in one file; with `bright` at the end burnt-out ones."""
    out, first, count = Path(argv[0]), int(argv[1]), int(argv[2])
    most = _BRIGHT_STOPS if argv[3:] == ["bright"] else 0.0
    stops = [float(np.random.default_rng(seed).uniform(0, most)) for seed in range(count)]
    samples = [rendered(first + n, SIZE_WH, SIDES_PX, more) for n, more in enumerate(stops)]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(pickle.dumps(samples))


if __name__ == "__main__":
    main(sys.argv[1:])
