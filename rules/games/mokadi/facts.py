"""What Mokadi may be told: stocks, whose turn it is, the part of the game, who is out."""

from __future__ import annotations

from dataclasses import replace

from rules.core.codec import Key, maybe, through, words
from rules.core.facts import PLAYER, Field, Form, fact, teller, turn_form
from rules.games.mokadi.state import MokadiState, Phase
from rules.games.mokadi.stock import NOTHING, Pile, Stock
from rules.games.mokadi.wire import COLOURS, PILE


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


def _told_stock(
    state: MokadiState, player: str, pads: Pile | None, sticks: Pile | None
) -> MokadiState:
    return state.with_stock(player, Stock(pads, sticks))


def _told_out(state: MokadiState, player: str) -> MokadiState:
    state.seat(player)
    if player in state.out:
        return state
    after = replace(state, out=(*state.out, player))
    return after.with_stock(player, Stock(NOTHING, NOTHING))


_PHASE = through(words(*(phase.value for phase in Phase)), lambda phase: phase.value, Phase)

tell = teller(
    "Mokadi",
    {
        "stock": fact(
            _told_stock,
            PLAYER,
            Key("pads", maybe(PILE), default=None),
            Key("sticks", maybe(PILE), default=None),
        ),
        "turn": fact(lambda state, player: replace(state, turn=state.seat(player)), PLAYER),
        "phase": fact(lambda state, phase: replace(state, phase=phase), Key("phase", _PHASE)),
        "out": fact(_told_out, PLAYER),
        "aside": fact(
            lambda state, sticks: replace(state, aside=sticks), Key("sticks", maybe(PILE))
        ),
        "colour": fact(
            lambda state, colour: replace(state, colour=colour),
            Key("colour", maybe(words(*COLOURS))),
        ),
    },
)
