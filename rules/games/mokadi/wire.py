"""Mokadi turns, places and labels as the outside contract writes them, and back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.core.errors import UnknownName
from rules.games.mokadi.geometry import XY, Ends
from rules.games.mokadi.moves import (
    Concede,
    Fall,
    Fallen,
    LayPad,
    LayStick,
    Pass,
    Remove,
    Share,
    Shift,
    Turn,
)
from rules.games.mokadi.pieces import (
    Contact,
    Contacts,
    Kind,
    Label,
    Pad,
    Part,
    Spot,
    Stick,
    spot_of,
)
from rules.games.mokadi.stock import Pile

#: Colours that boxes have had (rule document, 3.1).
COLOURS = ("white", "black", "blue", "red")


def label_to_json(label: Label) -> dict[str, Any]:
    """Kind and colour; of a stick also the numbers of the sticks it lies on, and every contact."""
    if isinstance(label, Pad):
        return {"kind": "pad", "colour": label.colour}
    over = sorted({c.spot.number for c in label.contacts or () if c.spot.kind is Kind.STICK})
    on = contacts_to_json(label.contacts)
    return {"kind": "stick", "colour": label.colour, "over": over, "on": on}


def label_from_json(data: Mapping[str, Any]) -> Label:
    """The inverse of `label_to_json`. Raises UnknownName for a piece that does not exist."""
    if data.get("kind") == "pad":
        return Pad(_colour(data))
    if data.get("kind") == "stick":
        return Stick(_colour(data), contacts_from_json(data.get("on")))
    raise UnknownName(f"{dict(data)} is no Mokadi piece: its kind must be pad or stick.")


def contacts_to_json(contacts: Contacts) -> list[dict[str, Any]] | None:
    """What a stick rests on."""
    if contacts is None:
        return None
    return [
        {"piece": c.spot.as_json()[:2], "part": c.part.value, "certainty": c.certainty}
        for c in contacts
    ]


def contacts_from_json(data: Sequence[Mapping[str, Any]] | None) -> Contacts:
    """The inverse of `contacts_to_json`; part and certainty may be left out."""
    if data is None:
        return None
    return tuple(
        Contact(spot_of(c["piece"]), _part(c.get("part", "coloured")), c.get("certainty", 1.0))
        for c in data
    )


def _part(name: str) -> Part:
    try:
        return Part(name)
    except ValueError as error:
        names = ", ".join(part.value for part in Part)
        raise UnknownName(f"A stick has no part {name!r}: {names}.") from error


def _colour(data: Mapping[str, Any]) -> str:
    colour = data.get("colour")
    if colour not in COLOURS:
        raise UnknownName(f"Mokadi has no colour {colour!r}: {', '.join(COLOURS)}.")
    return str(colour)


def spot_from_json(data: Sequence[int]) -> Spot:
    """The inverse of `Spot.as_json`."""
    return spot_of(data)


def turn_to_json(turn: Turn) -> dict[str, Any]:
    """The turn as the contract's `move`; what is usual or unknown is left out."""
    match turn:
        case LayPad(colour, at, sigma):
            data: dict[str, Any] = {"kind": "pad", "colour": colour, "at": list(at)}
            extra: dict[str, Any] = {"sigma": sigma or None, "number": turn.number}
        case LayStick(colour, contacts):
            on = contacts_to_json(contacts)
            data = {"kind": "stick", "colour": colour, "ends": _ends_out(turn.ends), "on": on}
            down, moved = turn.ends_down or None, _shifts_out(turn.shifts)
            extra = {"ends_down": down, "moved": moved, "number": turn.number}
        case Remove(sticks):
            data = {"kind": "remove", "sticks": list(sticks)}
            extra = {"dropped": turn.dropped or None, "moved": _shifts_out(turn.shifts)}
        case Fall():
            data, extra = _fall_out(turn)
        case Share(given):
            data = {"kind": "share", "given": {player: dict(p.counts) for player, p in given}}
            extra = {"pads": turn.pads or None}
        case Concede() | Pass():
            data, extra = {"kind": "concede" if isinstance(turn, Concede) else "pass"}, {}
    return _with_extras(data, {**extra, "player": getattr(turn, "player", None)})


