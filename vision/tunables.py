"""Numbers that can be tuned: each stands in its room's `limits.py` with unit, bounds and origin."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TypeVar

_Number = TypeVar("_Number", int, float, tuple[float, ...], tuple[float, float])


def tunable(default: _Number, low: float, high: float) -> _Number:
    """A field of a `Tunables` class: its usual value, and the bounds of any value, inclusive."""
    return field(default=default, metadata={"bounds": (low, high)})


def share(default: float) -> float:
    """A field that is a probability or a share of something, 0 to 1."""
    return tunable(default, 0.0, 1.0)


@dataclass(frozen=True)
class Tunables:
    """The numbers a room decides by. Raises ValueError for one outside its bounds."""

    def __post_init__(self) -> None:
        for one in fields(self):
            low, high = one.metadata["bounds"]
            value = getattr(self, one.name)
            for number in value if isinstance(value, tuple) else (value,):
                if not low <= number <= high:
                    raise ValueError(f"{one.name} = {number} is not between {low:g} and {high:g}")
