"""Path-traced pictures as the nets learn them: `python -m vision.training traced FOLDER OUT`.

Packs what `linie1.booth` or `rouge.booth` made so far; a later run packs what came since. Rouge's
closer look learnt the seeds 11000-11096, 12000-12075, 13000-13011, 14000-14011, 15000-15207 and
16000-16212 of `rouge.booth`; those that end in 0 were held back. The photobooth wants a NumPy of
its own, so it runs in an environment of its own.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from calibration.homography import Homography
from rules.core.codec import Json
from rules.games.linie1.tiles import FACE_OF
from tests.render.rouge.photo import RougePhoto, TruthCell, TruthSpare
from vision.nn.arrays import Matrix, Pixels
from vision.training.linie1.pictures import labelled
from vision.training.linie1.samples import BoardSample
from vision.training.rouge.pictures import packed

#: Pictures in a file.
_IN_FILE = 20


def _plane(square: list[tuple[float, float]], corners: list[list[float]]) -> Matrix:
    """(3, 3) plane to pixels, their middles at whole numbers."""
    pixels = np.array(corners, np.float32) - 0.5
    return np.asarray(cv2.getPerspectiveTransform(np.array(square, np.float32), pixels))


def linie1_sample(image: Pixels, truth: Json) -> BoardSample:
    """The training picture of a Linie 1 photo."""
    plane = _plane([(0, 0), (12, 0), (12, 12), (0, 12)], truth["corners"])
    faces = {(row, col): FACE_OF[mask] for row, col, mask in truth["tiles"]}
    return labelled(image, Homography(plane), faces, truth["signs"], truth["trams"])


def _xy(point: list[float]) -> tuple[float, float]:
    return point[0] - 0.5, point[1] - 0.5


def rouge_photo(image: Pixels, truth: Json) -> RougePhoto:
    """The training picture of a Rouge photo."""
    plane = _plane([(1, 0), (0, 1), (-1, 0), (0, -1)], truth["corners"])
    cells, spares = [], []
    for one in truth["things"]:
        seen = (_xy(one["foot"]), _xy(one["middle"]), one["radius"], one["visible"])
        if one["ring"] is None:
            spares.append(TruthSpare(one["colour"], *seen))
        else:
            cells.append(TruthCell(one["ring"], one["cell"], one["colour"], *seen))
    first, second, third = ((low, high) for low, high in truth["bounds"])
    a, b, c = truth["phases_deg"]
    return RougePhoto(image, plane, tuple(cells), tuple(spares), (first, second, third), (a, b, c),
                      np.zeros(image.shape[:2], bool), (), (0.0, 0.0))  # fmt: skip


def main(argv: Sequence[str]) -> None:
    """Pack every full score of pictures, and with `all` the rest too."""
    folder, out = Path(argv[0]), Path(argv[1])
    out.mkdir(parents=True, exist_ok=True)
    files = sorted(folder.glob("*.json"))
    for start in range(0, len(files), _IN_FILE):
        part = files[start : start + _IN_FILE]
        kept = out / f"{part[0].stem}.pickle"
        if kept.exists() or (len(part) < _IN_FILE and "all" not in argv[2:]):
            continue
        rows: list[object] = []
        for file in part:
            truth = json.loads(file.read_text())
            image = np.asarray(cv2.imread(str(file.with_suffix(".jpg"))), np.uint8)
            game = truth["game"]
            rows.append(
                linie1_sample(image, truth)
                if game == "linie1"
                else packed(rouge_photo(image, truth))
            )
        kept.write_bytes(pickle.dumps(rows))
