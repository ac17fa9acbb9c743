"""Rouge turns, pawns and hollows as the outside contract writes them, and back."""

from __future__ import annotations

from collections.abc import Mapping

from rules.core.codec import (
    WORD,
    Codec,
    Inline,
    Key,
    called,
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
from rules.games.rouge.opening import COLOUR_NAMES
from rules.games.rouge.state import Move, Pass, Pawn, Place, Taken, TurnRing
from rules.games.rouge.track import CELLS, HOLLOWS, RINGS, Hollow

_RING = whole(RINGS[0], RINGS[-1])
_COLOUR = Key("colour", WORD)
_NAMED = record(Hollow, Key("ring", _RING), Key("cell", whole(0, CELLS - 1)))
_PAIR = many(whole(0, CELLS - 1), 2, 2)


def _hollow(data: object) -> Hollow:
    """A hollow from [ring, cell] or {ring, cell}."""
    if isinstance(data, Mapping):
        return _NAMED.read(data)
    ring, cell = _PAIR.read(data)
    return _NAMED.read({"ring": ring, "cell": cell})


#: A hollow by name; read also where it is a pair, as in the contract's `cells`.
HOLLOW = called("hollow", Codec(_NAMED.write, _hollow))

#: A piece that lies there has a colour that pawns can have; of a turn that people tell any word is
#: judged.
PAWN = called("pawn", record(Pawn, Key("colour", words(*sorted(COLOUR_NAMES)))))

_TAKEN = record(Taken, _COLOUR, Inline("hollow", HOLLOW))

#: What was taken, sorted; null while nobody can say.
_CAPTURES = Key(
    "captures",
    maybe(through(many(_TAKEN, HOLLOWS), tuple, lambda taken: tuple(sorted(taken)))),
    default=None,
)
_LINE = terse("line", HOLLOW)

#: The contract's `move`; `line` and `off_deg` only where they say something.
TURN = kinds(
    "Rouge move",
    {
        "place": record(Place, _COLOUR, Inline("to", HOLLOW), _LINE, _CAPTURES),
        "turn": record(
            TurnRing,
            Key("ring", _RING),
            Key("by", whole(-99, 99)),
            terse("off_deg", number(-360.0, 360.0), 0.0),
            _CAPTURES,
        ),
        "move": record(
            Move, _COLOUR, Key("from", HOLLOW, "origin"), Key("to", HOLLOW), _LINE, _CAPTURES
        ),
        "pass": record(Pass, _CAPTURES),
    },
)
