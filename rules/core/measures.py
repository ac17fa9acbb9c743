"""What can be counted in a position, to draw how a match went: tiles laid, pawns left, stops seen.
Every game may count what it likes, or nothing."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measure:
    """One count: `name` a stable word (`tiles`, `pawns`), `of` whose it is where there are several
    of it (a player, a colour, a line), empty for the whole table."""

    name: str
    value: int
    of: str = ""
