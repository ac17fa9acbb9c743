"""Linie 1 from the first tile to the arrival: two players who build what they have planned."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from rules.core.game import Game
from rules.core.rulebook import House
from rules.games.linie1.hands import Hand
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Drive, Laid, Lay
from rules.games.linie1.tiles import Tile
from tests.golden.table import Table
from tests.rules.linie1.tables import laid, line_four

#: Line 5 down column 3, past locations F, L and D, and round C to its southern terminus.
LINE_FIVE = [
    *((row, 3, "NS") for row in range(1, 10)),
    (10, 3, "NE"),
    (10, 4, "EW"),
    (10, 5, "SW"),
    (11, 5, "NE"),
    (11, 6, "SW"),
    (12, 6, "NS"),
]

#: What each player builds, two tiles a turn; the last of each improves a tile of his own.
PLANS = {
    "A": [*line_four(), (8, 10, "NS+SW")],
    "B": [*LINE_FIVE, (5, 3, "NS+NE")],
}

#: Line and stops of each player, told to the referee when the hands are dealt.
CARDS = {"A": (4, ("B", "H", "I")), "B": (5, ("C", "D", "L"))}

#: Kinds drawn by a player who needs nothing more.
SPARE = [5, 6, 7, 8, 9]


class PlannedLines(Table):
    """Every hand is known; each player builds his line and then drives along it by chance."""

    def __init__(self, game: Game[Any, Any], house: House, rng: random.Random) -> None:
        super().__init__(game, house, rng)
        self.plans = {player: [laid(*one) for one in PLANS[player]] for player in self.players}
        for player in self.players:
            line, letters = CARDS[player]
            for fact, value in (("line", {"line": line}), ("route", {"letters": letters})):
                self.state = game.tell(self.state, fact, {"player": player, **value})

    def turns(self) -> Iterable[Any]:
        """The next planned tile; once the line stands, every drive. Nobody gives a trip up who can
        still go on."""
        plan = self.plans[self.state.mover]
        if plan:
            return [Lay((plan[0],))]
        turns = self.game.legal_turns(self.state, self.house)
        drives = [turn for turn in turns if isinstance(turn, Drive)]
        return [drive for drive in drives if drive.end is not None] or drives

    def play(self, turn: Any) -> None:
        """A turn is made; whoever draws happens to draw what he needs next."""
        mover = self.state.mover
        super().play(turn)
        if isinstance(turn, Lay):
            self.plans[mover].pop(0)
        for player in self.players:
            self._read(player)

    def _read(self, player: str) -> None:
        """Tiles drawn face down are turned up."""
        seat = self.state.seat(player)
        hand = self.state.hands[seat]
        wanted = [one.tile.kind.number for one in self.plans[player]]
        for kind in hand.known:
            if kind in wanted:
                wanted.remove(kind)
        drawn = [*wanted, *SPARE][: hand.hidden]
        self.state = self.state.with_hand(seat, Hand.of([*hand.known, *drawn]))

    def attempt(self) -> Any:
        """Any tile of the hand about the planned place; a drive to anywhere on the line."""
        seat, mover = self.state.turn, self.state.mover
        plan = self.plans[mover]
        if plan:
            kind = self.rng.choice(self.state.hands[seat].known)
            tile = Tile.of_kind(kind, self.rng.randrange(4))
            near = plan[0].spot
            beside = Spot(near.row + self.rng.randint(-1, 1), near.col + self.rng.randint(-1, 1))
            return Lay((Laid(beside, tile),))
        tram = self.state.travelling(seat)
        row, col, _ = self.rng.choice(PLANS[mover])
        return Drive(CARDS[mover][0], None if tram is None else tram.spot, Spot(row, col))
