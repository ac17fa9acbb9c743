"""What fell and whose fall it was (leaflet, elimination; M11 to M13)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.toolkit.readings import named
from rules.core.verdict import Violation
from rules.games.mokadi.laws.findings import Finding, doubt
from rules.games.mokadi.moves import Fall
from rules.games.mokadi.pieces import Spot, pad_spot, stick_spot
from rules.games.mokadi.readings import Readings, foul
from rules.games.mokadi.state import MokadiState

#: Seconds of calm after which a fall is the next player's, where the table plays so (M12).
CALM_S = 3.0

#: Seconds a player may try to place a stick, where the table plays so (M11).
TRYING_S = 60.0


def fall_findings(state: MokadiState, fall: Fall, readings: Readings) -> Iterator[Finding]:
    """What a fall breaks or leaves open. The stick in hand is no fall (M11)."""
    strange = _strange(state, fall)
    if strange or not (fall.sticks or fall.pads or fall.own):
        yield doubt("unknown-piece", pieces=strange, case=None if strange else "none")
    doubtful = tuple(
        stick.spot
        for fallen in fall.sticks
        if fallen.possible and not fallen.sure and (stick := state.stick(fallen.number))
    )
    if doubtful:
        yield doubt("look-fall", sticks=doubtful)
    if _counts(state, fall, readings):
        yield from _guilt_findings(state, fall, readings)


def _strange(state: MokadiState, fall: Fall) -> tuple[Spot, ...]:
    sticks = (stick_spot(f.number) for f in fall.sticks if state.stick(f.number) is None)
    pads = (pad_spot(number) for number in fall.pads if state.pad(number) is None)
    return (*pads, *sticks)


def sure_sticks(state: MokadiState, fall: Fall) -> tuple[Spot, ...]:
    """The placed sticks that surely fell."""
    found = (state.stick(f.number) for f in fall.sticks if f.sure)
    return tuple(stick.spot for stick in found if stick)


def knocked_pads(state: MokadiState, fall: Fall) -> tuple[Spot, ...]:
    """The pads that were knocked (M13)."""
    found = (state.pad(number) for number in fall.pads)
    return tuple(pad.spot for pad in found if pad)


def _counts(state: MokadiState, fall: Fall, readings: Readings) -> bool:
    """Whether something surely fell that may put a player out."""
    pads = readings.pad_knocked == "fall" and knocked_pads(state, fall)
    return bool(sure_sticks(state, fall) or pads)


def guilty(state: MokadiState, fall: Fall, readings: Readings) -> str | None:
    """Who made it fall: who was seen to, else the player in turn until the next one touches
    something; or, where the table plays so, until three seconds of calm have passed (M12). None
    where that cannot be told."""
    if fall.player is not None:
        return fall.player if fall.player in state.playing else None
    if readings.fall_guilt == "calm":
        of_next = None if fall.calm_s is None else fall.calm_s >= CALM_S
    else:
        of_next = fall.touched
    who = state.mover if of_next else state.last
    return who if of_next is not None and who in state.playing else None


def _guilt_findings(state: MokadiState, fall: Fall, readings: Readings) -> Iterator[Finding]:
    who = guilty(state, fall, readings)
    if who is None and state.players:
        places = sure_sticks(state, fall) or knocked_pads(state, fall)
        yield doubt("look-guilt", pieces=places)
        return
    yield from _fouls(state, fall, readings, who)


def _fouls(
    state: MokadiState, fall: Fall, readings: Readings, who: str | None
) -> Iterator[Violation]:
    sticks, pads = sure_sticks(state, fall), knocked_pads(state, fall)
    if sticks:
        case = None if who else "nobody"
        yield foul("fall", *sticks, player=who or None, sticks=sticks, case=case)
    if pads and readings.pad_knocked == "fall":
        case = "pad" if who else "pad-nobody"
        reading = named("pad_knocked", "fall")
        yield foul("fall", *pads, reading=reading, player=who or None, pads=pads, case=case)


def attempt_over(fall: Fall, readings: Readings) -> bool:
    """Whether the player whose own stick fell may not try again (leaflet, several tries; M11)."""
    if not fall.own or readings.retries == "unlimited":
        return False
    return readings.retries == "one_try" or (fall.seconds or 0.0) > TRYING_S
