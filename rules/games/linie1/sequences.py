"""Turns made one after another: each judged and made once, however many stories begin with it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.games.linie1.judge import judged
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Drive, Linie1State, Turn
from rules.games.linie1.trips import measured
from rules.games.linie1.turns import forced


class Sequences:
    """What sequences of turns from one state come to."""

    def __init__(self, state: Linie1State, readings: Readings) -> None:
        """Nothing is made before it is asked for."""
        self._readings = readings
        self._after: dict[tuple[Turn, ...], Linie1State] = {(): state}
        self._legal: dict[tuple[Turn, ...], bool] = {}

    def legal(self, turns: Sequence[Turn]) -> tuple[bool, ...]:
        """Which turns of a sequence are legal, each after those before it, legal or not."""
        return tuple(self._is_legal(tuple(turns[: made + 1])) for made in range(len(turns)))

    def measured(self, turns: Sequence[Turn]) -> tuple[Turn, ...]:
        """The turns with the spaces that trams take, each after those before it."""
        states = (self._state(tuple(turns[:made])) for made in range(len(turns)))
        return tuple(
            measured(state, turn, self._readings) if isinstance(turn, Drive) else turn
            for state, turn in zip(states, turns, strict=True)
        )

    def _state(self, made: tuple[Turn, ...]) -> Linie1State:
        if made not in self._after:
            self._after[made] = forced(self._state(made[:-1]), made[-1], self._readings)
        return self._after[made]

    def _is_legal(self, made: tuple[Turn, ...]) -> bool:
        if made not in self._legal:
            before = self._state(made[:-1])
            self._legal[made] = judged(before, made[-1], self._readings).legal
        return self._legal[made]