def _with_extras(data: dict[str, Any], extra: Mapping[str, Any]) -> dict[str, Any]:
    return data | {name: value for name, value in extra.items() if value is not None}


def _fall_out(fall: Fall) -> tuple[dict[str, Any], dict[str, Any]]:
    doubtful = any(f.certainty != 1.0 for f in fall.sticks)
    extra = {
        "certainties": [f.certainty for f in fall.sticks] if doubtful else None,
        "own": fall.own or None,
        "pads": list(fall.pads) or None,
        "touched": fall.touched,
        "calm_s": fall.calm_s,
        "seconds": fall.seconds,
    }
    return {"kind": "fall", "sticks": [f.number for f in fall.sticks]}, extra


def _shifts_out(shifts: Sequence[Shift]) -> list[dict[str, Any]] | None:
    return [
        {"stick": s.number, "ends": _ends_out(s.ends), "on": contacts_to_json(s.contacts)}
        for s in shifts
    ] or None


def _ends_out(ends: Ends | None) -> list[list[float]] | None:
    return None if ends is None else [list(end) for end in ends]


def turn_from_json(data: Mapping[str, Any]) -> Turn:
    """The inverse of `turn_to_json`. Raises UnknownName for a kind of move Mokadi has not."""
    kind = data.get("kind")
    if kind not in _READERS:
        raise UnknownName(f"Mokadi has no move of kind {kind!r}: {', '.join(_READERS)}.")
    return _READERS[kind](data)


def _pad_in(data: Mapping[str, Any]) -> Turn:
    sigma, player, number = data.get("sigma", 0.0), data.get("player"), data.get("number")
    return LayPad(_colour(data), _point(data["at"]), sigma, player, number)


def _stick_in(data: Mapping[str, Any]) -> Turn:
    return LayStick(
        _colour(data),
        contacts_from_json(data.get("on")),
        _ends_in(data.get("ends")),
        data.get("ends_down", 0.0),
        _shifts_in(data),
        data.get("player"),
        data.get("number"),
    )


def _remove_in(data: Mapping[str, Any]) -> Turn:
    sticks, dropped = tuple(data["sticks"]), data.get("dropped", False)
    return Remove(sticks, dropped, _shifts_in(data), data.get("player"))


def _fall_in(data: Mapping[str, Any]) -> Turn:
    numbers = data.get("sticks", [])
    certainties = data.get("certainties") or [1.0] * len(numbers)
    return Fall(
        tuple(Fallen(n, c) for n, c in zip(numbers, certainties, strict=True)),
        data.get("own", False),
        tuple(data.get("pads", ())),
        data.get("touched"),
        data.get("calm_s"),
        data.get("seconds"),
        data.get("player"),
    )


def _share_in(data: Mapping[str, Any]) -> Turn:
    given = tuple((player, Pile.of(counts)) for player, counts in data["given"].items())
    return Share(given, data.get("pads", 0))


_READERS: dict[str, Callable[[Mapping[str, Any]], Turn]] = {
    "pad": _pad_in,
    "stick": _stick_in,
    "remove": _remove_in,
    "fall": _fall_in,
    "share": _share_in,
    "concede": lambda data: Concede(data.get("player")),
    "pass": lambda data: Pass(data.get("player")),
}


def _shifts_in(data: Mapping[str, Any]) -> tuple[Shift, ...]:
    return tuple(
        Shift(s["stick"], _ends_in(s.get("ends")), contacts_from_json(s.get("on")))
        for s in data.get("moved", ())
    )


def _ends_in(data: Sequence[Sequence[float]] | None) -> Ends | None:
    return None if data is None else (_point(data[0]), _point(data[1]))


def _point(data: Sequence[float]) -> XY:
    x, y = data
    return x, y
