"""Path-traced training pictures of Redline, with the photobooth beside the project: in its
environment, `python -m vision.training redline.booth PHOTOBOOTH OUT FIRST COUNT`.

Positions and rooms are the booth's own, its colours a little or much off. The truth has the corners
of every tile, hands included, as `vision.training.redline.samples` reads them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch

from rules.core.codec import JsonObject
from vision.training.booth import make_all, watched

SIZE_WH = (1120, 840)
#: Spread of the colours of a set round those of the booth, of 255.
_OFF = (6, 14, 26)
#: Widths of a red line, in tile sides.
_LINE = (0.06, 0.17)


def picture(booth: ModuleType, redline: ModuleType, path: Path, seed: int) -> None:
    """Make one picture and its truth."""
    laid: list[JsonObject] = []
    quads: list[JsonObject] = []
    add_tile, look_of = redline.add_tile, redline.look_of

    def watched_tile(*given: Any) -> None:
        _, _, look, colour, mask, x, y, turn, _ = given
        add_tile(*given)
        corners = _corners(x, y, look["size"] * 0.985, turn, look["thick"])
        laid.append({"corners": corners, "colour": colour, "mask": mask})

    def project_all() -> None:
        for tile in laid:
            corners = [booth.project(corner) for corner in tile["corners"]]
            spokes = [k for k in range(8) if tile["mask"] >> k & 1]
            colour = "blue" if tile["colour"] == "B" else "yellow"
            quads.append({"corners": corners, "colour": colour, "spokes": spokes})

    def look(rng: Random) -> JsonObject:
        return _look(look_of(rng), rng)

    with (
        patch.multiple(redline, add_tile=watched_tile, look_of=look),
        watched(booth, SIZE_WH, project_all),
    ):
        redline.scene(str(path), seed)
    path.with_suffix(".json").write_text(json.dumps({"game": "redline", "quads": quads}))


def _look(look: JsonObject, rng: Random) -> JsonObject:
    """A set of the booth's in other colours and with wider or narrower lines."""
    off = rng.choice(_OFF)
    for name in ("Y", "B", "red"):
        look[name] = tuple(min(255, max(0, v + rng.gauss(0, off))) for v in look[name])
    return look | {"width": rng.uniform(*_LINE)}


def _corners(
    x: float, y: float, side: float, turn: float, high: float
) -> list[tuple[float, float, float]]:
    """The tile's own NW, NE, SE and SW on the table; y points away from the viewer, `turn` in
    radians against the clock."""
    c, s, half = math.cos(turn), math.sin(turn), side / 2
    return [
        (x + half * (c * u - s * v), y + half * (s * u + c * v), high)
        for u, v in ((-1, 1), (1, 1), (1, -1), (-1, -1))
    ]


def main(argv: Sequence[str]) -> None:
    """Make some pictures."""
    make_all("redline", picture, argv)
