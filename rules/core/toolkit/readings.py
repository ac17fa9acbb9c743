"""House rules as typed values: what the readings of every game have in common."""

from __future__ import annotations

from typing import Self

from rules.core.rulebook import House


class HouseReadings:
    """A game's readings: a frozen dataclass with one field for every house rule, whose names and
    defaults are those of its rulebook."""

    __slots__ = ()

    @classmethod
    def of(cls, house: House) -> Self:
        """The readings a table plays by: one object for one house, however often it is asked."""
        return house.typed(cls)


def named(option: str, value: object) -> str:
    """A reading as the command line writes it: ``dead_end=both``, ``colour_variant=true``."""
    return f"{option}={str(value).lower()}"
