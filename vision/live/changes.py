"""What changed between two looks at a table, place by place, as evidence for the referee.

Somebody played between the two. Where a place shows the very pixels that it showed before, what
lies there is what lay there, however badly its looks are read; where it shows others, something
came, went or stands on it. The change of light that all places share says nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from rules.core.observation import EMPTY, AnyObservation
from rules.core.places import Place
from vision.gate.camera_shift import shift_between
from vision.gate.view import tones_of, view_of
from vision.live.limits import (
    FAINT_INSIDE,
    FAINT_PLACE,
    FAINT_TILE,
    LIMITS,
    FaintSteps,
    WatcherLimits,
)
from vision.nn.arrays import Float, Mask, Points, Tensor, usual_step
from vision.reader import Image, Places

#: Side of a place's patch as it is compared, pixels.
_PATCH = 12


@dataclass(frozen=True)
class _Cut:
    """The patch of a place: `side`, the part of the distance between two places that it takes, and
    its blur, its own pixels: what was printed finer moves with every quiver of the camera."""

    side: float
    soft_px: float


#: All of a place, neighbours left out; the same by larger marks; and the inside of a hollow,
#: without the ring round it: small hollows are a fifth of a place.
_PLACE, _MARKS, _HOLLOW = _Cut(0.8, 0.5), _Cut(0.8, 1.0), _Cut(0.5, 1.0)

#: By what it is told that something came or went which changes little of its place: a pawn of its
#: ring's colour, a tile under a sign that stays.
_FAINT: dict[Places, tuple[tuple[_Cut, FaintSteps], ...]] = {
    Places.OF_HOLLOWS: ((_PLACE, FAINT_PLACE), (_HOLLOW, FAINT_INSIDE)),
    Places.OF_BOARD: ((_MARKS, FAINT_TILE),),
}


@dataclass(frozen=True, eq=False)
class PlaceLooks:
    """How the places of one picture look: the `picture` (H, W, 3 uint8 BGR), the `names` of the
    places, `spots` (N, 2) where they lie in it, pixels, and `pitch`, the usual distance from one to
    the next, pixels; `whole` whether nothing hides one of them, and what lies beyond."""

    picture: Image
    names: tuple[Place, ...]
    spots: Points
    pitch: float
    whole: bool


def looks_of(image: Image, observation: AnyObservation) -> PlaceLooks | None:
    """How the places look that an observation of a picture (H, W, 3 uint8 BGR) has a pose of; None
    where there are too few to tell how far they lie apart."""
    spots = {s.place: s.pose.pixel_xy for s in observation.sightings if s.pose is not None}
    whole = all(s.visibility > 0 for s in observation.sightings if s.pose)
    if len(spots) < 2:
        return None
    points = np.array(list(spots.values()), np.float64)
    return PlaceLooks(image, tuple(spots), points, usual_step(points), whole)


class LookHistory:
    """How the places of one table look now, in the look before, and before somebody touched it."""

    def __init__(self, places: Places, limits: WatcherLimits = LIMITS) -> None:
        self._places = places
        self._limits = limits
        self._newest: PlaceLooks | None = None
        self._earlier: PlaceLooks | None = None
        self._before: PlaceLooks | None = None

    def compared(
        self, picture: Image, observation: AnyObservation, *, new_view: bool
    ) -> AnyObservation:
        """What a look at the table shows, with what changed since somebody touched it; `new_view`:
        that was just before."""
        if self._places is Places.OF_PIECES:
            return observation
        self._before = self._newest if new_view else self._before
        looks = looks_of(picture, observation)
        # A look that something stands against is not judged: the one before it still counts.
        self._earlier = self._newest
        self._newest = self._newest if observation.issues else looks
        return with_changes(observation, looks, self._before, self._places, self._limits)

    def unheard(self) -> None:
        """Nobody took in the newest look: the next view is held against the one before it."""
        self._newest = self._earlier


def with_changes(
    observation: AnyObservation,
    now: PlaceLooks | None,
    before: PlaceLooks | None,
    places: Places,
    limits: WatcherLimits = LIMITS,
) -> AnyObservation:
    """The observation with every place's `change_nats` from the looks `before` to those of its own
    picture: none where a place lay elsewhere in the picture, or too few lie where they lay.
    `places` of the game are those of a board or a lattice."""
    if now is None or before is None:
        return observation
    still = (_on_lattice if places is Places.OF_LATTICE else _on_board)(now, before, limits)
    if still.sum() < limits.places_compared:
        return observation
    scores = _differences(now, before, still, _PLACE, limits)
    faint = [
        (scores if cut is _PLACE else _differences(now, before, still, cut, limits), steps)
        for cut, steps in _FAINT.get(places, ())
    ]
    kept = [place for place, stays in zip(now.names, still, strict=True) if stays]
    said = _nats(scores, faint, _may_hide(observation, kept, places), limits)
    nats = dict(zip(kept, said, strict=True))
    return observation.with_sightings(
        replace(s, change_nats=nats.get(s.place, 0.0)) for s in observation.sightings
    )


def _may_hide(observation: AnyObservation, kept: Sequence[Place], places: Places) -> Mask:
    """(N,) on which places something may change that hardly shows: of a board where anything lies,
    as what comes onto bare ground shows."""
    bears = {s.place for s in observation.sightings if s.belief.best is not EMPTY}
    return np.array([places is Places.OF_HOLLOWS or place in bears for place in kept])


def _on_board(now: PlaceLooks, before: PlaceLooks, limits: WatcherLimits) -> Mask:
    """(N,) which places of a board lie where they lay. Where the pictures show that the camera
    looks from where it did, by more than they, too, may be told otherwise: a board of which a lamp
    burns out a part is hardly measured twice alike."""
    then = dict(zip(before.names, before.spots, strict=True))
    elsewhere = np.full(2, np.inf)
    spots = np.array([then.get(name, elsewhere) for name in now.names])
    moved = np.linalg.norm(now.spots - spots, axis=1) / now.pitch
    strict, lenient = moved <= limits.same_place, moved <= limits.same_lattice
    if strict.sum() < lenient.sum() and _same_view(now, before, limits):
        return np.asarray(lenient)
    return np.asarray(strict)


def _same_view(now: PlaceLooks, before: PlaceLooks, limits: WatcherLimits) -> bool:
    """Whether the camera looks from where it did, by what both pictures show all over."""
    if now.picture.shape != before.picture.shape:
        return False
    views = view_of(now.picture), view_of(before.picture)
    shift = shift_between(*views)
    return shift is not None and shift.pixels <= limits.same_place * now.pitch * views[0].scale


def _on_lattice(now: PlaceLooks, before: PlaceLooks, limits: WatcherLimits) -> Mask:
    """(N,) which places of a lattice may be compared, whatever the names are. Where it lies on the
    one before: all, as what that one did not tell of was bare; but only those that it told of where
    something hid a part of it. Where it lies elsewhere: none."""
    apart = np.linalg.norm(before.spots[:, None] - now.spots[None], axis=2) / now.pitch
    found = (apart.min(1) <= limits.same_lattice).mean() >= limits.lattice_found
    return np.asarray(found & (before.whole | (apart.min(0) <= limits.same_cell)))


def _tones(image: Image, spots: Points, pitch: float, cut: _Cut) -> Tensor:
    """(N, `_PATCH`, `_PATCH`, 3) the tones of the places, float32: brightness and two ratios of
    colours, natural logarithms."""
    side = max(5, round(cut.side * pitch))
    patches = [
        cv2.resize(
            cv2.getRectSubPix(image, (side, side), (float(x), float(y))),
            (_PATCH, _PATCH),
            interpolation=cv2.INTER_AREA,
        )
        for x, y in spots
    ]
    soft = [cv2.GaussianBlur(one, (0, 0), cut.soft_px) for one in patches]
    sheet = tones_of(np.asarray(np.concatenate(soft), np.uint8))
    return sheet.reshape(len(soft), _PATCH, _PATCH, 3)


def _differences(
    now: PlaceLooks, before: PlaceLooks, still: Mask, cut: _Cut, limits: WatcherLimits
) -> Float:
    """(N,) how differently each of the places that are `still` looks: 1 where it is as likely as
    not another thing."""
    new, old = (_tones(one.picture, now.spots[still], now.pitch, cut) for one in (now, before))
    other = new.astype(np.float64) - old
    other -= np.median(other, axis=(0, 1, 2))
    light = np.abs(other[..., 0]).reshape(len(other), -1)
    colour = np.hypot(other[..., 1], other[..., 2]).reshape(len(other), -1)
    by_light = np.quantile(light, limits.changed_part, axis=1) / limits.changed_light
    by_colour = np.quantile(colour, limits.changed_part, axis=1) / limits.changed_colour
    return np.hypot(by_light, by_colour)


def _nats(
    scores: Float,
    faint: Sequence[tuple[Float, FaintSteps]],
    may_hide: Mask,
    limits: WatcherLimits,
) -> Sequence[float]:
    """Log likelihood ratios of another label against the same one, by how differently each place
    looks; where what changes may hide (`may_hide`), also by its `faint` differences. Where many
    places look otherwise each says little: somebody pushed the board; nothing where most do: it is
    another light."""
    least, most = limits.change_nats
    usual = float(np.median(scores))
    alike, unlike = limits.light_alike
    share = np.clip((unlike - usual) / (unlike - alike), 0, 1)
    nats = np.clip(limits.change_slope * np.log(np.maximum(scores, 1e-3)), least, most)
    outright = differ = scores > 1
    for differences, steps in faint:
        told = _faint_nats(differences, may_hide, steps, limits, shaded=bool(outright.any()))
        nats, differ = np.maximum(nats, told), differ | (told >= limits.faint_nats[0])
    # What shadows come to is no reason to doubt what changed outright.
    bound = np.where(outright, _most_of(outright), _most_of(differ))
    return [float(n) for n in share * np.minimum(nats, bound)]


def _most_of(differ: Mask) -> float:
    """The most nats that each of the places says which differ."""
    return math.log(len(differ) / max(1, int(differ.sum())))


def _faint_nats(
    scores: Float, may_hide: Mask, steps: FaintSteps, limits: WatcherLimits, *, shaded: bool
) -> Float:
    """The same of the places that look a little more otherwise than most, and than most of those
    where something `may_hide`: another light shows more on tiles than on bare ground. Where one
    changed outright its piece may throw a shadow on them (`shaded`)."""
    usual = [float(np.median(some)) for some in (scores, scores[may_hide]) if len(some)]
    times = scores / max(*usual, steps.quiet)
    said, surely = limits.faint_nats
    at = (*steps.change, *(steps.beside if shaded else steps.alone))
    told = np.interp(times, at, (limits.change_nats[0], 0.0, said, said, surely))
    return np.where(may_hide, told, limits.change_nats[0])
