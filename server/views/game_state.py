"""How a live table stands, as a page needs to know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules.referee.match import redoable, undoable
from server.pipeline.session import Session
from server.store.values import Disk
from server.views.spectator_view import onlook

_NONE: Mapping[str, int] = {}


def game_state(session: Session | None, carried: Mapping[str, int] = _NONE) -> dict[str, Any]:
    """What can be said and done about the game: nothing where none is chosen yet.
    `carried`: points of earlier rounds."""
    if session is None:
        return {"game": None, "players": [], "ready": False}
    match = session.referee.match
    return {
        "game": session.game.name,
        "players": list(session.players),
        "next_players": _next_players(session),
        "ready": True,
        "turn": match.ordinal,
        "to_move": session.game.to_move(match.accepted) if match.opened else None,
        "question": len(match.question.alternatives) if match.question else 0,
        "open_foul": bool(match.open_turns),
        "can_undo": undoable(match.log),
        "can_redo": redoable(match.log),
        "onlook": onlook(session, carried),
    }


def _next_players(session: Session) -> list[str]:
    """Who plays the next round, its starter first. The lot is drawn once a game: it hangs on how
    many turns were played, which nobody plans."""
    match = session.referee.match
    if not match.players:
        return []
    ended = session.game.outcome(match.accepted, match.house) if match.opened else None
    if ended is None:
        return list(match.players)
    return list(session.game.next_order(match.players, ended, match.ordinal, match.house))


#: What a page may know of a recording: nothing of it can be answered or undone.
_RECORDED = ("game", "players", "ready", "turn", "to_move", "onlook")


def recorded_state(session: Session | None) -> dict[str, Any]:
    """What can be said of a recorded game."""
    found = game_state(session)
    return {name: found[name] for name in _RECORDED if name in found}


def disk_state(disk: Disk) -> dict[str, int]:
    """The room that pictures take."""
    return asdict(disk)
