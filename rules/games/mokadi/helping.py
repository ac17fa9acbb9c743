"""What Mokadi tells onlookers: the stocks, the sticks set aside, who is out."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core import helping as core
from rules.core.helping import Duty, Seat, Tally
from rules.core.measures import Measure
from rules.games.mokadi.pieces import Label
from rules.games.mokadi.state import MokadiState


class Helping(core.Helping[MokadiState, Label]):
    """Where a stick could lie is a matter of balance: no list of places is offered."""

    def tally(self, state: MokadiState) -> Tally:
        """Pads and sticks in hand, as far as is known."""
        aside = () if state.aside is None else (("aside", state.aside.total),)
        return Tally(tuple(_seat(state, player) for player in state.players), aside)

    def still_owed(self, state: MokadiState, duty: Duty) -> bool | None:
        """A sharing out is owed until it is told; pads put back show in no state."""
        return state.due is not None if duty.kind == "share" else None


def _seat(state: MokadiState, player: str) -> Seat:
    stock = state.stock(player)
    piles = (stock.pads, stock.sticks)
    hand = sum(pile.total for pile in piles if pile is not None) if None not in piles else None
    return Seat(player, hand, (), player in state.out)


def measures(state: MokadiState) -> tuple[Measure, ...]:
    """Pads and sticks that stand, and the sticks every player holds where that is known."""
    table = (Measure("pads", len(state.pads)), Measure("sticks", len(state.sticks)))
    return (*table, *_stocks(state))


def _stocks(state: MokadiState) -> Iterator[Measure]:
    for player, stock in zip(state.players, state.stocks, strict=True):
        if stock.sticks is not None:
            yield Measure("hand", stock.sticks.total, player)
