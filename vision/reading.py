"""What a reader returns: the pieces it saw, how sure it is, or why it refuses."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeVar

from rules.core.observation import EMPTY, AnyObservation, AnySighting
from rules.core.places import Place


class ReadingStatus(Enum):
    """The `status` of the outside contract."""

    READ = "read"
    UNSURE = "unsure"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a picture cannot be used, with what to do about it. `code` is the contract's."""

    code: str
    message: str
    cure: str


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece as seen.

    `label` is the game's own label (such as a Redline `Tile`), `place` None where it stands on
    no place; `pixel_xy` and `outline_xy` (corners in order) in the upright photo, pixels, x right,
    y down; `alternatives` other labels with their probabilities, likeliest first; `caption` what
    an overlay writes on it, the place's name where it is empty; `lines_xy` what an overlay draws
    on it instead, such as the track a tile was read to bear, as strokes of points; `over` the
    pieces of the same reading that it lies over, by number; `hidden_ends` which ends of its first
    line are only inferred.
    """

    kind: str
    area: str
    label: Hashable
    place: Place | None
    pixel_xy: tuple[float, float]
    outline_xy: tuple[tuple[float, float], ...]
    confidence: float
    alternatives: tuple[tuple[Hashable, float], ...] = ()
    caption: str = ""
    lines_xy: tuple[tuple[tuple[float, float], ...], ...] = ()
    over: tuple[int, ...] = ()
    hidden_ends: tuple[bool, ...] = ()


@dataclass(frozen=True)
class Reading:
    """Everything one photo gave. `size_wh` is the upright photo's size in pixels; `memory` is what
    the same reader may use for the next photo of the same table, None where it uses nothing;
    `notes` say what the players should know, such as that the camera moved, a sentence each."""

    game: str
    status: ReadingStatus
    size_wh: tuple[int, int]
    pieces: tuple[Piece, ...] = ()
    observation: AnyObservation | None = None
    refusal: Refusal | None = None
    memory: object = field(default=None, compare=False, repr=False)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if (self.status is ReadingStatus.REFUSED) != (self.refusal is not None):
            raise ValueError("a reading is refused exactly when it says why")

    def with_evidence(self, evidence: AnyObservation | None) -> Reading:
        """Return the reading with what several pictures of the same table say together, in this
        one's frame: every piece keeps its place in the picture and gets the probability that they
        give it, with what else it may be."""
        own = self.observation
        if evidence is None or own is None or evidence is own:
            return self
        pieces = tuple(_weighed(piece, own, evidence) for piece in self.pieces)
        return replace(self, pieces=pieces, observation=evidence)

    def doubtful_free(self) -> tuple[AnySighting, ...]:
        """The places in the picture that are free as far as is seen, and that leave it unsure, the
        least sure first; where all are sure, those that are hardly seen. None where it is sure."""
        if self.status is not ReadingStatus.UNSURE or self.observation is None:
            return ()
        free = [s for s in self.observation.sightings if s.belief.best is EMPTY]
        free = [s for s in free if s.pose is not None and self._shows(s.pose.pixel_xy)]
        doubted = [s for s in free if s.belief.confidence < SURE_CONFIDENCE]
        hidden = [s for s in free if s.visibility < _PLAIN]
        doubted.sort(key=lambda s: s.belief.confidence)
        hidden.sort(key=lambda s: s.visibility)
        return tuple(doubted or hidden)

    def _shows(self, pixel_xy: tuple[float, float]) -> bool:
        return all(0 <= at < side for at, side in zip(pixel_xy, self.size_wh, strict=True))

    @classmethod
    def refused(cls, game: str, refusal: Refusal, size_wh: tuple[int, int] = (0, 0)) -> Reading:
        """A reading that says only why there is none."""
        return cls(game, ReadingStatus.REFUSED, size_wh, refusal=refusal)


#: Below this confidence a piece is doubtful and its photo `unsure`.
#: Origin: a choice; all of 2,290 rendered tiles above it were right.
SURE_CONFIDENCE = 0.97

#: Areas of a piece that is in the game, not beside it. Where a game has but one, it bears no name.
IN_PLAY = ("", "layout", "board", "askew")

#: Visibility from which a free place is in plain sight: Redline's reader doubts a cover of 0.15.
_PLAIN = 0.85

#: Alternatives shown for a doubtful piece.
_SHOWN = 3

_Label = TypeVar("_Label")


def alternatives(
    ranked: Sequence[tuple[_Label, float]], confidence: float
) -> tuple[tuple[_Label, float], ...]:
    """Return what else a piece of this confidence may be, out of its other labels, likeliest first:
    nothing where it is sure."""
    return tuple(ranked[:_SHOWN]) if confidence < SURE_CONFIDENCE else ()


def _weighed(piece: Piece, own: AnyObservation, evidence: AnyObservation) -> Piece:
    """A piece that tells all of its place, with the evidence's probability."""
    told = None if piece.place is None else own.at(piece.place)
    now = None if piece.place is None else evidence.at(piece.place)
    if told is None or now is None or told.belief.best != piece.label or now.belief == told.belief:
        return piece
    sure = now.belief.probability(piece.label)
    others = [(label, p) for label, p in now.belief.ranked if label not in (piece.label, EMPTY)]
    return replace(piece, confidence=sure, alternatives=alternatives(others, sure))
