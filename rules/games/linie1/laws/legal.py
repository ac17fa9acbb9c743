"""Every legal turn, lazily (5.3 to 5.13).

Two tiles make a turn, and there are a hundred thousand such turns in a usual position. The list
therefore goes tile by tile, as the referee sees them laid: every first or second tile, then the
pairs that are legal only together, then trams, then the pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from rules.core.rulebook import House
from rules.games.linie1.laws.driving import starting_tram, targets
from rules.games.linie1.laws.judge import judged
from rules.games.linie1.laws.placement import position_fouls
from rules.games.linie1.laws.placings import hand_faces, lays_at, pairs_together, places
from rules.games.linie1.laws.routes import route
from rules.games.linie1.laws.signs import belongs, overdue
from rules.games.linie1.laws.trips import measured
from rules.games.linie1.places import SPOTS, TERMINI_OF
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Drive, Lay, Linie1State, Pass, Turn


def legal_turns(state: Linie1State, house: House) -> Iterator[Turn]:
    """Every legal tile, pair that needs both, drive and pass of the player to move.

    With a known hand exactly what may be done; where tiles are unknown, every one that can be
    among them. Stop signs that are overdue are put up with the turn."""
    return chain.from_iterable(_batches(state, Readings.of(house)))


def _batches(state: Linie1State, readings: Readings) -> Iterator[Iterable[Turn]]:
    """The legal turns in groups: lists of lays by place are ready-made and quick to hand out."""
    yield from _lays(state, readings)
    yield _drives(state, readings)
    given_up = Pass(state.mover)
    if judged(state, given_up, readings).legal:
        yield (given_up,)


def _lays(state: Linie1State, readings: Readings) -> Iterator[Iterable[Lay]]:
    """Single tiles by place, then pairs that are legal only together; none of who has just put his
    tram on its terminus."""
    if state.starts is not None and state.turn is not None:
        return
    faces = hand_faces(state, state.turn, readings)
    plain = not _watched(state, readings)
    singles = (lays_at(*place) for place in places(state.board, faces, readings))
    if plain:
        yield from singles
    else:
        yield _checked(state, chain.from_iterable(singles), readings)
    if state.half and state.turn is not None:
        # The second tile may be the next player's, and his hand is another one.
        faces |= hand_faces(state, state.after(state.turn), readings)
    together = (Lay(pair) for pair in pairs_together(state.board, faces, readings))
    yield _checked(state, together, readings)


def _watched(state: Linie1State, readings: Readings) -> bool:
    """Whether more than the place decides: a traveller, a first tile that blocks, signs overdue."""
    if readings.sign_missing != "reminder" and next(overdue(state), None) is not None:
        return True
    if state.turn is not None and state.travelling(state.turn) is not None:
        return True
    spots = [laid.spot for laid in state.half]
    return bool(spots) and next(position_fouls(state.board, spots, readings), None) is not None


def _checked(state: Linie1State, lays: Iterable[Lay], readings: Readings) -> Iterator[Lay]:
    late = tuple(belongs(state, letter)[0] for letter in overdue(state))
    for lay in lays:
        signed = replace(lay, signs=late) if late else lay
        if judged(state, signed, readings).legal:
            yield signed


def _drives(state: Linie1State, readings: Readings) -> Iterator[Drive]:
    """Moves of the trams the player to move may drive; every tram's where that is unknown."""
    for line in _own_lines(state):
        for drive in _moves(state, line, readings):
            if judged(state, drive, readings).legal:
                yield measured(state, drive, readings)


def _own_lines(state: Linie1State) -> tuple[int, ...]:
    if state.turn is not None and state.lines[state.turn] is not None:
        return (state.lines[state.turn],)  # type: ignore[return-value] # tested above
    if state.turn is None:
        return tuple(TERMINI_OF)
    return tuple(line for line in TERMINI_OF if state.owner(line) is None)


def _moves(state: Linie1State, line: int, readings: Readings) -> Iterator[Drive]:
    tram = state.tram(line)
    if tram is not None and tram.spot is not None:
        for at in sorted(targets(state, tram, None, readings)):
            yield Drive(line, tram.spot, SPOTS[at])
        yield Drive(line, tram.spot, None)
        return
    if not route(state, line, state.letters(line), readings).complete:
        return  # no trip begins without one (5.10)
    for terminus in TERMINI_OF[line]:
        yield Drive(line, None, terminus.spot)
        for at in sorted(targets(state, starting_tram(line, terminus.spot), None, readings)):
            yield Drive(line, terminus.spot, SPOTS[at])
