"""Training pictures of the set that Arbitable prints:
`python -m vision.training linie1.printed OUT FIRST COUNT`.

Its signs are folded cardboard, which no bought set has; its pages are laid and photographed as the
tests of printing do, with more signs and trams than a game has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.homography import Homography
from calibration.printing.linie1.board import CELL_MM
from rules.games.linie1.places import LOCATION_AT, SPAN
from rules.games.linie1.tiles import Tile
from tests.printing.linie1_scene import ON_BOARD, photo_of
from tests.render.linie1.positions import Position, random_position
from tests.render.seeds import stream
from vision.training.kept import keep_all
from vision.training.linie1.pictures import labelled, trams_on
from vision.training.linie1.samples import BoardSample

#: Tiles laid, and pictures in a file.
_TILES, _KEPT = (6, 45, 100, 128), 10
#: Share of the tiles that bear a sign, and trams on tiles and at termini.
_SIGNS, _TRAMS, _ENDS = (0.1, 0.6), (3, 18), 3


def random_printed(seed: int) -> BoardSample:
    """A picture of a printed set."""
    rng = stream(seed, "printed")
    position = _crowded(random_position(stream(seed, "position"), int(rng.choice(_TILES))), rng)
    shown = photo_of(position, seed)
    view = Homography(shown.plane(ON_BOARD) @ np.diag([CELL_MM, CELL_MM, 1.0]))
    faces = {at: Tile.of_kind(*tile).face for at, tile in position.tiles.items()}
    return labelled(shown.image, view, faces, position.stops, position.trams)


def _crowded(position: Position, rng: np.random.Generator) -> Position:
    """The position with signs on many tiles and trams on others, now and then both on one."""
    tiles = sorted(position.tiles)
    share = rng.uniform(*_SIGNS)
    stops = tuple(at for at in tiles if rng.random() < share)
    free = [at for at in tiles if at[0] * SPAN + at[1] not in LOCATION_AT]
    count = min(len(free), int(rng.integers(*_TRAMS)))
    cells = [free[int(k)] for k in rng.choice(len(free), count, replace=False)]
    trams = trams_on(cells, _ENDS, rng)
    return replace(position, stops=stops, trams=trams)


def main(argv: Sequence[str]) -> None:
    """Render and keep pictures."""
    keep_all(argv, _KEPT, lambda seeds: [random_printed(seed) for seed in seeds])
