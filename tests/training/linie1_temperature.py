"""Fit the cell reader's temperatures: `python -m tests.training.linie1_temperature FOLDER`.

The folder holds pictures that were not trained on (`linie1_pictures`). Prints the divisors of the
logits with the smallest mean negative log likelihood, and what would then be surely wrong.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar

from tests.training.linie1_cells import SIZE
from tests.training.linie1_pictures import BORDER, CELL_PX, BoardSample
from vision.linie1.cells import CELL_PX as SEEN_PX
from vision.linie1.cells import COVER, FACES, TOO_HIGH, CellReader
from vision.nets import Net
from vision.reading import SURE_CONFIDENCE

#: A cell hidden more than this is not counted.
_HIDDEN = 0.3


def straight(sample: BoardSample) -> NDArray[np.uint8]:
    """The kept picture as a perfect finder would lay it straight."""
    scale, shift = CELL_PX / SEEN_PX, (BORDER - 1.0) * CELL_PX
    offset = shift + (scale - 1) / 2
    matrix = np.array([[scale, 0, offset], [0, scale, offset]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(sample.image, matrix, (SIZE, SIZE), flags=flags), np.uint8)


def best_temperature(loss_at: object) -> float:
    """The divisor with the smallest loss."""
    found = minimize_scalar(lambda t: loss_at(float(np.exp(t))), bounds=(-2, 2), method="bounded")  # type: ignore[operator]
    return float(np.exp(found.x))


def face_loss(logits: NDArray[np.float64], faces: NDArray[np.intp], temperature: float) -> float:
    """Mean negative log likelihood of true faces (N,) under logits (N, 35)."""
    scaled = logits / temperature
    top = scaled.max(1, keepdims=True)
    total = np.log(np.exp(scaled - top).sum(1)) + top[:, 0]
    return float((total - scaled[np.arange(len(faces)), faces]).mean())


def thing_loss(logits: NDArray[np.float64], there: NDArray[np.bool_], temperature: float) -> float:
    """Mean negative log likelihood of signs and trams."""
    return float(np.logaddexp(0, logits / temperature * (1 - 2 * there)).mean())


def main() -> None:
    """Command line."""
    cv2.setNumThreads(1)
    reader = CellReader(Net("vision.linie1", "cells.onnx"))
    faces, face_truth, things, thing_truth, photos_right = [], [], [], [], []
    for file in sorted(Path(sys.argv[1]).glob("*.pickle")):
        for sample in pickle.loads(file.read_bytes()):
            logits = reader.logits(straight(sample))
            seen = sample.hidden < _HIDDEN
            inside = seen.copy()
            inside[[0, -1]] = inside[:, [0, -1]] = False
            faces.append(logits[inside][:, :FACES])
            face_truth.append(sample.faces[inside].astype(int))
            photos_right.append((faces[-1].argmax(1) == face_truth[-1]).all())
            things.append(logits[seen][:, FACES:COVER])
            thing_truth.append(np.concatenate([sample.signs[..., None], sample.trams], -1)[seen])
    logits, truth = np.concatenate(faces), np.concatenate(face_truth)
    odds, there = np.concatenate(things) - TOO_HIGH, np.concatenate(thing_truth)
    face_t = best_temperature(lambda t: face_loss(logits, truth, t))
    thing_t = best_temperature(lambda t: thing_loss(odds, there, t))
    wrong = logits.argmax(1) != truth
    share = np.exp(-np.logaddexp.reduce(logits / face_t, 1) + logits.max(1) / face_t)
    print(f"{len(truth)} cells, {wrong.mean():.4%} wrong, T = {face_t:.3f}")
    sure = share >= SURE_CONFIDENCE
    print(f"sure {sure.mean():.2%}, of these wrong {wrong[sure].mean():.4%}")
    for low, high in ((0.5, 0.8), (0.8, 0.9), (0.9, 0.97), (0.97, 0.99), (0.99, 1.01)):
        band = (share >= low) & (share < high)
        print(f"  {low:.2f}..{high:.2f}: {band.sum()} cells, right {1 - wrong[band].mean():.3f}")
    missed, invented = ((odds < 0) & there).sum(0), ((odds > 0) & ~there).sum(0)
    print(f"signs, trams {there.sum(0)}: missed {missed}, invented {invented}, T = {thing_t:.3f}")
    print(f"photos without a wrong cell {np.mean(photos_right):.3f}")


if __name__ == "__main__":
    main()
