"""How unlike the others of its colour a pad is painted: a box has one paint of each of its two
colours, and a cap, a coin or a flower that the net calls one of them has another."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.mokadi.pieces.fields import BAND, CELL, PAD, Fields
from vision.mokadi.pieces.pads import FoundPad
from vision.nn.arrays import Float, Indices, Mask

#: How surely a cell shows a pad, or an end and its colour, to tell their paint, and the cells of
#: ends that do: by hand.
_PAD, _END, _COLOUR, _ENDS = 0.5, 0.7, 0.6, 10
#: What has no hue in a picture's Lab.
_GREY = 128.0
#: How much more colourful than another one a paint may be in a better light.
_BRIGHTER = 1.5
#: How far from a pad's middle its cells vote, pixels of the net's picture, and the part of its
#: reach inside which they show its top, where three or more do.
_VOTE_PX, _TOP, _LEAST = 10.0, 0.7, 3


def unlike(fields: Fields, pads: Sequence[FoundPad], by: Mask) -> Float:
    """(P,) how far each pad's paint is from the most like one of its colour, of the ends and of
    those pads that it is told `by` (P,), in any light: in the plane of hues, Lab; 0 where none
    is."""
    shown = np.flatnonzero(fields.part[PAD] > _PAD)
    paints = [_paint(fields, shown, pad) for pad in pads]
    names = [int(np.argmax(pad.colour)) for pad in pads]
    ends = {name: _ends(fields, name) for name in set(names)}
    found = np.zeros(len(pads))
    for k, (paint, name) in enumerate(zip(paints, names, strict=True)):
        alike = [j for j in np.flatnonzero(by) if j != k and names[j] == name]
        gaps = np.array([_gap(paint, o) for o in (*(paints[j] for j in alike), ends[name])])
        if np.isfinite(gaps).any():
            found[k] = np.nanmin(gaps)
    return found


def _gap(paint: Float, other: Float) -> float:
    """How far a hue (2,) is from another one in any light: shadows and glare make it grey."""
    shade = np.clip(float(paint @ other) / max(float(other @ other), 1e-6), 0, _BRIGHTER)
    return float(np.hypot(*(paint - shade * other)))


def _paint(fields: Fields, shown: Indices, pad: FoundPad) -> Float:
    """(2,) a pad's hue, by those of the cells that show pads which are its own."""
    tips, spots = (points.reshape(-1, 2)[shown] - pad.xy for points in (fields.tip, fields.spot))
    mine = np.hypot(*tips.T) < _VOTE_PX
    top = mine & (np.hypot(*spots.T) < _TOP * pad.reach)
    return _hue(fields, shown[top if top.sum() >= _LEAST else mine])


def _ends(fields: Fields, name: int) -> Float:
    """(2,) the hue of the ends of a colour, if enough are seen."""
    cells = np.flatnonzero((fields.part[BAND] > _END) & (fields.colour[name] > _COLOUR))
    return _hue(fields, cells if len(cells) >= _ENDS else cells[:0])


def _hue(fields: Fields, cells: Indices) -> Float:
    """(2,) the median hue of cells, 0 for grey, none (NaN) of no cell."""
    if not len(cells):
        return np.full(2, np.nan)
    rows, columns = np.unravel_index(cells, fields.turn.shape)
    seen = fields.patch.image[rows * CELL, columns * CELL]
    return np.asarray(np.median(cv2.cvtColor(seen[None], cv2.COLOR_BGR2LAB)[0, :, 1:], 0) - _GREY)
