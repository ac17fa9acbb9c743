"""The judgement of a whole turn: tiles, stop signs, a tram's move, a pass (5.3 to 5.13, 8.6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.core.rulebook import House
from rules.core.verdict import Remark, Required, Ruling, Verdict, Violation
from rules.games.linie1.board import Board
from rules.games.linie1.hands import Hand
from rules.games.linie1.laws.driving import targets
from rules.games.linie1.laws.ownership import TILES_A_TURN, Giving, given_by, travelling_foul
from rules.games.linie1.laws.placement import (
    dead_end_fouls,
    exchange_fouls,
    laid_out,
    position_fouls,
)
from rules.games.linie1.laws.placings import can_lay, mending
from rules.games.linie1.laws.signing import judge_signs, lay_signs, overdue_signs, required_signs
from rules.games.linie1.laws.trips import judge_drive
from rules.games.linie1.places import Spot
from rules.games.linie1.readings import Readings, foul
from rules.games.linie1.state import Drive, Lay, Linie1State, Pass, Signs, Turn

#: What is remarked of a tram's move that only its player can say whether it is right.
_ASKED = frozenset({"not-moved", "no-such-line", "back-to-start", "could-go-on"})


def judge(state: Linie1State, turn: Turn, house: House) -> Verdict:
    """Every violation, duty and remark of a turn. Never raises for a bad turn."""
    return judged(state, turn, Readings.of(house))


def judged(state: Linie1State, turn: Turn, readings: Readings) -> Verdict:
    """The same by readings."""
    if isinstance(turn, Lay):
        return _judge_lay(state, turn, readings)
    if isinstance(turn, Signs):
        return _verdict(tuple(judge_signs(state, turn)))
    if isinstance(turn, Drive):
        return _judge_drive(state, turn, readings)
    return _judge_pass(state, turn, readings)


def _verdict(
    violations: tuple[Violation, ...],
    required: tuple[Required, ...] = (),
    remarks: tuple[Remark, ...] = (),
    *,
    ask: bool = False,
) -> Verdict:
    """A foul brings no duty: what has to be done follows from the turn made in its place."""
    if violations:
        return Verdict(Ruling.ILLEGAL, violations)
    return Verdict(Ruling.ASK if ask else Ruling.LEGAL, (), (), required, remarks)


def _judge_lay(state: Linie1State, lay: Lay, readings: Readings) -> Verdict:
    if not lay.tiles:
        return _verdict((), (), (Remark.of("nothing-laid"),), ask=True)
    giving = given_by(state, lay, readings)
    placed = tuple(_placing_fouls(state, lay, readings))
    others = tuple(_turn_fouls(state, lay, giving, readings))
    required = tuple(required_signs(state, lay))
    if placed and not others and _may_be_mended(state, lay, giving, placed, readings):
        spots = tuple(dict.fromkeys(spot for v in placed for spot in v.places))
        return _verdict((), required, (Remark.of("mend", cells=spots),), ask=True)
    return _verdict((*placed, *others), required, tuple(_progress(lay, giving)))


def _placing_fouls(state: Linie1State, lay: Lay, readings: Readings) -> Iterator[Violation]:
    """Rules A to E and the exchange, of the position after all tiles of the turn."""
    after = state.board
    for laid in lay.tiles:
        yield from exchange_fouls(after, laid, readings)
        after = laid_out(after, [laid])
    spots = [laid.spot for laid in lay.tiles]
    yield from position_fouls(after, [*spots, *_waiting(state, readings)], readings)
    yield from dead_end_fouls(state.board, after, spots, readings)


def _waiting(state: Linie1State, readings: Readings) -> tuple[Spot, ...]:
    """The first tile of a half turn, if the second is to mend what it blocks. Whatever else is
    wrong with it was judged when it was laid, and people let it stand."""
    if len(state.half) != 1:
        return ()
    spot = state.half[0].spot
    placed = tuple(position_fouls(state.board, [spot], readings))
    exchanged = any(laid.spot == spot and laid.replaces is not None for laid in state.last)
    rest = Hand() if state.turn is None else state.hands[state.turn]
    waits = placed and _another_mends(state.board, spot, exchanged, placed, rest, readings)
    return (spot,) if waits else ()


def _turn_fouls(
    state: Linie1State, lay: Lay, giving: Giving, readings: Readings
) -> Iterator[Violation]:
    """How many tiles, whose, and the signs."""
    spots = tuple(laid.spot for laid in lay.tiles)
    if giving.count > TILES_A_TURN:
        yield foul("too-many-tiles", *spots, cells=spots, count=giving.count)
    yield from giving.violations
    yield from _cut_short(state, giving.interrupted, readings)
    if lay.ended and giving.count == 1:
        after = replace(state, board=laid_out(state.board, lay.tiles), hands=giving.hands)
        yield from _cut_short(after, giving.seat, readings)
    yield from travelling_foul(state, giving.seat, spots, readings)
    yield from lay_signs(state, lay, readings)


def _cut_short(state: Linie1State, seat: int | None, readings: Readings) -> Iterator[Violation]:
    """A turn that ended with one tile although another of the hand surely fits (5.3)."""
    found = None if seat is None else can_lay(state, state.hands[seat], readings)
    if seat is not None and found is not None:
        yield foul(
            "one-tile",
            found.spot,
            player=state.players[seat],
            cell=found.spot,
            tile=found.tile.kind.name,
        )


def _may_be_mended(
    state: Linie1State, lay: Lay, giving: Giving, placed: tuple[Violation, ...], readings: Readings
) -> bool:
    """Whether a second tile can still make the first one legal (5.7, 8.5)."""
    if giving.count != 1 or len(lay.tiles) != 1 or lay.ended or state.half:
        return False
    spot = lay.tiles[0].spot
    exchanged = state.board.at(spot) is not None
    board = laid_out(state.board, lay.tiles)
    return _another_mends(board, spot, exchanged, placed, giving.rest, readings)


def _another_mends(
    board: Board,
    spot: Spot,
    exchanged: bool,
    placed: tuple[Violation, ...],
    rest: Hand,
    readings: Readings,
) -> bool:
    """Whether one more tile of the hand can answer all that a tile does wrong; of the table two
    may have to be exchanged ones."""
    if any(v.code != "blocks-track" or v.reading is not None for v in placed):
        return False
    if readings.together == "exchanges" and not exchanged:
        return False
    return mending(board, spot, placed, rest, readings)


def _progress(lay: Lay, giving: Giving) -> Iterator[Remark]:
    """After the first tile of a turn one more is awaited (5.3)."""
    if giving.count == 1 and not lay.ended:
        yield Remark.of("one-of-two")


def _judge_drive(state: Linie1State, drive: Drive, readings: Readings) -> Verdict:
    trip = judge_drive(state, drive, readings)
    owner = state.owner(drive.line)
    violations = (
        *trip.violations,
        *(_cut_short(state, state.turn, readings) if state.half and owner is not None else ()),
        *overdue_signs(state, (), readings),
    )
    ask = any(remark.code in _ASKED for remark in trip.remarks)
    return _verdict(violations, trip.required, trip.remarks, ask=ask)


def _judge_pass(state: Linie1State, turn: Pass, readings: Readings) -> Verdict:
    """Giving up the turn: only with no tile that surely fits (8.6), a tram that cannot move, or one
    just put on its terminus, which may drive and need not (5.10)."""
    if state.turn is None or turn.player not in {None, state.mover}:
        known = turn.player is None or turn.player in state.players
        doubt = () if known else (Remark.of("unknown-player", player=turn.player or ""),)
        return _verdict((), remarks=doubt, ask=not known)
    tram = state.travelling(state.turn)
    if tram is not None and tram.spot is not None and state.starts == tram.line:
        return _verdict(())
    if tram is not None and tram.spot is not None:
        stuck = not targets(state, tram, None, readings)
        doubt = () if stuck else (Remark.of("must-drive", line=tram.line),)
        return _verdict((), remarks=doubt, ask=not stuck)
    return _verdict(tuple(_could_lay(state, readings)))


def _could_lay(state: Linie1State, readings: Readings) -> Iterator[Violation]:
    for violation in _cut_short(state, state.turn, readings):
        case = () if state.half else (("case", "none"),)
        yield replace(violation, params=(*violation.params, *case))
