"""What changed between two looks at a table, place by place, as evidence for the referee.

Somebody played between the two. Where a place shows the very pixels that it showed before, what
lies there is what lay there, however badly its looks are read; where it shows others, something
came, went or stands on it. The change of light that all places share says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.core.observation import AnyObservation
from rules.core.places import Place
from vision.gate.view import Floats, tones_of
from vision.live.limits import LIMITS, WatcherLimits
from vision.nn.arrays import Float, Indices, Points
from vision.reader import Image

#: Side of a place's patch as it is compared, pixels.
_PATCH = 12

#: Part of the distance between two places that the patch of one takes: neighbours stay out of it.
_SIDE = 0.8

#: Blur of a patch, its own pixels: what was printed finer moves with every quiver of the camera.
_SOFT_PX = 0.5


@dataclass(frozen=True, eq=False)
class PlaceLooks:
    """How the places of one picture look: `rows`, the number of each; `spots` (N, 2) where they
    lie, pixels; `pitch`, the usual distance from one to the next, pixels; `tones`
    (N, 12, 12, 3) float32, brightness and two ratios of colours, natural logarithms."""

    rows: Mapping[Place, int]
    spots: Points
    pitch: float
    tones: Floats


def looks_of(image: Image, observation: AnyObservation) -> PlaceLooks | None:
    """How the places look that an observation of a picture (H, W, 3 uint8 BGR) has a pose of; None
    where there are too few to tell how far they lie apart."""
    spots = {s.place: s.pose.pixel_xy for s in observation.sightings if s.pose is not None}
    if len(spots) < 2:
        return None
    points = np.array(list(spots.values()), np.float64)
    gaps = np.linalg.norm(points[:, None] - points[None], axis=2)
    np.fill_diagonal(gaps, np.inf)
    pitch = float(np.median(gaps.min(1)))
    rows = {place: row for row, place in enumerate(spots)}
    return PlaceLooks(rows, points, pitch, _tones(image, points, pitch))


def with_changes(
    observation: AnyObservation,
    now: PlaceLooks | None,
    before: PlaceLooks | None,
    limits: WatcherLimits = LIMITS,
) -> AnyObservation:
    """The observation with every place's `change_nats` from the looks `before` to those of its own
    picture: none where a place lay elsewhere in the picture, or too few lie where they lay."""
    if now is None or before is None:
        return observation
    both = [place for place in now.rows if place in before.rows]
    rows, old = (np.array([one.rows[place] for place in both], int) for one in (now, before))
    still = _still(now, before, rows, old, limits)
    if still.sum() < limits.places_compared:
        return observation
    scores = _differences(now.tones[rows[still]], before.tones[old[still]], limits)
    kept = [place for place, stays in zip(both, still, strict=True) if stays]
    nats = dict(zip(kept, _nats(scores, limits), strict=True))
    return observation.with_sightings(
        replace(s, change_nats=nats.get(s.place, 0.0)) for s in observation.sightings
    )


def _still(
    now: PlaceLooks, before: PlaceLooks, rows: Indices, old: Indices, limits: WatcherLimits
) -> NDArray[np.bool_]:
    """(N,) which places lie where they lay."""
    moved = np.linalg.norm(now.spots[rows] - before.spots[old], axis=1)
    return np.asarray(moved <= limits.same_place * now.pitch)


def _tones(image: Image, spots: Points, pitch: float) -> Floats:
    """(N, `_PATCH`, `_PATCH`, 3) the tones of the places."""
    side = max(5, round(_SIDE * pitch))
    cut = [
        cv2.resize(
            cv2.getRectSubPix(image, (side, side), (float(x), float(y))),
            (_PATCH, _PATCH),
            interpolation=cv2.INTER_AREA,
        )
        for x, y in spots
    ]
    soft = [cv2.GaussianBlur(one, (0, 0), _SOFT_PX) for one in cut]
    sheet = tones_of(np.asarray(np.concatenate(soft), np.uint8))
    return sheet.reshape(len(soft), _PATCH, _PATCH, 3)


def _differences(now: Floats, before: Floats, limits: WatcherLimits) -> Float:
    """(N,) how differently each place looks: 1 where it is as likely as not another thing."""
    other = now.astype(np.float64) - before
    other -= np.median(other, axis=(0, 1, 2))
    light = np.abs(other[..., 0]).reshape(len(other), -1)
    colour = np.hypot(other[..., 1], other[..., 2]).reshape(len(other), -1)
    by_light = np.quantile(light, limits.changed_part, axis=1) / limits.changed_light
    by_colour = np.quantile(colour, limits.changed_part, axis=1) / limits.changed_colour
    return np.hypot(by_light, by_colour)


def _nats(scores: Float, limits: WatcherLimits) -> Sequence[float]:
    """Log likelihood ratios of another label against the same one. Where many places look otherwise
    each says little: somebody pushed the board; nothing where most do: it is another light."""
    least, most = limits.change_nats
    many = max(1, int((scores > 1).sum()))
    most = max(0.0, min(most, math.log(len(scores) / many)))
    alike, unlike = limits.light_alike
    share = np.clip((unlike - np.median(scores)) / (unlike - alike), 0, 1)
    nats = limits.change_slope * np.log(np.maximum(scores, 1e-3))
    return [float(n) for n in share * np.clip(nats, least, most)]
