"""Make Redline training pictures once."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from pathlib import Path

from vision.training.redline.samples import rendered

#: Size and tile sides of the pictures, pixels: the sides cover what the nets are asked to read.
SIZE_WH = (640, 480)
SIDES_PX = (17.0, 110.0)


def main(argv: Sequence[str]) -> None:
    """Render and keep `COUNT` pictures in one file."""
    out, first, count = Path(argv[0]), int(argv[1]), int(argv[2])
    samples = [rendered(seed, SIZE_WH, SIDES_PX) for seed in range(first, first + count)]
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(pickle.dumps(samples))


if __name__ == "__main__":
    main(sys.argv[1:])
