"""The judgement of a whole turn: place, turn, move and the pawns taken with it (leaflet, rules 1
to 3 and taking of pawns). Which side made it follows from the pawn or from whose turn it is."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

from rules.core.rulebook import House
from rules.core.verdict import Remark, Ruling, Verdict
from rules.games.rouge.laws import remarks
from rules.games.rouge.laws.apply import forced
from rules.games.rouge.laws.blame import fouls_of
from rules.games.rouge.laws.captures import Due, due, moved
from rules.games.rouge.laws.ending import draw_offered
from rules.games.rouge.laws.newcomers import welcomed
from rules.games.rouge.laws.sides import actors, over
from rules.games.rouge.laws.taking import capture_fouls
from rules.games.rouge.made import NOTHING_MADE
from rules.games.rouge.readings import Readings, foul
from rules.games.rouge.state import Move, Place, RougeState, Turn, TurnRing, completes


def judge(state: RougeState, turn: Turn, house: House) -> Verdict:
    """Every violation, duty and remark of a turn. Never raises for a bad turn."""
    return judged(state, turn, Readings.of(house))


# The stories of one picture judge the same turn of the same table again and again.
@lru_cache(maxsize=4096)
def judged(state: RougeState, turn: Turn, readings: Readings) -> Verdict:
    """The same by typed readings. Where several sides may have made the turn, the judgement that
    finds least to object to: the unknown never makes a foul, nor a duty."""
    if over(state):
        return Verdict(Ruling.ASK, remarks=(Remark.of("game-over"),))
    if completes(state, turn):
        return _completion(state, turn, readings)
    state = welcomed(state, turn)
    sides = actors(state, turn)
    if not sides:
        return _stranger(state, turn, readings)
    verdicts = [_side_verdict(state, side, turn, readings) for side in sides]
    legal = [verdict for verdict in verdicts if verdict.legal]
    if legal and len(sides) > 1 and isinstance(turn, TurnRing):
        return _by_any(legal, {state.colours[side] or "" for side in sides})
    return min(verdicts, key=lambda verdict: len(verdict.violations))


def _by_any(legal: list[Verdict], colours: Collection[str]) -> Verdict:
    """A ring's turn by one of several sides: what it asks for whichever made it, and what is worth
    saying of any. A line of one of these colours is a gift only if another one made it."""
    required = tuple(r for r in legal[0].required if all(r in v.required for v in legal))
    said = dict.fromkeys(remark for verdict in legal for remark in verdict.remarks)
    return Verdict(
        Ruling.LEGAL,
        required=required,
        remarks=tuple(
            replace(remark, code="whose-line")
            if remark.code == "gift" and dict(remark.params)["colour"] in colours
            else remark
            for remark in said
        ),
    )


def _side_verdict(state: RougeState, side: int, turn: Turn, readings: Readings) -> Verdict:
    """The verdict if this side made the turn."""
    claim = due(state, side, turn, readings)
    boards = moved(state, side, turn)
    fouls = fouls_of(state, side, turn, readings, claim, boards)
    if fouls:
        return Verdict(Ruling.ILLEGAL, fouls)
    required = remarks.required(state, boards, side, turn, claim)
    said = tuple(remarks.remarks(state, side, turn, claim, readings))
    if draw_offered(state, readings, lambda: forced(state, turn, readings)):
        said += (Remark.of("draw-offer"),)
    return Verdict(Ruling.LEGAL, required=required, remarks=said)


def _completion(state: RougeState, turn: Turn, readings: Readings) -> Verdict:
    """The pawns of the last line, taken at last."""
    assert state.open is not None
    assert state.last is not None
    claim = Due(state.open.least, state.open.most, state.open.made)
    fouls = tuple(capture_fouls(state, state.pawns, state.last, turn, claim, readings, owed=True))
    return Verdict(Ruling.ILLEGAL, fouls) if fouls else Verdict(Ruling.LEGAL)


def _stranger(state: RougeState, turn: Turn, readings: Readings) -> Verdict:
    """A pawn of a colour that no player has."""
    assert isinstance(turn, Place | Move)
    fouls = [foul("not-your-pawn", turn.to, colour=turn.colour, cell=turn.to, case="stranger")]
    claim = Due(0, 0, NOTHING_MADE)
    fouls += capture_fouls(state, state.pawns, -1, turn, claim, readings, owed=False)
    return Verdict(Ruling.ILLEGAL, tuple(fouls))
