"""Games as people play them who mean to win: each comes to its end."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.games.linie1.laws.legal import _drives as drives_of
from rules.games.linie1.laws.placings import laid_of
from rules.games.linie1.places import Spot, index_of
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Drive, Laid, Linie1State
from tests.laws.games import GAMES
from tests.people.parts import PARTS
from tests.people.parts.linie1 import TRACK, Linie1Part, _tile
from tests.people.parts.plain import Part

#: The ways of the lines 4 and 2 over the board, in the order in which their players lay them.
WAYS = (
    (*((1, 7), (2, 7), (2, 8), (2, 9), (2, 10)), *((row, 10) for row in range(3, 13))),
    (
        *((7, 12), (7, 11), (7, 9), (7, 8), (7, 7), (7, 6), (8, 6), (9, 6), (10, 6)),
        *((10, col) for col in range(5, 0, -1)),
    ),
)


class BuildersPart(Linie1Part):
    """Two players build the ways of their lines, put up the signs and drive to the arrival."""

    names = ("A", "B")

    def legal(self, state: Any, rng: Random) -> Any | None:
        """The next two tiles of a way; where both are built, a tram as far as it goes."""
        ahead = list(_ahead(state))
        for count in (1,) if state.half else (2, 1):
            tiles = [_laid(state, cell) for cell in ahead[:count]]
            lay = self._signed(state, tiles) if tiles else None
            if lay is not None:
                return lay
        return super().legal(state, rng) if ahead else self._drive(state, rng)

    def _drive(self, state: Linie1State, rng: Random) -> Drive | None:
        moves = drives_of(state, Readings.of(self.house))
        drives = [drive for drive in moves if drive.end is not None]
        return max(drives, key=lambda one: one.spaces or 0, default=None)


def _ahead(state: Linie1State) -> Iterator[tuple[int, int]]:
    """The cells of the ways that bear no track yet, those of the player to move first."""
    seat = state.turn or 0
    for way in (WAYS[seat % 2], WAYS[1 - seat % 2]):
        yield from (cell for cell in way if state.board.at(Spot(*cell)) is None)


def _laid(state: Linie1State, cell: tuple[int, int]) -> Laid:
    tile = _tile(TRACK[cell])
    assert tile is not None
    return laid_of(index_of(Spot(*cell)), tile.face, state.board.faces[index_of(Spot(*cell))])


#: The games that whole evenings are played of.
WHOLE: dict[str, Part] = {
    "redline": PARTS["redline"],
    "linie1": BuildersPart(GAMES["linie1"]),
    "rouge": PARTS["rouge"],
}
