"""How things stand at a live table just now: what the page shows between two calls."""

from __future__ import annotations

from typing import Any

from rules.core.call import CallKind
from server.session import Moment
from vision.live.look import Clear, Look, Waiting
from vision.reading import Refusal
from vision.sources.frame import Ended, Silent

#: The gate is open: the table is seen as it lies.
CLEAR = "clear"

#: A foul or a question was read once and waits for the second look.
SETTLING = "settling"


def gate_of(look: Look) -> dict[str, Any]:
    """The gate's part of the status."""
    if isinstance(look, Waiting):
        return gate(look.reason.value)
    if isinstance(look, Clear):
        return gate(CLEAR)
    return gate("lost", look.reason, look.refusal)


def gate(state: str, code: str | None = None, refusal: Refusal | None = None) -> dict[str, Any]:
    """`state` for the page's words; `code`, `message` and `cure` say what is wrong."""
    return {
        "gate": state,
        "code": code,
        "message": refusal.message if refusal else None,
        "cure": refusal.cure if refusal else None,
    }


def gate_after(moment: Moment) -> dict[str, Any]:
    """The gate's part after a look was judged: it may still be unclear, or want a second look."""
    if moment.reading.refusal is not None:
        return gate("lost", moment.reading.refusal.code, moment.reading.refusal)
    unclear = [call for call in moment.calls if call.kind is CallKind.UNCLEAR]
    if unclear:
        return gate("lost", unclear[-1].reason)
    notes = " ".join(moment.reading.notes) or None
    return {**gate(SETTLING if moment.session.referee.waiting else CLEAR), "note": notes}


def camera(name: str | None, got: Silent | Ended | None = None) -> dict[str, Any]:
    """The camera's part of the status."""
    if name is None:
        return {"camera": "none", "source": None, "trouble": None, "help": None}
    if isinstance(got, Ended):
        return {"camera": "ended", "source": name, "trouble": got.reason, "help": None}
    if got is None:
        return {"camera": "on", "source": name, "trouble": None, "help": None}
    return {"camera": "silent", "source": name, "trouble": got.reason, "help": got.cure}
