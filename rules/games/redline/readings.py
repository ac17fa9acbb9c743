"""What rulebook.toml holds: texts, codes, and the house rules as one typed value."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.core.rulebook import load
from rules.core.toolkit.readings import HouseReadings

#: Texts, codes and house rules.
RULEBOOK = load(__package__)

#: Makes a violation of a code.
foul = RULEBOOK.foul


@dataclass(frozen=True, slots=True)
class Readings(HouseReadings):
    """One value for every house rule; names and values are those of rulebook.toml."""

    hand_size: int = 8
    extends: str = "one"
    dead_end: str = "placed_only"
    right_angle: str = "neither"
    full_cell: str = "allowed"
    colour_variant: bool = False
    joined_alignments: str = "old"
    elimination: str = "after_turn"
    winner: str = "last_to_lay"
    nobody_can_lay: str = "announced"
    ranks: str = "shared"
    final_when: str = "turn_ended"
    set: str = "derived"

    def but(self, **changes: str) -> Readings:
        """The same readings but for the named ones."""
        return replace(self, **changes)  # type: ignore[arg-type] # names of string readings
