"""Mokadi turns, places and labels as the outside contract writes them, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.core.codec import (
    FLAG,
    TEXT,
    Codec,
    Key,
    by_name,
    kinds,
    many,
    maybe,
    number,
    record,
    terse,
    through,
    whole,
    words,
)
from rules.core.facts import COUNT
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
)
from rules.games.mokadi.pieces import Contact, Kind, Pad, Part, Spot, Stick, spot_of
from rules.games.mokadi.stock import Pile

#: Colours that boxes have had (rule document, 3.1).
COLOURS = ("white", "black", "blue", "red")

#: Stick lengths, seconds and pieces that no table has more of; contacts that no stick has more of:
#: every two of them are judged.
_FAR, _LONG, _MOST, _MOST_CONTACTS = 1000.0, 1e7, 999, 100

_COLOUR = Key("colour", words(*COLOURS))
_PLAYER = terse("player", TEXT)
_COUNT = whole(0, _MOST)
_NUMBERS = many(whole(-_MOST, _MOST), _MOST)
_NUMBER = terse("number", whole(-_MOST, _MOST))
_SHARE = number(0.0, 1.0)
_POINT = many(number(-_FAR, _FAR), 2, 2)
_LINE = many(_POINT, 2, 2)
_ENDS = Key("ends", maybe(_LINE), default=None)
_SECONDS = number(-_LONG, _LONG)

#: A place: kind, number, and the pose where it is known.
SPOT = through(many(whole(-(10**7), 10**7), 6, 2), Spot.as_json, spot_of)

_PART = through(words(*(part.value for part in Part)), lambda part: part.value, Part)
_CONTACT = record(
    Contact,
    Key("piece", Codec(lambda spot: spot.as_json()[:2], SPOT.read), "spot"),
    Key("part", _PART, default=Part.COLOURED),
    Key("certainty", _SHARE, default=1.0),
)
_ON = Key("on", maybe(many(_CONTACT, _MOST_CONTACTS)), "contacts", None)


def _over(stick: Stick) -> list[int]:
    """The numbers of the sticks that one lies on."""
    return sorted({c.spot.number for c in stick.contacts or () if c.spot.kind is Kind.STICK})


#: Kind and colour; of a stick also the sticks it lies on, and every contact.
LABEL = kinds(
    "Mokadi piece",
    {
        "pad": record(Pad, _COLOUR, terse("sigma", number(0.0, _FAR), 0.0)),
        "stick": record(Stick, _COLOUR, Key("over", None, get=_over), _ON),
    },
)

_SHIFT = record(Shift, Key("stick", whole(-_MOST, _MOST), "number"), _ENDS, _ON)
_MOVED = terse("moved", many(_SHIFT, _MOST), (), "shifts")

_MEASURED = terse("measured", many(SPOT, _MOST), ())

#: Pieces by colour.
PILE = through(
    by_name(COUNT, _MOST), lambda pile: pile.counts, lambda counts: Pile.of(dict(counts))
)


def _fall(sticks: Sequence[int], certainties: Sequence[float] | None, **more: Any) -> Fall:
    sure = certainties or [1.0] * len(sticks)
    return Fall(tuple(Fallen(*one) for one in zip(sticks, sure, strict=True)), **more)


def _certainties(fall: Fall) -> tuple[float, ...] | None:
    """How sure each stick fell, where not all are."""
    found = tuple(fallen.certainty for fallen in fall.sticks)
    return found if any(share != 1.0 for share in found) else None


#: The contract's `move`; what is usual or unknown is left out.
TURN = kinds(
    "Mokadi move",
    {
        "pad": record(
            LayPad,
            _COLOUR,
            Key("at", _POINT),
            terse("sigma", number(0.0, _FAR), 0.0),
            _NUMBER,
            _PLAYER,
            _MEASURED,
        ),
        "stick": record(
            LayStick,
            _COLOUR,
            _ENDS,
            _ON,
            terse("ends_down", _SHARE, 0.0),
            _MOVED,
            _NUMBER,
            _PLAYER,
            _MEASURED,
        ),
        "remove": record(
            Remove, Key("sticks", _NUMBERS), terse("dropped", FLAG, False), _MOVED, _PLAYER
        ),
        "fall": record(
            _fall,
            Key("sticks", _NUMBERS, default=(), get=lambda fall: [f.number for f in fall.sticks]),
            Key("certainties", many(_SHARE, _MOST), default=None, terse=True, get=_certainties),
            terse("own", FLAG, False),
            terse("pads", _NUMBERS, ()),
            terse("touched", FLAG),
            terse("calm_s", _SECONDS),
            terse("seconds", _SECONDS),
            _PLAYER,
            terse("lying", many(_LINE, _MOST), ()),
            cls=Fall,
        ),
        "share": record(Share, Key("given", by_name(PILE, _MOST)), terse("pads", _COUNT, 0)),
        "concede": record(Concede, _PLAYER),
        "pass": record(Pass, _PLAYER),
    },
)
