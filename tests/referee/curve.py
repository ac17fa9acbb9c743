"""The curve of right, asked and wrong calls by misread rate:
``python -m tests.referee.curve [redline|linie1|rouge] [games] [repeated]``; with the word
`repeated` what is misread once is misread alike in every picture."""

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

#: Plays one game: a seed, the share of places misread, the share of errors that repeat.
Play = Callable[[int, float, float], Score]


def redline(seed: int, rate: float, repeated: float = 0.0) -> Score:
    """One game of Redline."""
    return table.play_game(seed, Noise(rate, repeated=repeated, habits=seed))


def linie1(seed: int, rate: float, repeated: float = 0.0) -> Score:
    """One game of Linie 1 met half-way, with nobody to answer questions."""
    frames = list(trams.game(Random(seed)))
    noise = Noise(rate, sharp=SHARP, repeated=repeated, habits=seed)
    bench = Bench(LINIE1, ("A", "B"), tram_sights.seen, Random(seed + 1000), noise, trams.key)
    return bench.play(frames)


def rouge(seed: int, rate: float, repeated: float = 0.0) -> Score:
    """One game of Rouge met half-way, of two to four players, with nobody to answer questions."""
    players = 2 + seed % 3
    frames = list(rings.game(Random(seed), players))
    noise = Noise(rate, sharp=SHARP, repeated=repeated, habits=seed)
    names = rings.COLOURS[:players]
    bench = Bench(ROUGE, names, ring_sights.seen, Random(seed + 1000), noise, rings.key)
    return bench.play(frames)


GAMES: dict[str, Play] = {"redline": redline, "linie1": linie1, "rouge": rouge}


def curve(rate: float, seeds: Iterable[int], play: Play = redline, repeated: float = 0.0) -> Score:
    """The calls of one game a seed at one misread rate."""
    total = Score()
    for seed in seeds:
        total.join(play(seed, rate, repeated), f"seed {seed}")
    return total


def row(rate: float, counts: Counter[str]) -> str:
    """One line of the table, shares of the pictures that could be called."""
    called = max(sum(counts[kind] for kind in ("right", "asked", "wrong")), 1)
    shares = (f"{100 * counts[k] / called:8.2f} %" for k in ("right", "asked", "wrong"))
    return f"{100 * rate:6.2f} %{''.join(shares)}{called:9d}"


def main(game: str = "redline", games: int = 60, repeated: float = 0.0) -> None:
    """Prints the curve, and what went wrong where."""
    print(" misread    right     asked     wrong  pictures")
    for rate in RATES:
        score = curve(rate, range(games), GAMES[game], repeated)
        print(row(rate, score.counts), flush=True)
        print("".join(f"    {cause}\n" for cause in score.causes[:5]), end="")


if __name__ == "__main__":
    words = sys.argv[1:]
    main(
        next((word for word in words if word in GAMES), "redline"),
        next((int(word) for word in words if word.isdigit()), 60),
        float("repeated" in words),
    )
