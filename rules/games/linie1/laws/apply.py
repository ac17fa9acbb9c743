"""From state to state: what a turn does to board, signs, hands, pile, trams and the turn.

Rule document 5.3, 5.5, 5.8, 5.10 to 5.13. Legality is not looked at: what players insist on
counts like anything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.core.rulebook import House
from rules.core.verdict import Violation
from rules.games.linie1.hands import HAND_SIZE, Hand
from rules.games.linie1.laws.driving import Landing, targets
from rules.games.linie1.laws.network import stances
from rules.games.linie1.laws.ownership import TILES_A_TURN, Giving, driver, given_by
from rules.games.linie1.laws.placement import laid_out
from rules.games.linie1.laws.signs import letter_at, newly_due, signs_of, tiles_beside
from rules.games.linie1.laws.trips import arrived, begins, tram_before
from rules.games.linie1.places import LETTERS, SPOTS, TERMINI_OF, Spot, node_of
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Drive, Laid, Lay, Linie1State, Pass, Signs, Tram, Turn


def force(state: Linie1State, turn: Turn, house: House) -> Linie1State:
    """The state as it physically stands after a turn, legal or not."""
    return forced(state, turn, Readings.of(house))


def forced(state: Linie1State, turn: Turn, readings: Readings) -> Linie1State:
    """The same by readings."""
    if isinstance(turn, Lay):
        return _laid(state, turn, readings)
    if isinstance(turn, Signs):
        return _signed(state, turn)
    if isinstance(turn, Drive):
        return _driven(state, turn, readings)
    return _passed(state, turn, readings)


def _laid(state: Linie1State, lay: Lay, readings: Readings) -> Linie1State:
    giving = given_by(state, lay, readings)
    fresh = newly_due(state, lay.tiles)
    signs = {spot for spot in fresh.values() if spot not in lay.lacking}
    after = replace(
        state,
        board=laid_out(state.board, lay.tiles),
        signs=state.signs | signs | set(lay.signs),
        first=_first(state, fresh, lay.signs),
        hands=_mixed_up(state, lay, giving.hands) if lay.beside else giving.hands,
        half=giving.half,
        last=_last(state, lay, giving),
        starts=None,
        drove=None,
    )
    return _ended(after, giving.over, giving.seat)


def _mixed_up(state: Linie1State, lay: Lay, hands: tuple[Hand, ...]) -> tuple[Hand, ...]:
    """Hands after tiles that each may be another player's: any of them may have laid one that he
    had, or hold what was exchanged. The unknown is never a foul (5.1, 5.5)."""
    old = (state.board.at(laid.spot) for laid in lay.tiles)
    kinds = [t.kind.number for t in (*(laid.tile for laid in lay.tiles), *old) if t is not None]
    pairs = zip(state.players, hands, strict=True)
    return tuple(hand.unsure(kinds) if name in lay.beside else hand for name, hand in pairs)


def _last(state: Linie1State, lay: Lay, giving: Giving) -> tuple[Laid, ...]:
    """The tiles of the turn so far, by place: a turn told tile by tile is the same turn."""
    new = [replace(laid, replaces=state.board.at(laid.spot)) for laid in lay.tiles]
    if len(lay.tiles) < giving.count <= TILES_A_TURN:
        half = {laid.spot for laid in state.half}
        new += [laid for laid in state.last if laid.spot in half]
    return tuple(sorted(new, key=lambda laid: laid.spot))


def _first(
    state: Linie1State, fresh: dict[str, Spot], put: Iterable[Spot]
) -> tuple[tuple[str, Spot], ...]:
    """The tiles that signs belong on, with those of this turn; a sign put up late where nobody
    saw which tile was first settles it."""
    known = dict(state.first)
    for spot in put:
        letter = letter_at(spot)
        if letter is not None and letter not in fresh and state.board.at(spot) is not None:
            known.setdefault(letter, spot)
    return tuple(sorted({**fresh, **known}.items()))


def _ended(state: Linie1State, over: tuple[int, ...], seat: int | None) -> Linie1State:
    """Turns that are over are refilled, and the turn passes on (5.3)."""
    for ended in over:
        state = _refilled(state, ended)
    if state.turn is None or seat is None:
        return state
    return replace(state, turn=state.after(seat) if seat in over else seat)


def _refilled(state: Linie1State, seat: int) -> Linie1State:
    """The hand drawn up to five. With a traveller's open tiles about, nobody can tell from where
    the tiles came (5.10)."""
    hand = state.hands[seat]
    if any(state.travelling(other) for other in range(len(state.players)) if other != seat):
        return _drawn_somewhere(state, seat)
    if hand.count is None:
        return replace(state.with_hand(seat, hand.drawn(None)), pile=None)
    wanted = max(HAND_SIZE - hand.count, 0)
    drawn = wanted if state.pile is None else min(wanted, state.pile)
    pile = None if state.pile is None else state.pile - drawn
    return replace(state.with_hand(seat, hand.drawn(drawn)), pile=pile)


def _drawn_somewhere(state: Linie1State, seat: int) -> Linie1State:
    hand = state.hands[seat]
    count = None if hand.count is None else max(HAND_SIZE - hand.count, 0)
    for other in range(len(state.players)):
        if other != seat and state.travelling(other) is not None:
            state = state.with_hand(other, Hand())
    known = count if state.pile is None or (count is not None and count <= state.pile) else None
    return replace(state.with_hand(seat, hand.drawn(known)), pile=None)


def _signed(state: Linie1State, turn: Signs) -> Linie1State:
    signs = (state.signs | set(turn.put)) - set(turn.removed)
    return replace(state, signs=signs, first=_first(state, {}, turn.put))


def _driven(state: Linie1State, drive: Drive, readings: Readings) -> Linie1State:
    if drive.line not in TERMINI_OF:
        return state
    tram = tram_before(state, drive)
    if drive.end is None:
        return _off(state, drive, tram, readings)
    landing = None
    if tram is not None and node_of(drive.end) != node_of(tram.spot):
        landing = targets(state, tram, drive.roll, readings).get(node_of(drive.end))
    placed = begins(state, drive) and tram is not None and node_of(drive.end) == node_of(tram.spot)
    after = replace(_moved(state, tram, drive, landing), checked=state.letters(drive.line))
    state = _known_driver(state.with_tram(after), drive)
    if placed and readings.first_drive == "same_turn":
        seat = driver(state, drive.line)
        turn = state.turn if seat is None or state.turn is None else seat
        return replace(state, turn=turn, starts=drive.line, drove=None)
    speed = state.speed if placed else _speed(drive, landing)
    return _next(replace(state, speed=speed, roll=drive.roll), drive.line)


def _moved(state: Linie1State, tram: Tram | None, drive: Drive, landing: Landing | None) -> Tram:
    """The tram where it now stands; how it came there is unknown where the move was a foul."""
    end = SPOTS[node_of(drive.end)] if drive.end is not None else None
    if tram is not None and landing is not None:
        return arrived(tram, drive, landing)
    if tram is not None and node_of(tram.spot) == node_of(drive.end):
        return tram
    known = tram or Tram(drive.line, end, ())
    where = () if end is None else stances(state.board, end)
    return replace(known, spot=end, entered=where, visited=None)


def _off(state: Linie1State, drive: Drive, tram: Tram | None, readings: Readings) -> Linie1State:
    """A lost tram starts again: from one of its termini, or at once from the first (5.13)."""
    if tram is None or begins(state, drive):
        return state
    back = readings.lost_tram == "back_to_start" and tram.origin is not None
    after = Tram(drive.line, tram.origin if back else None, (0, 1), tram.origin if back else None)
    return _next(state.with_tram(after), drive.line)


def _speed(drive: Drive, landing: Landing | None) -> int | None:
    """How far the tram went; of several ways the longest, which limits the next tram least."""
    return drive.spaces if landing is None else landing.most


def _known_driver(state: Linie1State, drive: Drive) -> Linie1State:
    """A tram that starts in somebody's turn shows whose line it is (5.10)."""
    seat = driver(state, drive.line)
    return state if seat is None else state.with_line(seat, drive.line)


