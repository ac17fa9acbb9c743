"""The number of legal turns, without making them: what `perft` asks of the last ones."""

from __future__ import annotations

from rules.core.rulebook import House
from rules.core.toolkit.bits import indices
from rules.games.rouge.laws.actions import blocked_ring, neighbours
from rules.games.rouge.laws.captures import moved, pawns_for, ways
from rules.games.rouge.laws.legal import ANY_STEPS, ONE_STEP, freedom, turns
from rules.games.rouge.laws.lines import made_by_turning, openings, unlocked, without_same_three
from rules.games.rouge.laws.sides import can_act, over
from rules.games.rouge.readings import Readings
from rules.games.rouge.state import RougeState, TurnRing
from rules.games.rouge.track import ALL, RINGS


def count_turns(state: RougeState, house: House) -> int:
    """What `legal_turns` would give, counted where possible."""
    readings = Readings.of(house)
    if not _countable(state, readings):
        return sum(1 for _ in turns(state, readings))
    if over(state) or state.mover is None:
        return 0
    return _Count(state, state.mover, readings).total()


def _countable(state: RougeState, readings: Readings) -> bool:
    """Whether lines alone decide how many ways there are: nothing unknown, nothing to claim."""
    side = state.mover
    if side is None or state.open is not None or state.colours[side] is None:
        return over(state)
    if any(state.doubtful) or not all(state.counted):
        return False
    plain = readings.reopened_line == "locked" and readings.double_line == "both"
    return plain and readings.which_line == "centred"


class _Count:
    """The turns of one side in one position, by kind. Ways to take are the same for every place
    and move: the opponents' pawns stand still."""

    def __init__(self, state: RougeState, side: int, readings: Readings) -> None:
        self.state = state
        self.side = side
        self.readings = readings
        self.mine = state.pawns[side]
        self.free = ALL & ~state.taken
        self.ways: dict[int, int] = {}

    def total(self) -> int:
        """All of them."""
        may = freedom(self.state, self.side, self.readings)
        count = self._moves(may.flies)
        if may.places:
            serving = self.mine & ~self.state.locked[self.side]
            count += self._into(self.free, openings(self.mine, serving))
        if may.turns:
            count += self._rings()
        passes = self.readings.passing == "agreed"
        return count + (passes or not can_act(self.state, self.side, self.readings))

    def _moves(self, flies: bool) -> int:
        near = neighbours(self.readings)
        locked = self.state.locked[self.side]
        count = 0
        for origin in indices(self.mine):
            goals = self.free if flies else self.free & near[origin]
            if goals:
                left = self.mine & ~(1 << origin)
                found = without_same_three(openings(left, left & ~locked), origin)
                count += self._into(goals, found)
        return count

    def _into(self, goals: int, found: tuple[int, int, int, int]) -> int:
        """Turns that set a pawn into one of these hollows: more ways where it makes lines."""
        on_ring = goals & (found[0] | found[1] | found[2])
        on_ray = goals & found[3]
        count = goals.bit_count()
        if not on_ring and not on_ray:
            return count
        two = on_ring & on_ray
        one = (on_ring ^ on_ray).bit_count()
        count += one * (self._ways(1) - 1)
        return count + two.bit_count() * (self._ways(2) - 1) if two else count

    def _ways(self, lines: int) -> int:
        if lines not in self.ways:
            pawns = pawns_for(lines, self.readings)
            self.ways[lines] = ways(self.state, self.state.pawns, self.side, pawns, self.readings)
        return self.ways[lines]

    def _rings(self) -> int:
        blocked = blocked_ring(self.state, self.side)
        steps = ONE_STEP if self.readings.turn_steps == "one" else ANY_STEPS
        return sum(self._turned(ring, by) for ring in RINGS if ring != blocked for by in steps)

    def _turned(self, ring: int, by: int) -> int:
        locked = unlocked(self.state.locked[self.side], ring, self.readings)
        made = made_by_turning(self.mine & ~locked, ring, by)
        if not made.number:
            return 1
        boards = moved(self.state, self.side, TurnRing(ring, by))
        pawns = pawns_for(made.number, self.readings)
        return ways(self.state, boards, self.side, pawns, self.readings)
