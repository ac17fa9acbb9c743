"""What a table knows of a folder's photos: what became of each, and with which its game began."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from rules.core.codec import Json
from server.tables.faults import OWN_FAULT
from vision.sources.offers import LEFT_OUT
from vision.sources.photo_order import is_photo_name
from vision.sources.watched_photo import Beginning, Fate

#: The kind of entry in which the answer of the players is kept.
BEGINNING = "beginning"

#: Refusals after which a photo is not tried again.
FOR_GOOD = {LEFT_OUT.code, OWN_FAULT.code}


@dataclass(frozen=True, slots=True)
class PhotoHistory:
    """`fates`: what became of every photo so far, by name, in the order in which it was told;
    `beginnings`: what the players said of the folder, in order."""

    fates: Mapping[str, Fate] = field(default_factory=dict)
    beginnings: tuple[Beginning, ...] = ()


def fate_of(moment: Json) -> Fate:
    """What a moment's event says of its photo."""
    reasons = [call.get("reason") or {} for call in moment["calls"]]
    if any(reason.get("code") in FOR_GOOD for reason in reasons):
        return Fate.LEFT_OUT
    no_picture = moment["pictures"]["plain"] is None and "order" not in moment
    return Fate.BROKEN if no_picture else Fate.JUDGED


def with_earlier(names: Iterable[str], fates: Mapping[str, Fate]) -> dict[str, Fate]:
    """The fates with those photos, of earlier games, that this game knows nothing of."""
    earlier = {name: Fate.EARLIER for name in names if is_photo_name(name) and name not in fates}
    return {**earlier, **fates}


def beginning_json(source: str, beginning: Beginning) -> Json:
    """What is kept of an answer: `source` is the folder as `--camera` takes it."""
    return {"source": source, "choice": beginning.choice, "photo": beginning.photo}


def beginning_of(source: str, data: Json) -> Beginning | None:
    """The kept answer; None where it was about another folder."""
    if data.get("source") != source:
        return None
    return Beginning(str(data.get("choice")), str(data.get("photo")))
