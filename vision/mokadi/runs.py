"""Where a coloured end begins and ends: cells are followed along their axis both ways.

A run of colour has wood on one side, and table, or something else, on the other: there the stick
ends. Where something lies over the end, its length tells how far it goes on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.mokadi.fields import (
    BAND,
    CELL,
    PAD,
    TABLE,
    WOOD,
    Fields,
    apart_deg,
)
from vision.mokadi.limits import Limits
from vision.nn.arrays import Float, Indices, Points

#: What a run ends at.
OPEN, AT_WOOD, AT_BARE, AT_OTHER = range(4)
#: Steps of one cell that are followed at most.
_STEPS = 70


@dataclass(frozen=True)
class Runs:
    """Cells of coloured ends, (N,) each: `start` (N, 2) on their axis, `along` (N, 2) its
    direction, `ahead` and `behind` how far the colour goes on, pixels, and what it ends at."""

    start: Points
    along: Points
    ahead: Float
    behind: Float
    ahead_at: Indices
    behind_at: Indices


def runs_of(fields: Fields, cells: Indices, limits: Limits) -> Runs:
    """The runs of colour that the cells with these flat numbers lie in."""
    start = fields.axis.reshape(-1, 2)[cells]
    turn = fields.turn.ravel()[cells]
    along = np.column_stack([np.cos(turn), np.sin(turn)])
    ahead, ahead_at = followed(fields, start, along, turn, limits)
    behind, behind_at = followed(fields, start, -along, turn, limits)
    return Runs(start, along, ahead, behind, ahead_at, behind_at)


def followed(
    fields: Fields, start: Points, along: Points, turn: Float, limits: Limits
) -> tuple[Float, Indices]:
    """How far the colour goes on from points (N, 2) along (N, 2), pixels, and what it ends at."""
    count = len(start)
    normal = np.column_stack([-along[:, 1], along[:, 0]])
    reached, ended = np.zeros(count), np.full(count, OPEN)
    wood, bare, gap = np.zeros(count), np.zeros(count), np.zeros(count)
    maps, beyond = fields.part.reshape(4, -1), np.array(fields.patch.size_wh)
    most = limits.crossing_widths * limits.width_px / CELL
    for step in range(1, _STEPS + 1):
        live = np.flatnonzero(ended == OPEN)
        if not len(live):
            break
        at = start[live] + step * CELL * along[live]
        cells = fields.cells(at)
        own = _own(fields, cells, start[live], normal[live], turn[live], limits)
        colour, plain = own * maps[BAND][cells], own * maps[WOOD][cells]
        nothing = maps[TABLE][cells] + maps[PAD][cells]
        nothing = np.where(((at < 0) | (at > beyond)).any(1), 1.0, nothing)
        on = colour > 0.35
        reached[live] = np.where(on, step * CELL, reached[live])
        wood[live] = np.where(plain > 0.4, wood[live] + 1, 0)
        bare[live] = np.where(nothing > 0.5, bare[live] + 1, 0)
        gap[live] = np.where(on, 0, gap[live] + 1)
        ended[live] = np.select(
            [wood[live] > 1, bare[live] > 1, gap[live] > most], [AT_WOOD, AT_BARE, AT_OTHER], OPEN
        )
    return reached, np.where(ended == OPEN, AT_OTHER, ended)


def _own(
    fields: Fields, cells: Indices, start: Points, normal: Points, turn: Float, limits: Limits
) -> Float:
    """How well cells, by flat number, fit the axes on which they should lie, 0..1."""
    lean = apart_deg(fields.turn.ravel()[cells], turn)
    off = ((fields.axis.reshape(-1, 2)[cells] - start) * normal).sum(1)
    return np.asarray(np.exp(-((lean / 9) ** 2) / 2 - (off / (0.3 * limits.width_px)) ** 2 / 2))


def full_length(runs: Runs) -> float | None:
    """The length of a coloured end seen from wood to table, pixels; None where none is."""
    there = (runs.ahead_at == AT_BARE) & (runs.behind_at == AT_WOOD)
    back = (runs.ahead_at == AT_WOOD) & (runs.behind_at == AT_BARE)
    lengths = (runs.ahead + runs.behind)[there | back]
    return float(np.median(lengths)) if len(lengths) > 5 else None


def told_tips(runs: Runs, full: float | None) -> tuple[Points, Points, Float]:
    """(N, 2) where the sticks end, (N, 2) the way out, (N,) how much each cell's word is worth."""
    ahead_in, behind_in = runs.ahead_at == AT_WOOD, runs.behind_at == AT_WOOD
    out = np.where(behind_in & ~ahead_in, 1.0, np.where(ahead_in & ~behind_in, -1.0, 0.0))
    ahead_bare, behind_bare = runs.ahead_at == AT_BARE, runs.behind_at == AT_BARE
    loose = (out == 0) & ~(ahead_in & behind_in)
    out = np.where(loose & ahead_bare & ~behind_bare, 1.0, out)
    out = np.where(loose & behind_bare & ~ahead_bare, -1.0, out)
    far = np.where(out > 0, runs.ahead, runs.behind) + CELL / 2
    near = np.where(out > 0, runs.behind, runs.ahead)
    at_bare = np.where(out > 0, ahead_bare, behind_bare)
    inner = np.where(out > 0, behind_in, ahead_in)
    if full is not None:
        covered = (out != 0) & inner & ~at_bare
        far = np.where(covered, np.maximum(full - near, 0), far)
    worth = np.where(out == 0, 0.0, np.where(inner & at_bare, 1.0, np.where(inner, 0.6, 0.6)))
    if full is None:
        worth = np.where(at_bare, worth, worth * 0.3)
    tip = runs.start + (out * far)[:, None] * runs.along
    return tip, out[:, None] * runs.along, worth
