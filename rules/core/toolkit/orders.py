"""Turns as they may have been made, one after another: on the game, and on the table as it lies."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.game import StateT
from rules.core.verdict import Ruling, Verdict


def gone_on(
    game: StateT, table: StateT, verdict: Verdict, forced: Callable[[StateT], StateT]
) -> tuple[StateT, StateT]:
    """The game and the table after a turn with this verdict, which `forced` makes on a state: no
    foul enters the game, the table bears it all the same. They are one until there is a foul."""
    after = forced(table)
    if verdict.ruling is Ruling.ILLEGAL:
        return game, after
    return (after if game is table else forced(game)), after
