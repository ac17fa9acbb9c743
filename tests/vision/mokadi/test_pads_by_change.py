"""A home-made pad that the net takes for table is told by the change that it made."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.mokadi.limits import LIMITS
from vision.mokadi.pieces.box import NO_VOTES
from vision.mokadi.pieces.fields import CELL, Fields
from vision.mokadi.pieces.pads import FoundPad, pads_of
from vision.mokadi.tracking.memory import KnownPad, ShownCells, Table, TableMemory
from vision.mokadi.tracking.pads_by_change import pads_by_change
from vision.nn.arrays import Mask
from vision.nn.resample import whole

_SIDE = 80
_MIDDLE = np.array([80.5, 80.5])


def _look(*, came: bool, chance: float = 0.02) -> tuple[Fields, Mask]:
    """A bare table, but for a spot at which the net thinks of a pad with little `chance`, and that
    spot; `came`: it changed since the picture before."""
    rows, columns = np.mgrid[0:_SIDE, 0:_SIDE]
    spot = np.stack([columns, rows], -1) * float(CELL) + (CELL - 1) / 2
    there: Mask = np.asarray(np.hypot(*np.moveaxis(spot - _MIDDLE, -1, 0)) < 20)
    part = np.zeros((4, _SIDE, _SIDE))
    part[3] = np.where(there, chance, 1e-5)
    part[0] = 1 - part[3]
    colour = np.full((4, _SIDE, _SIDE), 0.1)
    colour[3] = 0.7
    tip = np.where(there[..., None], _MIDDLE, spot)
    patch = whole(np.zeros((CELL * _SIDE, CELL * _SIDE, 3), np.uint8))
    turn = np.zeros((_SIDE, _SIDE))
    return Fields(part, colour, turn, spot, tip, spot, patch, changed=there & came), there


def _memory(*pads: FoundPad) -> TableMemory:
    """A table that showed nothing before but these pads."""
    bare, _ = _look(came=False, chance=1e-5)
    known = tuple(KnownPad(k + 1, pad, 0.55) for k, pad in enumerate(pads))
    view = ShownCells.of(bare)
    table = Table(known, (), {}, (len(pads), 0), NO_VOTES, 10.0, 0.2, view, None)
    return TableMemory(None, bare.patch.size_wh, table)


def _told(fields: Fields, memory: TableMemory) -> list[FoundPad]:
    return pads_by_change(fields, pads_of(fields, LIMITS), memory, LIMITS)


def test_what_came_to_the_bare_table_is_a_pad_in_doubt() -> None:
    """It is told, in its colour, and once more in the next picture, in which nothing came."""
    fields, _ = _look(came=True)
    assert pads_of(fields, LIMITS) == []
    (pad,) = _told(fields, _memory())
    assert pad.by_change
    assert np.hypot(*(pad.xy - _MIDDLE)) < 3
    assert pad.colour.argmax() == 3
    (again,) = _told(_look(came=False)[0], _memory(pad))
    assert again.by_change


def test_what_lay_there_is_none() -> None:
    """A spot of the table that the net half takes for a pad stays table where nothing came, and
    where the last picture showed a piece."""
    fields, there = _look(came=False)
    assert _told(fields, _memory()) == []
    fields, there = _look(came=True)
    memory = _memory()
    assert memory.table is not None
    shown = np.where(there, 1, memory.table.view.shown).astype(np.uint8)
    table = replace(memory.table, view=replace(memory.table.view, shown=shown))
    assert _told(fields, replace(memory, table=table)) == []


def test_a_pad_that_the_net_sees_stays_its_own() -> None:
    """Its change makes it no other one."""
    fields, _ = _look(came=True, chance=0.9)
    (pad,) = _told(fields, _memory())
    assert not pad.by_change
    (alone,) = pads_of(fields, LIMITS)
    assert pad.weight == alone.weight
