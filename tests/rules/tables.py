"""How the tests write Redline down: short words for tiles, layouts and houses."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import product

from rules.core.places import Cell
from rules.core.rulebook import House
from rules.core.verdict import Verdict
from rules.games.redline import GAME
from rules.games.redline.hands import Hand
from rules.games.redline.state import Discard, Lay, RedlineState, Turn
from rules.games.redline.tiles import FULL_SET, MASKS, Colour, Tile

#: The options that decide whether a lay is legal, in every combination.
LAWS = {
    "extends": ("one", "every"),
    "dead_end": ("placed_only", "both", "own_only"),
    "right_angle": ("neither", "extends"),
    "full_cell": ("allowed", "forbidden"),
    "colour_variant": (False, True),
}
COMBINATIONS = [dict(zip(LAWS, values, strict=True)) for values in product(*LAWS.values())]


def tile(text: str) -> Tile:
    """``Y N+SE`` is a yellow tile with lines to the north and south-east."""
    colour, spokes = text.split()
    return Tile.named({"Y": "yellow", "B": "blue"}[colour], spokes.split("+"))


def lay(col: int, row: int, text: str, askew_deg: float = 0.0, **more: object) -> Lay:
    """A lay as ``lay(1, 0, "B W+E")``."""
    return Lay(Cell(col, row), tile(text), askew_deg, **more)  # type: ignore[arg-type]


def layout(*lays: tuple[int, int, str]) -> dict[Cell, Tile]:
    """Cells and tiles from rows of a table."""
    return {Cell(col, row): tile(text) for col, row, text in lays}


def house(**changes: object) -> House:
    """The defaults with these changes."""
    return GAME.rulebook.house(changes)


def table(*lays: tuple[int, int, str], players: Iterable[str] = ("A", "B")) -> RedlineState:
    """A state with these tiles on the table and nothing else known."""
    return GAME.resume(layout(*lays), tuple(players), house())


def judged(state: RedlineState, turn: Turn, **changes: object) -> Verdict:
    """The verdict under the defaults with these changes."""
    return GAME.judge(state, turn, house(**changes))


def with_hands(state: RedlineState, **hands: str) -> RedlineState:
    """Hands as ``A="Y N, B E+S"``; an empty text is an empty hand."""
    for player, text in hands.items():
        tiles = [tile(word.strip()) for word in text.split(",") if word.strip()]
        state = state.with_hand(player, Hand.of(tiles))
    return state


def start(*players: str, **changes: object) -> RedlineState:
    """A fresh game."""
    return GAME.start(players or ("A", "B"), house(**changes))


def after(state: RedlineState, *turns: object, **changes: object) -> RedlineState:
    """The state after legal turns."""
    for turn in turns:
        state = GAME.apply(state, turn, house(**changes))  # type: ignore[arg-type]
    return state


def any_tile(rng: random.Random) -> Tile:
    """Any of the 184 oriented tiles."""
    return Tile(rng.choice(list(Colour)), rng.choice(MASKS))


def scattered(rng: random.Random, count: int, side: int) -> dict[Cell, Tile]:
    """Any tiles anywhere in a small square, whether the rules allow it or not."""
    cells = [Cell(col, row) for col in range(side) for row in range(side)]
    return {cell: any_tile(rng) for cell in rng.sample(cells, count)}


class Dealt:
    """A game played with every hand known: the box of unseen tiles lives beside the state."""

    def __init__(self, players: int, seed: int, **changes: object) -> None:
        self.rng = random.Random(seed)
        self.house = house(**changes)
        self.box = list(FULL_SET)
        self.rng.shuffle(self.box)
        self.state = GAME.start([chr(ord("A") + i) for i in range(players)], self.house)
        self.read_hands()

    def read_hands(self) -> None:
        """Whatever was drawn face down is turned up and read."""
        for player in self.state.players:
            hand = self.state.hand(player)
            drawn = [self.box.pop() for _ in range(hand.hidden or 0)]
            self.state = self.state.with_hand(player, Hand.of([*hand.known, *drawn]))

    def turns(self) -> list[Turn]:
        """The legal turns; what is owed after an alignment is thrown away first."""
        turns = list(GAME.legal_turns(self.state, self.house))
        if not self.state.owed:
            return turns
        return [t for t in turns if isinstance(t, Discard) and t.player in self.state.owed]

    def play(self, turn: Turn) -> None:
        """A legal turn, after which all hands are read again."""
        self.state = GAME.apply(self.state, turn, self.house)
        if isinstance(turn, Discard) and turn.tiles:
            self.box.extend(turn.tiles)
            self.rng.shuffle(self.box)
        self.read_hands()

    def step(self) -> bool:
        """One random turn; False when the game is over."""
        if GAME.outcome(self.state, self.house) is not None:
            return False
        self.play(self.rng.choice(self.turns()))
        return True
