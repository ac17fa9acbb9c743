"""The pieces of the last accepted reading, in the picture: what a new view is held against."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.homography import Homography
from vision.framing import usual_side
from vision.gate.change import Shape
from vision.gate.region import Outlines
from vision.live.limits import LIMITS, WatcherLimits
from vision.nn.arrays import Float, Mask
from vision.reading import IN_PLAY, SURE_CONFIDENCE, Piece, Reading


@dataclass(frozen=True, slots=True)
class KnownPieces:
    """Pieces as last seen, frame pixels. `size_px` is their usual longest side, 0 without any."""

    pieces: tuple[Piece, ...] = ()
    limits: WatcherLimits = LIMITS

    @property
    def outlines(self) -> Outlines:
        """The outlines of those that are in the game, not beside it."""
        return tuple(p.outline_xy for p in self.pieces if p.area in IN_PLAY and p.outline_xy)

    @property
    def size_px(self) -> float:
        """The usual longest side of a piece."""
        return usual_side(self.outlines)

    def moved(self, matrix: Float) -> KnownPieces:
        """The same pieces after the camera has moved by `matrix` (3, 3), old to new pixels."""
        return KnownPieces(tuple(_moved(p, matrix) for p in self.pieces), self.limits)

    def unexplained(self, shapes: tuple[Shape, ...], reading: Reading, scale: float) -> bool:
        """Whether a difference lies where no piece came, went, changed or was pushed. Shadows need
        no reason. `shapes` in small pixels, `scale` of them a frame pixel."""
        size = max(self.size_px, KnownPieces(reading.pieces).size_px) * scale
        if size <= 0 or not shapes:
            return False
        gone = [p for p in self.pieces if not self._among(p, reading.pieces, size / scale)]
        come = [p for p in reading.pieces if not self._among(p, self.pieces, size / scale)]
        pushed = [p for p in reading.pieces if self._pushed(p, size / scale)]
        covered = _drawn(
            (*gone, *come, *pushed), shapes[0].mask.shape, scale, self.limits.beside_piece * size
        )
        least = self.limits.unexplained * size * size
        return any(int((s.thing & ~covered).sum()) > least for s in shapes)

    def all_seen_under(self, shapes: tuple[Shape, ...], reading: Reading, scale: float) -> bool:
        """Whether every known piece that one of these shapes would hide is surely seen again."""
        sure = tuple(p for p in reading.pieces if p.confidence >= SURE_CONFIDENCE)
        size = max(self.size_px, 1.0)
        return all(self._among(p, sure, size) for p in self.pieces if _under(p, shapes, scale))

    def mostly_there(self, reading: Reading) -> bool:
        """Whether a reading surely shows about as many pieces as were surely known: nothing large
        hides any."""
        return _surely_in_play(reading.pieces) >= self.limits.found_again * _surely_in_play(
            self.pieces
        )

    def _among(self, piece: Piece, others: tuple[Piece, ...], size_px: float) -> bool:
        """Whether the same piece lies on the same spot."""
        return next(self._same(piece, others, size_px), None) is not None

    def _same(self, piece: Piece, others: tuple[Piece, ...], size_px: float) -> Iterator[Piece]:
        """The same piece where it lies on the same spot among others."""
        reach = self.limits.same_piece * size_px
        for other in others:
            if other.label == piece.label and math.dist(other.pixel_xy, piece.pixel_xy) <= reach:
                yield other

    def _pushed(self, piece: Piece, size_px: float) -> bool:
        """Whether a piece lies a little otherwise than it did on the same spot."""
        apart = [_apart(piece, known) for known in self._same(piece, self.pieces, size_px)]
        return bool(apart) and min(apart) > self.limits.pushed * size_px


def _apart(one: Piece, other: Piece) -> float:
    """How far the outlines of two pieces lie apart where they do most, pixels."""
    spots = (np.asarray(p.outline_xy or (p.pixel_xy,), np.float64) for p in (one, other))
    here, there = spots
    return float(np.linalg.norm(here[:, None] - there[None], axis=2).min(1).max())


def _surely_in_play(pieces: Iterable[Piece]) -> int:
    return sum(p.area in IN_PLAY and p.confidence >= SURE_CONFIDENCE for p in pieces)


def _under(piece: Piece, shapes: tuple[Shape, ...], scale: float) -> bool:
    return any(bool((s.mask & _drawn((piece,), s.mask.shape, scale, 0)).any()) for s in shapes)


def _drawn(pieces: Iterable[Piece], shape: tuple[int, ...], scale: float, beside_px: float) -> Mask:
    """The pieces' outlines filled and grown, (h, w) bool in small pixels."""
    mask = np.zeros(shape[:2], np.uint8)
    for piece in pieces:
        outline = np.asarray(piece.outline_xy or (piece.pixel_xy,), np.float32) * scale
        cv2.fillPoly(mask, [np.round(outline).astype(np.int32)], 1)
    if beside_px >= 0.5:
        reach = 2 * round(beside_px) + 1
        mask = np.asarray(cv2.dilate(mask, np.ones((reach, reach), np.uint8)), np.uint8)
    return mask.astype(np.bool_)


def _moved(piece: Piece, matrix: Float) -> Piece:
    points = Homography(matrix)(np.array([piece.pixel_xy, *piece.outline_xy])).tolist()
    pixel_xy, *outline_xy = ((x, y) for x, y in points)
    return replace(piece, pixel_xy=pixel_xy, outline_xy=tuple(outline_xy))
