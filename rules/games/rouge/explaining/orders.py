"""In which orders the turns of a change may have been made, and which pawns each then took.

Every order is told that comes to something else: to another state, another foul, another duty.
Nothing is known of the order but what lines and rings make of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import NamedTuple

from rules.core.toolkit.orders import gone_on
from rules.core.verdict import Ruling, Verdict
from rules.games.rouge.explaining.changes import Change, Rotation, shifted
from rules.games.rouge.explaining.limits import LIMITS
from rules.games.rouge.laws.apply import forced
from rules.games.rouge.laws.blame import actor
from rules.games.rouge.laws.captures import Boards, due, moved, span
from rules.games.rouge.laws.judge import judged
from rules.games.rouge.laws.legal import with_captures
from rules.games.rouge.laws.newcomers import welcomed
from rules.games.rouge.laws.sides import actors
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import Captures, Move, Place, RougeState, Taken, Turn, TurnRing
from rules.games.rouge.track import Hollow

#: Pawns that are missing from the track, where they would stand in the picture.
Missing = frozenset[tuple[Hollow, str]]


class SeenTurn(NamedTuple):
    """One turn in the frame of the picture: a ring turned, or a pawn set down or moved."""

    rotation: Rotation | None
    origin: Hollow | None
    to: Hollow | None
    colour: str


@dataclass(frozen=True, slots=True)
class Order:
    """The turns of a change in one order, as far as they are played.

    `accepted`: the game, which no foul enters; `standing`: the track as it then lies. `left`:
    pawns that nobody took; `covered`: how many lay where a pawn was set, and were put aside;
    `fouls`: rules broken; `wrong`: the turns that break them; `said`: what would be said of the
    fouls, duties and players.
    """

    accepted: RougeState
    standing: RougeState
    left: Missing
    turns: tuple[Turn, ...] = ()
    covered: int = 0
    fouls: int = 0
    wrong: frozenset[Turn] = frozenset()
    said: tuple[Hashable, ...] = ()

    def comes_to(self) -> Hashable:
        """Equal for orders between which nothing has to be decided."""
        states = (self.accepted.but(seen=()), self.standing.but(seen=()))
        return states, self.left, frozenset(self.said)


class Ways(NamedTuple):
    """How the turns of a change are ordered: by which readings, with which rings off the rays."""

    readings: Readings
    off_deg: Mapping[int, float]


def orders(state: RougeState, change: Change, ways: Ways) -> list[Order]:
    """Every order of a change's turns that comes to something else, those with the fewest fouls
    first; of an open line, its pawns may be taken before or not."""
    found: dict[Hashable, Order] = {}
    for begun in _begun(state, change, ways):
        for played in _grown(begun, seen_turns(change), ways):
            found.setdefault(played.comes_to(), played)
    return sorted(found.values(), key=lambda played: played.fouls)[: LIMITS.orders]


def seen_turns(change: Change) -> tuple[SeenTurn, ...]:
    """The turns of a change in no order."""
    return (
        *(SeenTurn(rotation, None, None, "") for rotation in change.rotations),
        *(SeenTurn(None, None, to, colour) for to, colour in change.placed),
        *(SeenTurn(None, origin, to, colour) for origin, to, colour in change.moved),
    )


def played_on(played: Order, turn: Turn, left: Missing, readings: Readings) -> Order:
    """One turn more, judged as the referee does: on the game, else on the track as it lies."""
    verdict = judged(played.accepted, turn, readings)
    states = gone_on(
        played.accepted, played.standing, verdict, lambda state: forced(state, turn, readings)
    )
    turns, covered, fouls, wrong = (*played.turns, turn), played.covered, played.fouls, played.wrong
    if verdict.ruling is not Ruling.ILLEGAL:
        said = (*played.said, *((turn, r) for r in verdict.required), *_whose(played, turn))
        return Order(*states, left, turns, covered, fouls, wrong, said)
    broken = _broken(played, turn, verdict, readings)
    wrong = wrong | {turn} if broken else wrong
    said = (*played.said, (turn, tuple(v.code for v in verdict.violations)))
    return Order(*states, left, turns, covered, fouls + broken, wrong, said)


def _whose(played: Order, turn: Turn) -> Iterator[Hashable]:
    """What is told of the player who made a turn: that a ring was his, and whose pawns he took."""
    mover = played.accepted.mover
    if isinstance(turn, TurnRing) and mover is not None:
        yield turn.ring, turn.by, mover
    if turn.captures:
        maker = turn.colour if isinstance(turn, Place | Move) else mover
        yield maker, tuple(sorted(taken.colour for taken in turn.captures))


def _broken(played: Order, turn: Turn, verdict: Verdict, readings: Readings) -> int:
    """How many rules a foul breaks; none if it is right on the track as earlier fouls left it."""
    if played.fouls and judged(played.standing, turn, readings).legal:
        return 0
    return len(verdict.violations)


def _begun(state: RougeState, change: Change, ways: Ways) -> Iterator[Order]:
    """Before the first turn: the pawns of an open line taken, in every way, or not."""
    fresh = Order(state, state, frozenset(change.gone))
    if state.open is not None and change.gone and state.last is not None:
        bare = state.open.turn
        most, later = state.open.most, change.rotations
        taken = _ways_to_take(state, state.pawns, state.last, most, fresh.left, later, ways)
        for captures, left in taken:
            if captures:
                yield played_on(fresh, with_captures(bare, captures), left, ways.readings)
    yield fresh


def _grown(played: Order, waiting: tuple[SeenTurn, ...], ways: Ways) -> Iterator[Order]:
    """Every way to play the waiting turns."""
    if not waiting:
        yield played
        return
    for event in waiting:
        rest = tuple(other for other in waiting if other is not event)
        later = tuple(other.rotation for other in rest if other.rotation is not None)
        for longer in _after_event(played, event, later, ways):
            yield from _grown(longer, rest, ways)


def _after_event(
    played: Order, event: SeenTurn, later: tuple[Rotation, ...], ways: Ways
) -> Iterator[Order]:
    """One event as a turn, with each way to give it missing pawns that its lines take.

    With nothing taken a line stays open: the turn may still be going on, or the next one was
    played too early. A ring whose turn shows nothing at that moment is no event of this order.
    """
    bare = _turn(event, later, ways)
    if event.rotation is not None and moved(played.standing, 0, bare) == played.standing.pawns:
        return
    under = frozenset(one for one in played.left if one[0] == event.to)
    state = welcomed(played.standing, bare)
    side = actor(state, bare, ways.readings)
    if under:
        covered = played.covered + len(under)
        played = replace(played, left=played.left - under, covered=covered)
    takers = _takers(state, bare, side, played.left, ways.readings)
    if side is None or not takers:
        yield played_on(played, with_captures(bare, ()), played.left, ways.readings)
    for taker, most in takers.items():
        boards = moved(state, taker, bare)
        for captures, left in _ways_to_take(state, boards, taker, most, played.left, later, ways):
            if captures or side is not None:
                turn = with_captures(bare, captures or ()) if captures or under else bare
                yield played_on(played, turn, left, ways.readings)


def _takers(
    state: RougeState, bare: Turn, side: int | None, left: Missing, readings: Readings
) -> dict[int, int]:
    """Whose line a turn makes, and how many pawns it takes of each: of the side that made it; where
    nobody knows who did and pawns are gone, of any that may have."""
    sides = (side,) if side is not None else actors(state, bare) if left else ()
    earned = {one: due(state, one, bare, readings).most for one in sides}
    return {one: most for one, most in earned.items() if most}


def _ways_to_take(
    state: RougeState,
    boards: Boards,
    side: int,
    most: int,
    left: Missing,
    later: tuple[Rotation, ...],
    ways: Ways,
) -> Iterator[tuple[Captures, Missing]]:
    """Every choice among the missing pawns of those that lines take, as many as they earn."""
    spans = span(boards, side, most, most, state.gone, ways.readings)
    each = []
    for other, (_, high) in enumerate(spans):
        mine = sorted(one for one in left if one[1] == state.colours[other])
        each.append(list(combinations(mine, min(high, len(mine)))))
    for chosen in product(*each):
        some = [one for part in chosen for one in part]
        taken = sorted(Taken(then(hollow, later), colour) for hollow, colour in some)
        yield tuple(taken), left - frozenset(some)


def _turn(event: SeenTurn, later: tuple[Rotation, ...], ways: Ways) -> Turn:
    """An event as a turn, told by the hollows of its own moment."""
    if event.rotation is not None:
        ring, by = event.rotation
        return TurnRing(ring, by, None, ways.off_deg.get(ring, 0.0))
    assert event.to is not None
    to = then(event.to, later)
    if event.origin is None:
        return Place(event.colour, to)
    return Move(event.colour, then(event.origin, later), to)


def then(hollow: Hollow, later: Sequence[Rotation]) -> Hollow:
    """Where a hollow of the picture was before some rings were turned."""
    for ring, by in later:
        hollow = shifted(hollow, (ring, -by))
    return hollow
