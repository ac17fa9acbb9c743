"""How things stand at a live table just now: what the page shows between two calls."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from rules.core.call import CallKind
from rules.core.codec import Json
from rules.wire.sentences import REFUSALS
from server.pipeline.session import Moment
from server.words import by_language, say
from server.words.sentences import in_languages
from vision.live.look import Blocked, Clear, Look
from vision.reading import Refusal
from vision.sources.frame import Ended, Silent
from vision.sources.offers import Offer

#: The user, and the password, of an address.
_USER = re.compile(r"(?<=://)[^/?#]*@")

#: The gate is open: the table is seen as it lies.
CLEAR = "clear"

#: A foul or a question was read once and waits for the second look.
SETTLING = "settling"


def gate_of_look(look: Look) -> dict[str, object]:
    """The gate's part of the status."""
    if isinstance(look, Blocked):
        return gate_status(look.reason.value)
    if isinstance(look, Clear):
        return gate_status(CLEAR)
    return gate_status("lost", look.reason, look.refusal)


def gate_status(
    state: str, code: str | None = None, refusal: Refusal | None = None
) -> dict[str, object]:
    """`state` for the page's words; `code`, `message` and `cure` say what is wrong."""
    return {
        "gate": state,
        "code": code,
        "message": refusal.message if refusal else None,
        "cure": refusal.cure if refusal else None,
        "said": in_languages(refusal.message, refusal.cure) if refusal else _said(code),
    }


def _said(code: str | None) -> dict[str, str] | None:
    """What the referee itself says of a picture that it cannot use."""
    texts = REFUSALS.get(code or "", {})
    return {language: " ".join(parts) for language, parts in texts.items()} or None


def gate_after(moment: Moment) -> dict[str, object]:
    """The gate's part after a look was judged: it may still be unclear, or want a second look."""
    if moment.reading.refusal is not None:
        return gate_status("lost", moment.reading.refusal.code, moment.reading.refusal)
    unclear = [call for call in moment.calls if call.kind is CallKind.UNCLEAR]
    if unclear:
        return gate_status("lost", unclear[-1].reason)
    state = SETTLING if moment.session.referee.waiting else CLEAR
    return {**gate_status(state), "note": in_languages(*moment.reading.notes)}


def gate_after_photo(calls: Iterable[Json]) -> dict[str, object]:
    """The gate's part after a photo that stands for itself, by its `calls` as they are told: what
    it could not be used for is said until the next one."""
    reasons = [call["reason"] for call in calls if call.get("reason") is not None]
    if not reasons:
        return gate_status(CLEAR)
    return gate_status("lost", reasons[-1]["code"], Refusal(**reasons[-1]))


def camera_status(name: str | None, got: Silent | Ended | None = None) -> dict[str, object]:
    """The camera's part of the status."""
    if name is None:
        return _camera("none", None)
    if isinstance(got, Ended):
        return _camera("ended", name, got.reason)
    if got is None:
        return _camera("on", name)
    return _camera("silent", name, got.reason, got.cure)


def offer_status(offer: Offer | None) -> dict[str, object] | None:
    """What only the players can say of a folder's photos, as a page asks it."""
    if offer is None:
        return None
    name = offer.names[0] if offer.names else ""
    return {
        "id": offer.ident,
        "kind": offer.kind,
        "photo": name,
        "count": offer.count,
        "texts": by_language(partial(say, key=f"offer.{offer.kind}", name=name, count=offer.count)),
        "choices": [
            {"choice": one, "texts": by_language(partial(say, key=f"offer.{one}"))}
            for one in offer.choices
        ],
    }


def camera_failed(name: str | None, trouble: str) -> dict[str, object]:
    """The camera's part of the status where it cannot be used at all."""
    return _camera("failed", name, trouble)


def _camera(
    state: str, name: str | None, trouble: str | None = None, cure: str | None = None
) -> dict[str, object]:
    said = in_languages(trouble, cure)
    source = None if name is None else shown_source(name)
    return {
        "camera": state,
        "source": source,
        "trouble": trouble,
        "help": cure,
        "trouble_said": said,
    }


def shown_source(spec: str) -> str:
    """What looks at the table, without the password that a stream's address may hold."""
    return _USER.sub("", spec)
