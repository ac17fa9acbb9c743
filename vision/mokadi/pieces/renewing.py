"""A part of a photo seen once more: the net looks only where it changed, as elsewhere it would say
what it said before."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.mokadi.limits import RENEW
from vision.mokadi.pieces.fields import CELL, MULTIPLE, Fields, Said, fields_of, maps_of, told
from vision.nn.arrays import Mask, Pixels, Points
from vision.nn.models import Net
from vision.nn.resample import Patch

#: Corners of a part of a picture, pixels: left, top, right, bottom.
_Box = tuple[int, int, int, int]
#: Sides of the spots that are compared, pixels, and the grey level below which light tells nothing.
_SPOT, _DARK = 5, 8.0


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
    x, y = np.clip(patch.from_photo(before.asked).astype(np.intp).T, 0, [[width - 1], [height - 1]])
    changed[y, x] = True
    if not changed.any():
        return replace(told(other.maps.astype(np.float64), patch), said=other)
    box = _around(changed, RENEW.around_px, CELL)
    wide = _around(changed, RENEW.around_px + RENEW.context_px, MULTIPLE)
    if _area(wide) > RENEW.most * changed.size:
        return fields_of(patch, net)
    return _pasted(patch, net, other, box, wide)


def _is_there(patch: Patch, other: Patch) -> bool:
    """Whether two patches show the same part of their photos, equally large."""
    ends = [(p.size_wh, *p.scale_xy.tolist(), *p.origin_xy.tolist()) for p in (patch, other)]
    return ends[0] == ends[1]


def _changed(before: Pixels, now: Pixels) -> Mask | None:
    """(h, w) where a picture shows something else than before; None where the light is another."""
    old, new = (cv2.blur(image, (_SPOT, _SPOT)).astype(np.float32) for image in (before, now))
    gain = np.median((new + _DARK) / (old + _DARK), axis=(0, 1))
    if np.abs(np.log(gain)).max() > RENEW.light:
        return None
    off = np.abs(new - old * gain).max(axis=2) > RENEW.differs
    spot = np.ones((_SPOT, _SPOT), np.uint8)
    opened = cv2.morphologyEx(off.astype(np.uint8), cv2.MORPH_OPEN, spot)
    return np.array(opened > 0)


def _around(changed: Mask, room: int, multiple: int) -> _Box:
    """The box around all that changed, with room, from and to multiples of so many pixels."""
    corners = []
    for axis, size in ((0, changed.shape[1]), (1, changed.shape[0])):
        at = np.flatnonzero(changed.any(axis=axis))
        low, high = max(0, int(at[0]) - room), min(size, int(at[-1]) + 1 + room)
        corners.append((low // multiple * multiple, -(-high // multiple) * multiple))
    (left, right), (top, bottom) = corners
    return left, top, right, bottom


def _area(box: _Box) -> int:
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def _pasted(patch: Patch, net: Net, before: Said, box: _Box, wide: _Box) -> Fields:
    """The fields by what the net says of a box, for which it looks at a wider one, and said of all
    else."""
    left, top, right, bottom = wide
    seen = replace(patch, image=patch.image[top:bottom, left:right])
    fresh = maps_of(seen, net)
    maps, image = before.maps.copy(), before.patch.image.copy()
    x0, y0, x1, y1 = box
    image[y0:y1, x0:x1] = patch.image[y0:y1, x0:x1]
    rows, columns = slice(y0 // CELL, y1 // CELL), slice(x0 // CELL, x1 // CELL)
    inner = np.s_[
        :, (y0 - top) // CELL : (y1 - top) // CELL, (x0 - left) // CELL : (x1 - left) // CELL
    ]
    maps[:, rows, columns] = fresh[inner]
    return replace(
        told(maps.astype(np.float64), patch), said=Said(maps, replace(patch, image=image))
    )
