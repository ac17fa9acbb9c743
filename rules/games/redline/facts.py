"""What Redline may be told: tiles in hand, the reserve, whose turn it is, a claim of the end."""

from __future__ import annotations

from rules.core.codec import Key
from rules.core.facts import COUNT, MAYBE, PLAYER, Field, Form, fact, teller, turn_form
from rules.games.redline.explaining.open_hands import OPEN_HANDS
from rules.games.redline.hands import Hand
from rules.games.redline.laws.ending import claimed
from rules.games.redline.state import RedlineState
from rules.games.redline.tiles import DIRECTIONS, Colour, Tile
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


def _told_hand(
    state: RedlineState, player: str, tiles: tuple[Tile, ...], hidden: int | None
) -> RedlineState:
    return state.with_hand(player, Hand.of(tiles, hidden))


tell = teller(
    "Redline",
    {
        "hand": fact(_told_hand, PLAYER, Key("tiles", TILES), Key("hidden", MAYBE, default=0)),
        "reserve": fact(RedlineState.with_reserve, Key("count", COUNT)),
        "turn": fact(RedlineState.with_mover, PLAYER),
        "claim": fact(claimed, PLAYER),
        "open-hands": OPEN_HANDS,
    },
)
