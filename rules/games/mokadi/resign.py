"""A player who can lay nothing: concede, or pass (leaflet, obligation to play; M4, M14)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.games.mokadi.findings import Finding, doubt
from rules.games.mokadi.legal import moves
from rules.games.mokadi.moves import Concede, LayPad, Pass
from rules.games.mokadi.readings import Readings
from rules.games.mokadi.state import MokadiState


def concede_findings(state: MokadiState, turn: Concede, readings: Readings) -> Iterator[Finding]:
    """Who concedes is out. Whether he really is blocked no camera can prove, so it is no foul;
    where a pad must be laid first and there surely is room, the players are reminded (M14)."""
    player = turn.player or state.mover
    if player is None or player not in state.playing:
        yield from _who(player)
    elif readings.blocked == "pad_first" and player == state.mover:
        pad = next((t for t in moves(state, readings) if isinstance(t, LayPad)), None)
        pads = state.stock(player).pads
        if pad is not None and pads is not None and pads.total:
            yield doubt("pad-first", player=player)


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
