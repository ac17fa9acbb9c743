"""From what was found to what is remembered of a table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.mokadi.looking import Carried, Seen
from vision.mokadi.tracking.memory import (
    KnownPad,
    KnownStick,
    Region,
    ShownCells,
    Table,
    TableMemory,
    Track,
)
from vision.nn.arrays import Float, Points
from vision.nn.resample import Patch

#: Pixels of a look that is quick, and the thickness that sticks must keep in it, pixels.
_LOOK_PX2, _THIN_PX = 550_000.0, 10.5
#: Room around what was looked at closer, stick lengths: pads are laid up to one away, and amiss
#: farther.
_ROOM = 1.45
#: Share of that room with which the part that was looked at is looked at again: the net need not
#: look at all of it then. Pads are laid up to one stick away, and are a quarter wide.
_ENOUGH = 0.8


def remembered(
    seen: Seen, size_wh: tuple[int, int], sure_pads: Float, sure_sticks: Float
) -> TableMemory | None:
    """What the next picture of the table is told, by the size of this photo, pixels, and the
    probability of every pad and stick in it, (P,) and (S,); None where nothing lies there."""
    if seen.plane is None:
        return None
    to_look = seen.fields.patch.inverse
    gone = tuple(one.moved(seen.fields.patch.matrix) for one in seen.carried.gone)
    if seen.guessed:
        pads = _pads(seen, sure_pads)
        return TableMemory(None, size_wh, guess=seen.plane.after(to_look), pads=pads, gone=gone)
    table = _table(seen, size_wh, sure_pads, sure_sticks)
    return TableMemory(seen.plane.after(to_look), size_wh, table, gone=gone)


def _pads(seen: Seen, sure: Float) -> tuple[KnownPad, ...]:
    """The pads in pixels of the photo."""
    return tuple(
        KnownPad(one.number, pad.moved(seen.fields.patch.matrix), p, times=one.times, late=one.late)
        for one, pad, p in zip(seen.carried.pads, seen.pads, sure.tolist(), strict=True)
    )


def _table(seen: Seen, size_wh: tuple[int, int], sure_pads: Float, sure_sticks: Float) -> Table:
    matrix, carried = seen.fields.patch.matrix, seen.carried
    pads = _pads(seen, sure_pads)
    sticks = tuple(
        KnownStick(one.number, stick.moved(matrix), shown, p, times=one.times, late=one.late)
        for one, stick, shown, p in zip(
            carried.sticks, seen.sticks, carried.shown, sure_sticks.tolist(), strict=True
        )
    )
    over = {
        (sticks[c.one].number, sticks[c.other].number): float(np.log(c.over / (1 - c.over)))
        for c in seen.crossings
        if 0 < c.over < 1
    }
    last = _last(pads, "pad", carried), _last(sticks, "stick", carried)
    thick = seen.thick_px * float(seen.fields.patch.scale_xy[0])
    view, region = ShownCells.of(seen.fields), _region(seen, size_wh)
    return Table(
        pads, sticks, over, last, seen.votes, thick, seen.band, view, region, seen.fields.said
    )


def _last(known: Sequence[Track], kind: str, carried: Carried) -> int:
    """The highest number given to a piece of a kind, gone ones included."""
    gone = [g.number for g in carried.gone if g.kind == kind]
    return max([0, *(one.number for one in known), *gone])


def _region(seen: Seen, size_wh: tuple[int, int]) -> Region | None:
    """The part of the photo to look at next time; None where all of it was looked at, or where
    nothing lies."""
    if seen.plane is None or not (seen.sticks or seen.pads):
        return None
    patch = seen.fields.patch
    size = np.array(patch.size_wh) * patch.scale_xy
    if (patch.origin_xy < 1).all() and (size >= np.array(size_wh) - 1).all():
        return None
    ends = np.array([s.ends for s in seen.sticks]).reshape(-1, 2, 2)
    pads = np.array([p.xy for p in seen.pads]).reshape(-1, 2)
    points = np.vstack([ends.reshape(-1, 2), pads])
    room = _ROOM * seen.plane.stick_px(ends, pads)
    if _has_room(patch, points, _ENOUGH * room, size_wh):
        return Region(patch.origin_xy, patch.origin_xy + size, 1 / float(patch.scale_xy[0]))
    low, high = (patch.to_photo(p[None])[0] for p in (points.min(0) - room, points.max(0) + room))
    low, high = np.maximum(low, 0), np.minimum(high, size_wh)
    scale = 1 / float(patch.scale_xy[0])
    smaller = np.sqrt(_LOOK_PX2 / float(np.prod((high - low) * scale)))
    smaller = max(smaller, _THIN_PX / seen.thick_px)
    return Region(low, high, scale * float(min(1.0, smaller)))


def _has_room(patch: Patch, points: Points, room: float, size_wh: tuple[int, int]) -> bool:
    """Whether a patch shows so much around points (N, 2) of it, pixels, or all that the photo
    does."""
    low, high = points.min(0), points.max(0) + 1
    rim = patch.from_photo(np.array([[0.0, 0.0], size_wh]))
    below = (low >= room) | (rim[0] > -1)
    above = (np.array(patch.size_wh) - high >= room) | (rim[1] < np.array(patch.size_wh) + 1)
    return bool((below & above).all())
