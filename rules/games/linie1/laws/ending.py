"""How the game ends: a tram comes home (5.12), or nobody can go on (8.6)."""

from __future__ import annotations

from rules.core.rulebook import House
from rules.core.verdict import Outcome
from rules.games.linie1.laws.placings import can_lay
from rules.games.linie1.laws.trips import finished
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Linie1State, Tram


def outcome(state: Linie1State, house: House) -> Outcome | None:
    """The end of the game, or None while it goes on. The first tram at its second terminus wins;
    nobody comes second."""
    home = next((tram for tram in state.trams if finished(tram, state)), None)
    if home is not None:
        return Outcome("arrived", *_won(state, home))
    if state.pile == 0 and not any(tram.spot is not None for tram in state.trams):
        return _run_out(state, Readings.of(house))
    return None


def _won(state: Linie1State, tram: Tram) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    seat = state.owner(tram.line)
    if seat is None:
        return (), ()
    winner = state.players[seat]
    others = tuple(player for player in state.players if player != winner)
    return (winner,), ((winner,), others) if others else ((winner,),)


def _run_out(state: Linie1State, readings: Readings) -> Outcome | None:
    """The pile is empty: the end at once, or when no hand surely has a tile that fits."""
    if readings.empty_pile == "end":
        return Outcome("pile-empty", ())
    if not state.hands or not all(hand.exact for hand in state.hands):
        return None
    if any(can_lay(state, hand, readings) is not None for hand in state.hands):
        return None
    return Outcome("nobody-can-lay", ())
