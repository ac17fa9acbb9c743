"""The judgement of a tram's move: its start, its way, its halts, its removal (5.9 to 5.13)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.core.toolkit.readings import named
from rules.core.verdict import Param, Remark, Required, Violation
from rules.games.linie1.cards import route_cards
from rules.games.linie1.laws.driving import (
    Allowance,
    Landing,
    allowances,
    any_turn,
    backing,
    departures,
    forward,
    goals,
    sharp_turns,
    shortest,
    speed_limit,
    starting_tram,
    stops_ahead,
    targets,
    walked,
)
from rules.games.linie1.laws.network import TERMINUS, Stance, nodes, on_track
from rules.games.linie1.laws.routes import Route, route
from rules.games.linie1.places import SPOTS, TERMINI_OF, Spot, node_of
from rules.games.linie1.readings import Readings, foul
from rules.games.linie1.state import Drive, Linie1State, Tram


@dataclass(frozen=True, slots=True)
class Trip:
    """What a tram's move comes to: its fouls, what must be done, and what is worth saying."""

    violations: tuple[Violation, ...] = ()
    required: tuple[Required, ...] = ()
    remarks: tuple[Remark, ...] = ()


def begins(state: Linie1State, drive: Drive) -> bool:
    """Whether a move starts a trip: the tram is not on the board yet."""
    tram = state.tram(drive.line)
    return tram is None or tram.spot is None


def tram_before(state: Linie1State, drive: Drive) -> Tram | None:
    """The tram as it stands before a move: where it is, or on the terminus it starts from.
    None where it starts from no terminus of its line."""
    tram = state.tram(drive.line)
    if tram is not None and tram.spot is not None:
        return tram
    at = node_of(drive.start if drive.start is not None else drive.end)
    own = {t.index: t.spot for t in TERMINI_OF[drive.line]}
    if at not in own:
        return None
    fresh = starting_tram(drive.line, own[at])
    return fresh if tram is None else replace(fresh, shown=tram.shown)


def judge_drive(state: Linie1State, drive: Drive, readings: Readings) -> Trip:
    """Every violation and duty of a tram's move."""
    if drive.line not in TERMINI_OF:
        return Trip(remarks=(Remark.of("no-such-line", line=drive.line),))
    tram = tram_before(state, drive)
    if tram is None:
        return Trip((_amiss("not-on-track", drive, case="start"),))
    if drive.end is None:
        return _taken_off(state, tram, drive, readings)
    start = _started(state, drive, readings) if begins(state, drive) else Trip()
    if node_of(drive.end) == node_of(tram.spot):
        asks = () if begins(state, drive) else (Remark.of("not-moved", line=drive.line),)
        return replace(start, remarks=(*start.remarks, *asks))
    if begins(state, drive) and readings.first_drive == "next_turn":
        reading = named("first_drive", "next_turn")
        early = _amiss("too-far", drive, reading=reading, case="start")
        return replace(start, violations=(*start.violations, early))
    return _joined(start, _moved(state, tram, drive, readings))


def _joined(one: Trip, other: Trip) -> Trip:
    return Trip(
        (*one.violations, *other.violations),
        (*one.required, *other.required),
        (*one.remarks, *other.remarks),
    )


def _amiss(
    code: str, drive: Drive, *before: Spot, reading: str | None = None, **named: Param | None
) -> Violation:
    """A foul of a tram's move, at its ends."""
    spots = (*before, *(spot for spot in (drive.start, drive.end) if spot is not None))
    return foul(code, *spots, reading=reading, **named, line=drive.line, cell=drive.end)


def _taken_off(state: Linie1State, tram: Tram, drive: Drive, readings: Readings) -> Trip:
    """A lost tram leaves the board (rule text); under `back_to_start` it goes to its terminus. Of
    one that could go on nobody but its player knows whether it is lost (5.13)."""
    if begins(state, drive):
        return Trip(remarks=(Remark.of("not-moved", line=drive.line),))
    if readings.lost_tram == "back_to_start":
        return Trip(remarks=(Remark.of("back-to-start", line=drive.line),))
    if tram.spot is not None and targets(state, tram, None, readings):
        return Trip(remarks=(Remark.of("could-go-on", line=drive.line),))
    return Trip()


