"""Whose tiles a lay takes and who drives, and whose turn it leaves: hands, the half turn, the seat
(5.1 to 5.5, 5.10).

Two tiles make a turn. What was seen of tables may run over: with one tile already laid, two more
are taken as the end of this turn and the beginning of the next, since the unknown makes no foul;
only where somebody told who laid them is it otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.core.rulebook import House
from rules.core.toolkit.readings import named
from rules.core.toolkit.seats import changed
from rules.core.verdict import Violation
from rules.games.linie1.board import Board
from rules.games.linie1.hands import Hand
from rules.games.linie1.laws.placement import laid_out
from rules.games.linie1.laws.placings import left_kinds
from rules.games.linie1.laws.routes import route
from rules.games.linie1.places import Spot
from rules.games.linie1.readings import Readings, foul
from rules.games.linie1.state import Drive, Laid, Lay, Linie1State, Pass, Signs, Turn
from rules.games.linie1.tiles import KINDS

#: Tiles laid in a turn (5.3).
TILES_A_TURN = 2


@dataclass(frozen=True, slots=True)
class Giving:
    """What a lay means for the players. `seat` laid last, None where unknown, and has `count` tiles
    laid in its turn; `hands` are what is left, before anybody draws; `over` are the seats whose
    turn this ended, `half` what the seat has laid of a turn not yet over. `interrupted` names a
    player whose turn ended with one tile."""

    seat: int | None
    count: int
    hands: tuple[Hand, ...]
    half: tuple[Laid, ...]
    over: tuple[int, ...] = ()
    violations: tuple[Violation, ...] = ()
    interrupted: int | None = None

    @property
    def rest(self) -> Hand:
        """What is left in the hand of who laid last."""
        return Hand() if self.seat is None else self.hands[self.seat]


def layer(state: Linie1State, lay: Lay, readings: Readings) -> int | None:
    """The seat that lays, where a turn runs over the one that ends it; None where unknown."""
    return None if state.turn is None else _layer(state, lay, readings)[0]


def driver(state: Linie1State, line: int) -> int | None:
    """The seat that moves a tram: its owner; else the mover, unless that one has another line.
    Then it is the only player whose line is not known, or the next one after a tram that was just
    put on its terminus: its player waits there (5.10)."""
    owner, turn = state.owner(line), state.turn
    if owner is not None or turn is None:
        return owner
    if state.lines[turn] is None:
        return turn
    free = [seat for seat, known in enumerate(state.lines) if known is None]
    after = state.after(turn)
    if len(free) == 1 or (state.starts is not None and after in free):
        return free[0] if len(free) == 1 else after
    return None


def given_by(state: Linie1State, lay: Lay, readings: Readings) -> Giving:
    """Whose tiles these are, as far as is known."""
    box = tuple(_beyond_the_box(state.board, lay, readings))
    if state.turn is None:
        return _unknown(state, lay, box)
    seat, interrupted = _layer(state, lay, readings)
    before = () if interrupted is not None or seat != state.turn else state.half
    split = len(before) + len(lay.tiles) > TILES_A_TURN >= len(lay.tiles) and lay.player is None
    if split:
        return _over_two_turns(state, lay, box, readings)
    return _from_one(state, lay, seat, before, box, interrupted, readings)


def _unknown(state: Linie1State, lay: Lay, box: tuple[Violation, ...]) -> Giving:
    count = len(state.half) + len(lay.tiles)
    if count > TILES_A_TURN >= len(lay.tiles):
        count -= TILES_A_TURN
    half = () if count >= TILES_A_TURN or lay.ended else lay.tiles[-1:]
    hands = tuple(Hand(hand.known) for hand in state.hands)
    return Giving(None, count, hands, half, violations=box)


def _layer(state: Linie1State, lay: Lay, readings: Readings) -> tuple[int, int | None]:
    """Who lays, and whose half turn that cuts short: told, or shown by a tile that is surely in
    the next hand and surely not in the mover's. After a tram was put on its terminus it is the next
    player: who travels may wait there, and lays no more (5.10)."""
    turn = state.turn or 0
    if lay.player in state.players:
        seat = state.seat(lay.player or "")
        return seat, turn if seat != turn and state.half else None
    if state.starts is not None:
        return state.after(turn), None
    if state.half and len(lay.tiles) == 1:
        kind, after = lay.tiles[0].tile.kind.number, state.after(turn)
        mine = may_hold(state, turn, kind, readings)
        if not mine and kind in state.hands[after].known:
            return after, turn
    return turn, None


def _from_one(
    state: Linie1State,
    lay: Lay,
    seat: int,
    before: tuple[Laid, ...],
    box: tuple[Violation, ...],
    interrupted: int | None,
    readings: Readings,
) -> Giving:
    count = len(before) + len(lay.tiles)
    hand, missing = _taken(state, seat, lay.tiles, readings)
    hands = changed(state.hands, seat, hand)
    over = (seat,) if count >= TILES_A_TURN or lay.ended else ()
    half = () if over else (*before, *lay.tiles)
    fouls = box or tuple(_not_in_hand(state, seat, missing))
    return Giving(seat, count, hands, half, over, fouls, interrupted)


def _over_two_turns(
    state: Linie1State, lay: Lay, box: tuple[Violation, ...], readings: Readings
) -> Giving:
    """One tile ends the turn of the player to move, the other begins the next one's: whichever way
    round the hands allow."""
    turn = state.turn or 0
    after = state.after(turn)
    ways = []
    for first, second in (lay.tiles, lay.tiles[::-1]):
        mine, missing = _taken(state, turn, [first], readings)
        told = state.with_hand(turn, mine)
        theirs, lacking = _taken(told, after, [second], readings)
        done = told.with_hand(after, theirs).hands
        fouls = (*_not_in_hand(state, turn, missing), *_not_in_hand(state, after, lacking))
        ways.append(Giving(after, 1, done, (second,), (turn,), box or fouls))
    return min(ways, key=lambda way: len(way.violations))


def _taken(
    state: Linie1State, seat: int, tiles: Sequence[Laid], readings: Readings
) -> tuple[Hand, tuple[Laid, ...]]:
    """The hand after these tiles left it and exchanged ones came back, and the tiles it cannot
    have held. An exchanged tile may be the next one laid, in either order of two places (5.5):
    where both are right, the hand is known as far as it is the same after either."""
    ways = [tiles]
    if len(tiles) == TILES_A_TURN and tiles[0].spot != tiles[1].spot:
        ways.append(tiles[::-1])
    found = [_in_order(state, seat, way, readings) for way in ways]
    hand, missing = min(found, key=lambda way: len(way[1]))
    for other, lacking in found:
        if len(lacking) == len(missing) and other != hand:
            hand = hand.either(other)
    return hand, missing


def _in_order(
    state: Linie1State, seat: int, tiles: Sequence[Laid], readings: Readings
) -> tuple[Hand, tuple[Laid, ...]]:
    missing = []
    board = state.board
    for laid in tiles:
        hand, old = state.hands[seat], board.at(laid.spot)
        if not may_hold(state, seat, laid.tile.kind.number, readings):
            missing.append(laid)
        hand = hand.without(laid.tile.kind.number)
        state = state.with_hand(seat, hand if old is None else hand.plus(old.kind.number))
        board = board.with_tile(laid.spot, laid.tile)
    return state.hands[seat], tuple(missing)


def may_hold(state: Linie1State, seat: int, kind: int, readings: Readings) -> bool:
    """Whether a player can have a tile of a kind, as far as is known."""
    hand = state.hands[seat]
    if kind in hand.known:
        return True
    return hand.hidden != 0 and kind in left_kinds(state, seat, readings)


def _not_in_hand(state: Linie1State, seat: int, missing: Sequence[Laid]) -> Iterator[Violation]:
    for laid in missing:
        yield foul(
            "not-in-hand",
            laid.spot,
            cell=laid.spot,
            player=state.players[seat],
            tile=laid.tile.kind.name,
        )


def _beyond_the_box(board: Board, lay: Lay, readings: Readings) -> Iterator[Violation]:
    """More tiles of a kind than the box holds (rule document 2.1)."""
    after = laid_out(board, lay.tiles)
    for laid in lay.tiles if readings.box == "printed" else ():
        kind = laid.tile.kind
        if after.counts[kind.number] > kind.count:
            yield too_many(kind.number, (laid.spot,), after.counts[kind.number])


def too_many(kind: int, spots: tuple[Spot, ...], count: int) -> Violation:
    """Nobody can hold a tile of which the box holds no more."""
    found = KINDS[kind - 1]
    return foul(
        "not-in-hand",
        *spots,
        reading=named("box", "printed"),
        cell=spots[0],
        case="box",
        tile=found.name,
        count=count,
        most=found.count,
    )


def travelling_foul(
    state: Linie1State, seat: int | None, spots: tuple[Spot, ...], readings: Readings
) -> Iterator[Violation]:
    """A player on his trip lays no tiles (5.10). One whose tram is lost lays again only while
    his route is not complete (5.13)."""
    tram = None if seat is None else state.travelling(seat)
    if tram is None or seat is None:
        return
    letters = state.routes[seat]
    lost = tram.spot is None
    if lost and (letters is None or not route(state, tram.line, letters, readings).complete):
        return
    player = state.players[seat]
    yield foul(
        "laid-while-travelling",
        *spots,
        player=player,
        line=tram.line,
        cells=spots,
        case="lost" if lost else None,
    )


def player_of(state: Linie1State, turn: Turn, house: House) -> str | None:
    """The player who makes a turn: who lays, whose tram it is, else whose turn it is; None where
    nobody knows. Of a lay that runs over a half turn the player who ends it."""
    if isinstance(turn, Pass) and turn.player is not None:
        return turn.player
    seat = state.turn
    if isinstance(turn, Drive):
        seat = driver(state, turn.line)
    if isinstance(turn, Lay):
        seat = layer(state, turn, Readings.of(house))
    return None if seat is None else state.players[seat]


def completes(state: Linie1State, turn: Turn) -> bool:
    """Whether a turn only goes on with the last one: its second tile, or late signs."""
    if isinstance(turn, Signs):
        return True
    if not isinstance(turn, Lay) or turn.player not in {None, state.mover}:
        return False
    return bool(state.half) and len(state.half) + len(turn.tiles) <= TILES_A_TURN
