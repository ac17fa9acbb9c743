"""What a stick may rest on (leaflet, laying a stick, fig. 2 to 8; M5 to M8).

Only the stick just played is judged, in its final rest; the others may have shifted into contacts
that break the rules (leaflet, changes of balance; M10). Every contact is given with a certainty: a
foul is what holds whichever of the doubtful contacts are there, a question what depends on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.core.toolkit.readings import named
from rules.core.verdict import Param, Violation
from rules.games.mokadi.laws.findings import Finding, doubt, new_spot
from rules.games.mokadi.moves import LayStick
from rules.games.mokadi.pieces import ABSENT, SURE, Contact, Kind, Part, Spot, Support
from rules.games.mokadi.readings import Readings, foul
from rules.games.mokadi.state import LaidStick, MokadiState

#: Supports that a stick needs at least (leaflet, how to play a stick; M6).
FEWEST = 2


def stick_findings(state: MokadiState, lay: LayStick, readings: Readings) -> Iterator[Finding]:
    """Everything that the rest of a played stick breaks or leaves open."""
    yield from _side_findings(state, lay, readings)
    if lay.contacts is None:
        yield doubt("look-rest", stick=new_spot(state, lay))
        return
    yield from _count_findings(state, lay)
    yield from _colour_findings(state, lay, readings)
    yield from _same_findings(state, lay, readings)
    if readings.stick_supports == "literal":
        yield from _carrying_findings(state, lay)


def _foul(
    state: MokadiState,
    lay: LayStick,
    code: str,
    *others: Spot,
    reading: str | None = None,
    **named: Param | None,
) -> Violation:
    """A foul of the stick just laid, at its spot and others, with its facts by name."""
    spot = new_spot(state, lay)
    return foul(code, spot, *others, reading=reading, colour=lay.colour, stick=spot, **named)


def _count_findings(state: MokadiState, lay: LayStick) -> Iterator[Finding]:
    """At least two contacts (leaflet, how to play a stick; M5, M6)."""
    support = Support.of(lay.contacts)
    there = tuple(sorted(support.possible))
    if len(there) < FEWEST:
        case = None if there else "none"
        yield _foul(state, lay, "one-support", *there, supports=there, case=case)
    elif len(support.sure) < FEWEST:
        yield doubt("look-support", stick=new_spot(state, lay), supports=support.doubtful)


@dataclass(frozen=True, slots=True)
class _Judged:
    """One contact: whether it is surely, or possibly, one that the stick may have."""

    contact: Contact
    colour: str | None
    good: bool
    may_be_good: bool


def _judged(state: MokadiState, lay: LayStick) -> list[_Judged]:
    found = []
    for contact in lay.contacts or ():
        piece = state.piece(contact.spot)
        colour = None if piece is None else piece.colour
        opposite = colour != lay.colour
        part = Part.COLOURED if contact.spot.kind is Kind.PAD else contact.part
        good = colour is not None and opposite and part is Part.COLOURED
        may = (colour is None or opposite) and part is not Part.PLAIN
        if contact.possible:
            found.append(_Judged(contact, colour, good, may))
    return found


def _colour_findings(state: MokadiState, lay: LayStick, readings: Readings) -> Iterator[Finding]:
    """Only pads and coloured ends of the opposite colour (leaflet, fig. 6; M6)."""
    judged = _judged(state, lay)
    surely_good = {j.contact.spot for j in judged if j.good and j.contact.sure}
    maybe_good = {j.contact.spot for j in judged if j.may_be_good}
    lenient = readings.contacts == "two_good"
    if lenient and len(surely_good) >= FEWEST:
        return
    proved = not lenient or len(maybe_good) < FEWEST
    for j in judged:
        if j.good:
            continue
        if proved and j.contact.sure and not j.may_be_good:
            strict = len(surely_good) >= FEWEST
            yield _wrong_colour(state, lay, j, named("contacts", "all") if strict else None)
        else:
            yield _look_colour(state, lay, j)


def _wrong_colour(
    state: MokadiState, lay: LayStick, judged: _Judged, reading: str | None
) -> Violation:
    other = _spot(state, judged.contact.spot)
    case = "plain" if judged.colour != lay.colour else None
    told: dict[str, Param | None] = {"support": other, "case": case}
    return _foul(state, lay, "wrong-colour", other, reading=reading, **told)


def _look_colour(state: MokadiState, lay: LayStick, judged: _Judged) -> Finding:
    """A contact that would be wrong: is it there? does it touch the coloured end?"""
    case = "unknown" if judged.colour is None else "part" if judged.may_be_good else None
    support = _spot(state, judged.contact.spot)
    return doubt("look-contact", stick=new_spot(state, lay), support=support, case=case)


def _same_findings(state: MokadiState, lay: LayStick, readings: Readings) -> Iterator[Finding]:
    """Not all contacts the same as another stick's (leaflet, fig. 8; M8). Contacts nobody looked
    at make no foul and no question."""
    mine = Support.of(lay.contacts)
    for other in state.sticks:
        sure, possible = _alike(mine, other.support, readings)
        if not possible:
            continue
        if sure:
            case = "two" if readings.same_supports == "two_shared" else None
            common = tuple(sorted(mine.sure & other.support.sure))
            reading = _same_reading(mine, other, readings)
            told: dict[str, Param | None] = {"other": other.spot, "supports": common, "case": case}
            places = (other.spot, *common)
            yield _foul(state, lay, "same-supports", *places, reading=reading, **told)
        else:
            yield doubt("look-same", stick=new_spot(state, lay), other=other.spot)


def _alike(mine: Support, theirs: Support, readings: Readings) -> tuple[bool, bool]:
    """Whether two sticks surely, and whether they possibly, rest on the same pieces."""
    common = mine.possible & theirs.possible
    if len(common) < FEWEST:
        return False, False
    if readings.same_supports == "two_shared":
        return len(mine.sure & theirs.sure) >= FEWEST, True
    certain = mine.sure == mine.possible and theirs.sure == theirs.possible
    return certain and mine.sure == theirs.sure, mine.sure | theirs.sure <= common


def _same_reading(mine: Support, other: LaidStick, readings: Readings) -> str | None:
    """The reading under which alone two shared pieces are a foul (M8)."""
    sure, _ = _alike(mine, other.support, Readings())
    if sure or readings.same_supports == "set":
        return None
    return named("same_supports", "two_shared")


def _carrying_findings(state: MokadiState, lay: LayStick) -> Iterator[Finding]:
    """Two supporting sticks may carry no other stick (leaflet, laying a stick; M5, literal)."""
    mine, spot = Support.of(lay.contacts), new_spot(state, lay)
    sticks = [s for s in sorted(mine.possible) if s.kind is Kind.STICK]
    if any(s.kind is Kind.PAD for s in mine.sure) or len(sticks) < FEWEST:
        return
    certain = len(sticks) == len(mine.possible) and sum(s in mine.sure for s in sticks) >= FEWEST
    for support in sticks:
        sure = [s for s in state.sticks if support in s.support.sure]
        if certain and support in mine.sure and sure:
            where, other = _spot(state, support), sure[0].spot
            told: dict[str, Param] = {"other": other, "support": where, "case": "carrying"}
            reading = named("stick_supports", "literal")
            yield _foul(state, lay, "same-supports", where, other, reading=reading, **told)
        elif any(support in s.support.possible for s in state.sticks):
            yield doubt("look-carrying", stick=spot, support=_spot(state, support))


def _side_findings(state: MokadiState, lay: LayStick, readings: Readings) -> Iterator[Finding]:
    """Coloured ends on top (leaflet, fig. 5; M7)."""
    if readings.ends_down == "advise" or lay.ends_down <= ABSENT:
        return
    if lay.ends_down >= SURE:
        reading = named("ends_down", "foul")
        yield _foul(state, lay, "ends-down", reading=reading)
    else:
        yield doubt("look-ends", stick=new_spot(state, lay))


def _spot(state: MokadiState, spot: Spot) -> Spot:
    """The spot with the pose that the state knows."""
    piece = state.piece(spot)
    return spot if piece is None else piece.spot
