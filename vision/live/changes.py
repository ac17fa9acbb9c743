"""What changed between two clear looks, place by place, as evidence for the referee.

A hand came between the two. Where a place shows the very pixels that it showed before, what lies
there is what lay there, however badly its looks are read; where it shows others, something came,
went or stands on it. The change of light that all places share says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from rules.core.observation import AnyObservation
from vision.gate.view import tones_of
from vision.live.limits import LIMITS, WatcherLimits
from vision.nn.arrays import Float, Points
from vision.reader import Image

#: Side of a place's patch as it is compared, pixels.
_PATCH = 12

#: Part of the distance between two places that the patch of one takes: neighbours stay out of it.
_SIDE = 0.8

#: Blur before the patches are cut, of the distance between two places: what was printed finer moves
#: with every quiver of the camera.
_SOFT = 1 / 30


@dataclass(frozen=True, eq=False)
class Settled:
    """A clear look at a table: the picture that was read, (H, W, 3) uint8 BGR, and what it said."""

    image: Image
    observation: AnyObservation


def with_changes(
    observation: AnyObservation,
    image: Image,
    before: Settled | None,
    limits: WatcherLimits = LIMITS,
) -> AnyObservation:
    """The observation of a picture (H, W, 3 uint8 BGR) with every place's `change_nats` since the
    look `before`: none where there was no look, or where the place lay elsewhere in the picture."""
    if before is None:
        return observation
    posed = [s for s in observation.sightings if s.pose is not None]
    now, old = _spots(observation), _spots(before.observation)
    pitch = _pitch(now)
    if pitch is None or not len(old):
        return observation
    same = np.linalg.norm(now[:, None] - old[None], axis=2)
    nearest = same.argmin(1)
    found = np.nonzero(same.min(1) <= limits.same_place * pitch)[0]
    if len(found) < limits.places_compared:
        return observation
    scores = _differences(
        _patches(image, now[found], pitch),
        _patches(before.image, old[nearest[found]], pitch),
        limits,
    )
    nats = dict(zip((posed[i].place for i in found), _nats(scores, limits), strict=True))
    return observation.with_sightings(
        replace(s, change_nats=nats.get(s.place, 0.0)) for s in observation.sightings
    )


def _spots(observation: AnyObservation) -> Points:
    """(N, 2) where the places with a pose lie in the picture, pixels."""
    spots = [s.pose.pixel_xy for s in observation.sightings if s.pose is not None]
    return np.array(spots, np.float64).reshape(-1, 2)


def _pitch(spots: Points) -> float | None:
    """The usual distance from a place to the nearest other one, pixels; None of a single one."""
    if len(spots) < 2:
        return None
    gaps = np.linalg.norm(spots[:, None] - spots[None], axis=2)
    np.fill_diagonal(gaps, np.inf)
    return float(np.median(gaps.min(1)))


def _patches(image: Image, spots: Points, pitch: float) -> Float:
    """(N, `_PATCH`, `_PATCH`, 3) the tones of the places, brightness and two ratios of colours."""
    side = max(5, round(_SIDE * pitch))
    soft = cv2.GaussianBlur(image, (0, 0), max(0.6, _SOFT * pitch))
    cut = [
        cv2.resize(
            cv2.getRectSubPix(soft, (side, side), (float(x), float(y))),
            (_PATCH, _PATCH),
            interpolation=cv2.INTER_AREA,
        )
        for x, y in spots
    ]
    sheet = tones_of(np.asarray(np.concatenate(cut), np.uint8))
    return np.asarray(sheet.reshape(len(cut), _PATCH, _PATCH, 3), np.float64)


def _differences(now: Float, before: Float, limits: WatcherLimits) -> Float:
    """(N,) how differently each place looks: 1 where it is as likely as not another thing."""
    other = now - before
    other -= np.median(other, axis=(0, 1, 2))
    light = np.abs(other[..., 0]).reshape(len(other), -1)
    colour = np.hypot(other[..., 1], other[..., 2]).reshape(len(other), -1)
    by_light = np.quantile(light, limits.changed_part, axis=1) / limits.changed_light
    by_colour = np.quantile(colour, limits.changed_part, axis=1) / limits.changed_colour
    return np.hypot(by_light, by_colour)


def _nats(scores: Float, limits: WatcherLimits) -> Sequence[float]:
    """Log likelihood ratios of another label against the same one. Where many places look otherwise
    each says little: the light has changed, or somebody pushed the board."""
    least, most = limits.change_nats
    many = max(1, int((scores > 1).sum()))
    most = min(most, math.log(len(scores) / many))
    nats = limits.change_slope * np.log(np.maximum(scores, 1e-3))
    return [float(n) for n in np.clip(nats, least, max(most, 0.0))]
