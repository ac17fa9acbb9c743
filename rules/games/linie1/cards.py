"""Route cards and line cards (rule document 3.1, 3.2)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rules.core.rulebook import data_file

#: The lines, one for each player at most.
LINES: tuple[int, ...] = (1, 2, 3, 4, 5, 6)

Card = Mapping[int, tuple[str, ...]]


def _cards(table: Mapping[str, list[str]]) -> Mapping[str, Card]:
    return MappingProxyType(
        {
            name: MappingProxyType(dict(zip(LINES, map(tuple, rows), strict=True)))
            for name, rows in table.items()
        }
    )


_DATA = data_file(__package__, "cards.toml")

#: Cards with two stops a line, by name: card to line to letters.
SHORT: Mapping[str, Card] = _cards(_DATA["short"])

#: Cards with three stops a line.
LONG: Mapping[str, Card] = _cards(_DATA["long"])

#: Up to this many players the German sheet deals the cards with three stops (rule text, note).
MOST_FOR_LONG = 3


def route_cards(stops: str, players: int) -> Mapping[str, Card]:
    """The cards a table plays with under a reading of `stops` (rule text, set-up)."""
    if stops == "by_players":
        return LONG if players <= MOST_FOR_LONG else SHORT
    return LONG if stops == "three" else SHORT
