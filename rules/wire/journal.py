"""Events as JSON objects and back: what a journal stores, one object an event.

The key `event` names the kind; turns, places and labels are written as the game writes them. What
is read is checked, type by type and range by range, wherever it comes from: a journal lies in files
that people hand on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from operator import itemgetter
from typing import Any

from rules.core.codec import (
    FLAG,
    LONGEST,
    TEXT,
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
from rules.core.errors import ArbitableError
from rules.core.events import (
    Answered,
    AnyAsked,
    Asked,
    Believed,
    Corrected,
    Event,
    Insisted,
    LetStand,
    Line,
    MatchStarted,
    Noticed,
    PositionCorrected,
    PositionSeen,
    Redone,
    Refuted,
    Settled,
    TakenBack,
    Told,
    TurnEnded,
    TurnSeen,
    Undone,
)
from rules.core.game import AnyGame

#: Events of the longest journal, pieces of the fullest table, turns or histories of one event, and
#: nats between two histories: far beyond what any evening comes to.
MOST_EVENTS, _MOST_PIECES, _MOST_TURNS, _MOST_NATS = 20_000, 2_000, 1_000, 1e6

#: Letters of a photo's name: those that file systems take, and a film's time.
_PHOTO = Key(
    "photo", maybe(as_it_is(lambda x: isinstance(x, str) and len(x) <= 512, "a photo's name"))
)

_NUMBER = whole(0, MOST_EVENTS)

#: A house rule's value.
_OPTION = as_it_is(
    lambda x: isinstance(x, bool) or (type(x) is int and abs(x) < 10**6) or _is_word(x),
    "a word, a number, true or false",
)

#: What was told or noticed: checked by the game, to which alone it means something.
_FACT = (
    Key("fact", WORD),
    Key("data", Codec(dict, as_it_is(lambda x: isinstance(x, Mapping), "an object").read)),
)


def event_to_json(game: AnyGame, event: Event) -> JsonObject:
    """The event as a JSON-ready object."""
    known: Any = game
    name, codec = _by_class(known)[type(event)]
    return {"event": name, **codec.write(event)}


def event_from_json(game: AnyGame, data: Json) -> Event:
    """The inverse of `event_to_json`. Raises ArbitableError for what is no event."""
    known: Any = game
    kind = data.get("event") if isinstance(data, Mapping) else None
    codec = _codecs(known).get(kind) if isinstance(kind, str) else None
    if codec is None:
        raise ArbitableError(f"this journal holds an event of an unknown kind: {kind!r:.60}")
    event: Event = called(str(kind), codec).read(data)
    return event


def _is_word(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


# A game is one object for good: `Any`, as its protocol does not say that it can be hashed.
@cache
def _by_class(game: Any) -> dict[type, tuple[str, AnyCodec]]:
    return {codec.cls: (name, codec) for name, codec in _codecs(game).items() if codec.cls}


@cache
def _codecs(game: Any) -> dict[str, AnyCodec]:
    """How each kind of event of a game is written and read."""
    return {**_plain_codecs(), **_seen_codecs(game), "believed": _believed(game)}


def _plain_codecs() -> dict[str, AnyCodec]:
    """The events in which no piece and no turn is named."""
    started = (
        Key("game", WORD),
        Key("players", many(TEXT, 99)),
        Key("house", by_name(_OPTION, 99)),
    )
    return {
        "match-started": record(MatchStarted, *started),
        "answered": record(Answered, Key("choice", whole(0, _MOST_TURNS))),
        "settled": record(Settled, _PHOTO),
        "refuted": record(Refuted),
        "insisted": record(Insisted),
        "undone": record(Undone, terse("answer", FLAG, False)),
        "redone": record(Redone),
        "turn-ended": record(TurnEnded, Key("player", maybe(TEXT))),
        "noticed": record(Noticed, *_FACT),
        "told": record(Told, *_FACT),
    }


def _seen_codecs(game: AnyGame) -> dict[str, AnyCodec]:
    """The events that say what lies or was played."""
    turn: AnyCodec = Codec(game.turn_to_json, game.turn_from_json)
    turns = many(turn, _MOST_TURNS)
    lists = many(turns, _MOST_TURNS)
    otherwise = terse("otherwise", turns, ())
    corrected = record(
        Corrected, Key("number", _NUMBER), Key("turn", maybe(turn)), _PHOTO, otherwise
    )
    instead = many(maybe(corrected), _MOST_TURNS)
    asked = (
        *(Key("alternatives", lists), Key("gone", lists), _PHOTO),
        Key("instead", instead, default=(), terse=True, get=_hanging),
    )
    place, label = _piece(game)
    pieces = many(record(_pair, place, label), _MOST_PIECES)
    whole_label = Key("label", maybe(Codec(game.label_to_json, game.label_from_json)))
    return {
        "position-seen": record(PositionSeen, Key("pieces", pieces, "position"), _PHOTO),
        "position-corrected": record(
            PositionCorrected, Key("place", place.codec), whole_label, _PHOTO
        ),
        "turn-seen": record(TurnSeen, Key("turn", turn), Key("legal", FLAG), _PHOTO, otherwise),
        "taken-back": record(TakenBack, Key("turns", turns), _PHOTO),
        "let-stand": record(LetStand, terse("turns", turns, ())),
        "asked": record(Asked, *asked),
        "corrected": corrected,
    }


def _piece(game: AnyGame) -> tuple[Key, Key]:
    """Place and label of one piece of a position, a pair."""
    place: AnyCodec = Codec(lambda one: one.as_json(), game.place_from_json)
    label: AnyCodec = Codec(game.label_to_json, game.label_from_json)
    return Key("place", place, get=itemgetter(0)), Key("label", label, get=itemgetter(1))


def _pair(place: object, label: object) -> tuple[object, object]:
    return place, label


def _hanging(asked: AnyAsked) -> tuple[Corrected[object] | None, ...]:
    """What alternatives say of earlier turns, where one says anything."""
    return asked.instead if any(asked.instead) else ()


def _believed(game: AnyGame) -> AnyCodec:
    event: AnyCodec = Codec(
        lambda one: event_to_json(game, one), lambda data: _in_line(event_from_json(game, data))
    )
    line = record(
        Line,
        Key("since", _NUMBER),
        Key("events", many(event, MOST_EVENTS)),
        Key("told", _NUMBER),
        Key("nats", number(-_MOST_NATS, _MOST_NATS)),
        Key("kin", _NUMBER),
        Key("fouls", _NUMBER),
    )
    return record(Believed, Key("lines", many(line, _MOST_TURNS)))


def _in_line(event: Event) -> Event:
    """An event of a history; none of these holds histories of its own."""
    if isinstance(event, Believed | MatchStarted):
        raise Malformed("A history in a history will not do.")
    return event
