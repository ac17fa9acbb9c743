"""A part of a photo seen once more: the net looks only where it changed, as elsewhere it would say
what it said before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from vision.mokadi.limits import RENEW
from vision.mokadi.pieces.fields import CELL, MULTIPLE, Fields, Said, fields_of, maps_of, told
from vision.nn.arrays import Mask, Pixels, Points
from vision.nn.models import Net
from vision.nn.resample import Patch

#: Corners of a part of a picture, pixels: left, top, right, bottom.
_Box = tuple[int, int, int, int]
#: Sides of the spots that are compared, pixels, the grey level below which light tells nothing, and
#: which pixels, along and down, tell the light: every fourth.
_SPOT, _DARK, _EVERY = 5, 8.0, 4
#: Things apart that changed, at most, for each to be looked at by itself; by hand.
_APART = 12


@dataclass(frozen=True, eq=False)
class Before:
    """What the net said of an earlier photo, and the points (N, 2) of it, photo pixels, around
    which it is asked in any case."""

    said: Said
    asked: Points


def renewed(patch: Patch, net: Net, before: Before | None, size_wh: tuple[int, int]) -> Fields:
    """The fields of a part of a photo, by what the net said `before` of the very part where that
    still holds. `size_wh`: how much of the patch is the photo's, pixels; the rest repeats its
    rim, noise and all."""
    other = None if before is None or not _is_there(patch, before.said.patch) else before.said
    changed = None if other is None else _changed(other.patch.image, patch.image)
    if before is None or other is None or changed is None:
        return fields_of(patch, net)
    width, height = size_wh
    changed[height:], changed[:, width:] = False, False
    others = changed[::CELL, ::CELL].copy()
    x, y = np.clip(patch.from_photo(before.asked).astype(np.intp).T, 0, [[width - 1], [height - 1]])
    changed[y, x] = True
    if not changed.any():
        fields = told(other.maps.astype(np.float64), patch)
        return replace(fields, said=other, changed=others)
    boxes = _boxes_around(changed)
    if sum(_area(wide) for _, wide in boxes) > RENEW.most * changed.size:
        return replace(fields_of(patch, net), changed=others)
    return replace(_pasted(patch, net, other, boxes), changed=others)


def _is_there(patch: Patch, other: Patch) -> bool:
    """Whether two patches show the same part of their photos, equally large."""
    ends = [(p.size_wh, *p.scale_xy.tolist(), *p.origin_xy.tolist()) for p in (patch, other)]
    return ends[0] == ends[1]


def _changed(before: Pixels, now: Pixels) -> Mask | None:
    """(h, w) where a picture shows something else than before; None where the light is another."""
    old, new = (cv2.blur(image, (_SPOT, _SPOT)) for image in (before, now))
    some = np.s_[::_EVERY, ::_EVERY]
    gain = np.median((new[some] + _DARK) / (old[some] + _DARK), axis=(0, 1))
    if np.abs(np.log(gain)).max() > RENEW.light:
        return None
    lit = cv2.multiply(old, np.array([*gain, 0.0]), dtype=cv2.CV_32F)
    blue, green, red = cv2.split(cv2.absdiff(new.astype(np.float32), lit))
    off = cv2.max(cv2.max(blue, green), red) > RENEW.differs
    spot = np.ones((_SPOT, _SPOT), np.uint8)
    opened = cv2.morphologyEx(off.astype(np.uint8), cv2.MORPH_OPEN, spot)
    return np.array(opened > 0)


def _boxes_around(changed: Mask) -> list[tuple[_Box, _Box]]:
    """The boxes around what changed, each with a wider one that is looked at for it: one for all
    that lies near each other, and for several where that is no more to look at."""
    room = 2 * RENEW.around_px + 1
    near = cv2.boxFilter(changed.astype(np.float32), -1, (room, room), normalize=False) > 0
    count, things = cv2.connectedComponents(near.astype(np.uint8))
    size = (changed.shape[0], changed.shape[1])
    if count - 1 > _APART:
        return [_around(_corners(changed), size)]
    found = [_corners(changed & (things == k)) for k in range(1, count)]
    while len(found) > 1:
        pairs = [(_saved_px(*pair, size), pair) for pair in combinations(found, 2)]
        saved, (one, other) = max(pairs)
        if saved < 0:
            break
        found = [_both(one, other), *(box for box in found if box not in (one, other))]
    return [_around(box, size) for box in found]


def _corners(changed: Mask) -> _Box:
    (left, right), (top, bottom) = (
        (int(at[0]), int(at[-1]) + 1)
        for at in (np.flatnonzero(changed.any(axis=axis)) for axis in (0, 1))
    )
    return left, top, right, bottom


def _saved_px(one: _Box, other: _Box, size: tuple[int, int]) -> int:
    """How much less there is to look at for both in one."""
    apart, both = [_around(box, size)[1] for box in (one, other)], _both(one, other)
    return sum(map(_area, apart)) - _area(_around(both, size)[1])


def _both(one: _Box, other: _Box) -> _Box:
    """The box around two."""
    low, high = np.minimum(one[:2], other[:2]), np.maximum(one[2:], other[2:])
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _around(box: _Box, size: tuple[int, int]) -> tuple[_Box, _Box]:
    """A box with the room in which something else may be said, and with that which must be looked
    at to say it, in a picture of so many rows and columns."""
    near, wide = RENEW.around_px, RENEW.around_px + RENEW.context_px
    return _wider(box, size, near, CELL), _wider(box, size, wide, MULTIPLE)


def _wider(box: _Box, size: tuple[int, int], room: int, multiple: int) -> _Box:
    """A box with room, from and to multiples of so many pixels."""
    (left, top, right, bottom), (rows, columns) = box, size
    low = [max(0, at - room) // multiple * multiple for at in (left, top)]
    high = [
        -(-min(most, at + room) // multiple) * multiple
        for at, most in ((right, columns), (bottom, rows))
    ]
    return low[0], low[1], high[0], high[1]


def _area(box: _Box) -> int:
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def _pasted(patch: Patch, net: Net, before: Said, boxes: Sequence[tuple[_Box, _Box]]) -> Fields:
    """The fields by what the net says of some boxes, for each of which it looks at a wider one, and
    said of all else."""
    maps, image = before.maps.copy(), before.patch.image.copy()
    for (x0, y0, x1, y1), (left, top, right, bottom) in boxes:
        fresh = maps_of(replace(patch, image=patch.image[top:bottom, left:right]), net)
        image[y0:y1, x0:x1] = patch.image[y0:y1, x0:x1]
        rows, columns = slice(y0 // CELL, y1 // CELL), slice(x0 // CELL, x1 // CELL)
        inner = np.s_[
            :, (y0 - top) // CELL : (y1 - top) // CELL, (x0 - left) // CELL : (x1 - left) // CELL
        ]
        maps[:, rows, columns] = fresh[inner]
    return replace(
        told(maps.astype(np.float64), patch), said=Said(maps, replace(patch, image=image))
    )
