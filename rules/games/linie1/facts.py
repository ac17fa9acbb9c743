"""What Linie 1 may be told: hands, lines, route cards, whose turn it is, the pile, the speed."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.facts import Field, Form, turn_form
from rules.games.linie1.cards import LINES, LONG, SHORT
from rules.games.linie1.places import LETTERS
from rules.games.linie1.state import Linie1State
from rules.games.linie1.tiles import KINDS

_KINDS = tuple(f"T{kind.number}" for kind in KINDS)


def facts(state: Linie1State) -> tuple[Form, ...]:
    """Everything but traced routes. Lines and cards are secret (5.1): what is known of them is not
    given away here, they are only asked for."""
    if not state.players:
        return ()
    seats = range(len(state.players))
    table = (
        turn_form(state.players, state.mover, ("unknown-player",)),
        Form("pile", (Field("count", "count", state.pile),)),
        Form("speed", (Field("spaces", "count", state.speed),)),
    )
    return (*table, *(form for seat in seats for form in _seat(state, seat)))


def _seat(state: Linie1State, seat: int) -> Iterator[Form]:
    player = state.players[seat]
    who, hand = Field("player", "fixed", player), state.hands[seat]
    known = [f"T{kind}" for kind in hand.known]
    tiles = Field("tiles", "many", known, _KINDS)
    yield Form("hand", (who, tiles, Field("hidden", "count", hand.hidden)), player)
    yield Form("line", (who, Field("line", "choice", None, LINES)), player, ("must-drive",))
    cards = Field("card", "choice", None, (*SHORT, *LONG))
    yield Form("route", (who, cards), player, ("route-card", "stops-left"))
    yield Form("route", (who, Field("letters", "several", None, tuple(LETTERS))), player)
