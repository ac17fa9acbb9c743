"""How a match begins: dealt anew, or taken up from a picture; and what players tell (5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.core.errors import UnknownName
from rules.core.facts import whole_or_unknown
from rules.core.rulebook import House
from rules.games.linie1.cards import LINES, LONG, SHORT
from rules.games.linie1.content import CellContent
from rules.games.linie1.hands import DEALT, Hand
from rules.games.linie1.laws.apply import seen_signs
from rules.games.linie1.laws.audit import board_of
from rules.games.linie1.laws.network import stances
from rules.games.linie1.places import LETTERS, Spot, spot_of
from rules.games.linie1.readings import RULEBOOK
from rules.games.linie1.state import Linie1State, Tram
from rules.games.linie1.tiles import KINDS

#: Tiles in the face-down pile (rule document 2.1).
PILE = sum(kind.pile for kind in KINDS)


def start(players: Sequence[str], house: House) -> Linie1State:
    """An empty board; everybody holds three straights and two curves, face up; lines and routes
    are secret."""
    state = _seated(players)
    hands = tuple(Hand.of(DEALT) for _ in state.players)
    return replace(state, hands=hands, pile=PILE, turn=0 if players else None, speed=0)


def _seated(players: Sequence[str]) -> Linie1State:
    names = RULEBOOK.seated(players)
    nobody = (None,) * len(names)
    hands = (Hand(),) * len(names)
    return Linie1State(players=names, hands=hands, lines=nobody, routes=nobody)


def resume(
    position: Mapping[Spot, CellContent], players: Sequence[str], house: House
) -> Linie1State:
    """A game in progress, known only from a picture. Hands, cards, whose turn it is, how trams came
    where they stand and how fast the last one went are unknown, and make no foul."""
    placed = {spot_of(spot.row, spot.col): content for spot, content in position.items()}
    signs = frozenset(spot for spot, content in placed.items() if content.stop)
    state = replace(_seated(players), board=board_of(placed), signs=signs)
    first, excused = seen_signs(state)
    trams = tuple(
        _found(state, line, spot) for spot, content in placed.items() for line in content.trams
    )
    return replace(
        state,
        first=first,
        excused=excused,
        trams=tuple(sorted(trams, key=lambda tram: tram.line)),
        speed=None if trams else 0,
    )


def _found(state: Linie1State, line: int, spot: Spot) -> Tram:
    return Tram(line, spot, stances(state.board, spot), None, None)


def position(state: Linie1State) -> dict[Spot, CellContent]:
    """What stands where: tiles, signs and trams by place."""
    trams: dict[Spot, list[int]] = {}
    for tram in state.trams:
        if tram.spot is not None:
            trams.setdefault(tram.spot, []).append(tram.line)
    places = sorted({*state.board, *state.signs, *trams})
    return {
        spot: CellContent.of(state.board.at(spot), spot in state.signs, trams.get(spot, ()))
        for spot in places
    }


def tell(state: Linie1State, fact: str, data: Mapping[str, Any]) -> Linie1State:
    """The state with something no picture shows. Raises UnknownName for a fact, player or card
    that does not exist.

    * ``hand``: `player`, `tiles` (kinds such as "T3"), `hidden` (how many more, 0)
    * ``line``: `player`, `line`; ``route``: `player`, `letters`, or `card` (S1..S6, L1..L6)
    * ``turn``: `player`; ``pile``: `count`; ``speed``: `spaces` of the last tram
    * ``shown``: `line`, `cells` of the route its player traced
    """
    if fact not in _FACTS:
        raise UnknownName(f"Linie 1 cannot be told {fact!r}: {', '.join(_FACTS)}.")
    return _FACTS[fact](state, data)


def _hand(state: Linie1State, data: Mapping[str, Any]) -> Linie1State:
    names = {f"T{kind.number}": kind.number for kind in KINDS}
    unknown = [name for name in data["tiles"] if name not in names]
    if unknown:
        raise UnknownName(f"There is no tile {unknown[0]!r}: {', '.join(names)}.")
    hand = Hand.of((names[name] for name in data["tiles"]), whole_or_unknown(data.get("hidden", 0)))
    return state.with_hand(state.seat(data["player"]), hand)


def _line(state: Linie1State, data: Mapping[str, Any]) -> Linie1State:
    if data["line"] not in LINES:
        raise UnknownName(f"There is no line {data['line']!r}: {', '.join(map(str, LINES))}.")
    return state.with_line(state.seat(data["player"]), data["line"])


def _route(state: Linie1State, data: Mapping[str, Any]) -> Linie1State:
    """By letters, or by a card together with the player's line, which must be known."""
    seat = state.seat(data["player"])
    if "card" in data:
        return state.with_route(seat, _on_card(state.lines[seat], data["card"]))
    letters = tuple(data["letters"])
    if not set(letters) <= set(LETTERS):
        raise UnknownName(f"{'+'.join(letters)} are not all locations: {', '.join(LETTERS)}.")
    return state.with_route(seat, letters)


def _on_card(line: int | None, name: str) -> tuple[str, ...]:
    cards = {**SHORT, **LONG}
    if name not in cards or line is None:
        raise UnknownName(f"Card {name!r} gives no stops: {', '.join(cards)}, and a known line.")
    return cards[name][line]


def _turn(state: Linie1State, data: Mapping[str, Any]) -> Linie1State:
    return replace(state, turn=state.seat(data["player"]), half=(), starts=None, drove=None)


def _pile(state: Linie1State, data: Mapping[str, Any]) -> Linie1State:
    return replace(state, pile=whole_or_unknown(data["count"]))


def _speed(state: Linie1State, data: Mapping[str, Any]) -> Linie1State:
    return replace(state, speed=whole_or_unknown(data["spaces"]))


def _shown(state: Linie1State, data: Mapping[str, Any]) -> Linie1State:
    """The traced route, kept with the tram; one not on the board yet starts with it."""
    shown = tuple(spot_of(*cell) for cell in data["cells"])
    tram = state.tram(data["line"]) or Tram(data["line"], None, ())
    return state.with_tram(replace(tram, shown=shown))


_FACTS: dict[str, Callable[[Linie1State, Mapping[str, Any]], Linie1State]] = {
    "hand": _hand,
    "line": _line,
    "route": _route,
    "turn": _turn,
    "pile": _pile,
    "speed": _speed,
    "shown": _shown,
}
