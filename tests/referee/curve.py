"""The curve of right, asked and wrong calls by misread rate:
``python -m tests.referee.curve [redline|linie1|rouge] [games]``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from random import Random

from rules.games.linie1.game import GAME as LINIE1
from rules.games.rouge.game import GAME as ROUGE
from tests.referee import table
from tests.referee.grading import Bench
from tests.referee.linie1 import games as trams
from tests.referee.linie1 import sights as tram_sights
from tests.referee.noise import Noise
from tests.referee.rouge import games as rings
from tests.referee.rouge import sights as ring_sights
from tests.referee.score import Score

RATES = (0.0, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032)

#: Least confidence of a place read without doubt, for the games of many places: a calibrated reader
#: that misreads two in a thousand is surer than 0.99 of the others.
SHARP = 0.995

Play = Callable[[int, float], Score]


def redline(seed: int, rate: float) -> Score:
    """One game of Redline."""
    return table.play_game(seed, Noise(rate))


def linie1(seed: int, rate: float) -> Score:
    """One game of Linie 1 met half-way, with nobody to answer questions."""
    frames = list(trams.game(Random(seed)))
    noise = Noise(rate, sharp=SHARP)
    bench = Bench(LINIE1, ("A", "B"), tram_sights.seen, Random(seed + 1000), noise, trams.key)
    return bench.play(frames)


def rouge(seed: int, rate: float) -> Score:
    """One game of Rouge met half-way, of two to four players, with nobody to answer questions."""
    players = 2 + seed % 3
    frames = list(rings.game(Random(seed), players))
    noise = Noise(rate, sharp=SHARP)
    names = rings.COLOURS[:players]
    bench = Bench(ROUGE, names, ring_sights.seen, Random(seed + 1000), noise, rings.key)
    return bench.play(frames)


GAMES: dict[str, Play] = {"redline": redline, "linie1": linie1, "rouge": rouge}


def curve(rate: float, seeds: Iterable[int], play: Play = redline) -> Score:
    """The calls of one game a seed at one misread rate."""
    total = Score()
    for seed in seeds:
        total.join(play(seed, rate), f"seed {seed}")
    return total


def row(rate: float, counts: Counter[str]) -> str:
    """One line of the table, shares of the pictures that could be called."""
    called = max(sum(counts[kind] for kind in ("right", "asked", "wrong")), 1)
    shares = (f"{100 * counts[k] / called:8.2f} %" for k in ("right", "asked", "wrong"))
    return f"{100 * rate:6.2f} %{''.join(shares)}{called:9d}"


def main(game: str = "redline", games: int = 60) -> None:
    """Prints the curve, and what went wrong where."""
    print(" misread    right     asked     wrong  pictures")
    for rate in RATES:
        score = curve(rate, range(games), GAMES[game])
        print(row(rate, score.counts), flush=True)
        print("".join(f"    {cause}\n" for cause in score.causes[:5]), end="")


if __name__ == "__main__":
    words = sys.argv[1:]
    main(
        next((word for word in words if word in GAMES), "redline"),
        next((int(word) for word in words if word.isdigit()), 60),
    )
