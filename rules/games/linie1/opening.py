"""How a match begins: dealt anew, or taken up from a picture (5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.core.rulebook import House
from rules.games.linie1.content import CellContent
from rules.games.linie1.hands import DEALT, Hand
from rules.games.linie1.laws.apply import seen_signs
from rules.games.linie1.laws.audit import board_of
from rules.games.linie1.laws.driving import starting_tram
from rules.games.linie1.laws.network import stances
from rules.games.linie1.places import TERMINI_OF, Spot, spot_of
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


def too_early(position: Mapping[Spot, CellContent], label: CellContent) -> bool:
    """Whether it is a sign or a tram on a board without a tile: signs come with tiles (5.8), trams
    when a route lies there (5.10)."""
    return label.tile is None and all(content.tile is None for content in position.values())


def _found(state: Linie1State, line: int, spot: Spot) -> Tram:
    """A tram met on its trip. On a terminus of its own line it is about to begin it: one that has
    ended its trip has ended the game (5.12)."""
    if spot in (terminus.spot for terminus in TERMINI_OF[line]):
        return starting_tram(line, spot)
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
