"""Who deals: how a game with hidden hands is played with every hand known."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from rules.core.game import Game
from rules.core.rulebook import House
from rules.games.redline.state import Lay


class Table:
    """Any game, played as the contract plays it."""

    def __init__(self, game: Game[Any, Any], house: House, rng: random.Random) -> None:
        self.game, self.house, self.rng = game, house, rng
        self.players = [chr(ord("A") + seat) for seat in range(game.rulebook.players.start)]
        self.state = game.start(self.players, house)
        self.made: list[Any] = []

    def turns(self) -> Iterable[Any]:
        """What may be done now."""
        return self.game.legal_turns(self.state, self.house)

    def play(self, turn: Any) -> None:
        """A legal turn is made."""
        self.state = self.game.apply(self.state, turn, self.house)
        self.made.append(turn)

    def attempt(self) -> Any:
        """A turn that may well be a foul: one that was made before."""
        return self.rng.choice(self.made)


class redline(Table):  # noqa: N801 - named as the game is, so that it is found
    """Redline with every hand face up."""

    def __init__(self, game: Game[Any, Any], house: House, rng: random.Random) -> None:
        from tests.rules.tables import Dealt  # noqa: PLC0415 - only this game needs it

        super().__init__(game, house, rng)
        self.dealt = Dealt(len(self.players), rng.randrange(1000))
        self.state = self.dealt.state

    def turns(self) -> Iterable[Any]:
        """What may be done now; owed tiles first."""
        return self.dealt.turns()

    def play(self, turn: Any) -> None:
        """A turn is made and whatever was drawn is read."""
        self.dealt.play(turn)
        self.state = self.dealt.state

    def attempt(self) -> Any:
        """Any tile of the hand, any way round, on any open place."""
        hand = self.state.hand(self.state.mover).known
        tile = self.rng.choice([turned for tile in hand for turned in tile.orientations()])
        return Lay(self.rng.choice(sorted(self.state.layout.open_places)), tile)
