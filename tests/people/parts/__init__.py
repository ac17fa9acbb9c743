"""What the table of people needs to know of each game; a game without a part of its own gets the
plain one."""

from __future__ import annotations

from tests.laws.games import GAMES
from tests.people.parts.linie1 import Linie1Part
from tests.people.parts.plain import Part
from tests.people.parts.redline import RedlinePart
from tests.people.parts.rouge import RougePart


class OneByOne(Part):
    """Games that only know of one turn between two pictures, and of no piece upon another."""

    never = frozenset({"several", "after_turns", "mended", "over", "second"})


_OWN: dict[str, type[Part]] = {
    "redline": RedlinePart,
    "linie1": Linie1Part,
    "rouge": RougePart,
    "toy": OneByOne,
}

#: Games that no evening is played of, and why.
LEFT_OUT = {
    "mokadi": "sticks lie anywhere and hide each other: its pictures are made in its own tests"
}

PARTS: dict[str, Part] = {
    name: _OWN.get(name, Part)(game) for name, game in GAMES.items() if name not in LEFT_OUT
}
