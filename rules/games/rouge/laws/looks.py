"""Which turns look the same to a camera (rule document 2.5, what a camera cannot tell, 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.games.rouge.laws.captures import Boards, moved
from rules.games.rouge.laws.legal import ANY_STEPS
from rules.games.rouge.laws.sides import actors
from rules.games.rouge.state import Move, Pass, Place, RougeState, Turn, TurnRing
from rules.games.rouge.track import RINGS, TRACK


def look_alike(state: RougeState, turn: Turn) -> tuple[Turn, ...]:
    """Every other turn that leaves the same pawns in the same hollows, legal or not; a pass stands
    for "nothing happened". They take what the turn took.

    Such as: an empty or evenly filled ring turned, and nothing; the only pawn of a ring moved, and
    its ring turned.
    """
    sides = actors(state, turn)
    if not sides:
        return ()
    goal = moved(state, sides[0], turn)
    same = dict.fromkeys((*_standing(state, goal), *_turned(state, goal), *_one_pawn(state, goal)))
    own = _bare(turn)
    return tuple(replace(other, captures=turn.captures) for other in same if other != own)


def _bare(turn: Turn) -> Turn:
    if isinstance(turn, TurnRing):
        by = turn.by % 8
        return TurnRing(turn.ring, by - 8 if by > 4 else by)
    if isinstance(turn, Place | Move):
        return replace(turn, captures=None, line=None)
    return Pass()


def _standing(state: RougeState, goal: Boards) -> Iterator[Turn]:
    if goal == state.pawns:
        yield Pass()


def _turned(state: RougeState, goal: Boards) -> Iterator[Turn]:
    for ring in RINGS:
        for by in ANY_STEPS:
            if moved(state, 0, TurnRing(ring, by)) == goal:
                yield TurnRing(ring, by)


def _one_pawn(state: RougeState, goal: Boards) -> Iterator[Turn]:
    """The one pawn that was added or changed its hollow, if that is all."""
    changes = [(s, a, b) for s, (a, b) in enumerate(zip(state.pawns, goal, strict=True)) if a != b]
    if len(changes) != 1:
        return
    side, before, after = changes[0]
    new, old, colour = after & ~before, before & ~after, state.colours[side]
    if new.bit_count() != 1 or colour is None:
        return
    to = TRACK[new.bit_length() - 1]
    if not old:
        yield Place(colour, to)
    elif old.bit_count() == 1:
        yield Move(colour, TRACK[old.bit_length() - 1], to)


def invisible_rings(state: RougeState) -> tuple[TurnRing, ...]:
    """The turns of one step that leave no trace: rings that are empty, or alike all round."""
    turns = (TurnRing(ring, 1, ()) for ring in RINGS)
    return tuple(turn for turn in turns if moved(state, 0, turn) == state.pawns)
