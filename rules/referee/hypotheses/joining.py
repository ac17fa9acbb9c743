"""The likely hypotheses together: those that nothing will ever tell apart are one, and only the
likeliest few stay."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from rules.referee.history.match import AnyMatch
from rules.referee.hypotheses.hypothesis import Hypotheses, Hypothesis, amends
from rules.referee.limits import LIMITS


def shares(nats: Sequence[float], lost: float = 0.0) -> list[float]:
    """Probabilities of log weights, less what was pruned (`lost`) and what nobody proposed."""
    best = max(nats)
    weights = [math.exp(one - best) for one in nats]
    total = sum(weights) + lost + math.exp(LIMITS.other_nats)
    return [weight / total for weight in weights]


def once_told(hypotheses: Iterable[Hypothesis], line: Hypothesis, said: AnyMatch) -> Hypotheses:
    """Those that are left once the news of one, the `line`, or other news in its stead, was told:
    that one is the told match now. Where no turn was told, nobody was told of any in its stead."""
    told = []
    for one in hypotheses:
        whole = one.all_told(said if one is line else one.match)
        left = () if line.untold or one is line else one.untold
        told.append(replace(whole, told=left[0].number) if left else whole)
    return joined(told, said)


def joined(hypotheses: Sequence[Hypothesis], said: AnyMatch) -> Hypotheses:
    """Those with the same future as one, then the likeliest few."""
    groups: dict[Hashable, list[Hypothesis]] = defaultdict(list)
    for one in sorted(hypotheses, key=lambda h: -h.nats):
        match, untold = one.match, tuple((p.turn, p.status) for p in one.untold)
        judged_by = match.open_turns, match.accepted, match.standing, match.before
        left = untold, one.gone(one.told), one.withdrawn(one.told)
        groups[judged_by, left].append(one)
    alike = ((as_told(same, said), log_sum(h.nats for h in same)) for same in groups.values())
    heads = sorted((replace(head, nats=nats) for head, nats in alike), key=lambda h: -h.nats)
    likely = [h for h in heads if h.nats >= heads[0].nats - LIMITS.pruned_nats]
    kept = sorted(_bounded(likely), key=lambda h: -h.nats)
    return tuple(replace(h, nats=h.nats - kept[0].nats) for h in kept)


def _bounded(heads: Sequence[Hypothesis]) -> Sequence[Hypothesis]:
    """So many histories at most, the likeliest first; further orders of the same turns, with nobody
    else making or owing anything, after them. Those that stay share the weight of the others."""
    if len(heads) <= LIMITS.histories:
        return heads
    orders: dict[Hashable, list[int]] = defaultdict(list)
    made: dict[Hashable, set[Hashable]] = defaultdict(set)
    worth: dict[int, float] = {}
    for number, one in enumerate(heads):
        turns = frozenset(Counter(p.turn for p in one.match.live).items())
        by = {(p.turn, p.player, p.duties) for p in one.match.live}
        further = len(orders[turns]) if by <= made[turns] else 0
        worth[number] = one.nats - further * LIMITS.further_order
        orders[turns].append(number)
        made[turns] |= by
    best = set(sorted(worth, key=lambda number: -worth[number])[: LIMITS.histories])
    kept: list[Hypothesis] = []
    for same in orders.values():
        stay = best.intersection(same)
        lost = [heads[n].nats - math.log(len(stay)) for n in same if stay and n not in stay]
        kept += [replace(heads[n], nats=log_sum((heads[n].nats, *lost))) for n in sorted(stay)]
    return kept


def as_told(likely: Sequence[Hypothesis], said: AnyMatch) -> Hypothesis:
    """The likeliest that has nothing otherwise than it was told, unless nearly all amend it."""
    plain = [one for one in likely if not amends(said, one)]
    weight, doubt = (sum(math.exp(one.nats - likely[0].nats) for one in x) for x in (likely, plain))
    return plain[0] if doubt > (1.0 - LIMITS.sure_foul) * weight else likely[0]


def log_sum(nats: Iterable[float]) -> float:
    """The log weight of all of these together."""
    every = list(nats)
    best = max(every)
    return best + math.log(sum(math.exp(one - best) for one in every))
