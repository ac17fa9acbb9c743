"""What Mokadi may be told: stocks, whose turn it is, the part of the game, who is out."""

from __future__ import annotations

from rules.core.facts import Field, Form, turn_form
from rules.games.mokadi.state import MokadiState, Phase
from rules.games.mokadi.stock import Pile
from rules.games.mokadi.wire import COLOURS


def facts(state: MokadiState) -> tuple[Form, ...]:
    """The table's facts, then what every player holds."""
    if not state.players:
        return ()
    phase = None if state.phase is None else state.phase.value
    phases = tuple(one.value for one in Phase)
    aside = Field("sticks", "counts", _counts(state.aside), COLOURS)
    return (
        turn_form(state.playing, state.mover, ("look-turn", "unknown-player")),
        Form("phase", (Field("phase", "choice", phase, phases),)),
        Form("out", (Field("player", "choice", None, state.playing),)),
        *(_stock(state, player) for player in state.players),
        Form("aside", (aside,)),
        Form(
            "colour", (Field("colour", "choice", state.colour, COLOURS),), asked=("look-colours",)
        ),
    )


def _stock(state: MokadiState, player: str) -> Form:
    stock = state.stock(player)
    piles = (
        Field("pads", "counts", _counts(stock.pads), COLOURS),
        Field("sticks", "counts", _counts(stock.sticks), COLOURS),
    )
    asked = ("share-unknown", "look-colours")
    return Form("stock", (Field("player", "fixed", player), *piles), player, asked)


def _counts(pile: Pile | None) -> dict[str, int] | None:
    return None if pile is None else dict(pile.counts)
