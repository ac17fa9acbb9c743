"""Accepted pieces and turns that pictures leave in doubt, and whether a call hangs on one of them.

A piece half hidden is accepted as what it likeliest is where every likely reading was called alike,
and so is a turn of which nobody said what it was. A later turn may hang on which it is: then
nothing is called before somebody has looked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.core.events import Corrected, Event, PositionCorrected
from rules.core.observation import EMPTY
from rules.referee.hypotheses import Hypothesis, Weighed
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


def by_what_it_was(match: Match[Any, Any], weighed: Weighed[Any]) -> tuple[Weighed[Any], ...]:
    """The new turns as they are judged after each thing that an accepted turn may have been of
    which nobody said what it was; nothing where they are judged alike after all of them. One such
    turn at a time. What was perhaps a foul, and was played on over, accuses nobody later: it only
    speaks against another foul."""
    told = weighed.hypothesis
    for played in match.history if told.new else ():
        if not played.otherwise or played.status not in IN_THE_GAME:
            continue
        may = [Corrected(played.number, turn) for turn in (played.turn, *played.otherwise)]
        worlds = [(one, extended(match, [one])) for one in may]
        worlds = [(one, there) for one, there in worlds if told.foul or _clean(there, one.number)]
        if all(there.accepted == match.accepted for _, there in worlds):
            continue
        was, after = zip(*worlds, strict=True)
        new = [chain(there, told.stay, told.turns)[0] for there in after]
        each = list(zip(was, after, new, strict=True))
        if not all(_alike(told.new, n, _clean(there, one.number)) for one, there, n in each):
            share = weighed.probability / len(was)
            return tuple(Weighed(replace(told, new=n, instead=one), share) for one, _, n in each)
    return ()


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


def _alike(told: Sequence[Ruled[Any]], other: Sequence[Ruled[Any]], clean: bool) -> bool:
    """Whether turns are judged alike; where something else was a foul before them (not `clean`),
    whether they break the same rules, and perhaps others for its sake."""
    if clean:
        return _said(told) == _said(other)
    pairs = zip(told, other, strict=True)
    return all(broken_by(a.verdict) <= broken_by(b.verdict) for a, b in pairs)


def _clean(match: Match[Any, Any], number: int) -> bool:
    """Whether the turn of an event is no foul."""
    return all(p.verdict.legal for p in match.history if p.number == number)


def _said(ruled: Sequence[Ruled[Any]]) -> list[tuple[Any, ...]]:
    return [(r.status, broken_by(r.verdict), r.verdict.rewards) for r in ruled]
