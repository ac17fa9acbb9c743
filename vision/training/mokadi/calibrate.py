"""Fit what the Mokadi reader says of its own certainty: `python -m vision.training mokadi.calibrate
FIRST COUNT GAMES [PHOTO...]`.

Quick piles and the first, second and last picture of quick games, that no net learnt from, and
photos with their truth beside them (also of other games), are read; the weights of
`vision.mokadi.confidence` are printed. Games are among them since most pads carry nothing yet when
one begins. Path-traced photos have more say, as they look most like a table; other games little:
each of them shows dozens of round things, and people say which game it is.

Pads are fitted a second time for tables on which no stick lies yet (`ALONE`): whether one is there,
whatever its colour, which is told beside it. What lies too far off, or carries nothing, weighs as
it did in an earlier fit: the former is a foul, and the latter was laid last.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from rules.core.codec import Json
from tests.render.mokadi_game import Rules, game_truth, photograph, random_game
from tests.render.mokadi_photo import random_photo, truth_json
from vision.mokadi.confidence import KEPT_OF_PADS, pad_features, stick_features
from vision.mokadi.limits import LIMITS
from vision.mokadi.looking import Seen, see
from vision.mokadi.pieces.box import NO_VOTES, votes_by_pieces
from vision.mokadi.pieces.fields import COLOURS
from vision.nn.arrays import Float, Pixels
from vision.nn.models import load_net
from vision.reader import untimed
from vision.training.fitting import logistic

#: How far an end or a pad may be off, stick lengths.
_REACH = 0.15
#: Strength of the prior that weights are small, and of that of the constant.
_PRIOR, _PRIOR_OF_CONSTANT = 0.3, 1e-3
#: How much a piece of a path-traced photo, and what is found on one of another game, count.
_TRACED, _ELSEWHERE = 5.0, 0.3
#: How many times as much quick pictures count where pads lie alone: they show most coins.
_COINS = 2.0
#: Where the seeds of games begin after those of piles.
_GAMES_AFTER = 100

#: The truth of a photo of another game: nothing that is found there is right.
_NOTHING: Json = {"pads": [], "sticks": []}


@dataclass(frozen=True)
class Shown:
    """A picture with its truth, and how much its pieces count."""

    image: Pixels
    truth: Json
    weight: float


def pictures(first: int, count: int, games: int, photos: list[Path]) -> Iterator[Shown]:
    """Piles, pictures of games, and photos."""
    for seed in range(first, first + count):
        photo = random_photo(seed)
        yield Shown(photo.image, truth_json(photo), 1.0)
    for seed in range(first + _GAMES_AFTER, first + _GAMES_AFTER + games):
        rules = Rules(pads=5, lays=3, opening=seed % 3, fouls=0.1)
        game = random_game(np.random.default_rng([seed, 5]), rules)
        for index in sorted({0, 1, len(game.turns) - 1}):
            photo = photograph(game, index, seed)
            yield Shown(photo.image, game_truth(game, index, photo), 1.0)
    for file in photos:
        image = cv2.imread(str(file))
        assert image is not None
        truth = json.loads(file.with_suffix(".json").read_text())
        traced = truth.get("game") == "mokadi"
        pixels = np.asarray(image, np.uint8)
        yield Shown(pixels, truth if traced else _NOTHING, _TRACED if traced else _ELSEWHERE)


def right_sticks(seen: Seen, truth: Json) -> list[bool]:
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


def true_pads(seen: Seen, truth: Json) -> list[Json | None]:
    """Which true pad each of those found is, each once; None where it is none."""
    free, found = list(truth["pads"]), []
    for pad in seen.pads:
        place = seen.fields.patch.to_photo(pad.xy[None])[0]
        near = [p for p in free if np.hypot(*(np.array(p["px"]) - place)) < _REACH * _unit(truth)]
        if near:
            free.remove(near[0])
        found.append(near[0] if near else None)
    return found


def right_pads(seen: Seen, truth: Json) -> list[bool]:
    """Which of the pads found are right, by place and colour."""
    return [
        true is not None and COLOURS[int(pad.colour.argmax())] == true["colour"]
        for pad, true in zip(seen.pads, true_pads(seen, truth), strict=True)
    ]


def _unit(truth: Json) -> float:
    lengths = [float(np.hypot(*np.diff(np.array(s["px"]), axis=0)[0])) for s in truth["sticks"]]
    return float(np.median(lengths or [200.0]))


def _apart(one: Float, other: Float) -> float:
    straight = np.hypot(*(one - other).T).max()
    return float(min(straight, np.hypot(*(one - other[::-1]).T).max()))


def fitted(
    features: list[Float],
    right: list[bool],
    weights: list[float],
    fixed: Mapping[int, float] | None = None,
) -> Float:
    """Weights of a logistic regression of samples that count so much; the last one is the
    constant's. Some may be `fixed`."""
    whole, y, counts = np.array(features), np.array(right), np.array(weights)
    given = dict(fixed or {})
    free = [k for k in range(whole.shape[1]) if k not in given]
    x, known = whole[:, free], whole[:, list(given)] @ np.array(list(given.values()))
    prior = np.array([_PRIOR] * (x.shape[1] - 1) + [_PRIOR_OF_CONSTANT])
    found = logistic(x, y, counts, prior, known)
    every = np.zeros(whole.shape[1])
    every[free], every[list(given)] = found, list(given.values())
    return every


@dataclass
class Findings:
    """What was found of one kind of piece: features, whether each is right, how much it counts."""

    features: list[Float]
    right: list[bool]
    weights: list[float]

    def add(self, features: Float, right: list[bool], weight: float) -> None:
        """The pieces of one picture."""
        self.features += list(features)
        self.right += right
        self.weights += [weight] * len(right)

    def told(self, name: str, fixed: Mapping[int, float] | None = None) -> str:
        """The line of `vision.mokadi.confidence`."""
        found = fitted(self.features, self.right, self.weights, fixed)
        return f"{name} = np.array({[round(float(w), 3) for w in found]})"


def main(argv: Sequence[str]) -> None:
    """Read the pictures, fit, print."""
    first, count, games = (int(one) for one in argv[:3])
    net = load_net("mokadi/pieces")
    sticks, pads, alone = (Findings([], [], []) for _ in range(3))
    for shown in pictures(first, count, games, [Path(p) for p in argv[3:]]):
        colours = {pad["colour"] for pad in shown.truth["pads"]}
        told = votes_by_pieces(colours) if colours and not shown.truth["sticks"] else None
        seen = see(shown.image, net, untimed, LIMITS, told=NO_VOTES if told is None else told)
        sticks.add(stick_features(seen), right_sticks(seen, shown.truth), shown.weight)
        pads.add(pad_features(seen), right_pads(seen, shown.truth), shown.weight)
        more = _COINS if shown.weight == 1.0 else 1.0
        there = [true is not None for true in true_pads(seen, shown.truth)]
        alone.add(pad_features(seen), there, more * shown.weight)
    print(sticks.told("STICK"))
    kept = dict(enumerate(KEPT_OF_PADS, 4))
    print(pads.told("PAD", kept))
    print(alone.told("ALONE", kept))
