"""What a person put right: how it looked, what was read, and what it is.

A reader errs by habit: the same look misleads it again, on the next photo, at another place, in
the next game. Its own word is taken where a look is another one, or where it is surer than it was
when it erred.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from rules.core.observation import EMPTY, AnyBelief, Belief
from vision.corrected.likeness import Likeness, likeness
from vision.nn.calibration import log_odds
from vision.reader import Image
from vision.reading import SURE_CONFIDENCE

#: Probability of what a person said, where a piece looks as the one that was put right did. A
#: choice: enough to call a legal turn, too little to call a foul, so a doubt stays a doubt.
TRUST = 0.96

#: Lessons that must agree where a reader was sure when it erred: once, a person may have tapped the
#: wrong piece, or have told of one that was moved since.
_AGREEING = 2

#: How much surer than at its error, as a factor of the odds, a reader may be before its own word
#: counts again: as much as the same piece's odds differ between two photos.
_SURER = 4.0


@dataclass(frozen=True, eq=False, slots=True)
class Lesson:
    """One correction. `picture` (32, 32, 3) uint8 BGR of the piece, straightened; `read` the label
    it was taken for with probability `confidence`, `truth` what it is, EMPTY where nothing lies;
    both in the frame of the picture."""

    picture: Image
    read: Hashable
    truth: Hashable
    confidence: float


class PieceLooks(Protocol):
    """What a game says of how its pieces look, with defaults for classes that name it as base."""

    #: Whether a piece turned by a quarter looks turned and has another label.
    turns: bool = False

    def same(self, found: Likeness) -> bool:
        """Whether two looks so alike are of the same piece."""

    def turned(self, label: Any, quarters: int) -> Any:
        """A label after quarter turns clockwise; by default all turns are alike."""
        return label

    def shown(self, label: Any) -> Any:
        """The label of the piece itself, without what stands on it; by default nothing does."""
        return label

    def comparable(self, one: Any, other: Any) -> bool:
        """Whether one label may be taken for the other (EMPTY: nothing) by how the piece itself
        looks: not where other things stand on it, which hide it otherwise. By default always."""
        return True


def taught(
    looks: PieceLooks, lessons: Iterable[Lesson], picture: Image, belief: AnyBelief
) -> AnyBelief:
    """What is to be believed of a piece that looks like this, after all lessons; the belief itself
    where none speaks of it."""
    agreeing: Counter[Hashable] = Counter()
    for lesson in lessons:
        if _too_clear(belief.confidence, lesson.confidence) or not _concerns(looks, lesson, belief):
            continue
        truth = _truth_of(looks, lesson, picture, belief)
        if truth is None:
            continue
        agreeing[truth] += 1
        if lesson.confidence < SURE_CONFIDENCE or agreeing[truth] >= _AGREEING:
            return _trusted(belief, truth)
    return belief


def _concerns(looks: PieceLooks, lesson: Lesson, belief: AnyBelief) -> bool:
    """Whether a lesson is about the look of such a piece."""
    return all(looks.comparable(lesson.read, label) for label in (lesson.truth, belief.best))


def _truth_of(
    looks: PieceLooks, lesson: Lesson, picture: Image, belief: AnyBelief
) -> Hashable | None:
    """What a lesson says of a piece, as it lies; None where it does not speak of it."""
    for quarters in range(4 if looks.turns else 1):
        truth = _turned(looks, lesson.truth, quarters)
        read = _turned(looks, lesson.read, quarters)
        concerned = belief.best in (read, truth) or belief.confidence < SURE_CONFIDENCE
        if concerned and looks.same(likeness(_as_laid(lesson.picture, quarters), picture)):
            return truth
    return None


def _turned(looks: PieceLooks, label: Hashable, quarters: int) -> Hashable:
    return label if label is EMPTY else looks.turned(label, quarters)


def _as_laid(picture: Image, quarters: int) -> Image:
    """The picture turned clockwise by quarters."""
    return np.ascontiguousarray(np.rot90(picture, -quarters))


def _too_clear(now: float, then: float) -> bool:
    """Whether a reader is surer now than it was when it erred."""
    if now < SURE_CONFIDENCE:
        return False
    return log_odds(now) > log_odds(then) + math.log(_SURER)


def _trusted(belief: AnyBelief, truth: Hashable) -> AnyBelief:
    """The belief with the truth as likely as a person's word makes it."""
    share = max(TRUST, belief.probability(truth))
    others = {label: p for label, p in belief.ranked if label != truth}
    scale = (1 - share) / max(sum(others.values()), 1e-9)
    return Belief.of(
        {truth: share, **{label: min(1.0, p * scale) for label, p in others.items()}}, belief.floor
    )
