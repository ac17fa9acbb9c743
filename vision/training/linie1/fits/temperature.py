"""Fit the cell reader's temperatures: `python -m vision.training linie1.fits.temperature FOLDER`.

The folder holds pictures that were not trained on (`linie1.pictures`). Prints the divisors of the
logits with the smallest mean negative log likelihood, and what would then be surely wrong.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from scipy.special import log_softmax

from vision.linie1.tiles.cells import CELL_PX as SEEN_PX
from vision.linie1.tiles.cells import FACES, SIGN, SIGN_WEIGHT, TRAM_WEIGHT, CellReader
from vision.nn.arrays import Float, Indices, Mask, Pixels
from vision.nn.models import load_net
from vision.reading import SURE_CONFIDENCE
from vision.training.fitting import best_temperature, yes_no_loss
from vision.training.linie1.cells import SIZE
from vision.training.linie1.pictures import BORDER, CELL_PX
from vision.training.linie1.samples import BoardSample

#: A cell hidden more than this is not counted.
_HIDDEN = 0.3


def straight(sample: BoardSample) -> Pixels:
    """The kept picture as a perfect finder would lay it straight."""
    scale, shift = CELL_PX / SEEN_PX, (BORDER - 1.0) * CELL_PX
    offset = shift + (scale - 1) / 2
    matrix = np.array([[scale, 0, offset], [0, scale, offset]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(sample.image, matrix, (SIZE, SIZE), flags=flags), np.uint8)


def main(argv: Sequence[str]) -> None:
    """Command line."""
    cv2.setNumThreads(1)
    reader = CellReader(load_net("linie1/cells"), load_net("linie1/trams"))
    rows: dict[str, list[np.ndarray]] = {name: [] for name in _COLUMNS}
    for file in sorted(Path(argv[0]).glob("*.pickle")):
        for sample in pickle.loads(file.read_bytes()):
            for name, column in zip(_COLUMNS, _looked_at(reader, sample), strict=True):
                rows[name].append(column)
    right = [
        (a.argmax(1) == b).all() for a, b in zip(rows["faces"], rows["true faces"], strict=True)
    ]
    found = {name: np.concatenate(columns) for name, columns in rows.items()}
    _tell_faces(found["faces"], found["true faces"])
    print(f"photos without a wrong cell {np.mean(right):.3f}")
    for name in ("signs", "trams"):
        _tell_things(name, found[name], found[f"true {name}"].astype(bool))


_COLUMNS = ("faces", "true faces", "signs", "true signs", "trams", "true trams")


def _looked_at(reader: CellReader, sample: BoardSample) -> tuple[np.ndarray, ...]:
    """Logits and truth of the cells that can be seen, in the order of the columns."""
    grid = straight(sample)
    logits, trams = reader.logits(grid), reader.tram_logits(grid)
    inside = sample.hidden < _HIDDEN
    inside[[0, -1]] = inside[:, [0, -1]] = False
    return (
        logits[inside][:, :FACES],
        sample.faces[inside].astype(int),
        logits[inside][:, SIGN] - np.log(SIGN_WEIGHT),
        sample.signs[inside],
        trams[inside] - np.log(TRAM_WEIGHT),
        sample.trams[inside],
    )


def _tell_faces(logits: Float, truth: Indices) -> None:
    def loss_at(temperature: float) -> float:
        told = log_softmax(logits / temperature, axis=1)
        return -float(told[np.arange(len(truth)), truth].mean())

    temperature = best_temperature(loss_at)
    wrong = logits.argmax(1) != truth
    share = np.exp(log_softmax(logits / temperature, axis=1).max(1))
    print(f"{len(truth)} cells, {wrong.mean():.4%} wrong, T = {temperature:.3f}")
    for low, high in pairwise((0.0, 0.5, 0.8, 0.9, SURE_CONFIDENCE, 0.99, 1.01)):
        band = (share >= low) & (share < high)
        if band.any():
            print(f"  {low:.2f}..{high:.2f}: {band.sum()} cells, {wrong[band].mean():.4f} wrong")


def _tell_things(name: str, odds: Float, there: Mask) -> None:
    temperature = best_temperature(lambda t: yes_no_loss(odds / t, there))
    missed, invented = ((odds < 0) & there).sum(), ((odds > 0) & ~there).sum()
    sure = SURE_CONFIDENCE / (1 - SURE_CONFIDENCE)
    surely = np.abs(odds / temperature) > np.log(sure)
    bad = ((odds > 0) != there) & surely
    print(f"{there.sum()} {name}: {missed} missed, {invented} invented, T = {temperature:.3f}")
    print(f"  surely wrong: {bad.sum()}, of {len(odds)} cells")
