"""What Redline may be told: tiles in hand, the reserve, whose turn it is, a claim of the end."""

from __future__ import annotations

from rules.core.facts import Field, Form, turn_form
from rules.games.redline.hands import Hand
from rules.games.redline.state import RedlineState
from rules.games.redline.tiles import DIRECTIONS, Colour
from rules.games.redline.wire import TILES


def facts(state: RedlineState) -> tuple[Form, ...]:
    """A hand for every player, the reserve, the turn; the claim of the player who has just laid,
    where players must make it."""
    if not state.players:
        return ()
    hands = (_hand(p, hand) for p, hand in zip(state.players, state.hands, strict=True))
    reserve = Form("reserve", (Field("count", "count", state.reserve),), asked=("reserve-unknown",))
    return (turn_form(state.playing, state.mover), reserve, *hands, *_claim(state))


def _claim(state: RedlineState) -> tuple[Form, ...]:
    if state.claims is None or not state.fresh or state.layer is None:
        return ()
    return (Form("claim", (Field("player", "fixed", state.layer),), state.layer),)


def _hand(player: str, hand: Hand) -> Form:
    tile = (
        Field("colour", "choice", None, tuple(colour.value for colour in Colour)),
        Field("spokes", "several", None, DIRECTIONS),
    )
    known = TILES.write(hand.known)
    tiles = Field("tiles", "records", known, parts=tile)
    return Form("hand", (Field("player", "fixed", player), tiles, _hidden(hand.hidden)), player)


def _hidden(count: int | None) -> Field:
    return Field("hidden", "count", count)
