"""Whether pieces lie where they are read: `python -m tests.vision.bench_laid GAME FIRST COUNT`.

Tables of games in play are drawn by seeds, a photo each, read alone; of Redline or Rouge. Prints,
by the probability that a piece lies in a place, how many there are, on how many one lies, and how
many would be bare by that word.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

from rules.core.observation import EMPTY
from tests.asked_seeds import asked_seeds
from tests.evenings.parts import WHOLE
from tests.people.evening import Evening, Plan
from tests.people.parts.plain import Part
from tests.people.photos import PhotoCamera

#: Probabilities between which places are counted together.
BOUNDS = (0.0, 0.01, 0.1, 0.5, 0.9, 0.97, 0.99, 0.995, 0.998, 0.999, 1.0001)
#: Pieces of a table, at least and at most.
PIECES = {"redline": (6, 26), "rouge": (4, 18)}


class _Players(Evening):
    """People who play by the rules, whom nobody watches, so many at a table."""

    def __init__(self, plan: Plan, count: int) -> None:
        self._count = count
        super().__init__(plan)

    def _part(self) -> Part:
        return WHOLE[self.plan.game]

    def _first_state(self) -> None:
        self.players = tuple(self.part.names[: self._count])


def played(game: str, seed: int, players: int = 3) -> dict[Any, Any]:
    """A position of a game in play."""
    count = Random(seed).randint(*PIECES[game])
    evening = _Players(Plan(game, seed, habit="plain"), players)
    for _ in range(3 * count):
        if len(evening.truth.position) >= count:
            break
        evening.habit(evening.people)
        evening.truth.shot()
        evening.truth.due.clear()
    return dict(evening.truth.position)


def places(game: str, seed: int) -> Iterator[tuple[float, bool]]:
    """Of every place of a table the probability that a piece lies there, and whether one does."""
    position = played(game, seed)
    for sighting in PhotoCamera(WHOLE[game], seed).picture(position).sightings:
        yield 1 - sighting.belief.probability(EMPTY), sighting.place in position


def main() -> None:
    """The table."""
    first, count, (game, *_) = asked_seeds(__doc__, games=tuple(PIECES))
    found = [one for seed in range(first, first + count) for one in places(game, seed)]
    print("| from | to | places | with a piece | bare | bare by the word |")
    print("|---|---|---|---|---|---|")
    for low, high in pairwise(BOUNDS):
        here = [(p, laid) for p, laid in found if low <= p < high]
        laid, bare = sum(laid for _, laid in here), sum(1 - p for p, _ in here)
        print(
            f"| {low} | {min(high, 1)} | {len(here)} | {laid} | {len(here) - laid} | {bare:.2f} |"
        )


if __name__ == "__main__":
    main()
