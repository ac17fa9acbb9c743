"""The tables that may have led to a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, permutations, takewhile
from typing import Any

from rules.core import events as ev
from rules.core.observation import EMPTY
from rules.core.places import AnyPosition
from rules.referee.history.fold import extended
from rules.referee.history.match import IN_THE_GAME, AnyMatch, AnyPlayed, Status, differing
from rules.referee.hypotheses.hypothesis import Hypothesis
from rules.referee.limits import LIMITS
from rules.referee.predicting.evidence import PictureGaps

#: Orders of one picture's turns that are tried once one of them was changed.
MOST_ORDERS = 6


@dataclass(frozen=True, eq=False)
class Base:
    """A table from which a picture may be explained: `match` with the open turns `stay` on it;
    `reread` is the place of a piece that was misread when it was seen. `moved`: what the turn that
    was `changed` had put down lies there still, at rest in another way."""

    match: AnyMatch
    stay: tuple[Any, ...] = ()
    prior: float = 0.0
    changed: AnyPlayed | None = None
    reread: Any = None
    moved: bool = False

    @cached_property
    def state(self) -> Any:
        """The table itself."""
        return self.match.forced(self.stay)

    @cached_property
    def fouled(self) -> AnyPosition:
        """What the fouls that stay have changed: where it is gone they were taken back."""
        known, now = self.match.known, self.match.game.position(self.state)
        return differing(known, now) if self.stay else {}


def bases(hypothesis: Hypothesis, gaps: PictureGaps, photo: str | None) -> Iterator[Base]:
    """Every table of one history from which a picture may be explained."""
    match = hypothesis.match
    lying = match.open_turns
    yield Base(match, lying)
    if lying:
        yield Base(match)
        yield from (Base(match, some, LIMITS.some_gone) for some in _some(lying))
    if _may_change(match):
        yield from _before_the_last(match, gaps, photo)
        if lying:
            taken_back = extended(match, [ev.TakenBack(lying, photo)])
            yield from _before_the_last(taken_back, gaps, photo)
        else:
            yield from _moved_since(hypothesis, gaps, photo)
    if not match.game.places_are_numbers:
        yield from _before_older(match, gaps, photo)
    yield from _reread(hypothesis, gaps, photo)


def before_taking(match: AnyMatch) -> Iterator[AnyPosition]:
    """The tables before an open foul or the last turn, which may have taken pieces away: put back,
    these are known by their numbers only there."""
    if match.open_turns:
        yield match.known
    if _may_change(match):
        yield match.game.position(match.before)


def _some(lying: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """Of several open turns all but one, or that one alone."""
    several = lying if len(lying) > 1 else ()
    but_one = [tuple(turn for turn in lying if turn is not one) for one in several]
    return but_one + [(one,) for one in lying if len(lying) > 2]


def _before_the_last(match: AnyMatch, gaps: PictureGaps, photo: str | None) -> Iterator[Base]:
    """The table before the last turn, where a place that it changed seems to be otherwise again,
    with the open fouls on it. Of turns first seen together each may have been the last."""
    perhaps = _perhaps_last(match)
    gone = {played.number: _undone_at(match, played, gaps) for played in perhaps}
    last = [played for played in perhaps if gone[played.number]]
    for played, moved in (*((one, ()) for one in last), *_divided_otherwise(match, last, gone)):
        for right in _right_without(match, played, photo, *moved):
            yield Base(right, right.open_turns, LIMITS.changed_mind, played)


def _moved_since(hypothesis: Hypothesis, gaps: PictureGaps, photo: str | None) -> Iterator[Base]:
    """The table before the last turn, where what it put down has come to rest in another way since
    the picture before: its player may have tried again, as well as somebody may have pushed it."""
    match, picture = hypothesis.match, gaps.picture
    before = picture.with_sightings(s[-1] for s in hypothesis.habits.repeats.values())
    for played in _perhaps_last(match):
        moved = match.game.tried_again(played.turn, picture)
        if moved and not match.game.tried_again(played.turn, before):
            for right in _right_without(match, played, photo):
                yield Base(right, right.open_turns, changed=played, moved=True)


def _before_older(match: AnyMatch, gaps: PictureGaps, photo: str | None) -> Iterator[Base]:
    """The tables before turns of which nothing lies any more: several were taken back."""
    prior, further = 0.0, False
    while gaps.odd:
        match, stood = _less_stood(match, gaps, photo)
        prior, further = prior + stood, further or stood < 0.0
        if further:  # than before the last turn
            yield Base(match, match.open_turns, prior)
        if prior <= LIMITS.reread or not match.history or match.open_turns:
            return
        last, newest = match.history[-1], _may_change(match)
        right = last.status is Status.ACCEPTED
        if not (right and (newest or _just_withdrawn(match, last))):
            return
        without = extended(match, [ev.Corrected(last.number, None, photo)])
        gone = _otherwise(match, without, gaps)
        if not gone or False in gone.values():
            return
        prior += LIMITS.changed_mind if newest else LIMITS.reopened
        match, further = without, further or not newest


def _less_stood(match: AnyMatch, gaps: PictureGaps, photo: str | None) -> tuple[AnyMatch, float]:
    """The match less the fouls that people said stand and of which nothing lies there any more, as
    far as the turns since are the same without them, and of the same players; and what that costs,
    nothing where it is the same match."""
    stood = [p for p in match.history if p.status in (Status.INSISTED, Status.KEPT)]
    if not stood or (stood[-1] is not match.history[-1] and gaps.odd.isdisjoint(match.lying)):
        return match, 0.0  # no piece seems to be gone
    none = extended(match, [ev.Corrected(played.number, None, photo) for played in stood])
    if not any(_otherwise(match, none, gaps).values()):
        return match, 0.0
    prior = 0.0
    for played in reversed(stood):
        without = extended(match, [ev.Corrected(played.number, None, photo)])
        gone = _otherwise(match, without, gaps)
        was, now = (
            [(p.player, p.status, p.broken, p.duties) for p in x.live if p.number > played.number]
            for x in (match, without)
        )
        if gone and False not in gone.values() and was == now:
            match, prior = without, prior + LIMITS.changed_mind
    return match, prior


def _may_change(match: AnyMatch) -> bool:
    """Whether the last turn may still be changed."""
    if match.before is None or match.history[-1].status is Status.TAKEN_BACK:
        return False  # nothing was done, or an earlier picture closed the turn before it
    last = match.history[-1].turn
    return bool(match.game.may_change(match.accepted, match.house, last))


def _just_withdrawn(match: AnyMatch, last: AnyPlayed) -> bool:
    """Whether nothing was done since the turn after the last one was withdrawn, nor that ended."""
    if any(isinstance(event, ev.TurnEnded) for event in match.log[last.number :]):
        return False
    words = (ev.Corrected, ev.TurnSeen, ev.Told)
    newest = next((event for event in reversed(match.log) if isinstance(event, words)), None)
    return isinstance(newest, ev.Corrected) and newest.turn is None


def _undone_at(match: AnyMatch, played: AnyPlayed, gaps: PictureGaps) -> frozenset[Any]:
    """The places of a turn's pieces that lie there no more, or that it took and are back."""
    without = extended(match, [ev.Corrected(played.number, None)])
    return frozenset(p for p, gone in _otherwise(match, without, gaps).items() if gone)


