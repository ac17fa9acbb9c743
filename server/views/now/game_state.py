"""How a live table stands, as a page needs to know it."""

from __future__ import annotations

from collections.abc import Mapping

from server.pipeline.offenders import open_fouls
from server.pipeline.session import Session, outcome_of
from server.views.spectator_view import spectator_view

_NONE: Mapping[str, int] = {}


def game_state(session: Session | None, carried: Mapping[str, int] = _NONE) -> dict[str, object]:
    """What can be said and done about the game: nothing where none is chosen yet.
    `carried`: points of earlier rounds."""
    if session is None:
        return {"game": None, "players": [], "ready": False}
    match, book, now = session.referee.match, session.game.rulebook, session.now
    return {
        "game": session.game.name,
        "players": list(book.all_called(session.players)),
        "next_players": list(book.all_called(_next_players(session))),
        "house": dict(match.house.values),
        "ready": True,
        "turn": match.ordinal,
        "to_move": book.called(match.mover) if match.opened else None,
        "question": len(match.question.alternatives) if match.question else 0,
        "open_foul": bool(open_fouls(match)),
        "can_undo": now.undo is not None,
        "can_redo": now.redo is not None,
        "onlook": spectator_view(session, carried),
    }


def _next_players(session: Session) -> list[str]:
    """Who plays the next round, its starter first. The lot is drawn once a game: it hangs on how
    many turns were played, which nobody plans."""
    match = session.referee.match
    if not match.players:
        return []
    ended = outcome_of(match)
    if ended is None:
        return list(match.players)
    return list(session.game.next_order(match.players, ended, match.ordinal, match.house))


#: What a page may know of a recording: nothing of it can be answered or undone.
_RECORDED = ("game", "players", "ready", "turn", "to_move", "onlook")


def recorded_state(session: Session | None) -> dict[str, object]:
    """What can be said of a recorded game."""
    found = game_state(session)
    return {name: found[name] for name in _RECORDED if name in found}