def _started(state: Linie1State, drive: Drive, readings: Readings) -> Trip:
    """The route must be complete when the trip starts (5.10); secret stops are not held against
    the player, but the termini must be joined."""
    letters = state.letters(drive.line)
    found = route(state, drive.line, letters, readings)
    if found.complete:
        return Trip(remarks=_other_card(state, drive.line, letters, readings))
    return Trip((_incomplete(drive.line, found, readings),))


def _other_card(
    state: Linie1State, line: int, letters: tuple[str, ...] | None, readings: Readings
) -> tuple[Remark, ...]:
    """A card of another pack than the table plays with (rule text, set-up)."""
    cards = route_cards(readings.stops, len(state.players))
    count = len(next(iter(cards.values()))[line])
    if letters is None or len(letters) == count:
        return ()
    return (Remark.of("route-card", line=line, letters=letters, count=count),)


def _incomplete(line: int, found: Route, readings: Readings) -> Violation:
    by_card = readings.stop_order == "card" and found.joined
    return foul(
        "route-incomplete",
        *(terminus.spot for terminus in TERMINI_OF[line]),
        reading=named("stop_order", "card") if by_card else None,
        line=line,
        letters=found.missing,
        case=None if found.joined else "apart",
    )


def _moved(state: Linie1State, tram: Tram, drive: Drive, readings: Readings) -> Trip:
    landing = targets(state, tram, drive.roll, readings).get(node_of(drive.end))
    if landing is None:
        return _astray(state, tram, drive, readings)
    after = arrived(tram, drive, landing)
    ahead = () if finished(after, state) else stops_ahead(state, after, readings)
    left = _left_out(after, state)
    return Trip(
        tuple(_told_late(state, tram, readings)),
        required=(*(_halt(drive.line, spot) for spot in ahead), *_missing(drive.line, left)),
        remarks=(*_lost_points(state, drive, landing, readings), *_not_home(after, left)),
    )


def _told_late(state: Linie1State, tram: Tram, readings: Readings) -> Iterator[Violation]:
    """Stops that were told after the tram was put on its terminus, as it leaves it: a route that
    lacks them now lacked them then, as no track is taken away (5.5)."""
    letters = state.letters(tram.line)
    if letters is None or tram.checked == letters or tram.spot != tram.origin:
        return
    found = route(state, tram.line, letters, readings)
    if found.joined and not found.complete:
        yield _incomplete(tram.line, found, readings)


def arrived(tram: Tram, drive: Drive, landing: Landing) -> Tram:
    """The tram after a move to a place it may go to."""
    visited = None if tram.visited is None else tram.visited | landing.letters
    return replace(tram, spot=SPOTS[node_of(drive.end)], entered=landing.entered, visited=visited)


def finished(tram: Tram, state: Linie1State) -> bool:
    """Whether a tram has ended its trip: at its second terminus, with all its stops passed (5.12).

    Stops nobody knows are taken to be passed; a terminus that may be the first one is no end."""
    if tram.spot is None or tram.origin is None or node_of(tram.spot) not in goals(tram):
        return False
    letters = state.letters(tram.line)
    return tram.visited is None or letters is None or set(letters) <= tram.visited


def _left_out(tram: Tram, state: Linie1State) -> tuple[str, ...]:
    """The stops that a tram at its second terminus still lacks: none where it is home."""
    letters = state.letters(tram.line)
    if node_of(tram.spot) not in goals(tram) or tram.origin is None or finished(tram, state):
        return ()
    return tuple(sorted(set(letters or ()) - set(tram.visited or ())))


def _not_home(tram: Tram, left: tuple[str, ...]) -> tuple[Remark, ...]:
    """At the second terminus with stops left out: it is passed like any other."""
    return (Remark.of("stops-left", line=tram.line, letters=left),) if left else ()


def _lost_points(
    state: Linie1State, drive: Drive, landing: Landing, readings: Readings
) -> tuple[Remark, ...]:
    """Spaces that the halt at a sign or the end costs; the next limit counts what was driven."""
    most = speed_limit(state, readings)
    stop = drive.end is not None and node_of(drive.end) in nodes(state.signs)
    known = state.speed is not None and readings.trip == "previous_plus_one"
    if not known or not (stop or node_of(drive.end) in TERMINUS) or landing.most >= most:
        return ()
    return (Remark.of("points-lost", line=drive.line, count=most - landing.most),)


