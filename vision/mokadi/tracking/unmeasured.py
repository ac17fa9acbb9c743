"""Pads seen again before a first stick measures the table: they stay where they lay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.mokadi.looking import Seen
from vision.mokadi.pieces.fields import PAD, TABLE, Fields
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.tracking.following import TRUSTED, colour_of
from vision.mokadi.tracking.memory import Gone, KnownPad

#: How far a pad may be off, shares of its reach, and share of the known ones that must be found
#: where they lay, while the camera stands still.
_OFF, _FOUND = 0.35, 0.6
#: Mean probability of bare table over a pad's top, and of pad at most, where it is gone.
_BARE, _NO_PAD = 0.7, 0.15


def pads_again(seen: Seen, known: Sequence[KnownPad]) -> Seen:
    """A table found without memory, with what earlier pictures say of its pads, in pixels of the
    photo; as it is where the camera moved."""
    there = [pad.moved(seen.fields.patch.inverse) for pad in known]
    found = {pad.number: near for pad in there if (near := _near(pad.pad, seen.pads)) is not None}
    if not there or len(found) < _FOUND * len(there):
        return seen
    pads, gone = still_there(seen.fields, there, {n: seen.pads[k] for n, k in found.items()})
    last = max(pad.number for pad in there)
    new = [spot for k, spot in enumerate(seen.pads) if k not in found.values()]
    pads += [KnownPad(last + 1 + k, spot, 0.0) for k, spot in enumerate(new)]
    carried = replace(seen.carried, pads=tuple(pads), gone=tuple(gone), first=False)
    return replace(seen, pads=tuple(pad.pad for pad in pads), carried=carried)


def still_there(
    fields: Fields, known: Sequence[KnownPad], found: Mapping[int, FoundPad]
) -> tuple[list[KnownPad], list[Gone]]:
    """The known pads as a picture shows them, and those that are gone; `found` again, by number. Of
    those that are not, unsure ones are forgotten and others are gone where the table shows."""
    pads, gone = list[KnownPad](), list[Gone]()
    for one in known:
        if one.number in found:
            pads.append(replace(one, pad=_both(one.pad, found[one.number]), times=one.times + 1))
        elif one.sure >= TRUSTED and _is_bare(fields, one.pad):
            gone.append(Gone("pad", one.number, one.pad.xy[None], colour_of(one.pad)))
        elif one.sure >= TRUSTED:
            pads.append(one)
    return pads, gone


def _near(pad: FoundPad, seen: Sequence[FoundPad]) -> int | None:
    """Which of the pads seen lies where that one lay."""
    offs = [float(np.hypot(*(other.xy - pad.xy))) for other in seen]
    best = min(range(len(offs)), key=lambda k: offs[k], default=None)
    return best if best is not None and offs[best] < _OFF * pad.reach else None


def _both(known: FoundPad, seen: FoundPad) -> FoundPad:
    """A pad by what was seen of it before and now."""
    weight = np.array([known.weight, seen.weight])
    xy = np.average([known.xy, seen.xy], axis=0, weights=weight)
    colour = np.average([known.colour, seen.colour], axis=0, weights=weight)
    best = known if known.weight > seen.weight else seen
    return replace(best, xy=xy, colour=colour)


def _is_bare(fields: Fields, pad: FoundPad) -> bool:
    """Whether the table shows where a pad lay."""
    top = np.hypot(*(fields.spot.reshape(-1, 2) - pad.xy).T) < 0.7 * pad.reach
    part = fields.part.reshape(4, -1)[:, top]
    if not part.size:
        return False
    return bool(part[TABLE].mean() > _BARE and part[PAD].mean() < _NO_PAD)
