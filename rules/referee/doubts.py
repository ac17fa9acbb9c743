"""Accepted pieces that pictures leave in doubt, and whether a call hangs on one of them.

A piece half hidden is accepted as what it likeliest is where every likely reading was called alike.
A later turn may hang on which it is: then nothing is called before somebody has looked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.core.events import Corrected, Event, PositionCorrected
from rules.core.observation import EMPTY
from rules.referee.hypotheses import Hypothesis
from rules.referee.limits import LIMITS
from rules.referee.match import IN_THE_GAME, Match, extended
from rules.referee.memory import Memories
from rules.referee.rulings import Ruled, broken_by, chain


def stands_either_way(
    match: Match[Any, Any], hypothesis: Hypothesis[Any], memories: Memories
) -> bool:
    """Whether the new turns are judged alike, whichever of its likely readings an accepted piece
    in doubt has; one piece at a time."""
    if not hypothesis.new:
        return True
    needed = LIMITS.sure_foul if hypothesis.foul else LIMITS.sure_move
    told = _said(hypothesis.new)
    return all(
        told == _said(chain(there, hypothesis.stay, hypothesis.turns)[0])
        for there in _otherwise(match, memories, needed)
    )


def correction(match: Match[Any, Any], place: Any, label: Any, photo: str | None) -> Event:
    """What enters where an accepted piece was another one: the turn that laid it, reread."""
    for played in reversed(match.history):
        if played.status in IN_THE_GAME:
            turn = match.game.reread(played.turn, place, label)
            if turn is not None:
                return Corrected(played.number, turn, photo)
    return PositionCorrected(place, label, photo)


def doubted_pieces(
    known: Mapping[Any, Any], memories: Memories, needed: float
) -> Iterator[tuple[Any, Any]]:
    """Places of accepted pieces, each with another piece that may as well lie there: what the
    pictures so far say of the two is less than the probability `needed`. Where they speak against
    the accepted piece, they are of an earlier one."""
    lead = math.log(needed / (1 - needed))
    for place, label in known.items():
        memory = memories.get(place)
        if memory is None or memory.of(label) < -lead:
            continue
        for other, _ in memory.nats:
            if other not in (label, EMPTY) and memory.of(label) - memory.of(other) < lead:
                yield place, other


def _otherwise(
    match: Match[Any, Any], memories: Memories, needed: float
) -> Iterator[Match[Any, Any]]:
    known = match.game.position(match.accepted)
    for place, label in doubted_pieces(known, memories, needed):
        yield extended(match, [correction(match, place, label, None)])


def _said(ruled: Sequence[Ruled[Any]]) -> list[tuple[Any, ...]]:
    return [(r.status, broken_by(r.verdict), r.verdict.rewards) for r in ruled]
