"""A table seen again: what lay there comes first, only what differs is searched for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.mokadi.limits import Limits
from vision.mokadi.looking import Carried, Seen, look, see, set_apart, whole_ones
from vision.mokadi.pieces.box import box_by, in_box, votes_of
from vision.mokadi.pieces.coloured_share import coloured_share
from vision.mokadi.pieces.crossings import crossings_of
from vision.mokadi.pieces.fields import Fields
from vision.mokadi.pieces.pads import FoundPad, pads_of
from vision.mokadi.pieces.plane import Plane
from vision.mokadi.pieces.sticks import (
    Scene,
    Stick,
    find_sticks,
    lines_left,
    search,
    stick_of,
    taken,
    without_twins,
)
from vision.mokadi.pieces.unexplained import loose
from vision.mokadi.pieces.unit import Unit
from vision.mokadi.tracking.asked_again import before_of
from vision.mokadi.tracking.following import (
    TRUSTED,
    Followed,
    colour_of,
    follow,
    hidden_now,
    is_gone,
    pushed,
    recognised,
    strip_of,
)
from vision.mokadi.tracking.memory import Gone, KnownPad, KnownStick, Table, TableMemory, Track
from vision.mokadi.tracking.newly import changed, laid_on_top, lay_before, pad_lay_before
from vision.mokadi.tracking.pads_by_change import pads_by_change
from vision.mokadi.tracking.registering import camera_motion, stands_still
from vision.mokadi.tracking.remembered_order import ordered
from vision.mokadi.tracking.turning import ways
from vision.mokadi.tracking.unmeasured import pads_again, still_there
from vision.nn.arrays import Float, Matrix, size_of
from vision.nn.models import Net
from vision.reader import Image, OnStage

#: Weight of what earlier pictures said of the colours of the box.
_OLD_VOTES = 0.9
#: Share of the known pads that must be found again where the camera moved; and how many times as
#: many cells may be left unexplained as without memory.
_PADS_FOUND, _WORSE = 0.6, 1.3
#: Rounds of search for what is new.
_ROUNDS = 2


@dataclass(frozen=True)
class _Now:
    """A known table in the pixels of the net's picture. `to_now` (3, 3) takes there from the photo
    that it was remembered by; `still`: by the camera's standing still; `fresh` the sticks found
    without memory, where it does not."""

    pads: tuple[KnownPad, ...]
    sticks: tuple[KnownStick, ...]
    plane: Plane
    to_now: Matrix
    still: bool
    fresh: tuple[Stick, ...] = ()


def see_again(
    image: Image, net: Net, on_stage: OnStage, limits: Limits, memory: TableMemory
) -> Seen:
    """Everything that is found on a photo, told what lay there before."""
    table, plane = memory.table, memory.plane
    if table is None or plane is None or not (table.sticks or table.pads):
        seen = numbered(_first(image, net, on_stage, limits, memory), table)
        return pads_again(seen, memory.pads) if memory.size_wh == size_of(image) else seen
    one, still = _as_held(image, net, limits, memory)
    on_stage("look")
    fields, pads, sized, memory = one.fields, one.pads, one.limits, one.memory
    same = memory.plane if memory.size_wh == size_of(image) else None
    votes = _OLD_VOTES * table.votes + (1 - _OLD_VOTES) * memory.told + one.votes
    if box_by(votes) != table.box:
        return numbered(see(image, net, on_stage, limits, same, told=memory.told), table)
    assert memory.table is not None
    table = replace(memory.table, votes=votes)
    on_stage("pads")
    now = still or _registered(one)
    if now is None:
        seen = see(image, net, on_stage, limits, told=memory.told)
        if seen.plane is None or seen.guessed:
            seen = see(image, net, on_stage, limits, same, told=memory.told)
        return numbered(seen, table)
    seen = _followed(fields, pads, table, now, sized, size_of(image))
    on_stage("sticks")
    if now.still or not _lost(seen, now, sized):
        return seen
    return numbered(see(image, net, on_stage, limits, told=memory.told), table)


def _first(image: Image, net: Net, on_stage: OnStage, limits: Limits, memory: TableMemory) -> Seen:
    """A table of which no sticks are known. The first pads of a game are small in a photo that
    shows where all the others will lie."""
    same = memory.plane if memory.size_wh == size_of(image) else None
    guess = memory.guess_for(image)
    seen = see(image, net, on_stage, limits, same, guess, memory.told)
    reach = [pad.reach for pad in seen.pads]
    large = reach and float(np.median(reach)) >= limits.small_pad_px
    if seen.sticks or large or not (memory.begins or memory.pads):
        return seen
    return see(image, net, on_stage, limits.closer, same, guess, memory.told)


def _lost(seen: Seen, now: _Now, limits: Limits) -> bool:
    """Whether what was followed under a moved camera explains the picture less well than what is
    found in it without memory."""
    fresh, _ = loose(seen.fields, now.fresh, seen.pads, limits.width_px)
    return seen.loose_sticks > _WORSE * fresh + limits.width_px**2


def numbered(seen: Seen, table: Table | None) -> Seen:
    """What was found, under numbers that no piece of the table had."""
    first = (0, 0) if table is None else table.last
    pads = tuple(Track(first[0] + 1 + k) for k in range(len(seen.pads)))
    sticks = tuple(Track(first[1] + 1 + k) for k in range(len(seen.sticks)))
    if seen.plane is None or not seen.sticks:
        return replace(seen, carried=Carried(pads, sticks))
    ends = np.array([s.ends for s in seen.sticks])
    unit = Unit(seen.plane, seen.plane.stick_px(ends, np.empty((0, 2))), seen.band)
    scene = Scene.of(seen.fields, box_by(seen.votes), unit, seen.thick_px)
    shown = tuple(strip_of(scene, s.ends, colour_of(s)).own for s in seen.sticks)
    return replace(seen, carried=Carried(pads, sticks, shown))


def _scene(fields: Fields, table: Table, now: _Now, limits: Limits) -> Scene:
    """What a look shows of a known table, on which sticks may lie or pads alone."""
    ends = np.array([s.stick.ends for s in now.sticks])
    length_px = now.plane.stick_px(ends, np.array([p.pad.xy for p in now.pads]))
    unit = Unit(now.plane, length_px, table.band)
    return Scene.of(fields, table.box, unit, limits.width_px)


@dataclass(frozen=True)
class _Glance:
    """A look at a known table: what the net sees, the pads, by a memory and limits in its
    thickness, and what both say for each of `BOXES` (6,)."""

    memory: TableMemory
    fields: Fields
    pads: list[FoundPad]
    limits: Limits
    votes: Float

    @property
    def unmoved(self) -> _Now:
        """The table where it lay, if the camera stands still."""
        return _moved(self.memory, self.fields.patch.inverse, still=True)


def _as_held(
    image: Image, net: Net, limits: Limits, memory: TableMemory
) -> tuple[_Glance, _Now | None]:
    """A look at the table by what is known of it, turned as the photo is held, and the table where
    the camera stands still otherwise; None where it does not."""
    first: _Glance | None = None
    for one in (_glance(image, net, limits, way) for way in ways(memory, size_of(image))):
        still = _still(one)
        if still is not None:
            return one, still
        first = first or one
    assert first is not None
    return first, None


def _glance(image: Image, net: Net, limits: Limits, memory: TableMemory) -> _Glance:
    table = memory.table
    assert table is not None
    fields = look(image, net, limits, table.region, before_of(memory))
    thick = table.thick_px / float(fields.patch.scale_xy[0])
    sized = replace(limits, width_px=float(np.clip(thick, *limits.widths)))
    seen = pads_of(fields, sized)
    told = pads_by_change(fields, seen, memory, sized)
    pads = [replace(p, colour=in_box(p.colour, table.box)) for p in told]
    return _Glance(memory, fields, pads, sized, votes_of(fields, seen))


def _still(one: _Glance) -> _Now | None:
    """The known table where the camera stands still; None where it does not."""
    still, table = one.unmoved, one.memory.table
    assert table is not None
    scene = _scene(one.fields, table, still, one.limits)
    return still if stands_still(scene, one.pads, (still.pads, still.sticks)) else None


def _registered(one: _Glance) -> _Now | None:
    """The known table where it lies after the camera moved; None where it is not found again."""
    fields, pads, limits, still = one.fields, one.pads, one.limits, one.unmoved
    memory, table = one.memory, one.memory.table
    assert table is not None
    sticks, unit = find_sticks(fields, table.box, limits)
    if unit is None:
        return None
    known = (still.pads, still.sticks, still.plane)
    motion = camera_motion(known, (pads, sticks, unit.plane))
    if motion is None:
        return None
    now = replace(_moved(memory, motion @ fields.patch.inverse, still=False), fresh=tuple(sticks))
    sure = [p for p in now.pads if p.sure >= TRUSTED]
    found = sum(_nearest(p.pad, pads, now.plane, limits) is not None for p in sure)
    return now if found >= _PADS_FOUND * len(sure) else None


def _moved(memory: TableMemory, to_now: Matrix, *, still: bool) -> _Now:
    table, plane = memory.table, memory.plane
    assert table is not None
    assert plane is not None
    pads = tuple(p.moved(to_now) for p in table.pads)
    sticks = tuple(s.moved(to_now) for s in table.sticks)
    back = np.asarray(np.linalg.inv(to_now))
    return _Now(pads, sticks, plane.after(back), to_now, still)


def _followed(
    fields: Fields, pads: Sequence[FoundPad], table: Table, now: _Now, limits: Limits,
    size_wh: tuple[int, int],
) -> Seen:  # fmt: skip
    """The table as it lies now: what lay there, and what is new; of a photo of `size_wh`."""
    scene = _scene(fields, table, now, limits)
    sticks, gone = _sticks(scene, table, now, limits)
    explained = [s.stick for s in sticks]
    known = [s for s in sticks if s.number <= table.last[1]]
    new = [s for s in sticks if s.number > table.last[1]]
    beside = [s.stick for s in known]
    whole = whole_ones([s.stick for s in new], beside, pads, fields, size_wh, limits.width_px)
    sticks = known + [s for s in new if any(s.stick is one for one in whole)]
    known_pads, lost = _pads(fields, pads, now, table, limits)
    found, spots = [s.stick for s in sticks], [p.pad for p in known_pads]
    crossings = ordered(crossings_of(fields, found, limits), sticks, table)
    shown = tuple(s.shown for s in sticks)
    carried = Carried(tuple(known_pads), tuple(sticks), shown, (*lost, *gone), first=False)
    return Seen(
        fields,
        tuple(spots),
        tuple(found),
        tuple(crossings),
        now.plane,
        False,
        limits.width_px,
        coloured_share(fields, found, limits.width_px, table.band),
        *loose(fields, explained, spots, limits.width_px),
        table.votes,
        carried,
    )


def _sticks(
    scene: Scene, table: Table, now: _Now, limits: Limits
) -> tuple[list[KnownStick], list[Gone]]:
    """All sticks by their numbers, and those that are gone."""
    to_then = np.asarray(np.linalg.inv(now.to_now))
    new = changed(scene, table.view, to_then)
    laid = laid_on_top(scene, new, now.sticks) if now.still else []
    fresh = [stick_of(scene, f) for f in laid]
    found = follow(scene, now.sticks, fresh, still=now.still)
    left = search(scene, lines_left(scene, found.free), found.free, limits, _ROUNDS)
    fresh += [stick_of(scene, f) for f in left]
    on_top = without_twins(fresh[: len(laid)], (), scene.width_px)
    there = [*on_top, *(s.stick for s in found.there)]
    fresh = [*on_top, *without_twins(fresh[len(laid) :], there, scene.width_px)]
    weak = [s for s in now.sticks if s.sure < TRUSTED]
    before = pushed(found.doubtful, fresh, scene.unit.length_px)
    before |= recognised(weak, fresh, scene.unit.length_px)
    sticks, number = list(found.there), table.last[1]
    for k, stick in enumerate(fresh):
        shown = strip_of(scene, stick.ends, colour_of(stick)).own
        if k in before:
            sticks.append(_seen_once_more(before[k], stick, shown))
            continue
        number += 1
        late = not any(stick is one for one in on_top) and lay_before(scene, stick, new)
        sticks.append(KnownStick(number, stick, shown, 0.0, late=late))
    kept, gone = _not_found(scene, sticks, fresh, (weak, found))
    return sorted((*sticks, *kept), key=lambda s: s.number), gone


def _not_found(
    scene: Scene,
    found: Sequence[KnownStick],
    fresh: Sequence[Stick],
    before: tuple[Sequence[KnownStick], Followed],
) -> tuple[list[KnownStick], list[Gone]]:
    """Of the sticks that lay there and were not found: those that may be hidden, and those that are
    gone."""
    weak, followed = before
    seen, free = {s.number for s in found}, followed.free
    for stick in fresh:
        free = taken(scene, stick.ends, colour_of(stick), free)
    kept = [s for s in weak if s.number not in seen and hidden_now(scene, s, free)]
    gone = []
    for lost in followed.doubtful:
        if lost.number in seen:
            continue
        if is_gone(scene, lost, [one.ends for one in fresh], free):
            gone.append(Gone("stick", lost.number, lost.stick.ends, colour_of(lost.stick)))
        else:
            kept.append(lost)
    return kept, gone


def _seen_once_more(known: KnownStick, stick: Stick, shown: Float) -> KnownStick:
    return replace(known, stick=stick, shown=shown, times=known.times + 1)


def _pads(
    fields: Fields, seen: Sequence[FoundPad], now: _Now, table: Table, limits: Limits
) -> tuple[list[KnownPad], list[Gone]]:
    """All pads by their numbers, and those that are gone."""
    near = {one.number: _nearest(one.pad, seen, now.plane, limits) for one in now.pads}
    found = {number: k for number, k in near.items() if k is not None}
    pads, gone = still_there(fields, now.pads, {number: seen[k] for number, k in found.items()})
    others = [p for k, p in enumerate(seen) if k not in found.values()]
    known_spots = [p.pad for p in pads]
    fresh = set_apart(others, now.plane, limits, known_spots)
    return pads + _numbered_pads(fields, fresh, table, now), gone


def _numbered_pads(
    fields: Fields, fresh: Sequence[FoundPad], table: Table, now: _Now
) -> list[KnownPad]:
    """Pads found for the first time, with the next numbers: what was just laid before what lay
    there already, as most of the latter is none."""
    to_then = np.asarray(np.linalg.inv(now.to_now))
    late = [pad_lay_before(fields, spot, table.view, to_then) for spot in fresh]
    first = table.last[0] + 1
    return [
        KnownPad(first + n, fresh[k], 0.0, late=late[k])
        for n, k in enumerate(sorted(range(len(fresh)), key=lambda k: late[k]))
    ]


def _nearest(pad: FoundPad, seen: Sequence[FoundPad], plane: Plane, limits: Limits) -> int | None:
    """Which of the pads seen is that one."""
    gaps = [plane.length(np.array([pad.xy, other.xy])) for other in seen]
    near = [k for k, gap in enumerate(gaps) if gap < limits.pads_apart / 2]
    return min(near, key=lambda k: gaps[k], default=None)
