"""What rulebook.toml holds: texts, codes, and the house rules as one typed value."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.rulebook import load
from rules.core.toolkit.readings import HouseReadings
from rules.games.mokadi.pieces import colours_of

#: Texts, codes and house rules.
RULEBOOK = load(__package__)

#: Makes a violation of a code.
foul = RULEBOOK.foul


@dataclass(frozen=True, slots=True)
class Readings(HouseReadings):
    """One value for every house rule; names and values are those of rulebook.toml."""

    five: str = "alternate"
    first_round: str = "two"
    pad_distance: str = "centre"
    third_pad: str = "kept_off"
    stick_supports: str = "not_together"
    contacts: str = "all"
    ends_down: str = "advise"
    same_supports: str = "set"
    retries: str = "unlimited"
    fall_guilt: str = "until_touched"
    pad_knocked: str = "put_back"
    blocked: str = "out"
    building_colours: str = "free"
    dropped: str = "removed"
    box: str = "white-black"

    @property
    def colours(self) -> tuple[str, str]:
        """The two colours of the box (leaflet, presentation: white and black for example)."""
        return colours_of(self.box)
