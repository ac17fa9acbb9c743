"""Pads that the net takes for table, as it does some home-made ones: told where something came to
the bare table, and in doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.mokadi.limits import RENEW, Limits
from vision.mokadi.pieces.fields import NOTHING, PAD, TABLE, Fields
from vision.mokadi.pieces.pads import FoundPad, pads_of
from vision.mokadi.tracking.memory import TableMemory
from vision.nn.arrays import Indices

#: By how many times more cells tell of a pad than without the change where the net saw a part.
_MORE = 1.5


def pads_by_change(
    fields: Fields, found: Sequence[FoundPad], memory: TableMemory, limits: Limits
) -> list[FoundPad]:
    """The pads `found`, and more: where a picture changed that showed the bare table before, and
    where one lay that was told so. They take the place of those of which the net saw a part."""
    cells = np.union1d(_came(fields, memory), _told_before(fields, memory))
    if not len(cells):
        return list(found)
    shows_pad, shows_table = fields.part.reshape(4, -1)[[PAD, TABLE]][:, cells]
    likelier = RENEW.came * shows_pad
    chance = np.zeros(fields.turn.size)
    chance[cells] = (shows_pad + shows_table) * likelier / (likelier + shows_table)
    more = pads_of(fields, limits, chance.reshape(fields.turn.shape))
    kept = list(found)
    for pad in more:
        same = [one for one in kept if np.hypot(*(pad.xy - one.xy)) <= max(one.reach, pad.reach)]
        if all(pad.weight > _MORE * one.weight for one in same):
            kept = [one for one in kept if not any(one is other for other in same)]
            kept.append(replace(pad, by_change=True))
    return kept


def _came(fields: Fields, memory: TableMemory) -> Indices:
    """The cells that changed and showed nothing before."""
    if fields.changed is None or memory.table is None:
        return np.empty(0, np.intp)
    changed = np.flatnonzero(fields.changed)
    was, _ = memory.table.view.at(fields.patch.to_photo(fields.spot.reshape(-1, 2)[changed]))
    return np.asarray(changed[was == NOTHING])


def _told_before(fields: Fields, memory: TableMemory) -> Indices:
    """The cells where pads lay that were told by a change: it shows only once that one came."""
    known = () if memory.table is None else memory.table.pads
    pads = [p.pad.moved(fields.patch.inverse) for p in known if p.pad.by_change]
    spots = fields.spot.reshape(-1, 2)
    near = [np.flatnonzero(np.hypot(*(spots - p.xy).T) < p.reach) for p in pads]
    return np.concatenate([np.empty(0, np.intp), *near])