def _next(state: Linie1State, line: int) -> Linie1State:
    """The turn passes on after a tram's move; a half turn before it is over too."""
    turn, seat = state.turn, driver(state, line)
    state = replace(state, starts=None, drove=line)
    if turn is None:
        return replace(state, half=())
    if state.half:
        state = _refilled(state, turn)
    return replace(state, half=(), turn=state.after(turn if seat is None else seat))


def _passed(state: Linie1State, turn: Pass, readings: Readings) -> Linie1State:
    state = replace(state, starts=None, drove=None)
    if state.turn is None:
        return replace(state, half=())
    seat = state.seat(turn.player) if turn.player in state.players else state.turn
    if readings.stuck == "redraw" and state.travelling(seat) is None:
        count = state.hands[seat].count
        state = state.with_hand(seat, Hand((), count))
    state = _refilled(state, seat) if state.half else state
    return replace(state, half=(), turn=state.after(seat))


def ended(state: Linie1State, player: str | None) -> Linie1State:
    """The state once somebody said that the turn is over: it passes on after one tile (5.3) and
    after a tram was put on its terminus without driving on (5.10); any other was over already."""
    if player not in {None, state.mover} or not (state.half or state.starts):
        return state
    over = replace(state, half=(), starts=None)
    if state.turn is None:
        return over
    drawn = _refilled(over, state.turn) if state.half else over
    return replace(drawn, turn=state.after(state.turn))


def waive(state: Linie1State, violations: Sequence[Violation], house: House) -> Linie1State:
    """The state once people let fouls stand: a sign that they go on without is still asked for,
    and no foul of the turns after it (5.8)."""
    missing = (dict(v.params) for v in violations if v.code == "stop-sign-missing")
    return replace(state, excused=state.excused.union(str(one["letter"]) for one in missing))


def seen_signs(state: Linie1State) -> tuple[tuple[tuple[str, Spot], ...], frozenset[str]]:
    """What a first picture tells of signs: the tiles they belong on, as far as that is sure, and
    the letters whose sign is missing in it."""
    first: dict[str, Spot] = {}
    excused = set()
    for letter in LETTERS:
        beside = tiles_beside(state.board, letter)
        standing = [s for s in signs_of(state.signs, letter) if state.board.at(s) is not None]
        if len(standing) == 1:
            first[letter] = standing[0]
        elif len(beside) == 1:
            first[letter] = SPOTS[beside[0]]
        if beside and not standing:
            excused.add(letter)
    return tuple(sorted(first.items())), frozenset(excused)
