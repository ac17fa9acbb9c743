"""A second opinion on one picture: the same reader under another light.

What two frames of a quiet table say is nearly the same evidence: pixels and errors are alike. With
other grey values, colours and edges a doubtful piece falls another way, a clear one does not.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

import cv2
import numpy as np

from rules.core.observation import AnyObservation, AnySighting, Belief, Empty
from vision.reader import Image, Reader
from vision.same_places import renamed

#: Gamma of the other light: as a lamp twice as far away changes the mid tones. A choice.
_GAMMA = 1.35
#: Gains of blue and red against green: a warmer lamp.
_WARMER = (0.9, 1.07)
#: Standard deviation of the softened edges, pixels: a lens a little out of focus.
_SOFT_PX = 0.7


def other_light(image: Image) -> Image:
    """The picture (H, W, 3 uint8 BGR) as under a dimmer, warmer lamp and a softer lens; nothing
    in it moves."""
    tones = 255.0 * (np.arange(256) / 255.0) ** _GAMMA
    gains = (_WARMER[0], 1.0, _WARMER[1])
    table = np.stack([np.clip(tones * gain, 0, 255) for gain in gains], axis=-1)
    lit = cv2.LUT(image, np.round(table).astype(np.uint8)[None])
    return np.asarray(cv2.GaussianBlur(lit, (0, 0), _SOFT_PX), np.uint8)


def second_look(
    reader: Reader, image: Image, memory: object, first: AnyObservation
) -> AnyObservation | None:
    """What two looks at one picture say together: each place's beliefs averaged, so that a reading
    only one of them gives stays a doubt. `memory` is what the reader knew before the first look.
    None where the second look shows no game, or not the same one."""
    again = reader.read(other_light(image), memory).observation
    found = None if again is None else renamed(again, first)
    if found is None:
        return None
    return first.with_sightings(_both(s, found.at(s.place)) for s in first.sightings)


def _both(one: AnySighting, other: AnySighting | None) -> AnySighting:
    if other is None or other.visibility <= 0 or one.visibility <= 0:
        return one
    labels: dict[Hashable | Empty, None] = dict.fromkeys(
        label for s in (one, other) for label, _ in s.belief.ranked
    )
    shares = {x: (one.belief.probability(x) + other.belief.probability(x)) / 2 for x in labels}
    floor = (one.belief.floor + other.belief.floor) / 2
    return replace(one, belief=Belief.of(shares, floor))
