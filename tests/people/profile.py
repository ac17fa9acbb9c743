"""How good the referee has to be at the table of people, as data.

Origin: what was measured on 2,400 clean pictures a game (docs/referee-figures.md), with room for
the few of a test; to be tightened with every step.
"""

from __future__ import annotations

#: Evenings of twelve pictures that a test plays: always, and under the slow mark, there with seeds
#: of the counted ones; half of these where a picture takes long.
SOME, MANY = range(1), range(3000, 3010)
HALF = MANY[::2]

CLEAN, AIMED_AT = 0.0, 0.002

#: The most there may be of each count, as a share of the pictures, by game, share of places
#: misread, and name of the count.
LIMITS: dict[str, dict[tuple[float, str], float]] = {
    "redline": {
        (CLEAN, "false-foul"): 0.003,
        (CLEAN, "wrong"): 0.006,
        (CLEAN, "silent"): 0.01,
        (CLEAN, "asked"): 0.06,
        (AIMED_AT, "false-foul"): 0.006,
        (AIMED_AT, "wrong"): 0.02,
    },
    "linie1": {
        (CLEAN, "false-foul"): 0.003,
        (CLEAN, "wrong"): 0.008,
        (CLEAN, "silent"): 0.015,
        (CLEAN, "asked"): 0.03,
        (AIMED_AT, "false-foul"): 0.01,
        (AIMED_AT, "wrong"): 0.04,
    },
    "rouge": {
        (CLEAN, "false-foul"): 0.006,
        (CLEAN, "wrong"): 0.01,
        (CLEAN, "silent"): 0.01,
        (CLEAN, "asked"): 0.1,
        (AIMED_AT, "false-foul"): 0.012,
    },
    "toy": {(CLEAN, "wrong"): 0.0, (CLEAN, "asked"): 0.0},
}
