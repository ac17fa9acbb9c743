"""The door between profiles on disk and readers: what a reader can be taught, and what it starts
from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Literal, Protocol

from calibration.homography import NoFit
from calibration.learnt_set import Example, LearntSet
from calibration.table import TableProfile
from vision.nn.arrays import Points
from vision.reader import Image, offered, offers
from vision.reading import Reading

#: A side of the photo.
Side = Literal["up", "right", "down", "left"]

#: Where each side lies, x right and y down.
SIDES_XY: Mapping[Side, tuple[float, float]] = MappingProxyType(
    {"up": (0.0, -1.0), "right": (1.0, 0.0), "down": (0.0, 1.0), "left": (-1.0, 0.0)}
)


@dataclass(frozen=True)
class ReferencePhoto:
    """Where a calibration comes from: the upright picture, its file's name, and the time."""

    image: Image
    photo: str
    made: datetime


@dataclass(frozen=True)
class TaughtPieces:
    """What was learnt from a photo of pieces: the set, the outlines (N, 4, 2) in the photo in the
    set's order, what a person should look at again, each as a sentence, and the numbers of the
    pieces of the set, from 0, whose name or turn is not clear."""

    learnt: LearntSet
    outlines_xy: Points
    doubts: tuple[str, ...]
    unclear: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Mark:
    """What a board's print bears at one place only, by which people tell which way round it lies:
    what they call it, and where it is, as shares 0..1 of the board from its first corner, x along
    its first side."""

    name: str
    at: tuple[float, float]


class Teacher(Protocol):
    """What a game's reader can learn from the players' own photos. A class that names it as its
    base gets the defaults: of a game without a board to calibrate, whose sets differ in everything
    and that learns nothing in play."""

    @property
    def learns_table(self) -> bool:
        """Whether there is a board whose corners a person can give."""
        return False

    @property
    def mark(self) -> Mark | None:
        """What tells which way round the board lies; None where there is no such board."""
        return None

    def learn_table(
        self, source: ReferencePhoto, corners_xy: Points | None, top: Side | None
    ) -> TableProfile | NoFit:
        """The board in a reference picture: found, or by the four corners (4, 2) pixels that a
        person gave, in the order the game asks for; `top` is where in the photo the person says
        the board's first side is."""
        return NoFit("this game has no board that could be calibrated")

    def learn_pieces(self, source: ReferencePhoto, names: tuple[str, ...]) -> TaughtPieces | NoFit:
        """The pieces in a photo, in the order of `names`; empty: in the game's own order."""

    def examples_of(self, source: ReferencePhoto, reading: Reading) -> tuple[Example, ...]:
        """The pieces of a reading of a picture that teach how the set looks, read surely; none for
        a game that learns nothing in play."""
        return ()

    def names(self) -> tuple[str, ...]:
        """What a piece of a set can be called, in the game's own order."""

    def wanted(self) -> tuple[str, ...]:
        """The names of which every set has a piece; empty where sets differ."""
        return ()

    def label_of(self, name: str, quarters: int) -> object:
        """The game's label of a piece of `names` that lies turned clockwise by so many quarters
        from the way the rules print it. Raises KeyError for another name."""

    def objection(self, learnt: LearntSet) -> NoFit | None:
        """Why the pieces of a set do not fit together and must not be kept; None where they do."""
        return None

    def memory_of(self, table: TableProfile | None, learnt: LearntSet | None, name: str) -> object:
        """What `Reader.read` starts from; None where there is nothing to start from. `name` is
        what the table is called in sentences."""


def no_colour(names: tuple[str, ...], known: tuple[str, ...]) -> NoFit | None:
    """Why what the players call the colours of their set cannot be colours of a game."""
    strangers = [name for name in names if name not in known]
    if not strangers:
        return None
    return NoFit(f"{strangers[0]!r} is no colour known here; there are {', '.join(known)}")


def missing_names(teacher: Teacher, learnt: LearntSet) -> tuple[str, ...]:
    """The names of which a learnt set has no piece though every set has one."""
    there = {example.name for example in learnt.examples}
    return tuple(name for name in teacher.wanted() if name not in there)


def can_be_taught(game: str) -> bool:
    """Whether a game's reader learns from photos."""
    return offers(game, "taught")


def learns_table(game: str) -> bool:
    """Whether a person can give the corners of a game's board."""
    return can_be_taught(game) and load_teacher(game).learns_table


def mark_of(game: str) -> Mark | None:
    """What tells people which way round a game's board lies; None where no such board is known."""
    return load_teacher(game).mark if can_be_taught(game) else None


def load_teacher(game: str) -> Teacher:
    """The teacher of a game for which `can_be_taught` holds."""
    teacher: Teacher = offered(game, "taught").load()
    return teacher
