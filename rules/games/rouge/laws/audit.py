"""What a position proves wrong by itself, whatever the order of play (leaflet, contents).

That is little: hands, locks and the last ring are not on the track, every set of hollows can be
reached by placing alone, and old lines look like new ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.core.rulebook import House
from rules.core.verdict import Violation
from rules.games.rouge.readings import foul
from rules.games.rouge.state import PAWNS, Pawn
from rules.games.rouge.track import Hollow

#: Colours of the box (leaflet, contents).
COLOURS = 4


def audit(position: Mapping[Hollow, Pawn], house: House) -> tuple[Violation, ...]:
    """More than ten pawns of a colour, or more than four colours."""
    of_colour: dict[str, list[Hollow]] = {}
    for hollow in sorted(position):
        of_colour.setdefault(position[hollow].colour, []).append(hollow)
    return (*_too_many_pawns(of_colour), *_too_many_colours(of_colour))


def _too_many_pawns(of_colour: Mapping[str, list[Hollow]]) -> Iterator[Violation]:
    for colour, hollows in sorted(of_colour.items()):
        if len(hollows) > PAWNS:
            yield foul(
                "hand-empty",
                *hollows,
                colour=colour,
                count=len(hollows),
                cells=tuple(hollows),
                case="too-many",
            )


def _too_many_colours(of_colour: Mapping[str, list[Hollow]]) -> Iterator[Violation]:
    """One colour too many: nobody can tell which, so all are named."""
    if len(of_colour) <= COLOURS:
        return
    colours = sorted(of_colour)
    rare = min(of_colour.values(), key=len)
    yield foul("not-your-pawn", *rare, colours=tuple(colours), case="colours")
