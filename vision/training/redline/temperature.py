"""Fit the tile reader's temperature: `python -m vision.training redline.temperature FIRST COUNT`.

Runs the whole way from a rendered picture to logits, as a user's photo goes, and prints the
temperature with the smallest mean negative log likelihood of the true spokes and colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tests.render.redline import RenderedPhoto, random_photo
from vision.nn.arrays import Float, Points
from vision.nn.models import load_net
from vision.nn.resample import quad_area_side
from vision.redline.layout.lattice import groups, outline
from vision.redline.limits import LIMITS
from vision.redline.tiles.finder import Finder
from vision.redline.tiles.tile_reader import TileReader
from vision.training.fitting import best_temperature, yes_no_loss

#: A found tile is a true one when their middles are nearer than this share of a side.
_SAME = 0.3


def logits_and_truth(photo: RenderedPhoto, finder: Finder, reader: TileReader) -> list[np.ndarray]:
    """(18,) rows: nine logits (spokes, blue) and their nine truths, told in the found frame."""
    rows = []
    for group in groups(finder.find(photo.image).quads):
        outlines = [outline(group, laid) for laid in group.tiles]
        posteriors = reader.read(photo.image, outlines)
        for corners, posterior in zip(outlines, posteriors, strict=True):
            truth = _truth(photo, corners)
            if truth is not None:
                shares = np.clip(np.append(posterior.spokes, posterior.blue), 1e-9, 1 - 1e-9)
                rows.append(np.concatenate([np.log(shares / (1 - shares)), truth]))
    return rows


def _truth(photo: RenderedPhoto, corners: Points) -> Float | None:
    side = quad_area_side(corners)
    for tile in photo.tiles:
        away = float(np.linalg.norm(tile.corners_xy.mean(0) - corners.mean(0)))
        if away < _SAME * side and tile.visible > 0.97:
            turn = int(np.argmin(np.linalg.norm(tile.corners_xy - corners[0], axis=1)))
            spokes = [s in tile.spokes for s in range(8)]
            return np.array([*np.roll(spokes, -2 * turn), tile.colour == "blue"], float)
    return None


def main(argv: Sequence[str]) -> None:
    """Command line."""
    first, count = int(argv[0]), int(argv[1])
    finder = Finder(load_net("redline/finder"))
    reader = TileReader(load_net("redline/tile_reader"), replace(LIMITS, temperature=1.0))
    rows = []
    for seed in range(first, first + count):
        photo = random_photo(seed, (960, 720), (18, 110))
        rows += logits_and_truth(photo, finder, reader)
    logits, truth = np.split(np.array(rows), 2, axis=1)
    wrong = ((logits > 0) != (truth > 0.5)).any(1).mean()
    temperature = best_temperature(lambda t: yes_no_loss(logits / t, truth > 0.5))
    print(f"{len(logits)} tiles, {wrong:.4f} misread, T = {temperature:.3f}")
