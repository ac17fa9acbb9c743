"""What is counted of a Mokadi match: pads and sticks on the table, stocks as far as known."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.measures import Measure
from rules.games.mokadi.state import MokadiState


def measures(state: MokadiState) -> tuple[Measure, ...]:
    """Pads and sticks that stand, and the sticks every player holds where that is known."""
    table = (Measure("pads", len(state.pads)), Measure("sticks", len(state.sticks)))
    return (*table, *_stocks(state))


def _stocks(state: MokadiState) -> Iterator[Measure]:
    for player, stock in zip(state.players, state.stocks, strict=True):
        if stock.sticks is not None:
            yield Measure("hand", stock.sticks.total, player)
