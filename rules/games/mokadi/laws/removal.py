"""Taking sticks off when all pieces are laid (leaflet, all pieces laid; M17, M18)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.toolkit.readings import named
from rules.games.mokadi.laws.findings import Finding, doubt
from rules.games.mokadi.laws.order import may_remove, turn_findings
from rules.games.mokadi.moves import Remove
from rules.games.mokadi.pieces import stick_spot
from rules.games.mokadi.readings import Readings, foul
from rules.games.mokadi.state import LaidStick, MokadiState


def removal_findings(state: MokadiState, turn: Remove, readings: Readings) -> Iterator[Finding]:
    """What a removal breaks or leaves open. Other sticks may move (leaflet, all pieces laid)."""
    sticks = [s for s in state.sticks if s.number in turn.sticks]
    strange = tuple(stick_spot(n) for n in turn.sticks if state.stick(n) is None)
    if strange or not sticks:
        yield doubt("unknown-piece", pieces=strange, case=None if strange else "none")
    yield from turn_findings(state, turn)
    if not may_remove(state):
        yield doubt("building-now", pieces=tuple(s.spot for s in sticks) or strange)
    if len(turn.sticks) > 1:
        where = tuple(s.spot for s in sticks) or strange
        yield foul("removed-two", *where, sticks=where)
    yield from _colour_findings(state, sticks)
    if turn.dropped and readings.dropped == "fall":
        yield from _dropped(state, turn, sticks)


def needed_colour(state: MokadiState) -> str | None:
    """The colour that alternation asks for: another than the last one removed, as long as such a
    stick lies there; None where the choice is free (M16, M17)."""
    others = sorted({s.colour for s in state.sticks if s.colour != state.colour})
    return others[0] if state.colour is not None and others else None


def _colour_findings(state: MokadiState, sticks: list[LaidStick]) -> Iterator[Finding]:
    needed = needed_colour(state) if may_remove(state) else None
    if needed is None or any(s.colour != state.colour for s in sticks):
        return
    for stick in sticks:
        yield foul(
            "removed-wrong-colour", stick.spot, colour=stick.colour, stick=stick.spot, needed=needed
        )


def _dropped(state: MokadiState, turn: Remove, sticks: list[LaidStick]) -> Iterator[Finding]:
    """The stick that slips from the hand counts as fallen, where the table plays so (M18)."""
    player = turn.player or state.mover
    where = tuple(s.spot for s in sticks)
    case, reading = "dropped" if player else "dropped-nobody", named("dropped", "fall")
    yield foul("fall", *where, reading=reading, player=player or None, sticks=where, case=case)