def _otherwise(match: AnyMatch, without: AnyMatch, gaps: PictureGaps) -> Mapping[Any, bool]:
    """The places that a turn changed, and whether each seems to be otherwise again."""
    left = differing(without.known, match.known)
    return {place: gaps.cost(place, x) > -LIMITS.changed_mind for place, x in left.items()}


def _divided_otherwise(
    match: AnyMatch, last: Sequence[AnyPlayed], gone: Mapping[int, frozenset[Any]]
) -> Iterator[tuple[AnyPlayed, tuple[ev.Event, ...]]]:
    """Of two turns that both lost pieces (`gone`, by number) the later one, and what the earlier
    one was if all that is gone was one turn."""
    for later, one in combinations(last, 2):
        lost = gone[later.number] | gone[one.number]
        stays = match.game.divided(one.turn, later.turn, lost)
        if stays is not None:
            yield later, (ev.Corrected(one.number, stays[0]),)


def _right_without(
    match: AnyMatch, left: AnyPlayed, photo: str | None, *moved: ev.Event
) -> list[AnyMatch]:
    """The match less one turn, the others of its picture in an order in which all are right."""
    without = extended(match, (ev.Corrected(left.number, None, photo), *moved))
    others = _together(without, left)[::-1]
    told, found = tuple(p.turn for p in others), []
    for order in [told] if left.photo is None else islice(permutations(told), MOST_ORDERS):
        pairs = zip(others, order, strict=True)
        changed = [ev.Corrected(p.number, turn, photo) for p, turn in pairs if p.turn != turn]
        ordered = extended(without, changed)
        if all(p.status is Status.ACCEPTED for p in _together(ordered, left)):
            if not ordered.judged(left.turn).violations:
                return [ordered]
            found.append(ordered)
    return found[:1]