def _astray(state: Linie1State, tram: Tram, drive: Drive, readings: Readings) -> Trip:
    """Why a tram cannot have come where it stands: too far, past a sign, turned, off the track."""
    if drive.end is None or not on_track(state.board, drive.end):
        return Trip((_amiss("not-on-track", drive),))
    start = departures(tram, readings)
    goal = node_of(drive.end)
    ways = (_too_fast, _reversed, _turned_sharply)
    for way in ways:
        trip = way(state, start, goal, drive, readings)
        if trip is not None:
            return trip
    return Trip((_amiss("not-on-track", drive, case="jump"),))


def _too_fast(
    state: Linie1State, start: list[Stance], goal: int, drive: Drive, readings: Readings
) -> Trip | None:
    """The way is right but too long, or runs past a sign, or leaves the route that was shown."""
    walk = shortest(start, goal, forward(state.board))
    if not walk:
        return None
    return Trip(tuple(_limits(state, start, walk, drive, readings)))


def _limits(
    state: Linie1State,
    start: list[Stance],
    walk: tuple[Stance, ...],
    drive: Drive,
    readings: Readings,
) -> Iterator[Violation]:
    signs = nodes(state.signs)
    allowed = allowances(state, drive.roll, readings)
    most = max(a.spaces for a in allowed)
    spaces = len(walk) - 1
    run = _halts_run(walk, allowed, signs)
    if spaces > most:
        yield _amiss("too-far", drive, count=spaces, most=most)
    halting = Allowance(most, termini=any(a.termini for a in allowed))
    if run and not any(at == walk[-1][0] for at, _ in walked(state.board, start, halting, signs)):
        for at in dict.fromkeys(run):
            sign = SPOTS[at]
            yield _amiss("ran-a-stop", drive, sign, sign=sign)
    elif spaces <= most:  # way and length are right: only the route that was shown forbids it
        reading = named("new_route", "forbidden")
        yield _amiss("not-on-track", drive, reading=reading, case="route")


def _halts_run(
    walk: tuple[Stance, ...], allowed: tuple[Allowance, ...], signs: frozenset[int]
) -> list[int]:
    """The places on a walk where the tram should have halted: signs, by the H of 1995 termini."""
    halts = any(a.halts for a in allowed)
    termini = any(a.termini for a in allowed)
    way = [at for at, _ in walk[1:-1]]
    return [at for at in way if (halts and at in signs) or (termini and at in TERMINUS)]


def _reversed(
    state: Linie1State, start: list[Stance], goal: int, drive: Drive, readings: Readings
) -> Trip | None:
    behind = backing(state.board, start)
    there = [stance for stance in behind if stance[0] == goal]
    if not there and not shortest(behind, goal, forward(state.board)):
        return None
    return Trip((_amiss("backwards", drive),))


def _turned_sharply(
    state: Linie1State, start: list[Stance], goal: int, drive: Drive, readings: Readings
) -> Trip | None:
    walk = shortest(start, goal, any_turn(state.board))
    if not walk:
        return None
    places = sharp_turns(state.board, walk)
    return Trip((foul("sharp-turn", *places, cells=places, line=drive.line, cell=drive.end),))


def measured(state: Linie1State, drive: Drive, readings: Readings) -> Drive:
    """The move with the spaces it takes: as it may go, else the shortest way forward; unchanged
    where they are known or no track leads there."""
    tram = tram_before(state, drive) if drive.line in TERMINI_OF else None
    if tram is None or drive.end is None or drive.spaces is not None:
        return drive
    goal = node_of(drive.end)
    if goal == node_of(tram.spot):
        return replace(drive, spaces=0)
    landing = targets(state, tram, drive.roll, readings).get(goal)
    if landing is not None:
        return replace(drive, spaces=landing.least)
    walk = shortest(departures(tram, readings), goal, forward(state.board))
    return replace(drive, spaces=len(walk) - 1) if walk else drive


def _halt(line: int, spot: Spot) -> Required:
    """A stop sign ahead where a tram must halt."""
    return Required.of("must-stop", spot, line=line, row=spot.row, col=spot.col)


def _missing(line: int, letters: tuple[str, ...]) -> tuple[Required, ...]:
    """The stops a route still lacks; nothing where none is known."""
    return (Required.of("missing-stops", line=line, letters=letters),) if letters else ()
