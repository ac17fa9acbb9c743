"""Fit what the Mokadi reader says of its own certainty: `python -m vision.training.mokadi.calibrate
FIRST COUNT [PHOTO...]`.

Quick pictures that no net learnt from, and photos with their truth beside them (also of other
games), are read; the weights of `vision.mokadi.confidence` are printed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.render.mokadi_photo import random_photo, truth_json
from vision.mokadi.confidence import pad_features, stick_features
from vision.mokadi.limits import LIMITS
from vision.mokadi.looking import Seen, see
from vision.mokadi.pieces.fields import COLOURS
from vision.nn.arrays import Float, Pixels
from vision.nn.models import load_net
from vision.reader import ignore_stage

#: How far an end or a pad may be off, stick lengths.
_REACH = 0.15
#: Strength of the prior that weights are small, and steps of the fit.
_PRIOR, _STEPS = 0.3, 40

Truth = Mapping[str, Any]

#: The truth of a photo of another game: nothing that is found there is right.
_NOTHING: Truth = {"pads": [], "sticks": []}


def pictures(first: int, count: int, photos: list[Path]) -> Iterator[tuple[Pixels, Truth]]:
    """Pictures with their truth."""
    for seed in range(first, first + count):
        photo = random_photo(seed)
        yield photo.image, truth_json(photo)
    for file in photos:
        image = cv2.imread(str(file))
        assert image is not None
        truth = json.loads(file.with_suffix(".json").read_text())
        yield np.asarray(image, np.uint8), truth if truth.get("game") == "mokadi" else _NOTHING


def right_sticks(seen: Seen, truth: Truth) -> list[bool]:
    """Which of the sticks found are right, each true one once."""
    true = [(np.array(s["px"]), s["colour"]) for s in truth["sticks"]]
    reach = _REACH * _unit(truth)
    free, found = set(range(len(true))), []
    for stick in seen.sticks:
        ends = seen.fields.patch.to_photo(stick.ends)
        off = {k: _apart(ends, true[k][0]) for k in free}
        best = min(off, key=off.__getitem__, default=None)
        met = best is not None and off[best] <= reach
        if best is not None and met:
            free.discard(best)
            met = COLOURS[int(stick.colour.argmax())] == true[best][1]
        found.append(met)
    return found


def right_pads(seen: Seen, truth: Truth) -> list[bool]:
    """Which of the pads found are right, each true one once."""
    free, found = list(truth["pads"]), []
    for pad in seen.pads:
        place = seen.fields.patch.to_photo(pad.xy[None])[0]
        near = [p for p in free if np.hypot(*(np.array(p["px"]) - place)) < _REACH * _unit(truth)]
        if near:
            free.remove(near[0])
        found.append(bool(near) and COLOURS[int(pad.colour.argmax())] == near[0]["colour"])
    return found


def _unit(truth: Truth) -> float:
    lengths = [float(np.hypot(*np.diff(np.array(s["px"]), axis=0)[0])) for s in truth["sticks"]]
    return float(np.median(lengths or [200.0]))


def _apart(one: Float, other: Float) -> float:
    straight = np.hypot(*(one - other).T).max()
    return float(min(straight, np.hypot(*(one - other[::-1]).T).max()))


def fitted(features: list[Float], right: list[bool]) -> Float:
    """Weights of a logistic regression, by Newton's method; the last one is the constant's."""
    x, y = np.array(features), np.array(right, float)
    prior = np.diag([_PRIOR] * (x.shape[1] - 1) + [1e-3])
    weights = np.zeros(x.shape[1])
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -20, 20)))
        slope = x.T @ (y - p) - prior @ weights
        bend = (x * (p * (1 - p))[:, None]).T @ x + prior
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def main(argv: Sequence[str]) -> None:
    """Read the pictures, fit, print."""
    first, count = int(argv[0]), int(argv[1])
    net = load_net("mokadi/pieces")
    kept: list[tuple[Seen, Truth, list[bool], list[bool]]] = []
    for image, truth in pictures(first, count, [Path(p) for p in argv[2:]]):
        seen = see(image, net, ignore_stage, LIMITS)
        kept.append((seen, truth, right_pads(seen, truth), right_sticks(seen, truth)))
    pads = fitted([f for k in kept for f in pad_features(k[0])], [r for k in kept for r in k[2]])
    sticks = fitted(
        [f for k in kept for f in stick_features(k[0])], [r for k in kept for r in k[3]]
    )
    for name, weights in (("STICK", sticks), ("PAD", pads)):
        print(f"{name} = np.array({[round(float(w), 3) for w in weights]})")


if __name__ == "__main__":
    main(sys.argv[1:])
