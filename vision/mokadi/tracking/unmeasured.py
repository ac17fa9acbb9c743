"""Pads seen again before a first stick measures the table: they stay where they lay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.mokadi.looking import Carried, Seen
from vision.mokadi.pieces.fields import PAD, TABLE, Fields
from vision.mokadi.pieces.pads import Spot
from vision.mokadi.tracking.following import TRUSTED
from vision.mokadi.tracking.memory import Gone, KnownPad
from vision.mokadi.tracking.moving import moved_spot

#: How far a pad may be off, shares of its reach, and share of the known ones that must be found
#: where they lay, while the camera stands still.
_OFF, _FOUND = 0.35, 0.6
#: Mean probability of bare table over a pad's top, and of pad at most, where it is gone.
_BARE, _NO_PAD = 0.7, 0.15


def pads_again(seen: Seen, known: Sequence[KnownPad]) -> Seen:
    """A table found without memory, with what earlier pictures say of its pads, in pixels of the
    photo; as it is where the camera moved."""
    to_look = np.asarray(np.linalg.inv(seen.fields.patch.matrix), np.float64)
    there = [replace(pad, spot=moved_spot(pad.spot, to_look)) for pad in known]
    found = {pad.number: near for pad in there if (near := _near(pad.spot, seen.pads)) is not None}
    if not there or len(found) < _FOUND * len(there):
        return seen
    pads, gone = list[KnownPad](), list[Gone]()
    for pad in there:
        if pad.number in found:
            spot = both(pad.spot, seen.pads[found[pad.number]])
            pads.append(replace(pad, spot=spot, times=pad.times + 1))
        elif pad.sure >= TRUSTED and is_bare(seen.fields, pad.spot):
            colour = int(np.argmax(pad.spot.colour))
            gone.append(Gone("pad", pad.number, pad.spot.xy[None], colour))
        elif pad.sure >= TRUSTED:
            pads.append(pad)
    last = max(pad.number for pad in there)
    new = [spot for k, spot in enumerate(seen.pads) if k not in found.values()]
    pads += [KnownPad(last + 1 + k, spot, 0.0) for k, spot in enumerate(new)]
    sticks = seen.carried.sticks
    carried = Carried(
        tuple(pad.number for pad in pads),
        sticks,
        tuple(pad.times for pad in pads),
        (0,) * len(sticks),
        (False,) * len(pads),
        (False,) * len(sticks),
        seen.carried.shown,
        tuple(gone),
        first=False,
    )
    return replace(seen, pads=tuple(pad.spot for pad in pads), carried=carried)


def _near(pad: Spot, seen: Sequence[Spot]) -> int | None:
    """Which of the pads seen lies where that one lay."""
    offs = [float(np.hypot(*(other.xy - pad.xy))) for other in seen]
    best = min(range(len(offs)), key=lambda k: offs[k], default=None)
    return best if best is not None and offs[best] < _OFF * pad.reach else None


def both(known: Spot, seen: Spot) -> Spot:
    """A pad by what was seen of it before and now."""
    weight = np.array([known.weight, seen.weight])
    xy = np.average([known.xy, seen.xy], axis=0, weights=weight)
    colour = np.average([known.colour, seen.colour], axis=0, weights=weight)
    best = known if known.weight > seen.weight else seen
    return replace(best, xy=xy, colour=colour)


def is_bare(fields: Fields, pad: Spot) -> bool:
    """Whether the table shows where a pad lay."""
    top = np.hypot(*(fields.spot.reshape(-1, 2) - pad.xy).T) < 0.7 * pad.reach
    part = fields.part.reshape(4, -1)[:, top]
    if not part.size:
        return False
    return bool(part[TABLE].mean() > _BARE and part[PAD].mean() < _NO_PAD)
