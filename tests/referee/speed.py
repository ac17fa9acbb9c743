"""How long a picture takes to judge late in a game: ``python -m tests.referee.speed``.

Clean pictures of full boards; processor time of one `observe`, median and worst of some boards.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from rules.core.observation import Observation
from rules.games.linie1.game import GAME as LINIE1
from rules.games.redline import GAME as REDLINE
from rules.games.rouge.game import GAME as ROUGE
from rules.referee.referee import begin, observe
from tests.referee.linie1 import games as trams
from tests.referee.linie1 import sights as tram_sights
from tests.referee.noise import PERFECT
from tests.referee.rouge import games as rings
from tests.referee.rouge import sights as ring_sights
from tests.referee.simulate import AT_HOME, seen
from tests.referee.table import Table

#: Boards that each figure is the median of.
BOARDS = 12

#: A first picture, one of the next turn, and one after so many turns more.
Pictures = Iterator[Observation[Any, Any]]


def redline(turns: int, rng: Random) -> Pictures:
    """A layout of thirty tiles."""
    table = Table(rng, PERFECT)
    for more in (30, 1, turns):
        for _ in range(more):
            table.lay_legal()
        yield seen(table.layout, rng, PERFECT, frame=AT_HOME)


def linie1(turns: int, rng: Random) -> Pictures:
    """A board of ninety tiles."""
    table = trams.Table(rng)
    for _ in range(90):
        table.lay_one()
    table.state = LINIE1.resume(LINIE1.position(table.state), ("A", "B"), trams.HOUSE)
    for more in (0, 1, turns):
        for _ in range(more):
            table.lay_turn()
        yield tram_sights.seen(LINIE1.position(table.state), rng, PERFECT)


def rouge(turns: int, rng: Random) -> Pictures:
    """A track after twenty turns of four players."""
    table = rings.Table(rng, 4)
    for more in (20, 1, turns):
        for _ in range(more):
            table.turn(open_lines=0.0)
        yield ring_sights.seen(ROUGE.position(table.state), rng, PERFECT)


Play = Callable[[int, Random], Pictures]
GAMES: dict[str, tuple[Any, tuple[str, ...], Play]] = {
    "redline": (REDLINE, ("A", "B"), redline),
    "linie1": (LINIE1, ("A", "B"), linie1),
    "rouge": (ROUGE, rings.COLOURS, rouge),
}


def seconds(
    game: Any, players: tuple[str, ...], pictures: Iterable[Observation[Any, Any]]
) -> float:
    """The processor time of judging the last picture."""
    state = begin(game, players, game.rulebook.house())
    took = 0.0
    for number, picture in enumerate(pictures):
        start = time.process_time()
        state, _ = observe(state, picture, f"{number:02}")
        took = time.process_time() - start
    return took


def main() -> None:
    """Prints a row a game and number of turns."""
    for name, (game, players, play) in GAMES.items():
        for turns in (0, 1, 3):
            took = [seconds(game, players, play(turns, Random(seed))) for seed in range(BOARDS)]
            median, worst = 1000 * statistics.median(took), 1000 * max(took)
            print(f"{name} {turns} turns: median {median:.0f} ms, worst {worst:.0f} ms", flush=True)


if __name__ == "__main__":
    main()
