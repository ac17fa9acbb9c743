"""From a photo to everything that the eyes found on it: looks, ends, pads, sticks, crossings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.mokadi.limits import Limits
from vision.mokadi.pieces.box import NO_VOTES, box_by, in_box, votes_of
from vision.mokadi.pieces.coloured_share import coloured_share
from vision.mokadi.pieces.crossings import Crossing, crossings_among, crossings_of
from vision.mokadi.pieces.fields import MULTIPLE, PAD, Fields, fields_of
from vision.mokadi.pieces.pads import FoundPad, pads_of
from vision.mokadi.pieces.plane import Plane, plane_by_unit
from vision.mokadi.pieces.renewing import Before, renewed
from vision.mokadi.pieces.sticks import Stick, find_sticks
from vision.mokadi.pieces.unexplained import SHOWN, loose, off_line
from vision.mokadi.pieces.unit import USUAL_BAND
from vision.mokadi.tracking.memory import Gone, Region, Track
from vision.nn.arrays import Float, Points, size_of
from vision.nn.models import Net
from vision.nn.resample import Patch, whole
from vision.reader import Image, OnStage

#: How far a pad reaches, stick lengths, and by how many times more or less: boxes have pads 0.11
#: to 0.26 wide.
_REACH, _OFF_SIZE = 0.09, 1.6
#: How far beyond its end a thing is followed to the photo's rim, stick lengths, as a stick of the
#: usual length may have been found anywhere on a longer thing, and the share of the way that must
#: show it. By hand.
_ON, _MOSTLY = 0.7, 0.7
#: Share of the cells that most pads have which something must have to be one here. By hand: what
#: a pen's tip at the rim was taken for had a fiftieth, the least of a photo's pads a quarter.
_LARGE = 0.12


@dataclass(frozen=True)
class Carried:
    """What earlier pictures say of the pads and sticks that were found: what is seen of every stick
    (`shown`), and what is gone; `first`: there was no earlier picture."""

    pads: tuple[Track, ...] = ()
    sticks: tuple[Track, ...] = ()
    shown: tuple[Float, ...] = ()
    gone: tuple[Gone, ...] = ()
    first: bool = True

    def only(self, pads: Sequence[int], sticks: Sequence[int]) -> Carried:
        """The same of some of the pads and sticks; of a first picture, numbered without gaps."""

        def kept(tracks: tuple[Track, ...], which: Sequence[int]) -> tuple[Track, ...]:
            return tracks[: len(which)] if self.first else tuple(tracks[k] for k in which)

        shown = tuple(self.shown[k] for k in sticks)
        return replace(
            self, pads=kept(self.pads, pads), sticks=kept(self.sticks, sticks), shown=shown
        )


@dataclass(frozen=True)
class Seen:
    """What was found, in pixels of the net's picture; `plane` where the sticks' length is known,
    `guessed` where it is only guessed from the pads. `loose_sticks` and `loose_pads` cells that
    show a stick or a pad which nothing found explains; `thick_px` of a stick; `votes` (6,) for each
    of `BOXES`."""

    fields: Fields
    pads: tuple[FoundPad, ...]
    sticks: tuple[Stick, ...]
    crossings: tuple[Crossing, ...]
    plane: Plane | None
    guessed: bool
    thick_px: float
    band: float
    loose_sticks: float
    loose_pads: float
    votes: Float
    carried: Carried = Carried()

    def only(self, pads: Sequence[int], sticks: Sequence[int]) -> Seen:
        """The same of some of the pads and sticks."""
        return replace(
            self,
            pads=tuple(self.pads[k] for k in pads),
            sticks=tuple(self.sticks[k] for k in sticks),
            crossings=crossings_among(self.crossings, sticks),
            carried=self.carried.only(pads, sticks),
        )


def see(
    image: Image,
    net: Net,
    on_stage: OnStage,
    limits: Limits,
    known: Plane | None = None,
    guess: Plane | None = None,
    told: Float = NO_VOTES,
) -> Seen:
    """Everything that is found on a photo. `known`: the plane of an earlier one, photo pixels;
    `guess`: the one by which an earlier one without sticks placed its pads; `told`: (6,) what
    people say for each of `BOXES`, nats."""
    fields = look(image, net, limits)
    on_stage("look")
    before = None if known is None else known.after(fields.patch.matrix)
    first = None if guess is None else guess.after(fields.patch.matrix)
    thick = fields.thick_px or limits.width_px
    sized = replace(limits, width_px=float(np.clip(thick, *limits.widths)))
    pads = pads_of(fields, sized)
    votes = told + votes_of(fields, pads)
    box = box_by(votes)
    pads = [replace(p, colour=in_box(p.colour, box)) for p in pads]
    on_stage("pads")
    found, unit = find_sticks(fields, box, sized, before)
    sticks = whole_ones(found, (), pads, fields, size_of(image), sized.width_px)
    unit = unit if sticks or not found else None
    plane, band = (None, USUAL_BAND) if unit is None else (unit.plane, unit.band)
    pads = set_apart(pads, plane, sized)
    on_stage("sticks")
    crossings = crossings_of(fields, sticks, sized)
    on_stage("crossings")
    return Seen(
        fields,
        tuple(pads),
        tuple(sticks),
        tuple(crossings),
        _placed_by(plane, first, pads, fields),
        plane is None,
        sized.width_px,
        coloured_share(fields, sticks, sized.width_px, band),
        *loose(fields, found, pads, sized.width_px),
        votes,
    )


def _placed_by(
    plane: Plane | None, first: Plane | None, pads: list[FoundPad], fields: Fields
) -> Plane | None:
    """The plane by which pads are placed: the sticks', as it faces the `first` one that placed the
    pads; where no stick tells one that, or one guessed from how the pads lie."""
    if not pads:
        return plane
    if plane is None:
        return first or plane_by_unit(_unit_px(pads), fields.patch.size_wh)
    return plane if first is None else plane.facing(first, np.array([p.xy for p in pads]))


def whole_ones(
    found: Sequence[Stick],
    known: Sequence[Stick],
    pads: Sequence[FoundPad],
    fields: Fields,
    size_wh: tuple[int, int],
    width_px: float,
) -> list[Stick]:
    """Sticks that were `found` without what a photo's rim cuts off: edges of the table from rim to
    rim, and what lies apart from all pads, the others and those `known`, a pen as a rule."""
    whole = []
    for stick in found:
        out = [_leaves(ends, fields, size_wh, width_px) for ends in (stick.ends[::-1], stick.ends)]
        others = [one for one in (*found, *known) if one is not stick]
        if not any(out) or (not all(out) and _touches(stick, others, pads, width_px)):
            whole.append(stick)
    return whole


def _leaves(ends: Points, fields: Fields, size_wh: tuple[int, int], width_px: float) -> bool:
    """Whether a stick (2, 2) goes on beyond its second end until it leaves the photo."""
    patch, along = fields.patch, ends[1] - ends[0]
    steps = np.arange(0.0, _ON, width_px / np.hypot(*along) / 2)[:, None]
    points = ends[1] + steps * along
    photo, rim = patch.to_photo(points), 2 * width_px * float(patch.scale_xy.max())
    out = np.flatnonzero(np.minimum(photo, np.array(size_wh) - photo).min(axis=1) < rim)
    if not len(out):
        return False
    shown = fields.stick.ravel()[fields.cells(points[: out[0]])]
    return bool((shown > SHOWN).mean() > _MOSTLY) if out[0] else True


def of_the_pile(sticks: Sequence[Stick], pads: Sequence[FoundPad], width_px: float) -> list[int]:
    """The numbers of the sticks that lie on a pad or, however many lie between, on sticks that do:
    what lies apart is a cloth's stripe, or a player's own. Where no pad is seen under any, the most
    that touch each other are the pile."""
    heaps: list[list[int]] = []
    for k, stick in enumerate(sticks):
        near = [any(_gap_px(stick.ends, sticks[n].ends) < width_px for n in h) for h in heaps]
        mine = [k, *(n for h, touched in zip(heaps, near, strict=True) if touched for n in h)]
        heaps = [*(h for h, touched in zip(heaps, near, strict=True) if not touched), mine]
    large = _large_ones(pads)
    lying = [h for h in heaps if any(_passes(sticks[n], p, width_px) for n in h for p in large)]
    return sorted(n for heap in lying or sorted(heaps, key=len)[-1:] for n in heap)


def _touches(
    stick: Stick, others: Sequence[Stick], pads: Sequence[FoundPad], width_px: float
) -> bool:
    """Whether a stick passes another one, or a pad as large as most are."""
    return any(_passes(stick, pad, width_px) for pad in _large_ones(pads)) or any(
        _gap_px(stick.ends, other.ends) < width_px for other in others
    )


def _large_ones(pads: Sequence[FoundPad]) -> list[FoundPad]:
    """The pads that are as large as most are."""
    least = _LARGE * float(np.median([p.weight for p in pads])) if pads else 0.0
    return [p for p in pads if p.weight > least]


def _passes(stick: Stick, pad: FoundPad, width_px: float) -> bool:
    """Whether a stick passes over a pad."""
    return bool(off_line(pad.xy[None], stick.ends)[0] < pad.reach + width_px)


def _gap_px(one: Points, other: Points) -> float:
    """How far apart two segments (2, 2) lie, as well as steps along them tell."""
    steps = np.linspace(0, 1, 33)[:, None]
    return float(off_line(one[0] + steps * (one[1] - one[0]), other).min())


def look(
    image: Image,
    net: Net,
    limits: Limits,
    region: Region | None = None,
    before: Before | None = None,
) -> Fields:
    """The photo as the net sees it: whole, then that part of it which shows pieces, at the size at
    which sticks are as thick as the net has learnt best. `region`: that part, where it is known;
    `before`: what the net said of an earlier photo, which need not be looked at where it is the
    same."""
    photo = whole(image)
    if region is not None:
        part = Patch.cut(photo.image, region.low, region.high).scaled(region.scale)
        return renewed(_padded(part), net, before, part.size_wh)
    first = min(1.0, limits.look_px / max(photo.size_wh))
    small = photo.scaled(first)
    fields = renewed(_padded(small), net, before, small.size_wh)
    thick = fields.thick_px
    if thick is None or limits.thin_px <= thick <= limits.thick_px:
        return fields
    part = _around(photo, fields, limits)
    thin = thick < limits.thin_px
    wish = limits.thin_px * limits.aim_thin if thin else limits.thick_px * limits.aim_thick
    scale = min(first * wish / thick, limits.second_px / max(part.size_wh), limits.enlarged)
    return fields_of(_padded(part.scaled(scale)), net)


def _padded(patch: Patch) -> Patch:
    """The patch with its rim repeated so that both sides are multiples of what the net wants."""
    w, h = patch.size_wh
    below, right = -h % MULTIPLE, -w % MULTIPLE
    image = cv2.copyMakeBorder(patch.image, 0, below, 0, right, cv2.BORDER_REPLICATE)
    return replace(patch, image=np.asarray(image, np.uint8))


def _around(photo: Patch, fields: Fields, limits: Limits) -> Patch:
    """The part of the photo that shows pieces, with room around it."""
    shown = (fields.stick + fields.part[PAD]) > 0.5
    points = fields.patch.to_photo(fields.spot[shown])
    low, high = (np.quantile(points, q, axis=0) for q in (limits.outside, 1 - limits.outside))
    room = limits.room * float((high - low).max()) + 10
    return Patch.cut(photo.image, low - room, high + room)


def set_apart(
    pads: Sequence[FoundPad], plane: Plane | None, limits: Limits, known: Sequence[FoundPad] = ()
) -> list[FoundPad]:
    """Pads that leave each other room, and those `known`, those with the most voters first: no two
    overlap."""
    found: list[FoundPad] = []
    for pad in sorted(pads, key=lambda p: -p.weight):
        gaps = [_gap(pad, other, plane) for other in (*known, *found)]
        if all(gap > limits.pads_apart for gap in gaps):
            found.append(pad)
    return found


def _gap(one: FoundPad, other: FoundPad, plane: Plane | None) -> float:
    """Stick lengths between two pads; where no stick tells it, a pad's radius for a tenth."""
    if plane is not None:
        return plane.length(np.array([one.xy, other.xy]))
    return 0.1 * float(np.hypot(*(one.xy - other.xy))) / max(one.reach, other.reach)


def _unit_px(pads: list[FoundPad]) -> float:
    """A stick's likely length where none is seen: pads lie half to one stick from the nearest, and
    are about as large as those of any box, however far apart they were laid."""
    by_size = float(np.median([p.reach for p in pads])) / _REACH
    if len(pads) == 1:
        return by_size
    places = np.array([p.xy for p in pads])
    gaps = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    np.fill_diagonal(gaps, np.inf)
    by_gaps = float(np.median(gaps.min(1))) / 0.7
    return float(np.clip(by_gaps, by_size / _OFF_SIZE, by_size * _OFF_SIZE))
