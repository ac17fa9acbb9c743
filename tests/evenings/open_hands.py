"""Redline with hands that lie face up before the players: people lay out of them, and a camera that
shows the layout shows them, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from rules.games.redline.masks import unturned
from rules.games.redline.readings import Readings
from rules.games.redline.state import Lay, RedlineState
from rules.games.redline.tiles import FULL_SET, Tile
from tests.laws.games import GAMES
from tests.people.parts.redline import RedlinePart
from tests.people.photos import Size, spokes_of
from tests.render import redline

#: Columns and rows on either side of the first tile that the camera shows from the beginning.
WIDE = 3

#: Spokes of a layout that is drawn only to tell the camera what to show.
_ANY = ("yellow", (0,))


class Hands:
    """The tiles before every player, each in its place; those that were laid lie in the layout, and
    come back when they are taken back."""

    def __init__(self, seed: int) -> None:
        """Nobody has a tile. Everything that is dealt or drawn follows from the seed."""
        self._rng = Random(f"hands {seed}")
        self._held: dict[str, list[Tile]] = {}

    def deal(self, players: Sequence[str], number: int) -> None:
        """So many tiles to each player, for a new game."""
        box = [unturned(tile) for tile in FULL_SET]
        self._rng.shuffle(box)
        self._held = {player: [box.pop() for _ in range(number)] for player in players}

    def of(self, player: str | None, state: RedlineState) -> tuple[Tile, ...]:
        """The tiles before a player; before all of them where nobody knows whose turn it is."""
        players = self._held if player is None else (player,)
        return tuple(
            tile
            for one in players
            for tile in self._held.get(one, ())
            if not state.layout.has_kind(tile)
        )

    def lying(self, state: RedlineState) -> tuple[tuple[Tile, ...], ...]:
        """The hands as they lie face up, player by player."""
        return tuple(self.of(player, state) for player in self._held)

    def settle(self, state: RedlineState) -> None:
        """Whoever earned a tile has drawn it by now, and who has to throw one away has done so."""
        for player, hand in zip(state.players, state.hands, strict=True):
            if hand.count is None or player not in self._held:
                continue
            due = max(hand.count - (player in state.owed), 0)
            has = self.of(player, state)
            for tile in self._rng.sample(has, max(len(has) - due, 0)):
                self._held[player].remove(tile)
            self._draw(player, due - len(has), state)

    def _draw(self, player: str, number: int, state: RedlineState) -> None:
        held = {tile for tiles in self._held.values() for tile in tiles}
        kinds = (unturned(tile) for tile in FULL_SET)
        reserve = [k for k in kinds if k not in held and not state.layout.has_kind(k)]
        self._held[player] += self._rng.sample(reserve, min(max(number, 0), len(reserve)))


class OutOfHand(RedlinePart):
    """Redline by people who lay what lies before them, rightly or not."""

    def __init__(self, hands: Hands) -> None:
        """The game with its usual house rules."""
        super().__init__(GAMES["redline"])
        self.hands = hands

    def listed(self, state: RedlineState) -> list[Any]:
        """Legal turns with a tile of the player's own."""
        own = set(self.hands.of(state.mover, state))
        return [
            turn
            for turn in super().listed(state)
            if not isinstance(turn, Lay) or unturned(turn.tile) in own
        ]

    def wild(self, state: RedlineState, rng: Random) -> Iterator[Any]:
        """Their tiles on places beside the layout."""
        own = self.hands.of(state.mover, state)
        return (lay for lay in super().wild(state, rng) if unturned(lay.tile) in own)

    def onto(self, state: RedlineState, rng: Random) -> Any | None:
        """One of their tiles on a cell that holds one."""
        lay, own = super().onto(state, rng), self.hands.of(state.mover, state)
        if lay is None or not own:
            return None
        lay = Lay(lay.cell, rng.choice(own).turned(rng.randrange(4)))
        return lay if self.is_foul(state, lay) else None

    def dealt(self, players: Sequence[str]) -> None:
        """A new game begins."""
        self.hands.deal(players, Readings.of(self.house).hand_size)


def photo_of(
    board: Mapping[Any, Tile], hands: Sequence[Sequence[Tile]], seed: int, shot: int, size_wh: Size
) -> redline.RenderedPhoto:
    """The layout and the hands round it."""
    wide = {(col, row): _ANY for col in range(-WIDE, WIDE + 1) for row in range(-WIDE, WIDE + 1)}
    laid = {(place.col, place.row): _drawn(tile) for place, tile in board.items()}
    return redline.render(
        laid, seed=seed, size_wh=size_wh, shot_seed=1000 * seed + shot,
        hands=[[_drawn(tile) for tile in hand] for hand in hands],
        frame_board=wide | laid, occlude=False,
    )  # fmt: skip


def _drawn(tile: Tile) -> tuple[str, tuple[int, ...]]:
    return tile.colour.value, spokes_of(tile.mask)
