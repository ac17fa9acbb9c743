"""Predict and weigh: what a picture makes of every history that is still possible.

From each hypothesis several tables may have led to the picture: the one that stands, the same with
open fouls taken back, wholly or in part, the one before the last turn (a change of mind), one with
a piece that was misread. The game explains the picture from each; every explanation is judged turn
by turn and weighed against every place.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Generic, TypeVar

from rules.core.events import Corrected, Event, PositionCorrected, TakenBack, TurnSeen
from rules.core.game import Explanation
from rules.core.observation import EMPTY, Belief
from rules.core.verdict import Ruling
from rules.referee.belief import AnyHypothesis, Hypothesis
from rules.referee.evidence import AnyObservation, Board, Habits, Pixels, pixel_prior
from rules.referee.limits import LIMITS, Limits
from rules.referee.match import IN_THE_GAME, Match, Played, Status, extended
from rules.referee.rulings import Ruled, chain

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")


@dataclass(frozen=True)
class Seen:
    """What earlier pictures left: where pieces were in the last one (pixels), the reader's habits,
    how surely the pieces of the first position were read, the fouls that people were told of."""

    pixels: Pixels = field(default_factory=dict)
    habits: Habits = field(default_factory=Habits)
    doubts: Mapping[Any, Belief[Any]] = field(default_factory=dict)
    told_fouls: frozenset[Any] = frozenset()


@dataclass(frozen=True, eq=False)
class Base(Generic[StateT, TurnT]):
    """A table from which a picture may be explained: `match` with the open turns `stay` on it;
    `reread` is the place of a piece that was misread when it was seen."""

    match: Match[StateT, TurnT]
    stay: tuple[TurnT, ...] = ()
    prior: float = 0.0
    changed: Played[TurnT] | None = None
    reread: Any = None

    @property
    def state(self) -> StateT:
        """The table itself."""
        state = self.match.accepted
        for turn in self.stay:
            state = self.match.game.force(state, turn, self.match.house)
        return state


@dataclass(frozen=True, eq=False)
class Candidate(Generic[StateT, TurnT]):
    """One explanation of a picture on top of one hypothesis, judged and weighed: `gone` are open
    turns no longer there, `new` what was done since, after which the table looks like `look`.
    `worst` is the gap of the worst place touched, `strays` how many others are misread; `own`: a
    last turn that was changed was changed by its own player."""

    parent: Hypothesis[StateT, TurnT]
    base: Base[StateT, TurnT]
    picture: AnyObservation
    acts: Hashable
    gone: tuple[TurnT, ...]
    new: tuple[Ruled[TurnT], ...]
    disturbed: tuple[Any, ...]
    look: Mapping[Any, Any]
    nats: float
    worst: float
    strays: int
    players_known: bool
    own: bool

    @property
    def fouls(self) -> int:
        """Fouls among the acts that may have been done in another order, and turns of which the
        game itself cannot say whether they are right, as after its end."""
        fouls = sum(r.status is Status.OPEN for r in self.new)
        return self.parent.fouls + fouls + sum(r.verdict.ruling is Ruling.ASK for r in self.new)

    @property
    def clean(self) -> bool:
        """Whether nothing in it is against a rule, and no accepted piece was disturbed."""
        legal = (r.status is Status.ACCEPTED and r.verdict.legal for r in self.new)
        return not self.disturbed and all(legal)

    def after(self, photo: str | None, kin: int) -> Hypothesis[StateT, TurnT]:
        """The hypothesis as it is after the picture."""
        events: list[Event] = [TakenBack(self.gone, photo)] if self.gone else []
        for one in self.new:
            events.append(TurnSeen(one.turn, one.status in IN_THE_GAME, photo))
        match = extended(self.base.match, events)
        grown = replace(self.parent, match=match, nats=self.nats, kin=kin, fouls=self.fouls)
        return grown.with_measured(self.picture.quantities)


AnyCandidate = Candidate[Any, Any]


def candidates(
    hypothesis: Hypothesis[StateT, TurnT],
    aligned: Sequence[AnyObservation],
    seen: Seen,
    photo: str | None,
    limits: Limits = LIMITS,
) -> Iterator[Candidate[StateT, TurnT]]:
    """Everything that a picture may make of one hypothesis; `aligned` lies over its table."""
    match = hypothesis.match
    known = match.game.position(match.standing)
    for picture in aligned:
        board = Board(picture, known, seen.habits, limits)
        prior = pixel_prior(picture, seen.pixels, limits)
        for base in _bases(hypothesis, board, seen, photo, limits):
            turns = len(base.match.live) - len(match.open_turns) + len(base.stay)
            heeded = seen.habits.heeded(picture)
            told = replace(heeded, earlier=hypothesis.quantities(turns))
            weigh = _Weigher(hypothesis, base, board, prior, seen, limits)
            yield from weigh.all(match.game.explanations(base.state, told, match.house))


def _bases(
    hypothesis: Hypothesis[StateT, TurnT],
    board: Board,
    seen: Seen,
    photo: str | None,
    limits: Limits,
) -> Iterator[Base[StateT, TurnT]]:
    match = hypothesis.match
    lying = match.open_turns
    yield Base(match, lying)
    if lying:
        yield Base(match)
        for some in _some(lying):
            yield Base(match, some, limits.some_gone)
    else:
        yield from _before_the_last(match, board, photo, limits)
    yield from _reread(match, board, seen, photo, limits)


def _some(lying: tuple[TurnT, ...]) -> Iterator[tuple[TurnT, ...]]:
    """Of several open turns all but one, or that one alone."""
    if len(lying) < 2:
        return
    for one in lying:
        yield tuple(turn for turn in lying if turn is not one)
    if len(lying) > 2:
        yield from ((one,) for one in lying)


def _before_the_last(
    match: Match[StateT, TurnT], board: Board, photo: str | None, limits: Limits
) -> Iterator[Base[StateT, TurnT]]:
    """The table before the last turn, where a piece that it put down seems to lie there no more
    (of a turn that only took pieces, where one of these seems to be back). Of turns first seen
    together each may have been the last."""
    if match.before is None or not match.game.may_change(match.accepted, match.house):
        return
    now = match.game.position(match.accepted)
    for played in _perhaps_last(match):
        without = extended(match, [Corrected(played.number, None, photo)])
        if any(p.status is not Status.ACCEPTED for p in _together(without, played)):
            continue
        left = differing(match.game.position(without.accepted), now)
        put = {place: label for place, label in left.items() if label is not EMPTY} or left
        if any(board.cost(place, label) > -limits.changed_mind for place, label in put.items()):
            yield Base(without, (), limits.changed_mind, played)


def _perhaps_last(match: Match[Any, TurnT]) -> Iterator[Played[TurnT]]:
    """The last turn, and those of the same picture, whose order the referee assumed."""
    last = match.history[-1:]
    if not last or last[0].status is not Status.ACCEPTED:
        return
    yield last[0]
    if last[0].photo is not None:
        others = _together(match, last[0])[1:]
        yield from (p for p in others if p.status is Status.ACCEPTED)


def _together(match: Match[Any, TurnT], last: Played[TurnT]) -> list[Played[TurnT]]:
    """The turns at the end of the history that were first seen in the same picture, the last one
    first."""
    return list(takewhile(lambda p: p.photo == last.photo, reversed(match.history)))


def _reread(
    match: Match[StateT, TurnT], board: Board, seen: Seen, photo: str | None, limits: Limits
) -> Iterator[Base[StateT, TurnT]]:
    """The table with an accepted piece that was misread when it was seen."""
    for place, label in match.game.position(match.accepted).items():
        sighting = board.picture.at(place)
        other = EMPTY if sighting is None else sighting.belief.best
        if sighting is None or other in (EMPTY, label):
            continue
        if sighting.visibility < limits.reread_visible:
            continue
        prior = _misread_then(match, place, label, other, seen, limits)
        if prior is not None and board.cost(place, label) + prior > -limits.pruned_nats:
            events = [correction(match, place, other, photo)]
            yield Base(extended(match, events), match.open_turns, prior, reread=place)


def _misread_then(
    match: Match[Any, Any], place: Any, label: Any, other: Any, seen: Seen, limits: Limits
) -> float | None:
    """How much likelier one piece was than another when it was seen, None where nobody may doubt
    it: a place whose pieces come and go holds another piece because that came."""
    doubt = seen.doubts.get(place)
    if doubt is not None and doubt.best == label:
        ratio = doubt.probability(other) / max(doubt.confidence, limits.alternative_share)
        return max(math.log(max(ratio, 1e-9)), limits.reread)
    return limits.reread if match.game.pieces_stay else None


def correction(match: Match[Any, Any], place: Any, label: Any, photo: str | None) -> Event:
    """What enters where an accepted piece was another one: the turn that laid it, reread."""
    for played in reversed(match.history):
        if played.status in IN_THE_GAME:
            turn = match.game.reread(played.turn, place, label)
            if turn is not None:
                return Corrected(played.number, turn, photo)
    return PositionCorrected(place, label, photo)


class _Weigher:
    """Judges and weighs the explanations from one base over one picture."""

    def __init__(
        self,
        parent: AnyHypothesis,
        base: Base[Any, Any],
        board: Board,
        prior: float,
        seen: Seen,
        limits: Limits,
    ) -> None:
        self._parent = parent
        self._base = base
        self._board = board
        self._limits = limits
        self._prior = parent.nats + base.prior + prior
        match = base.match
        self._open = match.open_turns
        known = match.game.position(match.accepted)
        #: What the fouls that stay have changed: where it is gone they were taken back.
        self._fouled = differing(known, match.game.position(base.state)) if base.stay else {}
        self._pieces: dict[Any, Mapping[Any, Any]] = {}
        self._hushed = any(turn not in seen.told_fouls for turn in base.stay)

    def all(self, told: Iterator[Explanation[Any]] | Any) -> Iterator[AnyCandidate]:
        """One candidate an explanation that is one of this base."""
        for explanation in told:
            one = self._weighed(explanation)
            if one is not None:
                yield one

    def _weighed(self, told: Explanation[Any]) -> AnyCandidate | None:
        base = self._base
        stay = base.stay or tuple(turn for turn in self._open if turn in told.turns)
        new, look = self._judged(stay, [t for t in told.turns if t not in stay], told)
        if base.stay and told.disturbed:
            return None
        if any(not self._lies_there(place, told, look) for place in self._fouled):
            return None
        gap, worst, strays = self._board.gap(look)
        gone = tuple(turn for turn in self._open if turn not in stay)
        undone = gone if base.changed is None else (base.changed.turn,)
        if any(one.turn in undone for one in new):
            return None  # it stayed, which another base tells
        acts = (stay, base.changed is None, told.disturbed, told.acts or frozenset(told.turns))
        nats = self._prior + self._story_prior(told, new) + told.log_evidence - gap
        nats += self._still_there(gone, look)
        return Candidate(
            self._parent,
            base,
            self._board.picture,
            acts,
            gone,
            new,
            told.disturbed,
            look,
            nats,
            worst,
            strays,
            told.players_known,
            self._own(told),
        )

    def _still_there(self, gone: Sequence[Any], look: Mapping[Any, Any]) -> float:
        """Nats for the pieces of fouls told to be gone that lie there all the same: they did not
        come anew, and where all of one lie there it hardly went."""
        nats = 0.0
        for turn in gone:
            put = self._pieces_of(turn)
            left = sum(look.get(place, EMPTY) == label for place, label in put.items())
            came = sum(look.get(p, EMPTY) == x for p, x in put.items() if x is not EMPTY)
            nats -= self._base.match.game.piece_prior * came
            nats += self._limits.retold * (left == len(put))
        return nats

    def _pieces_of(self, turn: Any) -> Mapping[Any, Any]:
        """What an open turn changed."""
        if turn not in self._pieces:
            match = self._base.match
            before = match.game.position(match.accepted)
            after = match.game.position(match.game.force(match.accepted, turn, match.house))
            self._pieces[turn] = differing(before, after)
        return self._pieces[turn]

    def _lies_there(self, place: Any, told: Explanation[Any], look: Mapping[Any, Any]) -> bool:
        """Whether a place still shows the foul that changed it, or is told to look otherwise."""
        return look.get(place, EMPTY) == self._fouled[place] or any(
            p == place for p, _ in told.look
        )

    def _judged(
        self, stay: Sequence[Any], made: Sequence[Any], told: Explanation[Any]
    ) -> tuple[tuple[Ruled[Any], ...], Mapping[Any, Any]]:
        match = self._base.match
        new, _, standing = chain(match, stay, made)
        look = dict(match.game.position(standing)) | dict(told.look)
        return new, {place: label for place, label in look.items() if label is not EMPTY}

    def _story_prior(self, told: Explanation[Any], new: Sequence[Ruled[Any]]) -> float:
        limits = self._limits
        prior = told.log_prior + limits.foul_prior * sum(r.status is Status.OPEN for r in new)
        if self._hushed:
            prior += limits.played_over * len(new)
        prior += limits.took_for_nothing * (not self._own(told))
        return prior + limits.changed_in_place * self._in_place(told)

    def _own(self, told: Explanation[Any]) -> bool:
        """Whether who took the last turn back made the next one, which shows: nobody else puts his
        pieces elsewhere, and nobody takes one back for nothing."""
        changed, match = self._base.changed, self._base.match
        if changed is None or not told.turns:
            return True
        game, house = match.game, match.house
        after = game.force(match.accepted, told.turns[0], house)
        if game.position(after) == game.position(match.accepted):
            return False
        makers = (
            match.game.maker_of(match.accepted, t, house) for t in (changed.turn, told.turns[0])
        )
        return len(set(makers)) == 1

    def _in_place(self, told: Explanation[Any]) -> bool:
        """Whether the last turn is told again with another piece on its place."""
        changed, game = self._base.changed, self._base.match.game
        if changed is None or not told.turns or changed.turn in told.turns:
            return False
        look = dict(game.position(self._base.match.standing))
        for turn in told.turns[:1]:
            after = game.position(game.force(self._base.state, turn, self._base.match.house))
            new = differing(look, after)
            if any(game.reread(changed.turn, p, x) == turn for p, x in new.items() if x != EMPTY):
                return True
        return False


def differing(known: Mapping[Any, Any], now: Mapping[Any, Any]) -> dict[Any, Any]:
    """What lies now where something else is known to have lain."""
    changed = (p for p in {*known, *now} if known.get(p) != now.get(p))
    return {place: now.get(place, EMPTY) for place in changed}


def fits(candidate: AnyCandidate, limits: Limits = LIMITS) -> bool:
    """Absolute fit: no touched place contradicts it, and few untouched ones are misread."""
    match = candidate.parent.match
    known = len(match.game.position(match.accepted))
    allowed = max(limits.free_strays, limits.stray_share * known)
    return candidate.worst <= limits.fit_nats and candidate.strays <= allowed


@dataclass(frozen=True)
class Grown(Generic[StateT, TurnT]):
    """The likely candidates of a picture, each with what it makes of its hypothesis, and the weight
    of the others against the best one: it counts as something nobody proposed."""

    pairs: tuple[tuple[Candidate[StateT, TurnT], Hypothesis[StateT, TurnT]], ...]
    lost: float


def grown(
    found: Sequence[Candidate[StateT, TurnT]], photo: str | None, limits: Limits = LIMITS
) -> Grown[StateT, TurnT]:
    """The candidates worth keeping with what each makes of its hypothesis, likeliest first.

    Of the same acts those orders that break the fewest rules count, all of them alike: an order
    that makes all legal is never passed over for one that does not.
    """
    kin: dict[Any, int] = {}
    fewest: dict[int, int] = {}
    for one in found:
        key = kin.setdefault(_kin(one), len(kin))
        fewest[key] = min(fewest.get(key, one.fouls), one.fouls)
    least = [one for one in found if one.fouls == fewest[kin[_kin(one)]]]
    even = _even(_with_changes_of_mind(least, limits))
    best = max(one.nats for one in even)
    likely = sorted((c for c in even if c.nats >= best - limits.pruned_nats), key=lambda c: -c.nats)
    lost = sum(math.exp(c.nats - best) for c in even if c.nats < best - limits.pruned_nats)
    return Grown(tuple((one, one.after(photo, kin[_kin(one)])) for one in likely), lost)


def _with_changes_of_mind(
    kept: Sequence[Candidate[StateT, TurnT]], limits: Limits
) -> list[Candidate[StateT, TurnT]]:
    """The last turn is hardly taken to have been changed where the next one explains as much
    without a foul, nor with one where the change needs a foul as well. Where it was changed, nobody
    is accused of moving a piece that he just laid, and a piece of it that is gone was taken back,
    not disturbed."""
    changed = [one for one in kept if one.base.changed is not None]
    if not changed:
        return list(kept)
    right = [one for one in kept if one.clean and not _twice(one, changed)]
    next_turn = [one for one in kept if one.base.changed is None and one.new]
    plain = [one for one in next_turn if one in right]
    weighed = [
        replace(one, nats=one.nats + limits.went_on * _went_on(one, others, limits))
        for one in kept
        for others in (plain if one.clean else next_turn,)
    ]
    minds = [one for one in weighed if one.base.changed is not None and one.own and one.clean]
    odd = [one for one, was in zip(weighed, kept, strict=True) if was not in right]
    return [one for one in weighed if one not in odd or not _changed_instead(one, minds, limits)]


def _twice(one: AnyCandidate, minds: Sequence[AnyCandidate]) -> bool:
    """Whether somebody seems to have had a second turn, where nobody knows whose turn it is: who
    goes on with the piece that he just put down has changed his mind."""
    match, game = one.parent.match, one.parent.match.game
    if one.base.changed is not None or not one.new or game.to_move(match.accepted) is not None:
        return False
    last, turn = match.history[-1:], one.new[0].turn
    mind = next((m for m in minds if m.parent is one.parent and (m.base.changed,) == last), None)
    if mind is None:
        return False
    then = game.maker_of(mind.base.match.accepted, last[0].turn, match.house)
    now = game.maker_of(match.accepted, turn, match.house)
    return now == then is not None and not game.completes(match.accepted, turn)


def _changed_instead(one: AnyCandidate, minds: Sequence[AnyCandidate], limits: Limits) -> bool:
    """Whether a change of mind explains without a foul what this one explains with one, by no more
    turns."""
    same = (m for m in minds if m.parent is one.parent and m.look == one.look)
    same = (m for m in same if len(m.new) <= max(len(one.new), 1))
    return any(m.nats >= one.nats + limits.went_on for m in same)


def _went_on(one: AnyCandidate, plain: Sequence[AnyCandidate], limits: Limits) -> bool:
    """Whether a next turn explains a change of mind as well. That it leads back to the very table
    before the last one would be as much of a chance as that this one was taken back."""
    if one.base.changed is None or not one.new:
        return False
    legal = (p for p in plain if p.parent is one.parent)
    return any(p.nats >= one.nats + limits.went_on for p in legal)


def _kin(one: AnyCandidate) -> tuple[Any, ...]:
    return one.parent.kin, one.acts, id(one.picture), one.base.reread


def _even(kept: Sequence[Candidate[StateT, TurnT]]) -> list[Candidate[StateT, TurnT]]:
    """The weight of the same acts after the same history, shared by their orders."""
    orders: dict[Any, int] = {}
    for one in kept:
        key = id(one.parent), _kin(one)
        orders[key] = orders.get(key, 0) + 1
    return [
        replace(one, nats=one.nats - math.log(orders[id(one.parent), _kin(one)])) for one in kept
    ]
