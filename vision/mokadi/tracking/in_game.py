"""What the game numbers the pieces that a reader numbers its own way: a thing that was once taken
for a piece keeps a number of the reader's, and people name pieces that no picture shows."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from rules.core.observation import Observation
from rules.games.mokadi.pieces import Label, Spot

#: How far from where a piece was read it may be told to lie, pixels: both are rounded.
_SAME_PX = 0.5

T = TypeVar("T")


@dataclass(frozen=True)
class InGame:
    """`numbers`: the game's spot of a piece, by the reader's own, where the two differ."""

    numbers: Mapping[Spot, Spot] = field(default_factory=dict)

    def here(self, position: Mapping[Spot, T]) -> Mapping[Spot, T]:
        """What lies there by the game, under the reader's own numbers; pieces of which it is not
        known that the game has others for them keep theirs."""
        taken = {*self.numbers, *self.numbers.values()}
        same = {spot: label for spot, label in position.items() if spot not in taken}
        return same | {
            own: position[there] for own, there in self.numbers.items() if there in position
        }

    def only(self, known: Collection[Spot]) -> InGame:
        """The same of some pieces, by the reader's own numbers."""
        return InGame({own: there for own, there in self.numbers.items() if own in known})

    def after(
        self, middles: Mapping[Spot, tuple[float, float]], aligned: Observation[Spot, Label]
    ) -> InGame:
        """The same after a picture was judged, as it is `aligned` over the game. `middles`: where
        each piece was read, pixels of the photo, by the reader's own numbers."""
        judged = [(one.pose.pixel_xy, one.place) for one in aligned.sightings if one.pose]
        found: dict[Spot, Spot] = {}
        for own, middle in middles.items():
            near = [(math.dist(middle, at), spot) for at, spot in judged if spot.kind is own.kind]
            off, there = min(near, default=(math.inf, own))
            if off < _SAME_PX:
                found[own] = there
        numbers = {**self.numbers, **found}
        return InGame({own: there for own, there in numbers.items() if own != there})
