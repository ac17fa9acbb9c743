"""What proposals of every game have in common: of all combinations the cheapest are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TypeVar

ChoiceT = TypeVar("ChoiceT")


def cheapest(
    places: Iterable[Sequence[ChoiceT]], cost: Callable[[ChoiceT], float], most: int, spread: float
) -> list[tuple[float, tuple[ChoiceT, ...]]]:
    """The best combinations of one choice a place with what they cost, cheapest first: so many at
    the most, none worse than the best by more than `spread`."""
    kept: list[tuple[float, tuple[ChoiceT, ...]]] = [(0.0, ())]
    for choices in places:
        grown = [(sum_ + cost(c), (*done, c)) for (sum_, done), c in product(kept, choices)]
        grown.sort(key=lambda item: item[0])
        limit = grown[0][0] + spread
        kept = [item for item in grown[:most] if item[0] <= limit]
    return kept
