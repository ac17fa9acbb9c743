"""In which orders several tiles may have been laid between two pictures, and by whom.

No picture shows it. Every order that could differ in what has to be said is given: in the rules
broken, the rewards, the players, or in the game after it; none is chosen here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.core.rulebook import House
from rules.core.verdict import Reward, Ruling
from rules.games.redline.laws.apply import after_unseen_discards, force
from rules.games.redline.laws.judge import judge, may_hold, player_of, stuck_counts
from rules.games.redline.readings import Readings
from rules.games.redline.state import Discard, Lay, RedlineState, Turn

#: Lays of which every order is tried: 24 orders, 64 judgements. A picture with more is rare.
MOST_PERMUTED = 4

#: Orders given at most for one picture.
MOST_GIVEN = 12

#: Judgements spent on the search for legal orders of many lays.
MOST_TRIED = 150

#: Judgements spent on one picture and state to find out whether lays may all be right: any tile of
#: the box, each way round, may lie out of sight beside them. Where much is in doubt seven million
#: were asked for, a minute and more.
MOST_JUDGED = 1000


@dataclass(frozen=True, slots=True)
class Said:
    """What would be said of one turn."""

    turn: Turn
    player: str | None
    rewards: tuple[Reward, ...]
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Order:
    """Turns in an order of play: what would be said of each, whatever the order, how many of them
    break a rule, the game after them, and how many discards in it are a guess."""

    turns: tuple[Turn, ...]
    state: RedlineState
    said: frozenset[Said] = frozenset()
    broken: int = 0
    guesses: int = 0

    @property
    def earned(self) -> frozenset[Said]:
        """What the turns earn, and whom."""
        return frozenset(one for one in self.said if one.rewards)


class Orders:
    """The orders in which lays may have been made since a state.

    `in_hand` is how many tiles a picture shows in the hands that it shows: a player who could not
    lay threw two away, which leaves no other trace.
    """

    def __init__(self, state: RedlineState, house: House, in_hand: Mapping[str, int]) -> None:
        self._state, self._house, self._in_hand = state, house, in_hand
        self._readings = Readings.of(house)
        self._judged = 0

    def of(self, lays: Sequence[Lay]) -> list[Order]:
        """Every order that differs in what has to be said or in the game after it, up to a bound;
        of many lays those that a search finds legal, else one that breaks few rules."""
        start = Order((), self._state)
        if not lays:
            return [start]
        tried = self._all if len(lays) <= MOST_PERMUTED else self._searched
        found: dict[Hashable, Order] = {}
        for order in tried(start, tuple(lays)):
            found.setdefault(self._meaning(order), order)
        return _bounded(list(found.values()))

    def some_right(self, lays: Sequence[Lay]) -> bool:
        """Whether lays break no rule in some order; no, too, once `MOST_JUDGED` is spent."""
        started = [(Order((), self._state), tuple(lays))]
        while started and self._judged < MOST_JUDGED:
            done, left = started.pop()
            if not left:
                return True
            for lay in left:
                rest = tuple(other for other in left if other is not lay)
                followed = list(self._then(done, lay))
                self._judged += len(followed)
                started += [(order, rest) for order in followed if not order.broken]
        return False

    def _meaning(self, order: Order) -> Hashable:
        """What an order comes to. Which tile was last matters where the variant asks (R12)."""
        last = order.state.last if self._readings.colour_variant else None
        return order.said, replace(order.state, last=last), order.guesses

    def _all(self, done: Order, left: tuple[Lay, ...]) -> Iterator[Order]:
        if not left:
            yield done
        for lay in left:
            rest = tuple(other for other in left if other is not lay)
            for order in self._then(done, lay):
                yield from self._all(order, rest)

    def _searched(self, start: Order, lays: tuple[Lay, ...]) -> list[Order]:
        """Legal orders, depth first, a share of the search for each lay as the first one; where
        there is none the longest legal beginning found, then the rest as they come."""
        found: list[Order] = []
        best = start
        for first in lays:
            stack = [order for order in self._then(start, first) if not order.broken]
            for _ in range(MOST_TRIED // len(lays)):
                if not stack:
                    break
                done = stack.pop()
                best = max(best, done, key=lambda order: len(order.turns))
                left = [lay for lay in lays if lay not in done.turns]
                found += [] if left else [done]
                stack += [o for lay in left for o in self._then(done, lay) if not o.broken]
        return found or [self._completed(best, lays)]

    def _completed(self, done: Order, lays: tuple[Lay, ...]) -> Order:
        for lay in lays:
            if lay not in done.turns:
                done = next(self._then(done, lay))
        return done

    def _then(self, done: Order, lay: Lay) -> Iterator[Order]:
        """The lay comes next; where it cannot be the mover's, also after he threw tiles away."""
        yield self._with(done, lay)
        for _ in self._state.players:
            thrown = self._thrown(done, lay)
            if thrown is None:
                return
            done = thrown
            if self._may_hold(done.state, lay):
                yield self._with(done, lay)

    def _with(self, done: Order, turn: Turn, guesses: int = 0) -> Order:
        """The order with one more turn. A foul does not enter the game."""
        verdict = judge(done.state, turn, self._house)
        foul = verdict.ruling is Ruling.ILLEGAL
        player = player_of(done.state, turn, self._house)
        codes = tuple(violation.code for violation in verdict.violations)
        return Order(
            (*done.turns, turn),
            done.state if foul else force(done.state, turn, self._house),
            done.said | {Said(turn, player, verdict.rewards, codes)},
            done.broken + foul,
            done.guesses + guesses,
        )

    def _may_hold(self, state: RedlineState, lay: Lay) -> bool:
        return state.mover is None or may_hold(state, state.mover, lay, self._readings)

    def _thrown(self, done: Order, lay: Lay) -> Order | None:
        """The order with the mover's discard, where the tile is not his and he may have thrown
        tiles away (R14): surely, if no tile of his fits or the picture shows so many fewer. What
        was owed was thrown away before (R18), of hands as they are known."""
        state = after_unseen_discards(done.state)
        mover, held = state.mover, replace(state, hands=done.state.hands)
        if mover is None or self._may_hold(held, lay):
            return None
        hand, count = state.hand(mover), max(stuck_counts(state, mover))
        seen = self._in_hand.get(mover)
        if hand.empty or (seen is not None and seen == hand.count):
            return None
        if done.state.owed and count == 1:
            return None  # a single tile would be the one that was owed
        discard = Discard(mover, count)
        if not judge(state, discard, self._house).legal:
            return None
        none_fits = held.hand(mover).exact and judge(held, discard, self._house).legal
        sure = none_fits or (seen is not None and seen + count == hand.count)
        return self._with(replace(done, state=state), discard, guesses=not sure)


def _bounded(orders: list[Order]) -> list[Order]:
    """Those that break the fewest rules first; of too many, one of each that earns otherwise, then
    as many that begin with each of the lays: no lay seems surely the first one."""
    ranked = sorted(orders, key=lambda order: order.broken)
    if len(ranked) <= MOST_GIVEN:
        return ranked
    of_each: dict[Hashable, Order] = {}
    for order in ranked:
        of_each.setdefault((order.broken, order.earned), order)
    firsts = list(of_each.values())
    return [*firsts, *_dealt([one for one in ranked if one not in firsts])][:MOST_GIVEN]


def _dealt(ranked: list[Order]) -> list[Order]:
    """The orders by the rules they break, in turn one that begins with each of the lays."""
    rounds: Counter[tuple[int, Turn]] = Counter()
    keys = []
    for order in ranked:
        start = order.broken, order.turns[0]
        keys.append((order.broken, rounds[start]))
        rounds[start] += 1
    return [order for _, order in sorted(zip(keys, ranked, strict=True), key=lambda one: one[0])]
