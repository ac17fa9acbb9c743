"""Which turn was it? Explanations weighed against the evidence of every place.

Absolute fit first, then the lead among those that fit. A place's misfit is how much worse the
predicted label explains it than its likeliest label does, in nats, bounded by the rate of gross
misreads; hidden places say nothing. Legality is a weak prior and bends nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from rules.core.game import Explanation, Game
from rules.core.observation import (
    EMPTY,
    GROSS_MISREAD_RATE,
    Observation,
    Quantity,
    Sighting,
    log_evidence,
)
from rules.core.verdict import Ruling, Verdict
from rules.referee.limits import LIMITS, Limits
from rules.referee.match import IN_THE_GAME, Match, Status, entered, happened

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")

AnyObservation = Observation[Any, Any]
Pixels = Mapping[Any, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Earlier:
    """Quantities as measured when the accepted position was last seen by itself, and as measured
    in the latest picture that was understood."""

    accepted: tuple[Quantity, ...] = ()
    latest: tuple[Quantity, ...] = ()


NOTHING_MEASURED = Earlier()


@dataclass(frozen=True, slots=True)
class Ruled(Generic[TurnT]):
    """A turn with its verdict and what becomes of it: ACCEPTED, HAPPENED, OPEN or RESTING."""

    turn: TurnT
    verdict: Verdict
    status: Status


@dataclass(frozen=True, slots=True)
class Hypothesis(Generic[TurnT]):
    """One explanation over one alignment, judged and weighed.

    `gone` are open turns no longer on the table, `stay` those that still are, `new` what was
    done since, after which it is `then`'s turn; `score` in nats (0 is perfect), `worst`
    the misfit of the worst place it touches, `strays` how many untouched known places are misread.
    """

    observation: AnyObservation
    new: tuple[Ruled[TurnT], ...]
    stay: tuple[TurnT, ...]
    gone: tuple[TurnT, ...]
    disturbed: tuple[Any, ...]
    then: str | None
    score: float
    worst: float
    strays: int

    @property
    def meaning(self) -> tuple[Any, ...]:
        """What would be called, and whose turn it then is: hypotheses that agree here are one,
        whatever the order of their turns."""
        new = frozenset((r.turn, r.status) for r in self.new)
        return new, frozenset(self.gone), self.disturbed, self.then

    @property
    def turns(self) -> tuple[TurnT, ...]:
        """The turns made since the last picture."""
        return tuple(r.turn for r in self.new)

    @property
    def foul(self) -> bool:
        """Whether a new turn would be called a foul."""
        return any(r.status is Status.OPEN for r in self.new)


@dataclass(frozen=True, slots=True)
class Weighed(Generic[TurnT]):
    """A meaning with its probability, told by its best hypothesis."""

    hypothesis: Hypothesis[TurnT]
    probability: float


def weigh(
    match: Match[StateT, TurnT],
    aligned: Sequence[AnyObservation],
    near: Pixels,
    limits: Limits = LIMITS,
    earlier: Earlier = NOTHING_MEASURED,
    last: AnyObservation | None = None,
) -> tuple[Weighed[TurnT], ...]:
    """Every meaning with its probability, likeliest first. Probabilities sum to less than one:
    the rest is for what nobody proposed. `last` is the picture before, aligned: where it was asked
    about and nobody answered, a story must explain that one as well."""
    before = None if last is None or match.question is None else Unanswered(match, last, limits)
    found = [
        h for picture in aligned for h in _hypotheses(match, picture, near, limits, earlier, before)
    ]
    if not found:
        return ()
    best = max(h.score for h in found)
    weights: dict[Any, float] = {}
    heads: dict[Any, Hypothesis[TurnT]] = {}
    for h in sorted(_distinct(found), key=lambda h: -h.score):
        weights[h.meaning] = weights.get(h.meaning, 0.0) + math.exp(h.score - best)
        heads.setdefault(h.meaning, h)
    total = sum(weights.values()) + math.exp(limits.other_nats)
    ranked = sorted(heads, key=lambda meaning: -weights[meaning])
    return tuple(Weighed(heads[m], weights[m] / total) for m in ranked)


def fits(hypothesis: Hypothesis[Any], known: int, limits: Limits = LIMITS) -> bool:
    """Absolute fit: no touched place contradicts it, and few untouched ones are misread."""
    allowed = max(limits.free_strays, limits.stray_share * known)
    return hypothesis.worst <= limits.fit_nats and hypothesis.strays <= allowed


def chain(
    match: Match[StateT, TurnT], lying: Sequence[TurnT], turns: Sequence[TurnT]
) -> tuple[tuple[Ruled[TurnT], ...], StateT, StateT]:
    """Turns judged in order while the open turns `lying` stay on the table, the game after them
    and the table as it then lies.

    Each is judged on the game as accepted so far and, where it fails there, on the table as it
    stands; a foul enters neither the game nor the way of the next turn.
    """
    game, house = match.game, match.house
    state = standing = match.accepted
    for turn in lying:
        standing = game.force(standing, turn, house)
    ruled: list[Ruled[TurnT]] = []
    clean = not lying
    for turn in turns:
        one = _ruling(game, state, None if clean else standing, turn, house)
        if one.status in IN_THE_GAME:
            state = entered(game, state, turn, one.verdict, house)
        clean = clean and one.status in IN_THE_GAME
        standing = state if clean else game.force(standing, turn, house)
        ruled.append(one)
    return tuple(ruled), state, standing


def broken_by(verdict: Verdict) -> frozenset[tuple[str, Any]]:
    """The rules a verdict finds broken, each with the place of its first piece."""
    return frozenset((v.code, v.places[:1]) for v in verdict.violations)


def stands_alone(match: Match[StateT, TurnT], foul: Ruled[TurnT]) -> bool:
    """Whether a foul breaks the same rules on the accepted position, whatever was played since."""
    there = match.game.judge(match.accepted, foul.turn, match.house)
    return broken_by(foul.verdict) <= broken_by(there)


def _ruling(
    game: Game[StateT, TurnT], state: StateT, standing: StateT | None, turn: TurnT, house: Any
) -> Ruled[TurnT]:
    verdict = game.judge(state, turn, house)
    if verdict.ruling is not Ruling.ILLEGAL:
        return Ruled(turn, verdict, Status.ACCEPTED)
    if happened(game, verdict):
        return Ruled(turn, verdict, Status.HAPPENED)
    if standing is not None:
        over = game.judge(standing, turn, house)
        if over.legal:
            return Ruled(turn, over, Status.RESTING)
    return Ruled(turn, verdict, Status.OPEN)


def _hypotheses(
    match: Match[StateT, TurnT],
    picture: AnyObservation,
    near: Pixels,
    limits: Limits,
    earlier: Earlier,
    before: Unanswered | None,
) -> Iterator[Hypothesis[TurnT]]:
    """Compared with the last accepted position first, with the table as it stands second."""
    prior = _pixel_prior(picture, near, limits)
    board = _Board(picture, match.game.position(match.accepted), prior, limits)
    open_turns = match.open_turns
    asked = list(_looks_of_question(match, board.known))
    since = replace(picture, earlier=earlier.accepted)
    for e in match.game.explanations(match.accepted, since, match.house):
        stay = tuple(t for t in open_turns if t in e.turns)
        after = _after(match, stay, e)
        told = e if before is None else replace(e, log_prior=e.log_prior - before.cost(e.turns))
        yield _hypothesis(match, board, told, stay, after)
    latest = replace(picture, earlier=earlier.latest)
    doubted = _doubted(asked)
    for base, e in _continuations(match, latest, limits):
        after = _after(match, (), e)
        if any(after.look.get(p, EMPTY) != base.get(p, EMPTY) for p in doubted):
            continue
        open_still = any(r.verdict.ruling is Ruling.ASK for r in after.ruled)
        prior = e.log_prior + limits.open_still * open_still
        told = replace(e, log_prior=prior if before is None else prior - before.cost(e.turns))
        yield _hypothesis(match, board, told, (), after)
    if open_turns:
        fouled = _look_of_fouls(match, board.known)
        for e in match.game.explanations(match.standing, latest, match.house):
            after = _after(match, open_turns, e)
            if not e.disturbed and all(after.look.get(p, EMPTY) == x for p, x in fouled.items()):
                yield _hypothesis(match, board, e, open_turns, after)


def _looks_of_question(
    match: Match[Any, Any], known: Mapping[Any, Any]
) -> Iterator[Mapping[Any, Any]]:
    """What each alternative of the open question says lay where, as far as that was new."""
    for turns in () if match.question is None else match.question.alternatives:
        state = match.accepted
        for turn in turns:
            state = match.game.force(state, turn, match.house)
        yield _differing(known, match.game.position(state))


def asked_places(match: Match[Any, Any]) -> set[Any]:
    """Places on which some alternative of the open question differs from the game so far."""
    known = match.game.position(match.accepted)
    return {place for look in _looks_of_question(match, known) for place in look}


def doubted_places(match: Match[Any, Any]) -> set[Any]:
    """Places on which the alternatives of the open question differ."""
    return _doubted(list(_looks_of_question(match, match.game.position(match.accepted))))


def _doubted(asked: Sequence[Mapping[Any, Any]]) -> set[Any]:
    """Places on which the alternatives of a question differ: what such a place holds is still being
    read, and another reading of it is no further turn."""
    every = {place for one in asked for place in one}
    return {p for p in every if len({one.get(p, EMPTY) for one in asked}) > 1}


def _differing(known: Mapping[Any, Any], now: Mapping[Any, Any]) -> dict[Any, Any]:
    """What lies now where something else is known to have lain."""
    changed = (p for p in {*known, *now} if known.get(p) != now.get(p))
    return {place: now.get(place, EMPTY) for place in changed}


def _continuations(
    match: Match[StateT, TurnT], picture: AnyObservation, limits: Limits
) -> Iterator[tuple[Mapping[Any, Any], Explanation[TurnT]]]:
    """Nobody answered the question of the last picture, and play went on: what may have happened
    since, after each of its likeliest alternatives, with the position that one led to."""
    if match.question is None or match.open_turns:
        return
    game, house = match.game, match.house
    first: Mapping[Any, Any] | None = None
    for turns in match.question.alternatives[: limits.continued]:
        if not turns:
            continue
        state = match.accepted
        for turn in turns:
            state = game.force(state, turn, house)
        base = game.position(state)
        first = base if first is None else first
        # Alternatives that look alike were equally likely.
        less = 0.0 if base == first else limits.less_likely
        for e in game.explanations(state, picture, house):
            if e.turns and not e.disturbed:
                prior = e.log_prior + less
                yield base, replace(e, turns=(*turns, *e.turns), log_prior=prior)


def _look_of_fouls(match: Match[Any, Any], known: Mapping[Any, Any]) -> dict[Any, Any]:
    """What the open turns changed. A foul whose piece is gone or replaced did not stay: it was
    taken back, whatever was done in its place."""
    return _differing(known, match.game.position(match.standing))


def _after(
    match: Match[Any, TurnT], stay: Sequence[TurnT], explanation: Explanation[TurnT]
) -> _After[TurnT]:
    """What an explanation comes to on top of the open turns that stay."""
    made = [t for t in explanation.turns if t not in stay]
    ruled, state, standing = chain(match, stay, made)
    look = dict(match.game.position(standing)) | dict(explanation.look)
    return _After(ruled, look, match.game.to_move(state))


@dataclass(frozen=True, slots=True)
class _After(Generic[TurnT]):
    """The judged new turns, how the table would look, and whose turn it would be."""

    ruled: tuple[Ruled[TurnT], ...]
    look: Mapping[Any, Any]
    then: str | None


def _hypothesis(
    match: Match[StateT, TurnT],
    board: _Board,
    explanation: Explanation[TurnT],
    stay: tuple[TurnT, ...],
    after: _After[TurnT],
) -> Hypothesis[TurnT]:
    total, worst, strays = board.misfit(after.look)
    fouls = sum(r.status is Status.OPEN for r in after.ruled)
    priors = board.prior + explanation.log_prior + board.limits.foul_prior * fouls
    return Hypothesis(
        board.picture,
        after.ruled,
        stay,
        tuple(t for t in match.open_turns if t not in stay),
        explanation.disturbed,
        after.then,
        priors + explanation.log_evidence - total,
        worst,
        strays,
    )


class Unanswered:
    """The picture that was asked about without an answer: what a story of everything since the
    accepted position must have looked like at that moment."""

    def __init__(self, match: Match[Any, Any], picture: AnyObservation, limits: Limits) -> None:
        """Needs an open question; `picture` in the accepted position's frame."""
        self._match = match
        known = match.game.position(match.accepted)
        asked = match.question.alternatives if match.question is not None else ()
        looks = [self._look(turns) for turns in asked]
        labels = {p: {one.get(p, EMPTY) for one in looks} for p in {p for o in looks for p in o}}
        #: What a place may have held is weighed with the next picture, not here.
        self._open = {p: named for p, named in labels.items() if len(named) > 1}
        self._board = _Board(picture, known, 0.0, limits)
        costs = [(self._misfit(look), turns) for look, turns in zip(looks, asked, strict=True)]
        self._least = min((cost for cost, _ in costs), default=0.0)
        self._undone = [
            (
                cost + (limits.foul_undone if self._foul(turns) else limits.turn_undone),
                _differing(known, look),
            )
            for (cost, turns), look in zip(costs, looks, strict=True)
            if turns
        ]
        self._found: dict[tuple[Any, ...], float] = {}

    def cost(self, turns: Sequence[Any]) -> float:
        """Nats against a story: at the moment of the picture a first part of its turns was made,
        the last of them perhaps half, or what then lay there, and lies there no more, has been
        taken back since."""
        parts = [self._part(tuple(turns[:made])) for made in range(len(turns) + 1)]
        parts += [self._half(tuple(turns[:made])) for made in range(1, len(turns) + 1)]
        after = self._look(turns)
        undone = [
            cost
            for cost, look in self._undone
            if all(after.get(place, EMPTY) != label for place, label in look.items())
        ]
        return min(*parts, *undone, math.inf) - self._least

    def _part(self, turns: tuple[Any, ...]) -> float:
        if turns not in self._found:
            self._found[turns] = self._misfit(self._look(turns))
        return self._found[turns]

    def _half(self, turns: tuple[Any, ...]) -> float:
        """The last turn in the making: each place as before it or as after it."""
        before, after = self._look(turns[:-1]), self._look(turns)
        gains = (
            self._told(place, label) - self._told(place, before.get(place, EMPTY))
            for place, label in _differing(before, after).items()
        )
        return self._part(turns[:-1]) + sum(min(gain, 0.0) for gain in gains)

    def _told(self, place: Any, label: Any) -> float:
        settled = label not in self._open.get(place, ())
        return self._board.cost(place, label) if settled else 0.0

    def _look(self, turns: Sequence[Any]) -> Mapping[Any, Any]:
        state = self._match.accepted
        for turn in turns:
            state = self._match.game.force(state, turn, self._match.house)
        return self._match.game.position(state)

    def _misfit(self, look: Mapping[Any, Any]) -> float:
        unsettled = (p for p, named in self._open.items() if look.get(p, EMPTY) in named)
        told = sum(self._board.cost(p, look.get(p, EMPTY)) for p in unsettled)
        return self._board.misfit(look)[0] - told

    def _foul(self, turns: Sequence[Any]) -> bool:
        ruled, _, _ = chain(self._match, (), turns)
        return any(one.status is Status.OPEN for one in ruled)


