"""Every foul of a turn if a given side made it: whose turn it was, the action, the captures."""

from __future__ import annotations

from collections.abc import Iterator

from rules.core.verdict import Violation
from rules.games.rouge.laws.actions import action_fouls
from rules.games.rouge.laws.captures import Boards, Due, due, moved
from rules.games.rouge.laws.sides import actors, may_be_out
from rules.games.rouge.laws.taking import capture_fouls
from rules.games.rouge.readings import Readings, foul
from rules.games.rouge.state import Move, Place, RougeState, Turn
from rules.games.rouge.track import Hollow, hollows


def fouls_of(
    state: RougeState, side: int, turn: Turn, readings: Readings, claim: Due, boards: Boards
) -> tuple[Violation, ...]:
    """Every foul of a turn made by this side; `claim` and `boards` are what it takes and leaves."""
    fouls = (*order_fouls(state, side, turn), *action_fouls(state, side, turn, readings))
    taking = capture_fouls(state, boards, side, turn, claim, readings, owed=not fouls)
    return (*fouls, *taking)


def actor(state: RougeState, turn: Turn, readings: Readings) -> int | None:
    """The side that made a turn; None where none or several can have made it."""
    sides = actors(state, turn)
    if len(sides) > 1:
        sides = tuple(side for side in sides if not _fouls(state, side, turn, readings))
    return sides[0] if len(sides) == 1 else None


def _fouls(state: RougeState, side: int, turn: Turn, readings: Readings) -> tuple[Violation, ...]:
    claim = due(state, side, turn, readings)
    return fouls_of(state, side, turn, readings, claim, moved(state, side, turn))


def order_fouls(state: RougeState, side: int, turn: Turn) -> Iterator[Violation]:
    """Whose turn it was (leaflet, play; U2), and whether the last line was paid out (U16)."""
    if state.open is not None and state.open.least:
        where = hollows(state.open.made.where)
        yield foul("capture-missing", *where, cells=where, case="left")
    if isinstance(turn, Place | Move):
        yield from _turn_fouls(state, side, turn)


def _turn_fouls(state: RougeState, side: int, turn: Place | Move) -> Iterator[Violation]:
    to, colour = turn.to, turn.colour
    if side in state.gone:
        yield foul("not-your-pawn", to, colour=colour, cell=to, case="out")
    elif state.mover is not None and side != state.mover:
        yield _out_of_turn(state, side, to, colour)
    elif state.mover is None and side == state.last and others_in(state, side):
        yield foul("two-moves", to, colour=colour, cell=to)


def _out_of_turn(state: RougeState, side: int, to: Hollow, colour: str) -> Violation:
    if side == state.last:
        return foul("two-moves", to, colour=colour, cell=to)
    player = "" if state.mover is None else state.called(state.mover)
    case = None if player else "nobody"
    return foul("not-your-pawn", to, colour=colour, cell=to, player=player, case=case)


def others_in(state: RougeState, side: int) -> bool:
    """Whether some other side is surely in, so that it was its turn."""
    return any(
        other != side and other not in state.gone and not may_be_out(state, other)
        for other in range(len(state.pawns))
    )
