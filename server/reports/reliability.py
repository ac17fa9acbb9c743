"""Whether a reader's confidences can be relied on, and what asking about doubts would bring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from server.reports.scoring import ReadPiece
from vision.reading import SURE_CONFIDENCE

#: Lower ends of the classes that confidences are counted in: where "sure" begins is one of them.
CLASSES = (0.0, 0.5, 0.7, 0.9, SURE_CONFIDENCE, 0.99, 0.999)

#: Confidences below which a piece might be asked about.
THRESHOLDS = (0.5, 0.7, 0.9, SURE_CONFIDENCE, 0.99, 0.999)


@dataclass(frozen=True, slots=True)
class Reliability:
    """The pieces read with a confidence from `least` to below `below`: how many, how many of them
    are right, and how sure the reader was of them on average."""

    least: float
    below: float
    pieces: int
    right: int
    told: float

    @property
    def true(self) -> float:
        """Share of these pieces that are right."""
        return self.right / self.pieces


@dataclass(frozen=True, slots=True)
class AskingCost:
    """If every piece below a `threshold` were asked about: the share of pieces asked about, and of
    the others the share that is right."""

    threshold: float
    asked: float
    right: float


def reliability(pieces: Iterable[ReadPiece]) -> tuple[Reliability, ...]:
    """The classes that any piece falls into, least sure first."""
    found, ends = list(pieces), (*CLASSES[1:], 1.0)
    classes = []
    for least, below in zip(CLASSES, ends, strict=True):
        last = below == 1.0
        those = [m for m in found if least <= m.confidence and (last or m.confidence < below)]
        if those:
            told = sum(m.confidence for m in those) / len(those)
            right = sum(m.right for m in those)
            classes.append(Reliability(least, below, len(those), right, told))
    return tuple(classes)


def asked_curve(pieces: Sequence[ReadPiece]) -> tuple[AskingCost, ...]:
    """From asking hardly ever to asking nearly always; empty where nothing was read."""
    curve = []
    for threshold in THRESHOLDS if pieces else ():
        told = [piece for piece in pieces if piece.confidence >= threshold]
        right = sum(piece.right for piece in told) / len(told) if told else 1.0
        curve.append(AskingCost(threshold, 1 - len(told) / len(pieces), right))
    return tuple(curve)
