"""What was laid since the last picture: it lies on top, so all of it is in sight, where the last
picture showed something else."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.mokadi.pieces.extents import Extent, placed, profiles
from vision.mokadi.pieces.fields import CELL, NOTHING, Fields, apart_deg
from vision.mokadi.pieces.lines import Lines, lines_of
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.plane import through
from vision.mokadi.pieces.sticks import Found, Scene, Stick, apart_px, place_at
from vision.mokadi.tracking.following import colour_of
from vision.mokadi.tracking.memory import KnownStick, ShownCells
from vision.nn.arrays import Float, Mask, Matrix

#: Probability from which a cell shows a stick, and how far that may have turned since, degrees.
_SHOWN, _TURNED_DEG = 0.5, 15.0
#: Share of a stick on top that is seen, the evidence for it, and the share of its cells that show
#: something else than before, at least.
_WHOLE, _SURE, _CHANGED = 0.75, 0.5, 0.3
#: The same share of either coloured end alone. Where a stick lies along another one its wood shows
#: as the other's did, and its ends may be less than a quarter of it.
_ENDS_CHANGED = 0.5
#: Share of a stick's cells below which one is old; how much of a pad's top is asked, shares of its
#: reach, and share of it that showed something before where the pad is old.
_OLD, _TOP, _COVERED = 0.2, 0.7, 0.5
#: How near a known stick one lies that is that stick, stick lengths.
_KNOWN = 0.12
#: Cells that show something else than before for anything to be new, shares of a stick.
_ENOUGH = 0.2
#: Lines that are tried, and sticks that are laid between two pictures, at most.
_LINES, _LAID = 24, 2


def laid_on_top(scene: Scene, new: Mask, known: Sequence[KnownStick]) -> list[Found]:
    """The sticks that were laid since; `new` (H * W,) which cells have `changed`."""
    cells = scene.cells.only(new[scene.cells.flat])
    if len(cells.flat) * CELL**2 < _ENOUGH * scene.unit.length_px * scene.width_px:
        return []
    lines = lines_of(cells, scene.unit.length_px, scene.width_px)
    lines = lines.only(np.arange(min(_LINES, len(lines.start))))
    found: list[Found] = []
    left = new.astype(np.float64)
    for place, colour in sorted(_places(scene, lines), key=lambda one: -one[0].score):
        if len(found) == _LAID or place.score < _SURE:
            break
        own = scene.own(place, colour)
        differs = place.own >= _WHOLE and _differs(scene, place, own, left[scene.cells.flat])
        if differs and not _is_known(place, colour, known, scene.unit.length_px):
            found.append(Found(place, own))
            left[scene.cells.flat] *= 1 - np.minimum(1, 2 * own)
    return found


def _differs(scene: Scene, place: Extent, own: Float, left: Float) -> bool:
    """Whether a stick shows where something else did: of its `own` (N,) cells, as far as they are
    `left` (N,) of what changed, enough in all, or at either end."""
    along = place.ends[1] - place.ends[0]
    share = (scene.cells.at - place.ends[0]) @ along / (along @ along)
    ends = [own * (share < scene.unit.band), own * (share > 1 - scene.unit.band)]
    parts = [(own, _CHANGED)], [(end, _ENDS_CHANGED) for end in ends]
    return any(
        all(float((cells * left).sum()) >= least * float(cells.sum()) for cells, least in part)
        for part in parts
    )


def lay_before(scene: Scene, stick: Stick, new: Mask) -> bool:
    """Whether a stick that was found lay there in the last picture, though nobody found it: what
    is seen of it has not changed; `new` (H * W,) which cells have."""
    own = scene.own(place_at(stick.ends), colour_of(stick))
    return float((own * new[scene.cells.flat]).sum()) < _OLD * float(own.sum())


def pad_lay_before(fields: Fields, pad: FoundPad, view: ShownCells, to_then: Matrix) -> bool:
    """The same of a pad: the last picture showed something there, a pad or what may cover it;
    `to_then` (3, 3) as of `changed`."""
    spots = fields.spot.reshape(-1, 2)
    top = spots[np.hypot(*(spots - pad.xy).T) < _TOP * pad.reach]
    was, _ = view.at(through(to_then, top))
    return bool((was != NOTHING).mean() > _COVERED) if len(top) else False


def changed(scene: Scene, view: ShownCells, to_then: Matrix) -> Mask:
    """(H * W,) which cells show a stick where the last picture showed none, another part of one, or
    one that lay otherwise; not single ones, as edges waver. `to_then` (3, 3) from pixels of the
    net's picture to the photo of then."""
    fields = scene.fields
    sticks = np.flatnonzero(fields.stick.ravel() > _SHOWN)
    was, turn = view.at(through(to_then, fields.spot.reshape(-1, 2)[sticks]))
    lean = apart_deg(fields.turn.ravel()[sticks], turn)
    other = np.zeros(fields.turn.size, np.bool_)
    other[sticks] = (was != fields.shown_as.ravel()[sticks]) | (lean > _TURNED_DEG)
    whole = other.reshape(fields.turn.shape).astype(np.uint8)
    opened = cv2.morphologyEx(whole, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(opened.ravel() > 0)


def _places(scene: Scene, lines: Lines) -> list[tuple[Extent, int]]:
    found: list[tuple[Extent, int]] = []
    if not len(lines.start):
        return found
    for colour in scene.shares:
        seen = profiles(scene.fields, scene.mine[colour], lines, scene.unit.plane, scene.width_px)
        best = placed(seen, scene.unit.band, scene.unit.spread)
        found += [(place, colour) for place in best if place is not None]
    return found


def _is_known(place: Extent, colour: int, known: Sequence[KnownStick], unit_px: float) -> bool:
    return any(
        colour_of(stick.stick) == colour
        and apart_px(stick.stick.ends, place.ends) < _KNOWN * unit_px
        for stick in known
    )
