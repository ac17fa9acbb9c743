"""What a saved game's JSON must hold, checked key by key before any of it is believed.

The events are the referee's to check (`rules.wire.journal`); here are the file's head and what
was told of the game, as far as pages and reports build on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.core.codec import (
    FLAG,
    WORD,
    AnyCodec,
    Codec,
    Json,
    JsonObject,
    Key,
    Malformed,
    as_it_is,
    by_name,
    called,
    many,
    maybe,
    number,
    record,
    terse,
    whole,
)
from rules.wire.journal import MOST_EVENTS
from server.words.seen_names import UnseenNameError, seen_name

#: Events of the longest evening, each judged anew in some 10 ms; entries, one or two for each;
#: letters of the longest text that is told.
_MOST_JUDGED, _MOST_ENTRIES, _LONGEST_TEXT = 5_000, 10_000, 5_000

#: Things told in one moment: calls, reasons, choices.
_MOST_TOLD = 200


def _is_seen(name: object) -> bool:
    try:
        return isinstance(name, str) and seen_name(name) == name
    except UnseenNameError:
        return False


_TEXT = as_it_is(lambda x: isinstance(x, str) and len(x) <= _LONGEST_TEXT, "a text")
_OBJECT: AnyCodec = as_it_is(lambda x: isinstance(x, Mapping), "an object")
_IDENT = as_it_is(
    lambda x: isinstance(x, str) and re.fullmatch("[0-9a-f]{20}", x) is not None,
    "a picture's name",
)
#: Put in the place of every mention of a player: a long one would make a small file a huge page.
_NAME = as_it_is(_is_seen, "a name that people can see")
_NUMBER = whole(0, MOST_EVENTS)
_SAID = Key("text", _TEXT)

_DECISION: Codec[JsonObject] = record(dict, Key("number", _TEXT), _SAID)
_REASON: Codec[JsonObject] = record(
    dict,
    *(Key("rule", _TEXT), _SAID, Key("source", _TEXT)),
    Key("decisions", many(_DECISION, _MOST_TOLD)),
)

#: One call as a page says it.
_SPOKEN: Codec[JsonObject] = record(
    dict,
    *(Key("kind", _TEXT), Key("word", _TEXT)),
    Key("turn", maybe(whole(0, MOST_EVENTS)), default=None),
    *(Key(name, maybe(_TEXT), default=None) for name in ("player", "move", "about", "note")),
    Key("reasons", many(_REASON, _MOST_TOLD), default=()),
    Key("tasks", many(_TEXT, _MOST_TOLD), default=()),
)

#: One call as programs read it, as far as a table that goes on asks why it is unclear.
_CALL: Codec[JsonObject] = record(
    dict, Key("reason", maybe(record(dict, Key("code", _TEXT))), default=None)
)

_MOMENT: Codec[JsonObject] = record(
    dict,
    Key("index", whole(0, 2 * MOST_EVENTS)),
    Key("photo", _TEXT),
    Key("seconds", number(0.0, 1e6)),
    terse("order", maybe(_TEXT)),
    Key("calls", many(_CALL, _MOST_TOLD)),
    Key("spoken", by_name(many(_SPOKEN, _MOST_TOLD), 9)),
    Key("pictures", by_name(maybe(_IDENT), 99)),
)
_STARTED: Codec[JsonObject] = record(
    dict,
    *(Key("game", WORD), Key("titles", by_name(_TEXT, 9)), Key("players", many(_TEXT, 99))),
    *(Key("house", _OBJECT), Key("total", whole(0, 10**6)), Key("live", FLAG)),
)

#: What was told, by its kind. Others are of no use to this version.
_TOLD: dict[str, Codec[JsonObject]] = {
    "started": _STARTED,
    "playing": record(dict, Key("playing", FLAG)),
    "moment": _MOMENT,
    "renamed": record(
        dict, Key("act", WORD), Key("player", _TEXT), Key("name", _NAME), Key("at", _NUMBER)
    ),
}

_ENTRY = record(lambda kind, data: (kind, data), Key("kind", WORD), Key("data", _OBJECT))

#: The whole file: which game, the referee's events as they are, and what was told.
_GAME: Codec[JsonObject] = record(
    dict,
    Key("game", WORD),
    Key("events", many(_OBJECT, _MOST_JUDGED)),
    Key("entries", many(_ENTRY, _MOST_ENTRIES)),
)

_LANGUAGES = {"en", "fr"}


def checked_game(data: object) -> tuple[str, tuple[Json, ...], tuple[tuple[str, Json], ...]]:
    """The game's name, its events, and what was told of it. Raises Malformed."""
    found = _GAME.read(data)
    told = tuple((kind, one) for kind, one in found["entries"] if kind in _TOLD)
    for kind, one in told:
        _check_told(kind, one)
    return found["game"], found["events"], told


def _check_told(kind: str, data: object) -> None:
    said = called(kind, _TOLD[kind]).read(data)
    if kind == "moment" and not {*dict(said["spoken"])} >= _LANGUAGES:
        raise Malformed("A moment is told in every language.")
    if kind == "moment" and "plain" not in dict(said["pictures"]):
        raise Malformed("A moment says which picture it is of, be it none.")
