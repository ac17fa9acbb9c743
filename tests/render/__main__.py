"""python -m tests.render OUT_DIR SEED...: random photos X.jpg with their truth X.json."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2

from tests.render.redline import random_photo, truth_json


def main(arguments: list[str]) -> int:
    """Write one photo and its truth for every seed; 2 when there is nothing to do."""
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    for seed in map(int, arguments[1:]):
        photo = random_photo(seed)
        cv2.imwrite(
            str(out / f"redline_{seed:04d}.jpg"), photo.image, [cv2.IMWRITE_JPEG_QUALITY, 95]
        )
        (out / f"redline_{seed:04d}.json").write_text(json.dumps(truth_json(photo)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
