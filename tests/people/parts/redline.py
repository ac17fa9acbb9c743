"""Redline as people play it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from rules.core.observation import Empty, Pose
from rules.core.places import Cell
from rules.games.redline.board import Board
from rules.games.redline.masks import unturned
from rules.games.redline.state import Discard, Lay, RedlineState
from rules.games.redline.tiles import FULL_SET, Tile
from tests.people.parts.plain import TRIES, Part
from tests.referee.simulate import confusions
from tests.referee.table import congruences

#: How often people look for an alignment, and of how many lays.
ALIGNING, LOOKED_AT = 0.4, 30

#: Pixels from cell to cell.
PITCH_PX = 90


class RedlinePart(Part):
    """A free layout: its frame is the referee's to choose."""

    warm_up = 24

    def places(self, position: Mapping[Any, Any]) -> Iterable[Any]:
        """The tiles and the cells around them."""
        steps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
        cells = position or {Cell(0, 0): None}
        return sorted({cell.shifted(*step) for cell in cells for step in steps})

    def mistaken(self, place: Any, label: Any, rng: Random) -> list[Any]:
        """A tile is taken for one with a spoke more, less or beside; bare cells are seen well."""
        return [] if isinstance(label, Empty) else rng.sample(confusions(label), 3)

    def pose(self, place: Any) -> Pose | None:
        """In a straight lattice."""
        return Pose((500 + PITCH_PX * place.col, 400 + PITCH_PX * place.row))

    def same(self, one: Mapping[Any, Any], other: Mapping[Any, Any]) -> bool:
        """Tile for tile, in any frame."""
        return dict(one) == dict(other) or next(congruences(one, other), None) is not None

    def pieces(self, turn: Any) -> tuple[Any, ...]:
        """A tile is known by its pattern: there is one of each. Its cell follows from the table."""
        if isinstance(turn, Lay):
            return (("tile", unturned(turn.tile)),)
        return (("discard", turn.player, turn.count),)

    def may_mean(self, piece: Any, true: Any) -> bool:
        """Its colour may be in doubt, or a line of it."""
        if not piece[0] == true[0] == "tile":
            return False
        return piece[1] in map(unturned, (true[1], *confusions(true[1])))

    def legal(self, state: Any, rng: Random) -> Any | None:
        """A lay, often one that makes an alignment where one can be made; discards are told."""
        lays = [turn for turn in self.listed(state) if isinstance(turn, Lay)]
        if lays and rng.random() < ALIGNING:
            some = rng.sample(lays, min(LOOKED_AT, len(lays)))
            earning = [lay for lay in some if self._earns(state, lay)]
            lays = earning or lays
        return rng.choice(lays) if lays else None

    def _earns(self, state: Any, lay: Lay) -> bool:
        verdict = self.game.judge(state, lay, self.house)
        return bool(verdict.legal and verdict.rewards)

    def adds(self, state: Any, turn: Any) -> bool:
        """Whatever shows."""
        return self.shows(state, turn)

    def wild(self, state: Any, rng: Random) -> Iterator[Any]:
        """Tiles of the box on places beside the layout."""
        cells = list(state.layout.open_places) or [Cell(0, 0)]
        while True:
            yield Lay(rng.choice(cells), _unlaid(state.layout, rng))

    def onto(self, state: Any, rng: Random) -> Any | None:
        """On a cell that holds a tile."""
        cells = list(state.layout)
        lay = Lay(rng.choice(cells), _unlaid(state.layout, rng)) if cells else None
        return lay if lay is not None and self.is_foul(state, lay) else None

    def elsewhere(self, before: Any, turn: Any, rng: Random) -> Any | None:
        """The same tile at another place, or turned."""
        kind = unturned(turn.tile)
        lays = [one for one in self.listed(before) if isinstance(one, Lay)]
        others = [one for one in lays if unturned(one.tile) == kind and one.cell != turn.cell]
        return rng.choice(others) if others and before.layout else None

    def unseen(self, state: RedlineState, rng: Random) -> Any | None:
        """A tile thrown away after another's alignment."""
        owed = Discard(state.owed[0], 1) if state.owed else None
        return owed if owed is not None and self.is_legal(state, owed) else None


def _unlaid(board: Board, rng: Random) -> Tile:
    for _ in range(TRIES):
        tile: Tile = rng.choice(FULL_SET)
        if not board.has_kind(tile):
            return tile.turned(rng.randrange(4))
    return FULL_SET[0]
