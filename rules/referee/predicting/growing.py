"""The candidates of one picture beside one another: which of them stay, and with which weight."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.referee.history.match import Status
from rules.referee.hypotheses.hypothesis import Hypothesis
from rules.referee.hypotheses.joining import log_sum
from rules.referee.limits import LIMITS
from rules.referee.predicting.predict import Candidate


@dataclass(frozen=True)
class Grown:
    """The likely candidates, each with its hypothesis, and the weight of the others."""

    pairs: tuple[tuple[Candidate, Hypothesis], ...]
    lost: float


def grown(found: Sequence[Candidate], photo: str | None) -> Grown:
    """The candidates worth keeping, likeliest first: of the same acts the orders that break the
    fewest rules, which after one history share the weight of the likeliest."""
    fewest: dict[Any, int] = {}
    for one in found:
        fewest[one.kin] = min(fewest.get(one.kin, one.fouls), one.fouls)
    kept = _with_changes_of_mind([one for one in found if one.fouls == fewest[one.kin]])
    orders: dict[Any, list[float]] = defaultdict(list)
    for one in kept:
        orders[id(one.parent), one.kin].append(one.nats)
    more = {same: log_sum(nats) - max(nats) for same, nats in orders.items()}
    even = [replace(c, nats=c.nats - more[id(c.parent), c.kin]) for c in kept]
    best = max(one.nats for one in even)
    likely = sorted((c for c in even if c.nats >= best - LIMITS.pruned_nats), key=lambda c: -c.nats)
    lost = sum(math.exp(c.nats - best) for c in even if c.nats < best - LIMITS.pruned_nats)
    numbers = {kin: number for number, kin in enumerate(fewest)}
    return Grown(tuple((one, one.after(photo, numbers[one.kin])) for one in likely), lost)


def _with_changes_of_mind(kept: Sequence[Candidate]) -> list[Candidate]:
    """The candidates less those that a change of mind explains without a foul, where no next turn
    does; a change that a next turn explains as well is hardly one."""
    changed = [one for one in kept if one.base.changed is not None]
    if not changed:
        return list(kept)
    right = [one for one in kept if one.clean and not _twice(one, changed)]
    next_turn = [one for one in kept if one.base.changed is None and one.new]
    plain = [one for one in next_turn if one in right]
    weighed = [
        replace(one, nats=one.nats + LIMITS.went_on * _went_on(one, others))
        for one in kept
        for others in (plain if one.clean else next_turn,)
    ]
    misread = {id(one.parent): one.nats for one in weighed if one.nothing}
    minds = [one for one in weighed if one.base.changed is not None and one.own and one.clean]
    minds = [one for one in minds if one.nats >= misread.get(id(one.parent), -math.inf)]
    odd = [one for one, was in zip(weighed, kept, strict=True) if was not in right]
    return [one for one in weighed if one not in odd or not _changed_instead(one, minds)]


def _twice(one: Candidate, minds: Sequence[Candidate]) -> bool:
    """Whether somebody seems to have had a second turn, where nobody knows whose turn it is: who
    goes on with the piece that he just put down has changed his mind."""
    match, game = one.parent.match, one.parent.match.game
    if one.base.changed is not None or not one.new or match.mover is not None:
        return False
    last, turn = match.history[-1:], one.new[0].turn
    mind = next((m for m in minds if m.parent is one.parent and (m.base.changed,) == last), None)
    if mind is None:
        return False
    then = game.maker_of(mind.base.match.accepted, last[0].turn, match.house)
    now = game.maker_of(match.accepted, turn, match.house)
    return now == then is not None and not game.completes(match.accepted, turn)


def _changed_instead(one: Candidate, minds: Sequence[Candidate]) -> bool:
    """Whether a change of mind explains this one without a foul by no more turns. What nobody can
    take back stays possible, unless the piece that is gone may be the one that came."""
    same = (m for m in minds if m.parent is one.parent and m.look == one.look)
    same = (m for m in same if len(m.new) <= max(len(one.new), 1))
    happened = any(r.status is Status.HAPPENED for r in one.new)
    same = (m for m in same if not happened or _laid_again(m))
    return any(m.nats >= one.nats + LIMITS.went_on for m in same)


def _laid_again(mind: Candidate) -> bool:
    """Whether a change of mind put the same pieces down again, or none."""
    match, changed = mind.base.match, mind.base.changed
    if changed is None or not mind.new:
        return True
    was, now = (Counter(match.puts(x.turn).values()) for x in (changed, mind.new[0]))
    return was == now


def _went_on(one: Candidate, plain: Sequence[Candidate]) -> bool:
    """Whether a next turn explains a change of mind as well, whatever the order before."""
    if one.base.changed is None or not one.new:
        return False
    legal = (p for p in plain if p.parent.kin == one.parent.kin)
    return any(p.nats >= one.nats + LIMITS.went_on for p in legal)
