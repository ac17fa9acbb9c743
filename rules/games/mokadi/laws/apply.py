"""From state to state: what a turn does to the table, the shares, the phase and the turn.

Leaflet, how the game goes, all pieces laid, all pieces taken, elimination; M1, M2, M13 to M19.
Legality is not looked at: what players insist on leaving there counts like anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.core.rulebook import House
from rules.games.mokadi.laws.falls import attempt_over, guilty, knocked_pads
from rules.games.mokadi.laws.findings import new_spot
from rules.games.mokadi.laws.judge import fallen_pile
from rules.games.mokadi.laws.measuring import measured
from rules.games.mokadi.laws.order import actor
from rules.games.mokadi.laws.reach import likely_ends
from rules.games.mokadi.laws.sharing import eliminated, shared
from rules.games.mokadi.moves import (
    Concede,
    Fall,
    Lay,
    LayPad,
    LayStick,
    Pass,
    Remove,
    Share,
    Shift,
    Turn,
    kind_of,
)
from rules.games.mokadi.pieces import Contact, Contacts, Kind
from rules.games.mokadi.readings import Readings
from rules.games.mokadi.state import LaidPad, LaidStick, MokadiState, Phase
from rules.games.mokadi.stock import Pile

#: At most so sure are the other contacts of a stick that lost one: it sank somehow.
LOOSENED = 0.5


def force(state: MokadiState, turn: Turn, house: House) -> MokadiState:
    """The state as it physically stands after a turn, legal or not."""
    readings = Readings.of(house)
    match turn:
        case LayPad() | LayStick():
            return _in_its_phase(_laid(state, turn))
        case Remove():
            return _in_its_phase(_removed(state, turn, readings))
        case Fall():
            return _in_its_phase(_fallen(state, turn, readings))
        case Share():
            return shared(state, turn)
        case Concede():
            return _in_its_phase(_conceded(state, turn))
        case Pass():
            return _passed(state, turn.player or state.mover)


def _laid(state: MokadiState, lay: Lay) -> MokadiState:
    state = measured(state, lay)
    spare = state.spare.minus(Pile.each([lay.colour])) if isinstance(lay, LayPad) else None
    player = actor(state, lay)
    after = _on_table(state, lay)
    if state.spare.total and spare is not None:
        return replace(after, spare=spare)
    if player is not None:
        after = after.with_stock(player, state.stock(player).without(kind_of(lay), lay.colour))
    return _passed(replace(after, colour=lay.colour, due=None), player)


def _on_table(state: MokadiState, lay: Lay) -> MokadiState:
    number = new_spot(state, lay).number
    if isinstance(lay, LayPad):
        return replace(state, pads=(*state.pads, LaidPad(number, lay.colour, lay.at, lay.sigma)))
    ends = lay.ends or likely_ends(state, lay.contacts)
    sticks = _shifted(state.sticks, lay.shifts)
    stick = LaidStick(number, lay.colour, ends, lay.contacts)
    phase = Phase.BUILDING if state.phase is None else state.phase
    return replace(state, sticks=(*sticks, stick), phase=phase)


def _passed(state: MokadiState, player: str | None) -> MokadiState:
    """The player's turn is over; where nobody knows whose it was, nobody is on turn for sure."""
    if player not in state.players:
        return replace(state, turn=None, last=None)
    return replace(state, turn=state.after(state.seat(player)), last=player)


def _removed(state: MokadiState, turn: Remove, readings: Readings) -> MokadiState:
    player = actor(state, turn)
    taken = [stick for stick in state.sticks if stick.number in turn.sticks]
    after = _without(state, turn.sticks, turn.shifts)
    after = replace(after, phase=Phase.REMOVING, due=None)
    pile = Pile.each(stick.colour for stick in taken)
    if turn.dropped and readings.dropped == "fall" and player in state.playing:
        return _passed(eliminated(after, str(player), pile), player)
    if player is not None:
        after = after.with_stock(player, after.stock(player).with_sticks(pile))
    colour = taken[-1].colour if taken else state.colour
    return _passed(replace(after, colour=colour), player)


def _fallen(state: MokadiState, fall: Fall, readings: Readings) -> MokadiState:
    gone = tuple(fallen.number for fallen in fall.sticks if fallen.possible)
    pile, who = fallen_pile(state, fall), guilty(state, fall, readings)
    after = replace(_without(state, gone, ()), fallen=(*state.fallen, *fall.lying))
    if pile.total or (readings.pad_knocked == "fall" and knocked_pads(state, fall)):
        return _put_out(after, who, pile)
    return _passed(after, state.mover) if attempt_over(fall, readings) else after


def _put_out(state: MokadiState, who: str | None, fallen: Pile) -> MokadiState:
    """The guilty one is out; where nobody knows who, nobody knows either who holds what."""
    if who is None:
        stocks = tuple(replace(stock, sticks=None) for stock in state.stocks)
        return replace(state, stocks=stocks, aside=None, turn=None, last=None, colour=None)
    after = eliminated(state, who, fallen)
    return _passed(after, who) if who == state.mover else after


def _conceded(state: MokadiState, turn: Concede) -> MokadiState:
    player = turn.player or state.mover
    if player not in state.playing:
        return state
    after = eliminated(state, player, Pile())
    return _passed(after, player) if player == state.mover else after


def _without(state: MokadiState, gone: Iterable[int], shifts: Sequence[Shift]) -> MokadiState:
    """The table without some sticks; what lay on them has sunk somehow."""
    numbers = frozenset(gone)
    left = (stick for stick in state.sticks if stick.number not in numbers)
    sticks = tuple(replace(s, contacts=_loosened(s.contacts, numbers)) for s in left)
    return replace(state, sticks=_shifted(sticks, shifts))


def _loosened(contacts: Contacts, gone: frozenset[int]) -> Contacts:
    if contacts is None or not any(_on(contact, gone) for contact in contacts):
        return contacts
    left = (contact for contact in contacts if not _on(contact, gone))
    return tuple(replace(c, certainty=min(c.certainty, LOOSENED)) for c in left)


def _on(contact: Contact, numbers: frozenset[int]) -> bool:
    return contact.spot.kind is Kind.STICK and contact.spot.number in numbers


def _shifted(sticks: tuple[LaidStick, ...], shifts: Sequence[Shift]) -> tuple[LaidStick, ...]:
    """The sticks as they lie after some were pushed (M9)."""
    if not shifts:
        return sticks
    by_number = {shift.number: shift for shift in shifts}
    return tuple(_as_shifted(stick, by_number.get(stick.number)) for stick in sticks)


def _as_shifted(stick: LaidStick, shift: Shift | None) -> LaidStick:
    if shift is None:
        return stick
    return replace(stick, ends=shift.ends or stick.ends, contacts=shift.contacts)


def _in_its_phase(state: MokadiState) -> MokadiState:
    """The next part of the game where this one is over (leaflet, how it begins, all pieces laid,
    all pieces taken; M2, M17, M19)."""
    phase = _phase_after(state)
    return state if phase is state.phase else replace(state, phase=phase, colour=None)


def _phase_after(state: MokadiState) -> Phase | None:
    playing = state.playing
    if state.phase is Phase.OPENING:
        due = state.spare.total or any(state.owes_pad(player) for player in playing)
        return Phase.OPENING if due else Phase.BUILDING
    if state.phase is Phase.REMOVING and not state.sticks:
        return Phase.BUILDING
    if state.phase is Phase.BUILDING and state.sticks and playing:
        laid = all(state.stock(player).empty for player in playing)
        return Phase.REMOVING if laid else Phase.BUILDING
    return state.phase