class _Board:
    """One picture's misfit with the accepted position, kept so that an explanation only costs
    the places it touches."""

    def __init__(
        self, picture: AnyObservation, known: Mapping[Any, Any], prior: float, limits: Limits
    ) -> None:
        """`prior` in nats is what the alignment itself is worth."""
        self.picture = picture
        self.known = known
        self.prior = prior
        self.limits = limits
        places = [(s, known.get(s.place, EMPTY)) for s in picture.sightings]
        self.costs = {s.place: misfit(s, label) for s, label in places}
        self.total = sum(self.costs.values())

    def misfit(self, look: Mapping[Any, Any]) -> tuple[float, float, int]:
        """Total misfit, the worst touched place's, and the number of misread known places."""
        touched = [p for p in {*look, *self.known} if look.get(p) != self.known.get(p)]
        new = {p: self.cost(p, look.get(p, EMPTY)) for p in touched}
        total = self.total + sum(c - self.costs.get(p, 0.0) for p, c in new.items())
        rest = (c for p, c in self.costs.items() if p in self.known and p not in new)
        strays = sum(cost > self.limits.stray_nats for cost in rest)
        return total, max(new.values(), default=0.0), strays

    def cost(self, place: Any, label: Any) -> float:
        """Misfit of a label at a place, 0 where nobody looked."""
        sighting = self.picture.at(place)
        return 0.0 if sighting is None else misfit(sighting, label)


