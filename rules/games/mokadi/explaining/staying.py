"""When a piece that seems to be laid anew is the one that lies there."""

from __future__ import annotations

from math import dist

from rules.games.mokadi.geometry import ends_apart
from rules.games.mokadi.moves import LayPad, LayStick, Turn
from rules.games.mokadi.pieces import Contacts

#: How far apart, stick lengths, one piece is measured in two looks at one table, at most: they
#: differ by thousandths. Nobody lays a piece where it lay that well, and who does lays it alike.
_MEASURED_ALIKE = 0.02


def stays(turn: Turn, again: Turn) -> bool:
    """Whether a lay that seems to be made again is the one that lies there: the same piece in the
    same place, resting on the same parts."""
    match turn, again:
        case LayStick(), LayStick() if turn.ends and again.ends:
            same = (turn.number, turn.colour) == (again.number, again.colour)
            near = ends_apart(turn.ends, again.ends) < _MEASURED_ALIKE
            return same and near and _rests(turn.contacts) == _rests(again.contacts)
        case LayPad(), LayPad():
            same = (turn.number, turn.colour) == (again.number, again.colour)
            return same and dist(turn.at, again.at) < _MEASURED_ALIKE
    return turn == again


def _rests(contacts: Contacts) -> object:
    """What a stick rests on, and how surely, as far as a call hangs on it."""
    return contacts and {(one.spot, one.part, one.sure) for one in contacts}
