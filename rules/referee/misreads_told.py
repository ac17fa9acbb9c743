"""What words of people say against the last picture: it is remembered against the reader."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules.referee.history.match import differing
from rules.referee.hypotheses.habits import told_misreads
from rules.referee.hypotheses.hypothesis import Hypotheses
from rules.referee.state import AnyState


def with_words(
    before: AnyState, after: AnyState, *, lies: bool, one_place: bool = False, refuted: bool = False
) -> AnyState:
    """The state after people's words. What they say against the last picture is remembered against
    its reader (`lies`: they spoke of what lies there; `refuted`: they took no answer). What they
    had tapped elsewhere stands, where they put right `one_place`."""
    counted = after.counted or before.before is not None
    after = replace(after, before=None, tapped={}, counted=counted)
    if before.last is None or not after.match.opened:
        return after
    then, now = before.match.lying, after.match.lying
    if one_place:
        stands = {p: x for p, x in before.tapped.items() if then.get(p) == now.get(p)}
        after, now = replace(after, tapped=stands), {**now, **stands}
    places = set(differing(then, now))
    if before.match.question is not None and not one_place and (lies or refuted):
        places.update(*(differing(then, one.match.lying) for one in before.hypotheses))
    hypotheses = []
    for one in after.hypotheses:
        habits = one.habits
        misread = places if one_place else places & {*habits.repeats, *habits.misreads}
        told = told_misreads(misread, now, habits.as_seen(before.last)) if lies else {}
        hypotheses.append(replace(one, habits=habits.told(told, places)))
    unsettled = frozenset(places) if refuted else after.unsettled
    return replace(after, hypotheses=tuple(hypotheses), unsettled=unsettled)


def with_tapped(after: AnyState, place: Any, label: Any) -> AnyState:
    """The state after people said what lies at a place of the newest picture (EMPTY: nothing); what
    was possible before it stays, as they may say more of it."""
    if after.last is None:
        return after
    told = told_misreads((place,), {place: label}, after.last)

    def heard(hypotheses: Hypotheses) -> Hypotheses:
        return tuple(replace(one, habits=one.habits.told(told, (place,))) for one in hypotheses)

    before = None if after.before is None else heard(after.before)
    return replace(after, before=before, hypotheses=heard(after.hypotheses))
