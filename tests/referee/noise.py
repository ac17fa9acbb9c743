"""How badly a table is seen: beliefs as a reader with a share of misreads gives them.

Most readings are sharp; a share `misread` of the places is read as something else, mostly with
lowered confidence, seldom grossly wrong and sure of it; some more are right but unsure. A share
`repeated` of the errors comes back in every picture for as long as the place looks the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from rules.core.observation import Belief

#: Share of the misreads that are sure of themselves. Origin: a guess on the bad side; a calibrated
#: reader that says 0.995 is wrong once in two hundred.
GROSS_SHARE = 0.1

#: Places read rightly but unsurely, for each one misread.
UNSURE_FOR_EACH_MISREAD = 3.0


@dataclass(frozen=True)
class Noise:
    """How badly a table is seen. `misread` is a share of places, `moved` of pictures, `covered`
    of the pictures in which something hides a few places; `sharp` is the least confidence of a
    place read without doubt; `repeated` the share of places that one picture reads like another
    while nothing changes there, by `habits` of this one reader and table."""

    misread: float = 0.002
    jitter_px: float = 2.0
    moved: float = 0.1
    covered: float = 0.1
    sharp: float = 0.99
    repeated: float = 0.0
    habits: int = 0

    def eye(self, place: Any, label: Any, rng: Random) -> Random:
        """Chance as it falls on what lies at a place: fresh, or the same in every picture."""
        if not self.repeated:
            return rng
        habit = Random(f"{self.habits} {place} {label}")
        return habit if habit.random() < self.repeated else rng


#: The rate of misreads the design aims at.
AIMED_AT = Noise()

#: A reader that makes no mistake and sees everything.
PERFECT = Noise(0.0, 0.0, 0.0, 0.0)


def doubted(label: Any, others: Sequence[Any], rng: Random, noise: Noise) -> Belief[Any]:
    """What a reader says of a place that holds `label`; `others` are three or two labels it may
    be taken for, likeliest first."""
    chance = rng.random()
    wrong, *rest = others
    if chance < noise.misread * GROSS_SHARE:
        return shares([wrong, *rest[:1], label], rng.uniform(0.98, 0.999))
    if chance < noise.misread:
        return shares([wrong, label, *rest[:1]], rng.uniform(0.45, 0.9))
    if chance < noise.misread * (1 + UNSURE_FOR_EACH_MISREAD):
        return shares([label, *others], rng.uniform(0.5, 0.95))
    return shares([label, *others], rng.uniform(noise.sharp, 0.9999))


def shares(labels: Sequence[Any], first: float) -> Belief[Any]:
    """The first label with its probability, each next one with most of what is left."""
    told: dict[Any, float] = {}
    left, share = 1.0, first
    for label in labels:
        told[label] = left * share
        left -= told[label]
        share = 0.8
    return Belief.of(told)
