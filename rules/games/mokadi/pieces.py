"""Pads, sticks, and what a stick rests on (leaflet, presentation and how to lay a stick; M5, M6).

Nothing in Mokadi has a cell: a piece is known by its number, wherever it shifts to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum

from rules.games.mokadi.geometry import XY, Ends

#: Poses are whole thousandths of a stick length, so that they survive JSON exactly.
THOUSANDTHS = 1000

#: The colours of a box where nobody says which they are (leaflet, presentation).
USUAL_COLOURS = ("white", "black")

#: A place known no better than this, in stick lengths, was never measured: no stick lay there yet
#: to measure it by.
UNMEASURED = 1.0

#: From here a contact, a fall or a side counts as seen; up to the other as not there. Between
#: the two the players are asked. Origin: hand-set; a question costs less than a wrong foul.
SURE, ABSENT = 0.9, 0.1


def colours_of(box: str) -> tuple[str, str]:
    """The two colours of a box, as the house rule names it (leaflet, presentation)."""
    first, second = box.split("-")
    return first, second


class Kind(IntEnum):
    """The two kinds of piece (leaflet, presentation)."""

    PAD = 0
    STICK = 1


@dataclass(frozen=True, order=True, slots=True)
class Spot:
    """Where a piece lies. Two spots are the same when kind and number are.

    `pose` in thousandths of a stick length: x, y of a pad; both ends of a stick; empty where
    nobody knows. It takes no part in comparisons, as sticks may shift (leaflet, pushing; M9).
    """

    kind: Kind
    number: int
    pose: tuple[int, ...] = field(default=(), compare=False)

    def name(self) -> str:
        """``P3`` for the third pad, ``S7`` for the seventh stick, in every language."""
        return f"{'PS'[self.kind]}{self.number}"

    def as_json(self) -> list[int]:
        """Kind (0 pad, 1 stick), number, then the pose where it is known."""
        return [int(self.kind), self.number, *self.pose]

    @property
    def points(self) -> tuple[XY, ...]:
        """The pose in stick lengths: one point for a pad, two for a stick, none where unknown."""
        xs, ys = self.pose[::2], self.pose[1::2]
        return tuple((x / THOUSANDTHS, y / THOUSANDTHS) for x, y in zip(xs, ys, strict=True))

    @property
    def ends(self) -> Ends | None:
        """The two ends of a stick; None for a pad and where they are unknown."""
        points = self.points
        return (points[0], points[1]) if len(points) == 2 else None


def pad_spot(number: int, at: XY | None = None) -> Spot:
    """The spot of a pad."""
    return Spot(Kind.PAD, number, _pose(() if at is None else (at,)))


def stick_spot(number: int, ends: Ends | None = None) -> Spot:
    """The spot of a stick."""
    return Spot(Kind.STICK, number, _pose(ends or ()))


def spot_of(numbers: Sequence[int]) -> Spot:
    """The inverse of `Spot.as_json`."""
    kind, number, *pose = numbers
    return Spot(Kind(kind), int(number), tuple(map(int, pose)))


def _pose(points: Sequence[XY]) -> tuple[int, ...]:
    return tuple(round(value * THOUSANDTHS) for point in points for value in point)


class Part(Enum):
    """What of a supporting piece is touched (leaflet, coloured ends; M6)."""

    COLOURED = "coloured"  # a pad, or the coloured end of a stick
    PLAIN = "plain"  # the bare wood between a stick's ends
    UNCLEAR = "unclear"  # either, at their border
    RATHER_PLAIN = "rather-plain"  # either, but rather wood: a little beyond it


class Seen:
    """Something that was seen with a `certainty` of 0..1."""

    __slots__ = ()

    certainty: float

    @property
    def sure(self) -> bool:
        """Whether it surely is so."""
        return self.certainty >= SURE

    @property
    def possible(self) -> bool:
        """Whether it may be so."""
        return self.certainty > ABSENT


@dataclass(frozen=True, slots=True)
class Contact(Seen):
    """A stick rests on a piece. `certainty` 0..1 that it does, as far as anybody could see."""

    spot: Spot
    part: Part = Part.COLOURED
    certainty: float = 1.0


#: Contacts of a stick; None where nobody has looked.
Contacts = tuple[Contact, ...] | None


@dataclass(frozen=True, slots=True)
class Support:
    """The supporting pieces of a stick: those that surely are, and those that may be."""

    sure: frozenset[Spot]
    possible: frozenset[Spot]

    @classmethod
    def of(cls, contacts: Contacts) -> Support:
        """The pieces behind some contacts; each counts once however often it is touched."""
        given = contacts or ()
        sure = frozenset(c.spot for c in given if c.sure)
        return cls(sure, frozenset(c.spot for c in given if c.possible))

    @property
    def doubtful(self) -> tuple[Spot, ...]:
        """The pieces to look at."""
        return tuple(sorted(self.possible - self.sure))


@dataclass(frozen=True, slots=True)
class Pad:
    """The label of a spot that holds a pad. How well its place is known, `sigma` in stick lengths,
    is no part of what it is."""

    colour: str
    sigma: float = field(default=0.0, compare=False)

    @property
    def measured(self) -> bool:
        """Whether its place means anything in stick lengths."""
        return self.sigma < UNMEASURED


@dataclass(frozen=True, slots=True)
class Stick:
    """The label of a spot that holds a stick. What it rests on is no part of what it is."""

    colour: str
    contacts: Contacts = field(default=None, compare=False)


Label = Pad | Stick
