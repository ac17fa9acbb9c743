"""Rouge as people play it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, permutations, product
from random import Random
from typing import Any

from rules.core.observation import EMPTY, Pose
from rules.games.rouge.laws.looks import invisible_rings
from rules.games.rouge.state import PALETTE, Move, Pass, Pawn, Place, RougeState, Taken, TurnRing
from rules.games.rouge.track import CELLS, RINGS, TRACK, Hollow
from tests.people.parts.plain import TRIES, Part

#: How often a ring is turned rather than a pawn set or moved.
RING_SHARE = 0.35


class RougePart(Part):
    """Players are named by their colours, so that nobody has to tell them."""

    names = PALETTE
    warm_up = 22

    def places(self, position: Mapping[Any, Any]) -> Iterable[Any]:
        """Every hollow."""
        return TRACK

    def pose(self, place: Hollow) -> Pose:
        """The camera stands still: the hollows on their rings, 100 pixels apart."""
        angle = math.tau * place.cell / CELLS
        out = 100.0 * place.ring
        return Pose((500.0 + out * math.sin(angle), 500.0 - out * math.cos(angle)))

    def mistaken(self, place: Any, label: Any, rng: Random) -> list[Any]:
        """Another colour, or none."""
        others = [one for one in (EMPTY, *map(Pawn, PALETTE)) if one != label]
        return rng.sample(others, 3)

    def pieces(self, turn: Any) -> tuple[Any, ...]:
        """What was set, moved or turned, and each pawn taken."""
        taken = tuple(("take", one.hollow, one.colour) for one in turn.captures or ())
        match turn:
            case Place():
                return (("place", turn.colour, turn.to), *taken)
            case Move():
                return (("move", turn.colour, turn.origin, turn.to), *taken)
            case TurnRing():
                return (("ring", turn.ring, turn.by), *taken)
        return (("pass",), *taken)

    def legal(self, state: Any, rng: Random) -> Any | None:
        """Rings turned in a third of the turns, if they show."""
        turns = self.listed(state)
        rings = [turn for turn in turns if isinstance(turn, TurnRing)]
        others = [turn for turn in turns if isinstance(turn, Place | Move)]
        for _ in range(TRIES):
            pool = rings if rng.random() < RING_SHARE else others
            turn = rng.choice(pool or turns) if turns else None
            if turn is not None and self.shows(state, turn) and self.is_legal(state, turn):
                return self._shown(state, turn)
        return None

    def _shown(self, state: Any, turn: Any) -> Any:
        """A line that may or may not have counted, and took nothing, may still take."""
        if turn.captures:
            return turn
        still = replace(turn, captures=None)
        verdict = self.game.judge(state, still, self.house)
        return still if verdict.legal and verdict.required else turn

    def foul(self, state: Any, rng: Random) -> Any | None:
        """One that no legal turn, nor any two of them, looks like."""
        turn = super().foul(state, rng)
        if turn is None or self.looks_legal(state, self.game.force(state, turn, self.house)):
            return None
        if self.is_legal(state, replace(turn, captures=None)):
            return None  # no picture shows that nothing more will be taken
        if state.open is not None and turn.captures:
            return None  # nor for which line a pawn was taken
        return turn

    def looks_legal(self, state: Any, after: Any) -> bool:
        """By one turn or two."""
        goal = self._pawns(after)
        if self._leads_to(state, goal):
            return True
        return any(self._leads_to(one, goal) for one in self._after(state).values())

    def _after(self, state: Any) -> dict[Any, Any]:
        """The tables that one legal turn leads to, each with the state."""
        turns = self.game.legal_turns(state, self.house)
        states = (self.game.force(state, turn, self.house) for turn in turns)
        return {self._pawns(one): one for one in states}

    def _leads_to(self, state: Any, goal: frozenset[Any]) -> bool:
        """Whether one legal turn leads to a table, or a move that is no foul for all that is
        known. Nothing is listed or played that cannot: that is most, and slow."""
        pawns = self._pawns(state)
        gone, new = pawns - goal, goal - pawns
        if not _within_a_turn(pawns, goal):
            return False
        turns = chain(self.game.legal_turns(state, self.house), self._moves(state, gone, new))
        return any(
            self._pawns(self.game.force(state, turn, self.house)) == goal
            for turn in turns
            if _may_change(turn, gone, new)
        )

    def _moves(self, state: Any, gone: frozenset[Any], new: frozenset[Any]) -> Iterator[Move]:
        """A pawn moved to where one of its colour is new, if that is no foul."""
        for (origin, pawn), (to, label) in product(gone, new):
            turn = Move(pawn.colour, origin, to, ())
            if pawn == label and self.is_legal(state, turn):
                yield turn

    def _pawns(self, state: RougeState) -> frozenset[Any]:
        return frozenset(self.game.position(state).items())

    def adds(self, state: Any, turn: Any) -> bool:
        """Whatever shows."""
        return self.shows(state, turn)

    def wild(self, state: RougeState, rng: Random) -> Iterator[Any]:
        """Rings turned, pawns set, moved far or taken, by anybody."""
        while True:
            yield self._wild(state, rng)

    def crossed(self, turn: Any, turns: Sequence[Any]) -> tuple[Any, ...]:
        """A pawn that went where another one of its colour went."""
        pairs = (pair for pair in combinations(turns, 2) if turn in pair)
        crossed = (_crossed(*pair) for pair in pairs)
        return tuple(self.pieces(one) for pair in crossed for one in pair)

    def divisions(self, turns: Sequence[Any]) -> Iterator[Sequence[Any]]:
        """Every order; then with two pawns of one colour each where the other one went."""
        yield from permutations(turns)
        for one, other in combinations(turns, 2):
            instead = dict(zip((one, other), _crossed(one, other), strict=False))
            if instead:
                yield from permutations(instead.get(turn, turn) for turn in turns)

    def merges(self, state: Any, turn: Any, other: Any) -> bool:
        """A ring with one pawn that is turned twice: it may have been moved there."""
        if not (self.goes_on(turn, other) and isinstance(other, TurnRing)):
            return False
        return sum(hollow.ring == other.ring for hollow in self.game.position(state)) == 1

    def goes_on(self, turn: Any, foul: Any) -> bool:
        """A ring turned twice is a ring turned too far."""
        rings = isinstance(turn, TurnRing) and isinstance(foul, TurnRing)
        return rings and turn.ring == foul.ring

    def _wild(self, state: RougeState, rng: Random) -> Any:
        pawns = self.game.position(state)
        colours = sorted({pawn.colour for pawn in pawns.values()})
        free = [hollow for hollow in TRACK if hollow not in pawns]
        kind = rng.choice(("ring", "ring", "place", "place", "far", "undue"))
        if kind == "ring" or not pawns:
            return TurnRing(rng.choice(RINGS), rng.choice((1, -1, 1, -1, 2)), ())
        if kind == "place":
            return Place(rng.choice(colours), rng.choice(free), ())
        origin = rng.choice(sorted(pawns))
        colour = pawns[origin].colour
        if kind == "far":
            return Move(colour, origin, rng.choice(free), ())
        others = [name for name in colours if name != colour]
        if not others:
            return Move(colour, origin, rng.choice(free), ())
        own = rng.choice(others)
        return Place(own, rng.choice(free), (Taken(origin, colour),))

    def onto(self, state: Any, rng: Random) -> Any | None:
        """A pawn from the hand of the player to move on one that stands."""
        pawns = self.game.position(state)
        mine = sorted({t.colour for t in self.listed(state) if isinstance(t, Place)})
        others = [h for h in sorted(pawns) if pawns[h].colour not in mine[:1]]
        if not mine or not others:
            return None
        turn = Place(mine[0], rng.choice(others), ())
        return turn if self.is_foul(state, turn) and self.shows(state, turn) else None

    def elsewhere(self, before: Any, turn: Any, rng: Random) -> Any | None:
        """The pawn just set goes into another hollow; a turned ring is turned the other way."""
        if turn.captures:
            return None
        others = [one for one in self.listed(before) if _same_piece(one, turn)]
        return self._shown(before, rng.choice(others)) if others else None

    def forgetful(self, state: Any, rng: Random) -> Any | None:
        """A line whose pawns stay for now."""
        lines = [turn for turn in self.listed(state) if turn.captures]
        turn = replace(rng.choice(lines), captures=None) if lines else None
        return turn if turn is not None and self.is_legal(state, turn) else None

    def pending(self, state: Any, rng: Random) -> Any | None:
        """The pawns of the open line are taken."""
        if state.open is None:
            return None
        paid = [turn for turn in self.listed(state) if turn.captures and self.is_legal(state, turn)]
        return rng.choice(paid) if paid else None

    def unseen(self, state: Any, rng: Random) -> Any | None:
        """A ring turned that is empty or alike all round."""
        rings = [turn for turn in invisible_rings(state) if self.is_legal(state, turn)]
        return rng.choice(rings) if rings else None


def _crossed(one: Any, other: Any) -> tuple[Any, ...]:
    """Two turns with each pawn where the other one went; nothing where that is another story."""
    ways = (Place, Move)
    if not (isinstance(one, ways) and isinstance(other, ways) and one.colour == other.colour):
        return ()
    if isinstance(one, Place) and isinstance(other, Place):
        return ()
    return replace(one, to=other.to), replace(other, to=one.to)


def _within_a_turn(pawns: frozenset[Any], goal: frozenset[Any]) -> bool:
    """Whether one turn may lead from one table to another: one pawn, one ring, and captures."""
    new = goal - pawns
    rings = {hollow.ring for hollow, _ in new}
    if len(rings) > 1 or len(goal) > len(pawns) + 1:
        return False
    return len(new) <= 1 or _turned(pawns, goal, *rings)


def _turned(pawns: frozenset[Any], goal: frozenset[Any], ring: int) -> bool:
    """Whether what stands on a ring stood there before it was turned."""
    before, after = ({(h.cell, p) for h, p in one if h.ring == ring} for one in (pawns, goal))
    turns = ({((cell + by) % CELLS, p) for cell, p in before} for by in range(1, CELLS))
    return any(after <= turned for turned in turns)


def _may_change(turn: Any, gone: frozenset[Any], new: frozenset[Any]) -> bool:
    """Whether nothing is gone from a table, and nothing new on it, but by this turn."""
    taken = {one.hollow for one in turn.captures or ()}
    if isinstance(turn, TurnRing):
        here = all(hollow.ring == turn.ring for hollow, _ in new)
        return here and all(h.ring == turn.ring or h in taken for h, _ in gone)
    left = {*taken, turn.origin} if isinstance(turn, Move) else taken
    came = set() if isinstance(turn, Pass) else {(turn.to, Pawn(turn.colour))}
    return new <= came and all(hollow in left for hollow, _ in gone)


def _same_piece(one: Any, turn: Any) -> bool:
    if type(one) is not type(turn) or one.captures or one == turn:
        return False
    if isinstance(one, TurnRing):
        return bool(one.ring == turn.ring)
    if isinstance(one, Pass):
        return False
    return one.colour == turn.colour and getattr(one, "origin", 0) == getattr(turn, "origin", 0)
