"""How good the referee has to be at the table of people, as data."""

from __future__ import annotations

#: Evenings of twelve pictures that a test plays: always, and under the slow mark.
SOME, MANY = 8, 250

#: The most there may be of each count, as a share of the pictures, by game, share of places
#: misread, and name of the count. None are set yet.
LIMITS: dict[str, dict[tuple[float, str], float]] = {}
