"""What Linie 1 may be told: hands, lines, route cards, whose turn it is, the pile, the speed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.core.codec import Key, Malformed, many, whole, words
from rules.core.errors import UnknownName
from rules.core.facts import MAYBE, MOST, PLAYER, Field, Form, fact, teller, turn_form
from rules.games.linie1.cards import LINES, LONG, SHORT
from rules.games.linie1.hands import Hand
from rules.games.linie1.places import LETTERS, SPOTS, Spot
from rules.games.linie1.state import Linie1State, Tram
from rules.games.linie1.tiles import KINDS
from rules.games.linie1.wire import SPOT

_KINDS = tuple(f"T{kind.number}" for kind in KINDS)
_CARDS = {**SHORT, **LONG}


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
    cards = Field("card", "choice", None, tuple(_CARDS))
    yield Form("route", (who, cards), player, ("route-card", "stops-left"))
    yield Form("route", (who, Field("letters", "several", None, tuple(LETTERS))), player)


def _hand(state: Linie1State, player: str, tiles: Sequence[str], hidden: int | None) -> Linie1State:
    kinds = (int(name[1:]) for name in tiles)
    return state.with_hand(state.seat(player), Hand.of(kinds, hidden))


def _line(state: Linie1State, player: str, line: int) -> Linie1State:
    return state.with_line(state.seat(player), line)


def _route(
    state: Linie1State, player: str, card: str | None, letters: tuple[str, ...] | None
) -> Linie1State:
    """By letters, or by a card together with the player's line, which must be known."""
    seat = state.seat(player)
    line = state.lines[seat]
    if card is not None and line is None:
        raise UnknownName(f"Card {card!r} gives no stops before the line of {player} is known.")
    if card is not None and line is not None:
        letters = _CARDS[card][line]
    if letters is None:
        raise Malformed("letters is missing, give it.")
    return state.with_route(seat, letters)


def _turn(state: Linie1State, player: str) -> Linie1State:
    return replace(state, turn=state.seat(player), half=(), starts=None, drove=None)


def _shown(state: Linie1State, line: int, cells: tuple[Spot, ...]) -> Linie1State:
    """The traced route, kept with the tram; one not on the board yet starts with it."""
    tram = state.tram(line) or Tram(line, None, ())
    return state.with_tram(replace(tram, shown=cells))


_LINE = Key("line", whole(LINES[0], LINES[-1]))
_TILES = Key("tiles", many(words(*_KINDS), MOST))
_LETTERS = Key("letters", many(words(*LETTERS), len(LETTERS)), default=None)

tell = teller(
    "Linie 1",
    {
        "hand": fact(_hand, PLAYER, _TILES, Key("hidden", MAYBE, default=0)),
        "line": fact(_line, PLAYER, _LINE),
        "route": fact(_route, PLAYER, Key("card", words(*_CARDS), default=None), _LETTERS),
        "turn": fact(_turn, PLAYER),
        "pile": fact(lambda state, count: replace(state, pile=count), Key("count", MAYBE)),
        "speed": fact(lambda state, spaces: replace(state, speed=spaces), Key("spaces", MAYBE)),
        "shown": fact(_shown, _LINE, Key("cells", many(SPOT, len(SPOTS)))),
    },
)
