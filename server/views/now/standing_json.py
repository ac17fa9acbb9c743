"""The standing of a table as pages get it, whole: in words of every language, with drawings of what
a question is about."""

from __future__ import annotations

from rules.core.codec import Json, JsonObject
from rules.core.rulebook import LANGUAGES
from rules.referee.history.match import AnyPlayed
from rules.referee.speaking.announce import MOST_SURE, turn_call
from rules.wire.calls import call_to_json
from server.pipeline.session import Session
from server.pipeline.standing import Reversal
from server.views.noted import noted, reversed_text
from server.views.now.question_json import question_json
from server.views.pictures.board import place_json
from server.views.place_names import names_of
from server.views.spectator_view import duties_now
from server.views.speech import speakers_of
from server.words import by_language, say
from vision.sources.pushed import PHONE

#: The version of this shape. It grows when a field goes or changes its meaning.
VERSION = 1

_EMPTY: Json = {
    **{"fouls": [], "question": None, "duties": [], "last": None, "mover": None},
    **{"undo": None, "redo": None, "turn": 0, "opened": False},
}

#: What a camera's or the gate's state says of a table that cannot be judged just now.
_CAMERA_TROUBLE = ("silent", "failed", "ended")
_GATE_TROUBLE = ("lost", "fault")


class Standings:
    """The newest standing of one table: worked out once a session."""

    def __init__(self) -> None:
        self._session: Session | None = None
        self._told: Json = _EMPTY

    def told(
        self, session: Session | None, event: int, *, paused: bool, status: Json
    ) -> JsonObject:
        """JSON-ready. `event`: the newest event of the channel; `status`: how things stand
        between two calls."""
        if session is not self._session:
            self._session = session
            self._told = _EMPTY if session is None else _of_game(session)
        return {
            "version": VERSION,
            "event": event,
            "paused": paused,
            "trouble": trouble_of(status, paused=paused),
            **self._told,
        }


def trouble_of(status: Json, *, paused: bool) -> str | None:
    """Why the table is not judged just now, as a stable word; None where all is well."""
    if status.get("gate") == "fault":
        return "fault"
    if paused:
        return "paused"
    camera = status.get("camera")
    # A phone is silent between two photos by its nature.
    if camera in _CAMERA_TROUBLE and not (camera == "silent" and status.get("source") == PHONE):
        return f"camera-{camera}"
    return "lost" if status.get("gate") in _GATE_TROUBLE else None


def _of_game(session: Session) -> JsonObject:
    now = session.now
    return {
        "fouls": [_foul(session, played) for played in now.fouls],
        "question": None
        if now.question is None
        else question_json(session, now.question, now.mover),
        "duties": duties_now(session),
        "last": None if now.last is None else _turn(session, now.last),
        "mover": session.game.rulebook.called(now.mover),
        "undo": _reversal(session, now.undo),
        "redo": _reversal(session, now.redo),
        "turn": session.referee.match.ordinal,
        "opened": session.opened,
    }


def _turn(session: Session, played: AnyPlayed) -> JsonObject:
    """A turn as its call says it."""
    call = turn_call(session.referee.match, played, MOST_SURE)
    return {
        "id": played.number,
        "photo": played.photo,
        "status": played.status.value,
        "spoken": {
            one: speaker.call(call_to_json(session.game, call, one))
            for one, speaker in speakers_of(session).items()
        },
    }


def _foul(session: Session, played: AnyPlayed) -> JsonObject:
    match = session.referee.match
    lying = session.standing()
    pieces = [p for p in sorted(match.puts(played.turn)) if p in lying]
    move = session.game.turn_to_json(played.turn)
    names = names_of(session)
    violated = [place for one in played.verdict.violations for place in one.places]
    return {
        **_turn(session, played),
        "pieces": [
            {**place_json(names, p), "label": session.game.label_to_json(lying[p])} for p in pieces
        ],
        "places": [place.as_json() for place in dict.fromkeys((*pieces, *violated))],
        "take_back": {one: by.take_back(move) for one, by in speakers_of(session).items()},
    }


def _reversal(session: Session, reversal: Reversal | None) -> JsonObject | None:
    if reversal is None:
        return None
    played, book = reversal.played, session.game.rulebook
    about = by_language(lambda one: noted(session, reversal.event, one))
    return {
        "kind": reversal.kind,
        "turn": None if played is None else played.ordinal,
        "player": None if played is None else book.called(played.player),
        "mover": book.called(reversal.mover),
        "about": about if all(about.values()) else None,
        "texts": {one: reversed_text(session, reversal, one) for one in LANGUAGES},
        "falls": [
            {one: say(one, f"falls.{kind}", turn=turn) for one in LANGUAGES}
            for kind, turn in reversal.falls
        ],
    }
