"""What Rouge tells onlookers: colours, pawns in hand, who is out, where a pawn may be set."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core import helping as core
from rules.core.helping import Duty, Fit, Seat, Tally
from rules.core.measures import Measure
from rules.core.rulebook import House
from rules.games.rouge.laws.legal import legal_turns
from rules.games.rouge.state import PALETTE, Pawn, Place, RougeState


class Helping(core.Helping[RougeState, Pawn]):
    """Everything in Rouge is open."""

    offers = ("fits",)

    def tally(self, state: RougeState) -> Tally:
        """Every side by its player, else its colour, with the pawns still to be placed."""
        gone = state.gone
        sides = range(len(state.pawns))
        return Tally(tuple(_seat(state, side, side in gone) for side in sides))

    def still_owed(self, state: RougeState, duty: Duty) -> bool | None:
        """The pawns of a line are owed until they are off the track."""
        return state.open is not None if duty.kind == "capture" else None

    def kinds(self, state: RougeState, house: House) -> tuple[Pawn, ...]:
        """A pawn of every colour that has some to place."""
        held = zip(state.colours, state.hands, strict=True)
        return tuple(Pawn(colour) for colour, count in held if colour is not None and count)

    def pieces(self, state: RougeState) -> tuple[Pawn, ...]:
        """A pawn of every colour at the table, of the likely ones where none is known."""
        known = tuple(colour for colour in state.colours if colour is not None)
        return tuple(Pawn(colour) for colour in known or PALETTE)

    def fits(self, state: RougeState, label: Pawn, house: House) -> Iterator[Fit]:
        """The hollows where a pawn of this colour may be set just now (rule 1)."""
        turns = legal_turns(state, house)
        found = {t.to for t in turns if isinstance(t, Place) and t.colour == label.colour}
        return (Fit(hollow, label) for hollow in sorted(found))


def _seat(state: RougeState, side: int, out: bool) -> Seat:
    hand = state.hands[side] if state.counted[side] else None
    return Seat(state.called(side), hand, (), out, state.colours[side])


def measures(state: RougeState) -> tuple[Measure, ...]:
    """Pawns of every side that has a colour or a player: on the track, and in hand where those
    are counted (uncounted hands would make a side look larger than anybody knows)."""
    sides = [side for side in range(len(state.pawns)) if state.called(side)]
    return tuple(Measure("pawns", _left(state, side), _name(state, side)) for side in sides)


def _left(state: RougeState, side: int) -> int:
    held = state.hands[side] if state.counted[side] else 0
    return state.pawns[side].bit_count() + held


def _name(state: RougeState, side: int) -> str:
    return state.colours[side] or state.names[side] or ""
