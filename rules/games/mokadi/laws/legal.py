"""The list of legal turns: moves, then sharing out, conceding and passing (M4, M14, M15)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.rulebook import House
from rules.games.mokadi.laws.candidates import moves
from rules.games.mokadi.laws.ending import outcome
from rules.games.mokadi.laws.resign import concede_findings, pass_findings
from rules.games.mokadi.moves import Concede, Pass, Share, Turn
from rules.games.mokadi.readings import Readings
from rules.games.mokadi.state import MokadiState


def legal_turns(state: MokadiState, house: House) -> Iterator[Turn]:
    """Every listed turn of the player on turn. Falls and failed tries are no choices."""
    if outcome(state, house) is not None:
        return
    readings = Readings.of(house)
    yield from moves(state, readings)
    due = state.due
    if due is not None and due.each is not None:
        yield Share(tuple((player, due.each) for player in due.players))
    if not any(concede_findings(state, Concede(), readings)):
        yield Concede()
    if not any(pass_findings(state, Pass(), readings)):
        yield Pass()
