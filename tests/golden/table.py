"""The table at which a golden game is played."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from rules.core.game import Game
from rules.core.rulebook import House


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
