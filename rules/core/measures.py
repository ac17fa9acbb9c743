"""What can be counted in a position, to draw how a match went: tiles laid, pawns left, stops seen.
Every game may count what it likes, or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Measure:
    """One count: `name` a stable word (`tiles`, `pawns`), `of` whose it is where there are several
    of it (a player, a colour, a line), empty for the whole table."""

    name: str
    value: int
    of: str = ""


def measures_of(game: Any, state: Any) -> tuple[Measure, ...]:
    """What a game counts in a state (its method `measures`), in a fixed order; where it has none,
    the pieces on the table."""
    counted = getattr(game, "measures", None)
    if counted is None:
        return (Measure("pieces", len(game.position(state))),)
    found: tuple[Measure, ...] = counted(state)
    return found
