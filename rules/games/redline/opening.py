"""The state before the first turn, and a game met half-way (leaflet, set-up; R1, R2)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.errors import ArbitableError
from rules.core.rulebook import House
from rules.core.toolkit.seats import clockwise
from rules.core.verdict import Outcome
from rules.games.redline.board import board_of
from rules.games.redline.hands import Hand
from rules.games.redline.readings import RULEBOOK, Readings
from rules.games.redline.state import Layout, RedlineState
from rules.games.redline.tiles import FULL_SET


def start(players: Sequence[str], house: House) -> RedlineState:
    """Tiles dealt, none laid, the first player on turn. Which tiles were dealt is unknown.

    Without players the same table, of whose hands and turns nothing is said.
    """
    names, readings = RULEBOOK.seated(players), Readings.of(house)
    if not names:
        return RedlineState(claims=_claims(readings))
    dealt = tuple(Hand((), readings.hand_size) for _ in names)
    reserve = len(FULL_SET) - readings.hand_size * len(names)
    if reserve < 0:
        raise ArbitableError(
            f"48 tiles are too few for {len(names)} players with {readings.hand_size} each."
        )
    claims = _claims(readings)
    return RedlineState(players=names, hands=dealt, reserve=reserve, turn=0, claims=claims)


def resume(position: Layout, players: Sequence[str], house: House) -> RedlineState:
    """A game known only from its layout: hands, reserve, turn and last tile are unknown."""
    names = RULEBOOK.seated(players)
    hands = tuple(Hand() for _ in names)
    return RedlineState(board_of(position), names, hands, claims=_claims(Readings.of(house)))


def _claims(readings: Readings) -> Readings | None:
    """By what a claim is proved, where players must make it (R23)."""
    return readings if readings.nobody_can_lay == "on_claim" else None


def next_order(
    players: Sequence[str], ended: Outcome | None, lot: int, house: House
) -> tuple[str, ...]:
    """The turn order of the next round, clockwise from its starter: the one who won the last, else
    the seat drawn by lot (leaflet, play; R1)."""
    winners = [] if ended is None else [name for name in ended.winners if name in players]
    seat = players.index(winners[lot % len(winners)]) if winners else lot % len(players)
    return clockwise(tuple(players), seat)