def _perhaps_last(match: AnyMatch) -> tuple[AnyPlayed, ...]:
    """The last turn, and those of the same picture, whose order the referee assumed."""
    newest = match.history[-1]
    turns = [newest] if newest.photo is None else _together(match, newest)
    return tuple(p for p in turns if p.status is Status.ACCEPTED)


def _together(match: AnyMatch, last: AnyPlayed) -> list[AnyPlayed]:
    """The last turns first seen in one picture, as far as they lie there, the last first."""
    photo = _first_seen(match, last)
    same = takewhile(lambda p: _first_seen(match, p) == photo, reversed(match.history))
    return [p for p in same if p.status is not Status.TAKEN_BACK]


def _first_seen(match: AnyMatch, played: AnyPlayed) -> str | None:
    """The picture in which a turn was first seen, or the one that it was changed from."""
    photo = played.photo
    if photo is None:
        return None
    for event in reversed(match.log[: played.number]):
        if isinstance(event, ev.Corrected) and event.turn is None and event.photo == photo:
            withdrawn = match.log[event.number]
            photo = withdrawn.photo if isinstance(withdrawn, ev.TurnSeen) else photo
    return photo


def _reread(hypothesis: Hypothesis, gaps: PictureGaps, photo: str | None) -> Iterator[Base]:
    """The table with an accepted piece that was misread when it was seen."""
    match = hypothesis.match
    for place, label in match.known.items():
        sighting = gaps.picture.at(place)
        if sighting is None or sighting.visibility < LIMITS.reread_visible:
            continue
        other = sighting.belief.best
        prior = None if other in (EMPTY, label) else _misread_then(hypothesis, place, label, other)
        if prior is not None and gaps.cost(place, label) + prior > -LIMITS.pruned_nats:
            then = extended(match, [_as_reread(match, place, other, photo)])
            yield Base(then, match.open_turns, prior, reread=place)


def _misread_then(hypothesis: Hypothesis, place: Any, label: Any, other: Any) -> float | None:
    """How much likelier one piece was than another when it was seen, as likely where nobody saw it;
    None where nobody may doubt it, as pieces come and go."""
    doubt, game = hypothesis.habits.doubts.get(place), hypothesis.match.game
    if doubt is not None and doubt.best == label:
        ratio = doubt.probability(other) / max(doubt.confidence, LIMITS.alternative_share)
        return max(math.log(max(ratio, 1e-9)), LIMITS.reread)
    if not game.pieces_stay:
        return None
    last = hypothesis.habits.repeats.get(place, ())[-1:]
    unseen = any(one.visibility < LIMITS.seen_share for one in last)
    guessed = (game.reread(p.turn, place, label) is not None for p in hypothesis.untold)
    return 0.0 if unseen and any(guessed) else LIMITS.reread


def _as_reread(match: AnyMatch, place: Any, label: Any, photo: str | None) -> ev.Event:
    """What enters where an accepted piece was another one: the turn that laid it, reread."""
    for played in reversed(match.history):
        if played.status in IN_THE_GAME:
            turn = match.game.reread(played.turn, place, label)
            if turn is not None:
                return ev.Corrected(played.number, turn, photo)
    return ev.PositionCorrected(place, label, photo)
