"""The outside contract's JSON objects of `replay`."""

from __future__ import annotations

from rules.core.codec import Json
from rules.wire.calls import call_to_json
from server.pipeline.session import Moment, Session
from server.words.sentences import translated
from vision.reading import Refusal


def call_objects(moment: Moment, language: str = "en") -> list[Json]:
    """The `replay` objects of one photo, in the order of play."""
    game, photo = moment.session.game, moment.photo
    if moment.reading.refusal is not None:
        return [{"photo": photo, **_unclear(moment.session, moment.reading.refusal, language)}]
    return [{"photo": photo, **call_to_json(game, call, language)} for call in moment.calls]


def _unclear(session: Session, refusal: Refusal, language: str) -> Json:
    """The call on a photo that nobody can use: the game stands where it stood."""
    return {
        "turn": session.referee.match.ordinal,
        "player": None,
        "call": "unclear",
        "confidence": 1.0,
        "move": None,
        "violations": [],
        "rewards": [],
        "required": [],
        "note": None,
        "reason": {
            "code": refusal.code,
            "message": translated(refusal.message, language) or refusal.message,
            "cure": translated(refusal.cure, language) or refusal.cure,
        },
    }
