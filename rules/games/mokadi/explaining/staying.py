"""When a piece that seems to be laid anew is the one that lies there, and when one that lies there
was laid anew."""

from __future__ import annotations

from math import dist

from rules.games.mokadi.explaining.limits import LIMITS
from rules.games.mokadi.explaining.resting import UPHELD, held_up
from rules.games.mokadi.geometry import ends_apart
from rules.games.mokadi.moves import LayPad, LayStick, Turn
from rules.games.mokadi.pieces import Contacts, Stick, Support, stick_spot
from rules.games.mokadi.registering import MokadiObservation

#: How far apart, stick lengths, one piece is measured in two looks at one table, at most: they
#: differ by thousandths. Nobody lays a piece where it lay that well, and who does lays it alike.
_MEASURED_ALIKE = 0.02


def stays(turn: Turn, again: Turn) -> bool:
    """Whether a lay that seems to be made again is the one that lies there: a piece of its colour
    in its place, resting on the same parts, whatever number it was given."""
    match turn, again:
        case LayStick(), LayStick() if turn.ends and again.ends:
            same = turn.colour == again.colour
            near = ends_apart(turn.ends, again.ends) < _MEASURED_ALIKE
            return same and near and _rests(turn.contacts) == _rests(again.contacts)
        case LayPad(), LayPad():
            same = turn.colour == again.colour
            return same and dist(turn.at, again.at) < _MEASURED_ALIKE
    return turn == again


def _rests(contacts: Contacts) -> object:
    """What a stick rests on, and how surely, as far as a call hangs on it."""
    return contacts and {(one.spot, one.part, one.sure) for one in contacts}


def tried_again(turn: Turn, observation: MokadiObservation) -> bool:
    """Whether a laid stick was moved to another rest and stays up (leaflet, several tries; M6,
    M11): an end lies farther off than it is ever measured, and a contact that was surely there is
    not, or one surely is that was not. A look that only measures it otherwise, or doubts a contact,
    shows no new try.
    """
    if not isinstance(turn, LayStick) or turn.ends is None or turn.number is None:
        return False
    seen = observation.at(stick_spot(turn.number))
    if seen is None or seen.place.ends is None or not isinstance(seen.belief.best, Stick):
        return False
    moved = ends_apart(turn.ends, seen.place.ends) > LIMITS.shifted
    return moved and _rests_elsewhere(turn.contacts, seen.belief.best.contacts)


def _rests_elsewhere(before: Contacts, now: Contacts) -> bool:
    if before is None or now is None or held_up(now) < UPHELD:
        return False
    was, rests = Support.of(before), Support.of(now)
    return not (was.sure <= rests.possible and rests.sure <= was.possible)
