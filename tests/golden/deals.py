"""Who deals: how a game with hidden hands is played with every hand known.

Each class is named as its game is, so that it is found.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from rules.core.game import Game
from rules.core.rulebook import House
from rules.games.redline.state import Lay
from tests.golden.lines import PlannedLines
from tests.golden.table import Table
from tests.rules.tables import Dealt


class redline(Table):  # noqa: N801 - see above
    """Redline with every hand face up."""

    def __init__(self, game: Game[Any, Any], house: House, rng: random.Random) -> None:
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


class linie1(PlannedLines):  # noqa: N801 - see above
    """Linie 1 with every hand face up."""
