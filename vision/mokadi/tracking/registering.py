"""How the camera moved since the last picture, by what lies on the table itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import cv2
import numpy as np

from vision.mokadi.pieces.extents import STEPS
from vision.mokadi.pieces.pads import FoundPad
from vision.mokadi.pieces.plane import Plane, rigid, through
from vision.mokadi.pieces.sticks import Scene, Stick
from vision.mokadi.tracking.following import colour_of, strip_of
from vision.mokadi.tracking.memory import KnownPad, KnownStick
from vision.nn.arrays import Matrix, Points

#: Share of what the last picture showed that the new one shows at the very places, where the camera
#: stands still; how far a pad may then be off, shares of its reach, and how many pads there tell it
#: where the others are no farther off than they reach.
_STILL, _PAD_OFF, _EXACT = 0.6, 0.35, 2
#: How near known and seen ends, or pads, lie under the right motion, stick lengths.
_NEAR = 0.15
#: Pieces that must fit, and share of the known ones.
_FITTING, _SHARE = 2, 0.4
#: Points from which a homography is fitted, and how far they may be off, pixels.
_POINTS, _OFF_PX = 6, 6.0


def stands_still(
    scene: Scene, pads: Sequence[FoundPad], known: tuple[Sequence[KnownPad], Sequence[KnownStick]]
) -> bool:
    """Whether pads and sticks, known in pixels of the net's picture, are seen where they were: most
    of them; or some of the pads to a few pixels and the others nearby, as where a stick lay over
    them only part of them was seen, and that stick may have been taken."""
    offs = [_off(pad, pads) for pad in known[0]]
    exact = [off < _PAD_OFF for off in offs]
    if sum(exact) >= _EXACT and all(off < 1 for off in offs):
        return True
    kept = [float(one) for one in exact]
    for stick in known[1]:
        if stick.shown.sum() > STEPS / 4:
            strip = strip_of(scene, stick.stick.ends, colour_of(stick.stick))
            kept.append(float(np.minimum(strip.own, stick.shown).sum() / stick.shown.sum()))
    return bool(kept) and float(np.median(kept)) >= _STILL


def _off(known: KnownPad, pads: Sequence[FoundPad]) -> float:
    """How far from where it was the nearest pad is seen, shares of its reach."""
    near = min((float(np.hypot(*(p.xy - known.pad.xy))) for p in pads), default=np.inf)
    return near / known.pad.reach


def camera_motion(
    known: tuple[Sequence[KnownPad], Sequence[KnownStick], Plane],
    seen: tuple[Sequence[FoundPad], Sequence[Stick], Plane],
) -> Matrix | None:
    """(3, 3) from known pixels to seen ones, fitted to the pieces that one rigid motion of the
    table takes to each other; None where too few fit. Either side in the pixels of its plane."""
    old = _Pieces(known[0], known[1], known[2])
    new = _Pieces([KnownPad(0, p, 1.0) for p in seen[0]], seen[1], seen[2])
    best: list[tuple[Points, Points]] = []
    for motion in _motions(old, new):
        pairs = _pairs(old, new, motion)
        if len(pairs) > len(best):
            best = pairs
    if len(best) < max(_FITTING, _SHARE * (len(known[0]) + len(known[1]))):
        return None
    return _matrix(np.vstack([a for a, _ in best]), np.vstack([b for _, b in best]), known, seen)


class _Pieces:
    """Pads and sticks in their plane, with their colours."""

    def __init__(
        self, pads: Sequence[KnownPad], sticks: Sequence[KnownStick | Stick], plane: Plane
    ) -> None:
        found = [s.stick if isinstance(s, KnownStick) else s for s in sticks]
        self.pads_px = np.array([p.pad.xy for p in pads]).reshape(-1, 2)
        self.ends_px = np.array([s.ends for s in found]).reshape(-1, 2, 2)
        self.pads = plane.flat(self.pads_px)
        self.ends = plane.flat(self.ends_px.reshape(-1, 2)).reshape(-1, 2, 2)
        self.pad_colours = [colour_of(p.pad) for p in pads]
        self.colours = [colour_of(s) for s in found]


def _motions(old: _Pieces, new: _Pieces) -> Iterator[Matrix]:
    """Motions of the plane that take a known stick to a seen one of its colour, either way."""
    for i, j in product(range(len(old.ends)), range(len(new.ends))):
        if old.colours[i] == new.colours[j]:
            for way in (1, -1):
                yield rigid(old.ends[i], new.ends[j][::way])


def _pairs(old: _Pieces, new: _Pieces, motion: Matrix) -> list[tuple[Points, Points]]:
    """The pixels of every piece that a motion finds again, (N, 2) known and seen."""
    found = []
    pads = through(motion, old.pads)
    for i, at in enumerate(pads):
        off = np.hypot(*(new.pads - at).T)
        for j in np.argsort(off)[:1]:
            if off[j] < _NEAR and old.pad_colours[i] == new.pad_colours[j]:
                found.append((old.pads_px[i : i + 1], new.pads_px[j : j + 1]))
    ends = through(motion, old.ends.reshape(-1, 2)).reshape(-1, 2, 2)
    for i, one in enumerate(ends):
        match = _same(one, old.colours[i], new)
        if match is not None:
            found.append((old.ends_px[i], match))
    return found


def _same(ends: Points, colour: int, new: _Pieces) -> Points | None:
    """The pixels of the seen stick that lies there, in the order of the ends given."""
    best, at = _NEAR, None
    for j, other in enumerate(new.ends):
        for way in (1, -1):
            off = float(np.hypot(*(ends - other[::way]).T).max())
            if off < best and new.colours[j] == colour:
                best, at = off, new.ends_px[j][::way]
    return at


def _matrix(
    one: Points,
    other: Points,
    known: tuple[Sequence[KnownPad], Sequence[KnownStick], Plane],
    seen: tuple[Sequence[FoundPad], Sequence[Stick], Plane],
) -> Matrix:
    """The map of pixels through points that belong together: of the plane as it is known where they
    are few."""
    cv2.setRNGSeed(1)
    if len(one) >= _POINTS:
        matrix, _ = cv2.findHomography(one, other, cv2.RANSAC, _OFF_PX)
        if matrix is not None:
            return np.asarray(matrix, np.float64)
    motion = rigid(known[2].flat(one), seen[2].flat(other))
    return np.asarray(np.linalg.inv(seen[2].matrix) @ motion @ known[2].matrix)