def misfit(sighting: Sighting[Any, Any], label: Any) -> float:
    """How much worse a label explains a sighting than its likeliest label does, in nats."""
    return log_evidence(sighting, sighting.belief.best) - log_evidence(sighting, label)


def _distinct(found: Sequence[Hypothesis[TurnT]]) -> Iterator[Hypothesis[TurnT]]:
    """The same reading of the same picture counts once, though proposed from both bases or in
    several orders."""
    best: dict[Any, Hypothesis[TurnT]] = {}
    for h in found:
        key = (id(h.observation), h.meaning)
        if key not in best or h.score > best[key].score:
            best[key] = h
    return iter(best.values())


def pixels_of(picture: AnyObservation) -> dict[Any, tuple[float, float]]:
    """Where the pieces of an aligned picture are, in its pixels."""
    return {
        s.place: s.pose.pixel_xy
        for s in picture.sightings
        if s.pose is not None and s.belief.best is not EMPTY
    }


def _pixel_prior(picture: AnyObservation, near: Pixels, limits: Limits) -> float:
    """A weak tie-break between alignments: pieces mostly stay where they were in the picture.
    The camera may have moved, so the most it costs is small."""
    here = pixels_of(picture)
    common = [place for place in near if place in here]
    if not common:
        return 0.0
    moved = sum(math.dist(here[p], near[p]) for p in common) / len(common)
    return limits.pixel_prior * min(1.0, moved / _gap(list(here.values())))


def _gap(points: Sequence[tuple[float, float]]) -> float:
    """The smallest distance between two pieces, as a measure of a place's size in pixels."""
    gaps = (math.dist(a, b) for i, a in enumerate(points) for b in points[i + 1 :])
    return max(min(gaps, default=LONE_PIECE_PX), 1.0)


#: Size of a place where a single piece gives no measure. Origin: a tile in an 1 MP table photo.
LONE_PIECE_PX = 80.0

#: The best any call can be trusted: what it says of a tile may be a gross misread.
MOST_SURE = 1.0 - GROSS_MISREAD_RATE
