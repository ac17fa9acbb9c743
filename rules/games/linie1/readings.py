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

    stops: str = "by_players"
    stop_order: str = "any"
    dead_ends: str = "allowed"
    terminus_exit: str = "joins"
    exchange_adds: str = "more"
    together: str = "exchanges"
    stuck: str = "fewer"
    empty_pile: str = "play_on"
    sign_missing: str = "next_turn"
    trip: str = "previous_plus_one"
    top_speed: str = "ten"
    numbered_halt: str = "free"
    first_drive: str = "same_turn"
    start_exit: str = "either"
    new_route: str = "allowed"
    lost_tram: str = "taken_off"
    box: str = "printed"
