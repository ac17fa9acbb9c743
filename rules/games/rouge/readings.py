"""What rulebook.toml holds: texts, codes, and the house rules as one typed value."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.rulebook import load
from rules.core.toolkit.readings import HouseReadings

#: Texts, codes and house rules.
RULEBOOK = load(__package__)

#: Makes a violation of a code.
foul = RULEBOOK.foul


@dataclass(frozen=True, slots=True)
class Readings(HouseReadings):
    """One value for every house rule; names and values are those of rulebook.toml."""

    starter: str = "drawn"
    passing: str = "never"
    turn_steps: str = "one"
    ring_lock: str = "table"
    neighbours: str = "straight"
    turning_unlocks: bool = False
    lock_ends: str = "moved"
    reopened_line: str = "locked"
    which_line: str = "centred"
    double_line: str = "both"
    captures_per: str = "line"
    protection: str = "none"
    flying_when: str = "hand_empty"
    flying_turns: bool = False
    elimination: str = "total"
    eliminated_pawns: str = "must"
    draw_offer: bool = True

    @property
    def remembers_lines(self) -> bool:
        """Whether a lock belongs to its line, so that the line's middle must be remembered."""
        return self.lock_ends == "broken" or self.reopened_line == "pays"
