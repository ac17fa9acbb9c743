"""A player who can lay nothing: concede, or pass (leaflet, obligation to play; M4, M14)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.mokadi.laws.candidates import moves, pad_moves, removals, stick_moves
from rules.games.mokadi.laws.findings import Finding, doubt
from rules.games.mokadi.moves import Concede, Pass
from rules.games.mokadi.readings import Readings
from rules.games.mokadi.state import MokadiState, Phase


def concede_findings(state: MokadiState, turn: Concede, readings: Readings) -> Iterator[Finding]:
    """Who is blocked concedes and is out. That he is blocked no camera can prove, so it is never
    a foul; where a spot seems free, the players are asked. A pad that he could lay does not hold
    him after the first rounds, unless the table wants pads laid first (M14)."""
    player = turn.player or state.mover
    if player is None or player not in state.playing:
        yield from _who(player)
    elif player != state.mover:
        return
    elif any(stick_moves(state, readings)) or any(removals(state, readings)):
        yield doubt("free-spot", player=player, case="concede")
    elif _pads_hold(state, readings) and any(pad_moves(state, readings)):
        yield doubt("pad-first", player=player)


def _pads_hold(state: MokadiState, readings: Readings) -> bool:
    """Whether a player who could lay a pad may not concede."""
    return state.phase is Phase.OPENING or readings.blocked == "pad_first"


def pass_findings(state: MokadiState, turn: Pass, readings: Readings) -> Iterator[Finding]:
    """Nobody may pass; where the table lets a blocked player pass, a spot that seems free is
    shown (M4, M14)."""
    player = turn.player or state.mover
    if player is None or player != state.mover:
        yield from _who(player)
    elif readings.blocked != "passes":
        yield doubt("must-play", player=player)
    elif next(moves(state, readings), None) is not None:
        yield doubt("free-spot", player=player)


def _who(player: str | None) -> Iterator[Finding]:
    if player is None:
        yield doubt("look-turn")
    else:
        yield doubt("unknown-player", player=player)
