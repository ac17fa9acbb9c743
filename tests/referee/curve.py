"""The curve of right, asked and wrong calls by misread rate: ``python -m tests.referee.curve``."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable

from tests.referee.noise import Noise
from tests.referee.table import Score, play_game

RATES = (0.0, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032)


def curve(rate: float, seeds: Iterable[int]) -> Score:
    """The calls of one game a seed at one misread rate."""
    total = Score()
    for seed in seeds:
        score = play_game(seed, Noise(rate))
        total.counts += score.counts
        total.causes += [f"seed {seed} {cause}" for cause in score.causes]
    return total


def row(rate: float, counts: Counter[str]) -> str:
    """One line of the table, shares of the pictures that could be called."""
    called = max(sum(counts[kind] for kind in ("right", "asked", "wrong")), 1)
    shares = (f"{100 * counts[k] / called:8.2f} %" for k in ("right", "asked", "wrong"))
    return f"{100 * rate:6.2f} %{''.join(shares)}{called:9d}"


def main(games: int = 60) -> None:
    """Prints the curve, and what went wrong where."""
    print(" misread    right     asked     wrong  pictures")
    for rate in RATES:
        score = curve(rate, range(games))
        print(row(rate, score.counts), flush=True)
        print("".join(f"    {cause}\n" for cause in score.causes[:5]), end="")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
