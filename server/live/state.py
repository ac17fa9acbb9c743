"""How a live table stands, as a page needs to know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules.referee.match import redoable, undoable
from server.live.onlook import onlook
from server.session import Session
from server.store.values import Disk

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
        "ready": True,
        "turn": match.ordinal,
        "to_move": session.game.to_move(match.accepted) if match.opened else None,
        "question": len(match.question.alternatives) if match.question else 0,
        "open_foul": bool(match.open_turns),
        "can_undo": undoable(match.log),
        "can_redo": redoable(match.log),
        "onlook": onlook(session, carried),
    }


#: What a page may know of a recording: nothing of it can be answered or undone.
_RECORDED = ("game", "players", "ready", "turn", "to_move", "onlook")


def recorded_state(session: Session | None) -> dict[str, Any]:
    """What can be said of a recorded game."""
    found = game_state(session)
    return {name: found[name] for name in _RECORDED if name in found}


def disk_state(disk: Disk) -> dict[str, int]:
    """The room that pictures take."""
    return asdict(disk)
