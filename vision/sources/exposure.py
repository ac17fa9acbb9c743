"""Exposure and white balance, held still where the driver lets us.

A camera that re-exposes because a white sleeve came into view changes every pixel of the table.
So the automatics run for a moment after opening, then stay where they are until the light of
the room changes.
"""

from __future__ import annotations

import time

import cv2
import numpy as np

from vision.reader import Image
from vision.sources.capture import Capture
from vision.sources.frame import Clock

#: Seconds the automatics get before they are held: webcams settle within one or two.
_SETTLING_S = 2.0

#: Mean brightness against the one at locking, as a factor either way, from which the room's light
#: has changed so far that the automatics must look again. An arm changes it by a fifth.
_OTHER_LIGHT = 1.8

#: Seconds such light must last: an arm close to the lens passes sooner.
_LASTING_S = 3.0

#: Values of OpenCV's auto exposure property, (automatic, held), by backend name; the numbers are
#: Video4Linux's own, other backends use quarters.
_AUTO_EXPOSURE = {"V4L2": (3.0, 1.0)}
_OTHER_BACKENDS = (0.75, 0.25)


class ExposureLock:
    """Holds exposure and white balance of one device. Refusals of the driver are ignored."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._settled_at = clock() + _SETTLING_S
        self._light: float | None = None
        self._odd_since: float | None = None

    def opened(self, capture: Capture) -> None:
        """Lets the automatics look."""
        self._settled_at = self._clock() + _SETTLING_S
        self._light = self._odd_since = None
        _automatic(capture)

    def saw(self, capture: Capture, image: Image) -> None:
        """Holds them once they have settled, and lets go when the light has changed."""
        now = self._clock()
        if self._light is None:
            if now >= self._settled_at:
                self._light = _brightness(image)
                _hold(capture)
        elif self._other_light(_brightness(image), self._light, now):
            self.opened(capture)

    def _other_light(self, light: float, held: float, now: float) -> bool:
        if max(light, held) < _OTHER_LIGHT * min(light, held):
            self._odd_since = None
            return False
        self._odd_since = now if self._odd_since is None else self._odd_since
        return now - self._odd_since >= _LASTING_S


def _brightness(image: Image) -> float:
    return float(np.mean(image[::16, ::16])) + 1.0


def _automatic(capture: Capture) -> None:
    capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _levels(capture)[0])
    capture.set(cv2.CAP_PROP_AUTO_WB, 1.0)


def _hold(capture: Capture) -> None:
    exposure = capture.get(cv2.CAP_PROP_EXPOSURE)
    warmth = capture.get(cv2.CAP_PROP_WB_TEMPERATURE)
    # Drivers without the property answer 0 or -1; holding that would blacken the picture.
    if exposure not in (0.0, -1.0):
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _levels(capture)[1])
        capture.set(cv2.CAP_PROP_EXPOSURE, exposure)
    if warmth > 0:
        capture.set(cv2.CAP_PROP_AUTO_WB, 0.0)
        capture.set(cv2.CAP_PROP_WB_TEMPERATURE, warmth)


def _levels(capture: Capture) -> tuple[float, float]:
    return _AUTO_EXPOSURE.get(capture.getBackendName(), _OTHER_BACKENDS)
