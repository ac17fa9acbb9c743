"""The judgement of a whole turn (leaflet, how the game goes; M1 to M18)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.rulebook import House
from rules.core.verdict import Remark, Required, Ruling, Verdict, Violation
from rules.games.mokadi.laws.ending import outcome
from rules.games.mokadi.laws.falls import (
    attempt_over,
    fall_findings,
    guilty,
    knocked_pads,
    sure_sticks,
)
from rules.games.mokadi.laws.findings import Finding, doubt, new_spot
from rules.games.mokadi.laws.measuring import measured
from rules.games.mokadi.laws.order import lay_findings
from rules.games.mokadi.laws.pads import late_findings, pad_findings, unmeasured
from rules.games.mokadi.laws.reach import reach_findings
from rules.games.mokadi.laws.removal import removal_findings
from rules.games.mokadi.laws.resign import concede_findings, pass_findings
from rules.games.mokadi.laws.sharing import due_after, required_share, share_findings
from rules.games.mokadi.laws.supports import stick_findings
from rules.games.mokadi.moves import Concede, Fall, LayPad, LayStick, Pass, Remove, Share, Turn
from rules.games.mokadi.pieces import ABSENT
from rules.games.mokadi.readings import Readings
from rules.games.mokadi.state import MokadiState
from rules.games.mokadi.stock import NOTHING, Pile


def judge(state: MokadiState, turn: Turn, house: House) -> Verdict:
    """Every violation of a turn; a question where what is doubtful decides. Never raises. Once the
    game is over nothing is a turn any more (M20)."""
    if outcome(state, house) is not None:
        return Verdict(Ruling.ASK, remarks=(doubt("game-over"),))
    readings = Readings.of(house)
    found = list(dict.fromkeys(_findings(state, turn, readings)))
    fouls = tuple(f for f in found if isinstance(f, Violation))
    doubts = tuple(f for f in found if isinstance(f, Remark))
    # Who concedes is out on his word, whatever is doubted of it (M14).
    certain = fouls or not doubts or isinstance(turn, Concede)
    duties = tuple(_duties(state, turn, readings)) if certain else ()
    if fouls:
        return Verdict(Ruling.ILLEGAL, fouls, required=duties, remarks=doubts)
    if doubts:
        return Verdict(Ruling.ASK, required=duties, remarks=doubts)
    return Verdict(Ruling.LEGAL, required=duties, remarks=tuple(_advice(state, turn, readings)))


def _findings(state: MokadiState, turn: Turn, readings: Readings) -> Iterator[Finding]:
    if isinstance(turn, LayPad | LayStick):
        state = measured(state, turn)
    match turn:
        case LayPad():
            yield from lay_findings(state, turn, readings)
            yield from pad_findings(state, turn, readings)
        case LayStick():
            yield from lay_findings(state, turn, readings)
            yield from stick_findings(state, turn, readings)
            yield from reach_findings(state, turn)
        case _:
            yield from _other_findings(state, turn, readings)


def _other_findings(
    state: MokadiState, turn: Remove | Fall | Share | Concede | Pass, readings: Readings
) -> Iterator[Finding]:
    match turn:
        case Remove():
            return removal_findings(state, turn, readings)
        case Fall():
            return fall_findings(state, turn, readings)
        case Share():
            return share_findings(state, turn)
        case Concede():
            return concede_findings(state, turn, readings)
        case Pass():
            return pass_findings(state, turn, readings)


def _duties(state: MokadiState, turn: Turn, readings: Readings) -> Iterator[Required]:
    """What must be done now: share out (M15), put knocked pads back (M13)."""
    who, fallen = _loser(state, turn, readings)
    if who is not None:
        yield from required_share(due_after(state, who, fallen))
    if isinstance(turn, Fall) and readings.pad_knocked == "put_back":
        pads = knocked_pads(state, turn)
        if pads:
            yield Required.of("put-back", *pads, pads=pads)


def _loser(state: MokadiState, turn: Turn, readings: Readings) -> tuple[str | None, Pile]:
    """Who is out by a turn, and the sticks that fell."""
    player = turn.player if isinstance(turn, Concede | Remove) else None
    who = player or state.mover
    match turn:
        case Fall() if sure_sticks(state, turn) or readings.pad_knocked == "fall":
            return guilty(state, turn, readings), fallen_pile(state, turn)
        case Remove(dropped=True) if readings.dropped == "fall":
            return who, Pile.each(s.colour for s in state.sticks if s.number in turn.sticks)
        case Concede():
            return who if who in state.playing else None, NOTHING
    return None, NOTHING


def fallen_pile(state: MokadiState, fall: Fall) -> Pile:
    """The sticks that fell, or may have, by colour."""
    sticks = (state.stick(fallen.number) for fallen in fall.sticks if fallen.possible)
    return Pile.each(stick.colour for stick in sticks if stick)


def _advice(state: MokadiState, turn: Turn, readings: Readings) -> Iterator[Remark]:
    """What is worth saying of a turn that stands."""
    if isinstance(turn, LayPad) and state.pads and unmeasured(state, turn):
        yield doubt("unmeasured", pad=new_spot(state, turn))
    if isinstance(turn, LayStick):
        yield from late_findings(measured(state, turn), turn, readings)
    if isinstance(turn, LayStick) and turn.ends_down > ABSENT:
        yield doubt("ends-down", stick=new_spot(state, turn))
    if isinstance(turn, Fall) and turn.own:
        yield doubt("turn-over" if attempt_over(turn, readings) else "try-again")
