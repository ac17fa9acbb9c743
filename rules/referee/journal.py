"""Events as JSON objects and back: what a journal stores, one object an event.

The key `event` names the kind; turns, places and labels are written as the game writes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.core.errors import ArbitableError
from rules.core.events import (
    Answered,
    Asked,
    Believed,
    Corrected,
    Event,
    Insisted,
    Line,
    MatchStarted,
    Noticed,
    PositionCorrected,
    PositionSeen,
    Redone,
    Settled,
    TakenBack,
    Told,
    TurnEnded,
    TurnSeen,
    Undone,
)
from rules.core.game import Game

AnyGame = Game[Any, Any]
Json = Mapping[str, Any]


def event_to_json(game: AnyGame, event: Event) -> dict[str, Any]:
    """The event as a JSON-ready object."""
    name, write, _ = _CODECS[type(event)]
    return {"event": name, **write(game, event)}


def event_from_json(game: AnyGame, data: Json) -> Event:
    """The inverse of `event_to_json`. Raises ArbitableError for an unknown kind of event."""
    for name, _, read in _CODECS.values():
        if name == data.get("event"):
            return read(game, data)
    raise ArbitableError(f"this journal holds an event of an unknown kind: {data.get('event')!r}")


def _started(_: AnyGame, e: MatchStarted) -> dict[str, Any]:
    return {"game": e.game, "players": list(e.players), "house": dict(e.house)}


def _started_from(_: AnyGame, d: Json) -> Event:
    return MatchStarted(d["game"], tuple(d["players"]), tuple(d["house"].items()))


def _position(game: AnyGame, e: PositionSeen) -> dict[str, Any]:
    pieces = [{"place": p.as_json(), "label": game.label_to_json(x)} for p, x in e.position]
    return {"pieces": pieces, "photo": e.photo}


def _position_from(game: AnyGame, d: Json) -> Event:
    pairs = ((game.place_from_json(x["place"]), x["label"]) for x in d["pieces"])
    position = tuple((place, game.label_from_json(label)) for place, label in pairs)
    return PositionSeen(position, d["photo"])


def _place(game: AnyGame, e: PositionCorrected) -> dict[str, Any]:
    label = None if e.label is None else game.label_to_json(e.label)
    return {"place": e.place.as_json(), "label": label, "photo": e.photo}


def _place_from(game: AnyGame, d: Json) -> Event:
    label = None if d["label"] is None else game.label_from_json(d["label"])
    return PositionCorrected(game.place_from_json(d["place"]), label, d["photo"])


def _turn(game: AnyGame, e: TurnSeen[Any]) -> dict[str, Any]:
    told = {"turn": game.turn_to_json(e.turn), "legal": e.legal, "photo": e.photo}
    others = [game.turn_to_json(turn) for turn in e.otherwise]
    return told | ({"otherwise": others} if others else {})


def _turn_from(game: AnyGame, d: Json) -> Event:
    others = tuple(game.turn_from_json(turn) for turn in d.get("otherwise", ()))
    return TurnSeen(game.turn_from_json(d["turn"]), d["legal"], d["photo"], others)


def _taken(game: AnyGame, e: TakenBack[Any]) -> dict[str, Any]:
    return {"turns": [game.turn_to_json(t) for t in e.turns], "photo": e.photo}


def _taken_from(game: AnyGame, d: Json) -> Event:
    return TakenBack(tuple(game.turn_from_json(t) for t in d["turns"]), d["photo"])


def _lists(game: AnyGame, lists: tuple[tuple[Any, ...], ...]) -> list[list[dict[str, Any]]]:
    return [[game.turn_to_json(turn) for turn in turns] for turns in lists]


def _lists_from(game: AnyGame, lists: list[list[Json]]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(game.turn_from_json(turn) for turn in turns) for turns in lists)


def _asked(game: AnyGame, e: Asked[Any]) -> dict[str, Any]:
    lists = {"alternatives": _lists(game, e.alternatives), "gone": _lists(game, e.gone)}
    instead = [None if one is None else _corrected(game, one) for one in e.instead]
    return {**lists, "photo": e.photo} | ({"instead": instead} if any(e.instead) else {})


def _asked_from(game: AnyGame, d: Json) -> Event:
    lists = _lists_from(game, d["alternatives"]), _lists_from(game, d["gone"])
    instead = (one and _corrected_from(game, one) for one in d.get("instead", ()))
    return Asked(*lists, d["photo"], tuple(instead))


def _corrected(game: AnyGame, e: Corrected[Any]) -> dict[str, Any]:
    turn = None if e.turn is None else game.turn_to_json(e.turn)
    return {"number": e.number, "turn": turn, "photo": e.photo}


def _corrected_from(game: AnyGame, d: Json) -> Corrected[Any]:
    turn = None if d["turn"] is None else game.turn_from_json(d["turn"])
    return Corrected(d["number"], turn, d["photo"])


def _believed(game: AnyGame, e: Believed) -> dict[str, Any]:
    return {"lines": [_line(game, one) for one in e.lines]}


def _line(game: AnyGame, line: Line) -> dict[str, Any]:
    return {
        "since": line.since,
        "events": [event_to_json(game, event) for event in line.events],
        "told": line.told,
        "nats": line.nats,
        "kin": line.kin,
        "fouls": line.fouls,
    }


def _believed_from(game: AnyGame, d: Json) -> Event:
    return Believed(tuple(_line_from(game, line) for line in d["lines"]))


def _line_from(game: AnyGame, d: Json) -> Line:
    events = tuple(event_from_json(game, event) for event in d["events"])
    return Line(d["since"], events, d["told"], float(d["nats"]), d["kin"], d["fouls"])


_Write = Callable[[AnyGame, Any], dict[str, Any]]
_Read = Callable[[AnyGame, Json], Event]

_CODECS: dict[type, tuple[str, _Write, _Read]] = {
    MatchStarted: ("match-started", _started, _started_from),
    PositionSeen: ("position-seen", _position, _position_from),
    PositionCorrected: ("position-corrected", _place, _place_from),
    TurnSeen: ("turn-seen", _turn, _turn_from),
    TakenBack: ("taken-back", _taken, _taken_from),
    Asked: ("asked", _asked, _asked_from),
    Corrected: ("corrected", _corrected, _corrected_from),
    Believed: ("believed", _believed, _believed_from),
    Answered: (
        "answered",
        lambda _, e: {"choice": e.choice},
        lambda _, d: Answered(d["choice"]),
    ),
    Settled: (
        "settled",
        lambda _, e: {"photo": e.photo},
        lambda _, d: Settled(d["photo"]),
    ),
    Insisted: ("insisted", lambda _, e: {}, lambda _, d: Insisted()),
    Undone: ("undone", lambda _, e: {}, lambda _, d: Undone()),
    Redone: ("redone", lambda _, e: {}, lambda _, d: Redone()),
    TurnEnded: (
        "turn-ended",
        lambda _, e: {"player": e.player},
        lambda _, d: TurnEnded(d["player"]),
    ),
    Noticed: (
        "noticed",
        lambda _, e: {"fact": e.fact, "data": dict(e.data)},
        lambda _, d: Noticed(d["fact"], d["data"]),
    ),
    Told: (
        "told",
        lambda _, e: {"fact": e.fact, "data": dict(e.data)},
        lambda _, d: Told(d["fact"], d["data"]),
    ),
}
