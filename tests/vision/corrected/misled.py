"""A reader that errs by habit: certain labels are taken for other ones, wherever they lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from rules.core.observation import EMPTY, Belief
from vision.corrected.reader import main_pieces, piece_looks_of
from vision.reader import Image, OnStage, Reader, untimed
from vision.reading import Reading


@dataclass(frozen=True)
class Misled(Reader):
    """Reads as `reader` does, but takes every piece whose label `taken_for` gives another one for
    that one, with probability `confidence`."""

    reader: Reader
    taken_for: Callable[[Any], Any]
    confidence: float = 0.9

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """With the habit."""
        return self._misread(self.reader.read(image, memory, on_stage))

    def _misread(self, reading: Reading) -> Reading:
        looks, seen = piece_looks_of(reading.game), reading.observation
        if looks is None or seen is None:
            return reading
        wrong = {}
        for piece, belief in main_pieces(reading, looks):
            if belief.best is not EMPTY and (label := self.taken_for(belief.best)) is not None:
                wrong[piece.place] = (label, belief.best)
        sightings = (
            replace(s, belief=self._belief(*wrong[s.place])) if s.place in wrong else s
            for s in seen.sightings
        )
        pieces = (
            replace(p, label=looks.shown(wrong[p.place][0]), confidence=self.confidence)
            if p.place in wrong and p.label == looks.shown(wrong[p.place][1])
            else p
            for p in reading.pieces
        )
        return replace(reading, observation=seen.with_sightings(sightings), pieces=tuple(pieces))

    def _belief(self, wrong: Any, right: Any) -> Belief[Any]:
        return Belief(((wrong, self.confidence), (right, 1 - self.confidence)))
