"""The order of an evening's photos of Rouge: two pawns placed, a line with its capture, a ring
turned, the same ring turned again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.games.rouge.game import GAME
from rules.games.rouge.state import Pawn, Place, Taken, Turn, TurnRing
from rules.games.rouge.track import CELLS, Hollow
from tests.referee.grading import Frame
from tests.referee.rouge.games import HOUSE


def evening(rng: Random, colours: tuple[str, str]) -> Iterator[Frame]:
    """Six photos, the board turned at random; the first player's colour moves first."""
    a, b = colours
    spin = rng.randrange(CELLS)

    def at(ring: int, cell: int) -> Hollow:
        return Hollow(ring, (cell + spin) % CELLS)

    reds = [at(1, 0), at(1, 1), at(2, 2)]
    blacks = [at(3, 4), at(3, 5), at(2, 6), at(1, 5)]
    start = {h: Pawn(a) for h in reds} | {h: Pawn(b) for h in blacks}
    state = GAME.resume(start, colours, HOUSE)
    yield Frame(GAME.position(state))
    prey = Taken(rng.choice(blacks[:2]), b)
    by = rng.choice((1, -1))
    turns: tuple[Turn, ...] = (
        Place(a, at(3, 6), ()),
        Place(b, at(1, 6), ()),
        Place(a, at(1, 2), (prey,)),
        TurnRing(2, by, ()),
    )
    for turn in turns:
        state = GAME.apply(state, turn, HOUSE)
        yield Frame(GAME.position(state), (turn,))
    again = TurnRing(2, by, ())
    after = GAME.force(state, again, HOUSE)
    yield Frame(GAME.position(after), (), again, frozenset({"ring-just-turned"}), True)
