"""What a game's package `vision/<game>/` offers, all on this page; packages are found by name.

| module | offers | without it |
|---|---|---|
| `reader` | `load() -> Reader` | the game cannot be seen |
| `taught` | `load() -> vision.teacher.Teacher` | nothing is learnt from the players' photos |
| `corrected` | `LOOKS: vision.corrected.lesson.PieceLooks` | what people put right is forgotten |
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from rules.core.codec import Json
from rules.core.discovery import import_whole
from rules.core.errors import UnknownName
from rules.core.observation import AnyObservation
from rules.core.places import AnyPosition, Place
from rules.core.rulebook import House
from vision.reading import Reading

#: An upright picture, (H, W, 3) uint8, BGR.
Image = NDArray[np.uint8]

#: Called with a stage's name when the stage is done; the caller keeps the time.
OnStage = Callable[[str], None]


def untimed(_stage: str) -> None:
    """What those who do not measure call."""


class Places(Enum):
    """What the places of a game are.

    OF_BOARD: each has its spot on a board, and its name in every picture. OF_HOLLOWS: the same, but
    what stands there may have the colour of its ground. OF_LATTICE: spots of a layout that has no
    board; every picture names them anew. OF_PIECES: numbers of pieces that move.
    """

    OF_BOARD = "board"
    OF_HOLLOWS = "hollows"
    OF_LATTICE = "lattice"
    OF_PIECES = "pieces"


#: Places of a board: the game lies on it, wherever its pieces are.
WITH_BOARD = (Places.OF_BOARD, Places.OF_HOLLOWS)


class Reader(Protocol):
    """Reads one game from pictures. Holds loaded models only; every call stands alone. A class that
    names it as its base gets the defaults of what is optional."""

    def read(self, image: Image, memory: object = None, on_stage: OnStage = untimed) -> Reading:
        """Return what stands on the table, told what an earlier reading of it left
        (`Reading.memory`) or what a calibration knows (`Teacher.memory_of`); None: nothing is
        known. Never raises for a bad picture: it refuses."""

    @property
    def places(self) -> Places:
        """What the game's places are, so that what is seen at one may be held against what was seen
        there before. By default they are told of no spot of the table."""
        return Places.OF_PIECES

    def begins(self, memory: object, house: House | None = None) -> object:
        """Return what to start from where people said that this game begins: `memory` of its
        calibration, None where there is none; `house` the rules that they play by, where they are
        known: one may tell what the pieces look like. By default nothing follows from that."""
        return memory

    def in_play(self, memory: object, labels: Collection[Hashable] | None) -> object:
        """Return the memory once it is known which `labels` a piece at this table can have
        (`Game.in_play`); None: any. By default nothing follows from that."""
        return memory

    def with_position(self, memory: object, position: AnyPosition) -> object:
        """Return the memory once it is known what lies on the table (`position`): of several
        things that look like the game one holds what was laid. By default nothing follows."""
        return memory

    def put_right(self, memory: object, position: AnyPosition, place: Place) -> object:
        """Return the memory once people put right what lies at a place of the table (`position`, by
        the places of the game): what was read amiss may teach how the pieces look, and what is no
        piece may stay away. By default nothing is made of it."""
        return memory

    def colours_taught(self, memory: object) -> Json | None:
        """Return what people's words taught of how the set is painted, in a form that can be kept
        for other games at this table; None: nothing. By default nothing follows from them."""
        return None

    def with_colours(self, memory: object, taught: Json) -> object:
        """Return the memory with what `colours_taught` told in an earlier game. Raises KeyError,
        TypeError or ValueError for another form. By default nothing is made of it."""
        return memory

    def with_table(self, memory: object, start: object) -> object:
        """Return the memory with where the board lies as in `start`, which `Teacher.memory_of` made
        of a calibration. By default the board is found in every picture."""
        return memory

    def in_frame(self, memory: object, aligned: AnyObservation) -> object:
        """Return the memory a reading left in the frame of the game: `aligned` is what was judged,
        as it lies over the game. By default a reader's frame is the game's."""
        return memory


def offers(game: str, module: str) -> bool:
    """Whether a game's package has a module of this page; nothing has that is no package."""
    found = find_spec(f"vision.{game}") if game.isidentifier() else None
    package = found is not None and found.submodule_search_locations is not None
    return package and find_spec(f"vision.{game}.{module}") is not None


def offered(game: str, module: str) -> ModuleType:
    """Return a module of this page that a game's package `offers`."""
    import_whole(game)
    return import_module(f"vision.{game}.{module}")


def has_reader(game: str) -> bool:
    """Whether this installation can see a game."""
    return offers(game, "reader")


def load_reader(game: str) -> Reader:
    """Return the reader of a game, models loaded. Raises UnknownName where there is none."""
    if not has_reader(game):
        raise UnknownName(
            f"Arbitable cannot see {game!r} yet; `arbitable games` lists what it can."
        )
    reader: Reader = offered(game, "reader").load()
    return reader
