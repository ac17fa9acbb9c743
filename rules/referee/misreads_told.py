"""What words of people say against the last picture: it is remembered against the reader."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from rules.core.observation import AnyObservation
from rules.referee.history.match import differing
from rules.referee.hypotheses.habits import told_misreads
from rules.referee.hypotheses.hypothesis import AnyHypotheses
from rules.referee.state import AnyState


def with_words(
    before: AnyState,
    after: AnyState,
    *,
    lies: bool,
    one_place: bool = False,
    refuted: bool = False,
) -> AnyState:
    """The state after people's words. What they say against the last picture is remembered against
    the reader (`lies`: they spoke of what lies there; `refuted`: they said that none of a
    question's answers is right). What they had tapped elsewhere on it stands, where they put right
    `one_place`."""
    counted = after.counted or before.before is not None
    after = replace(after, before=None, tapped={}, counted=counted)
    if before.last is None or not after.match.opened:
        return after
    then, now = before.match.lying, after.match.lying
    if one_place:
        stands = {p: x for p, x in before.tapped.items() if then.get(p) == now.get(p)}
        after, now = replace(after, tapped=stands), {**now, **stands}
    places = set(differing(then, now))
    asked = before.match.question is not None and not one_place
    spoken_of = asked and (lies or refuted)
    for one in before.hypotheses if spoken_of else ():
        places |= set(differing(then, one.match.lying))
    truth = now if lies else None
    unsettled = frozenset(places) if refuted else after.unsettled
    hypotheses = _told_of_the_reader(
        after.hypotheses, before.last, truth, places, answered=not one_place
    )
    return replace(after, hypotheses=hypotheses, unsettled=unsettled)


def _told_of_the_reader(
    hypotheses: AnyHypotheses,
    picture: AnyObservation,
    truth: Mapping[Any, Any] | None,
    places: Collection[Any],
    *,
    answered: bool,
) -> AnyHypotheses:
    """The same after people spoke of places of a picture: what each history had it show there is
    remembered against the reader where it differs from what they say lies there (`truth`). Not what
    the history that they chose (`answered`) says is there though no piece lies there, as a stick
    that fell: nothing is misread."""
    said = []
    for one in hypotheses:
        seen = one.habits.as_seen(picture)
        shown = {*one.habits.repeats, *one.habits.misreads}
        misread = [p for p in places if not answered or p in shown]
        told = {} if truth is None else told_misreads(misread, truth, seen)
        said.append(replace(one, habits=one.habits.told(told, places)))
    return tuple(said)


def with_tapped(after: AnyState, place: Any, label: Any) -> AnyState:
    """The state after people said what lies at a place of the newest picture (EMPTY: nothing): that
    alone is remembered against its reader, not what else the picture leaves open. What was possible
    before that picture stays, as they may say more of it."""
    if after.last is None:
        return after
    told = told_misreads((place,), {place: label}, after.last)

    def heard(hypotheses: AnyHypotheses) -> AnyHypotheses:
        return tuple(replace(one, habits=one.habits.told(told, (place,))) for one in hypotheses)

    before = None if after.before is None else heard(after.before)
    return replace(after, before=before, hypotheses=heard(after.hypotheses))
