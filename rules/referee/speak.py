"""What may be said: read off the belief, never off one history.

A call with its reason, its duties and its rewards is said when the hypotheses that agree on it have
the weight; differences in what was told long ago, or in the order of legal turns, do not matter as
long as nothing new hangs on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from rules.core.game import Game
from rules.core.observation import EMPTY
from rules.core.verdict import Ruling
from rules.referee.announce import CALLED, LEGAL_STATUSES
from rules.referee.belief import AnyHypothesis, amends, shares
from rules.referee.limits import LIMITS, Limits
from rules.referee.match import Match, Played, Status
from rules.referee.notes import EITHER_PIECE, EITHER_TURN
from rules.referee.predict import AnyCandidate, Grown, differing
from rules.referee.rulings import broken_by


class Sureness(Enum):
    """What the referee may do with a picture."""

    SURE = "sure"
    ON = "on"  # only of what this picture brought; what it asked about before is let stand
    ASK = "ask"
    QUIET = "quiet"  # nothing is new since a question that people let stand


@dataclass(frozen=True)
class Meaning:
    """What would be told: turns with their call, reason and duties, what open turns taken back put
    right, turns that left the game, accepted pieces disturbed. Order and player do not count."""

    facts: frozenset[Any]
    gone: frozenset[Any]
    withdrawn: tuple[Any, ...]
    disturbed: tuple[Any, ...]

    @property
    def empty(self) -> bool:
        """Whether there is nothing to tell."""
        return not (self.facts or self.gone or self.withdrawn or self.disturbed)


@dataclass(frozen=True)
class Told:
    """A hypothesis after a picture: what made it, from which event of its log on it is new, what
    it means and how likely it is."""

    candidate: AnyCandidate
    hypothesis: AnyHypothesis
    since: int
    meaning: Meaning
    share: float

    @property
    def entries(self) -> tuple[Played[Any], ...]:
        """The turns that would be told."""
        return tuple(p for p in self.hypothesis.match.live if p.number >= self.since)

    @property
    def gone(self) -> tuple[Any, ...]:
        """The open turns that would be told to be gone."""
        return self.hypothesis.gone(self.since)

    @property
    def withdrawn(self) -> tuple[Any, ...]:
        """The turns that would be told to have been changed, or taken back to the hand."""
        return self.hypothesis.withdrawn(self.since)

    @property
    def fouls(self) -> tuple[Played[Any], ...]:
        """The turns that would be called fouls, and can be taken back."""
        return tuple(p for p in self.entries if p.status is Status.OPEN)


@dataclass(frozen=True)
class Option:
    """Everything that would be told alike, with its probability; the likeliest first."""

    told: tuple[Told, ...]

    @property
    def share(self) -> float:
        """The probability of all of it."""
        return sum(one.share for one in self.told)

    @property
    def best(self) -> Told:
        """Its likeliest history."""
        return self.told[0]


@dataclass(frozen=True)
class Decision:
    """The options, likeliest first, and whether the first may be called. `line` is the history
    that is told then; `either` says what may be otherwise in it, as nothing hangs on that now."""

    sureness: Sureness
    options: tuple[Option, ...]
    line: Told
    either: str | None = None

    @property
    def all(self) -> Iterator[Told]:
        """Every history."""
        return (one for option in self.options for one in option.told)

    @property
    def best(self) -> Option:
        """The likeliest option."""
        return self.options[0]

    def share_of(self, played: Played[Any]) -> float:
        """The probability that a turn was made and is called so, whatever else happened."""
        return sum(one.share for one, _ in self._made(played))

    def sure_duties(self, played: Played[Any], limits: Limits = LIMITS) -> bool:
        """Whether it is sure, too, what a turn earns and asks for."""
        duties = played.verdict.rewards, played.verdict.required
        same = (o.share for o, p in self._made(played) if duties == _duties(p))
        return sum(same) >= limits.sure_move * self.share_of(played)

    def player_of(self, played: Played[Any], limits: Limits = LIMITS) -> str | None:
        """Who made a turn of the line, None where that is not sure."""
        if not self.line.candidate.players_known:
            return None
        if {p.player for p, _ in self.either_of(played)} - {played.player}:
            return None
        made = [(one.share, p) for one in self.all for p in self._twins(one, played)]
        same = sum(share for share, p in made if p.player == played.player)
        sure = same >= limits.sure_move * sum(share for share, _ in made)
        return played.player if sure else None

    def either_of(self, played: Played[Any]) -> tuple[tuple[Played[Any], float], ...]:
        """What a turn of the line may as well have been, likeliest first, each with its share;
        nothing where it is sure."""
        if self.either != EITHER_TURN:
            return ()
        like = [o for o in self.options if _same_look(self.line, o.best)]
        found = [(p, o.share) for o in like for p in _instead(played, self.line, o.best)]
        return ((played, self.share_of(played)), *found) if found else ()

    def _made(self, played: Played[Any]) -> Iterator[tuple[Told, Played[Any]]]:
        """The histories in which a turn was made that is called so, each with it."""
        for one in self.all:
            twins = self._twins(one, played)
            yield from ((one, p) for p in twins if fact_of(p)[:3] == fact_of(played)[:3])

    def _twins(self, one: Told, played: Played[Any]) -> Sequence[Played[Any]]:
        """The turn that a history has for one of the line, however it is called there; of equal
        turns the one of the same rank."""
        before = [p for p in self.line.hypothesis.untold if p.number < played.number]
        rank = sum(p.turn == played.turn for p in before)
        same = [p for p in one.hypothesis.untold if p.turn == played.turn]
        like = [p for p in same if fact_of(p)[:3] == fact_of(played)[:3]]
        return (like or same)[rank : rank + 1] or (like or same)[-1:]


def _duties(played: Played[Any]) -> tuple[Any, Any]:
    return played.verdict.rewards, played.verdict.required


def fact_of(played: Played[Any]) -> tuple[Any, ...]:
    """A turn as it is told: its call, the rules it breaks, what it asks for, and what it earns
    whom."""
    verdict, called = played.verdict, CALLED[played.status]
    if played.status not in LEGAL_STATUSES:
        return played.turn, called, broken_by(verdict), (), (), None
    duties = _duties(played)
    by = played.player if verdict.rewards else None
    return played.turn, called, frozenset(), *duties, by


def decided(
    grown: Grown[Any, Any],
    said: Match[Any, Any],
    limits: Limits = LIMITS,
) -> Decision:
    """What may be said after a picture. `grown` are the candidates that fit it, likeliest first.

    In this order: all that nobody was told of; the difference to what was told; what this picture
    brought alone, where a question is open; nothing, where nothing was done.
    """
    told = _all_told(grown, limits)
    whole = _decided(_options(told), said, limits)
    if whole.sureness is Sureness.SURE:
        return whole
    record = _decided(_options([_against(one, said) for one in told]), said, limits)
    if record.sureness is Sureness.SURE:
        return record
    if said.question is not None or said.let_stand is not None:
        return _going_on(told, said, limits) or whole
    still = [one for one in told if _still(one)]
    if sum(one.share for one in still) >= limits.sure_move:
        line = _line(still, said, limits)
        return Decision(Sureness.SURE, (Option(tuple(still)),), line) if line else whole
    return whole


def _all_told(grown: Grown[Any, Any], limits: Limits) -> list[Told]:
    probabilities = shares([after.nats for _, after in grown.pairs], grown.lost, limits)
    return [
        Told(one, after, after.told, meaning_of(after, after.told, one.disturbed), share)
        for (one, after), share in zip(grown.pairs, probabilities, strict=True)
    ]


def _going_on(told: Sequence[Told], said: Match[Any, Any], limits: Limits) -> Decision | None:
    """What is new since the question, where that is sure whatever the answer."""
    fresh = [_fresh(one) for one in told]
    still = [one for one in fresh if _still(one)]
    if said.let_stand is not None and _share(still) >= limits.sure_move:
        return Decision(Sureness.QUIET, (Option(tuple(still)),), still[0])
    decision = _decided(_options(fresh), said, limits)
    lines = [one for one in decision.best.told if _stands(one)]
    if decision.sureness is not Sureness.SURE or not decision.best.best.entries or not lines:
        return None
    if decision.either == EITHER_TURN and decision.line.fouls:
        return None  # nobody is accused by two stories while another is open
    line = _line(lines, said, limits)
    return replace(decision, sureness=Sureness.ON, line=line) if line is not None else None


def _fresh(one: Told) -> Told:
    since = len(one.candidate.parent.match.log)
    meaning = meaning_of(one.hypothesis, since, one.candidate.disturbed)
    return replace(one, since=since, meaning=meaning)


def _against(one: Told, said: Match[Any, Any]) -> Told:
    """A history as it differs from what was told, whenever that happened."""
    now = Counter(map(fact_of, one.hypothesis.match.live))
    before = Counter(map(fact_of, said.live))
    facts, dropped = now - before, before - now
    gone = frozenset((*one.meaning.gone, *dropped.items()))
    return replace(one, meaning=Meaning(frozenset(facts.items()), gone, (), one.meaning.disturbed))


def _still(one: Told) -> bool:
    """Whether nothing was done since the picture before."""
    here = one.candidate
    return not (here.new or here.gone or here.disturbed or here.base.changed or one.entries)


def _stands(one: Told) -> bool:
    """Whether nothing that was asked about before was a foul, unless people let it stand."""
    older = [p for p in one.hypothesis.untold if p.number < one.since]
    return all(p.status in (Status.ACCEPTED, Status.KEPT) for p in older)


def _options(told: Sequence[Told]) -> tuple[Option, ...]:
    groups: dict[Meaning, list[Told]] = {}
    for one in told:
        groups.setdefault(one.meaning, []).append(one)
    return tuple(sorted((Option(tuple(g)) for g in groups.values()), key=lambda o: -o.share))


def meaning_of(one: AnyHypothesis, since: int, disturbed: tuple[Any, ...] = ()) -> Meaning:
    """What a hypothesis would have told from event `since` of its log on."""
    facts = Counter(fact_of(p) for p in one.match.live if p.number >= since)
    gone = frozenset(_put_right(one.match, turn) for turn in one.gone(since))
    return Meaning(frozenset(facts.items()), gone, one.withdrawn(since), disturbed)


def _put_right(match: Match[Any, Any], turn: Any) -> Hashable:
    """What lies otherwise once an open turn is taken back: fouls of one look alike. The turn itself
    where that shows no more, as another was made in its place."""
    game = match.game
    with_it = game.force(match.accepted, turn, match.house)
    left = differing(game.position(match.accepted), game.position(with_it))
    return frozenset(left.items()) or turn


def _decided(options: tuple[Option, ...], said: Match[Any, Any], limits: Limits) -> Decision:
    first, game = _accusing_least(options, said, limits), said.game
    same, piece, looks = first.share, first.share, [first]
    for option in options:
        if option is first:
            continue
        here = first.best, option.best
        one_end = _same_end(*here) or _same_fouls(*here)
        alike = one_end or (game.pieces_hide and _alike(*here, game))
        same += option.share * one_end
        piece += option.share * alike
        looks += [option] if alike or _same_look(*here) else []
    sure = sum(o.share for o in looks) >= limits.sure_move and not _for_players(first.best)
    fouls = first.best.fouls
    sure = sure and all(_accused(options, f, looks) >= limits.sure_foul for f in fouls)
    either = None if same >= limits.sure_move else EITHER_PIECE
    reason = min((_accused(options, foul) for foul in fouls), default=1.0)
    if piece < limits.sure_move or reason < limits.sure_foul:
        either, first = EITHER_TURN, _telling_least(looks)
    line = _line(first.told, said, limits) if sure else None
    if line is None:
        return Decision(Sureness.ASK, options, options[0].best)
    return Decision(Sureness.SURE, options, line, either)


def _accusing_least(options: Sequence[Option], said: Match[Any, Any], limits: Limits) -> Option:
    """The likeliest option where it is sure; else the likely one of its turns that breaks only
    rules which they break in all: whatever else they break hangs on what was before."""
    first = options[0]
    likely = [o for o in options if o.share > 1.0 - limits.sure_foul]
    same = [o for o in likely if _makers(o.best) == _makers(first.best)]
    least = (o for o in same if all(_same_fouls(o.best, x.best) for x in same))
    return next((o for o in least if not _amends_more(said, o.best.hypothesis)), first)


def _amends_more(said: Match[Any, Any], one: AnyHypothesis) -> bool:
    """Whether a history makes more of what was told otherwise than an order that was assumed."""
    told = Counter(p.turn for p in one.match.live if p.number < one.told)
    return amends(said, one) and told != Counter(p.turn for p in said.live)


def _makers(one: Told) -> Counter[Any]:
    return Counter((p.turn, p.player) for p in one.entries)


def _same_fouls(one: Told, other: Told) -> bool:
    """Whether both bring the same turns, in whatever order, of which those that are fouls break in
    the other, too, all rules that they break in the first."""
    a, b = one.entries, {p.turn: p for p in other.entries}
    if len(a) != len(other.entries) or {p.turn for p in a} != set(b) or not one.fouls:
        return False
    x, y = one.meaning, other.meaning
    if (x.gone, x.withdrawn, x.disturbed) != (y.gone, y.withdrawn, y.disturbed):
        return False
    pairs = ((p, b[p.turn]) for p in a)
    return all(_legal_alike(p, q) or (p.status is q.status and _broken_too(p, q)) for p, q in pairs)


def _broken_too(one: Played[Any], other: Played[Any]) -> bool:
    return one.status is Status.OPEN and broken_by(one.verdict) <= broken_by(other.verdict)


def _telling_least(looks: Sequence[Option]) -> Option:
    """Of turns that look alike the likeliest of those after which nobody knows whose turn it is."""
    return next((o for o in looks if not _mover(o.best)), looks[0])


def _mover(one: Told) -> str | None:
    match = one.hypothesis.match
    return match.game.to_move(match.accepted)


def _line(told: Sequence[Told], said: Match[Any, Any], limits: Limits) -> Told | None:
    """The history that is told. One that amends what was told needs a clear lead over those that
    do not; where all amend, none is told that makes a foul of what was legal without it. Nor is one
    in which a turn was legal over a foul that nobody was told of and that is gone: alone it is one
    itself."""
    told = [one for one in told if not _rests_on_nothing(one)]
    amending = [one for one in told if amends(said, one.hypothesis)]
    plain = [one for one in told if one not in amending]
    by_record: dict[Meaning, list[Told]] = {}
    for one in amending:
        by_record.setdefault(_against(one, said).meaning, []).append(one)
    groups = sorted(by_record.values(), key=_share, reverse=True)
    if groups and _share(groups[0]) >= limits.sure_foul * _share(told):
        return groups[0][0]
    return next(iter(plain), None) or next((g[0] for g in groups if _accuses_nobody(g[0])), None)


def _rests_on_nothing(one: Told) -> bool:
    fouls = [p.number for p in one.hypothesis.match.live if p.status is Status.OPEN]
    resting = (p.number for p in one.entries if p.status is Status.RESTING)
    return any(not any(foul < number for foul in fouls) for number in resting)


def _share(told: Sequence[Told]) -> float:
    return sum(one.share for one in told)


def _accuses_nobody(one: Told) -> bool:
    """Whether no turn that was done with is told to have been a foul."""
    older = (p for p in one.hypothesis.match.live if p.number < one.since)
    return all(p.status is not Status.OPEN for p in older)


def _for_players(one: Told) -> bool:
    """A touched accepted piece is always asked about, and so is what the game itself cannot judge
    and an event that cannot be taken back: the camera proposes it, the players confirm it."""
    asks = (p.verdict.ruling is Ruling.ASK or p.status is Status.HAPPENED for p in one.entries)
    return bool(one.meaning.disturbed) or any(asks)


def _accused(options: Sequence[Option], foul: Played[Any], looks: Sequence[Option] = ()) -> float:
    """The probability that this rule was broken there, however the turn read in detail: an unsure
    piece that breaks the same rule in each of its readings is no doubt of the foul. Nor is, among
    `looks`, another foul that looks the same."""
    broken = broken_by(foul.verdict)
    return sum(
        option.share
        for option in options
        if any(broken <= broken_by(other.verdict) for other in option.best.fouls)
        or (option in looks and all(foul.turn != other.turn for other in option.best.entries))
    )


def _same_end(one: Told, other: Told) -> bool:
    """Whether both are legal throughout and come to the same game with the same duties: a turn told
    piece by piece is the same turn."""
    a, b = one.hypothesis.match, other.hypothesis.match
    if not bool(a.accepted == b.accepted) or a.open_turns or b.open_turns:
        return False
    return _all_legal(one, other) and _earned(one) == _earned(other)


def _all_legal(one: Told, other: Told) -> bool:
    """Whether both bring legal turns and nothing else."""
    made = (p for x in (one, other) for p in x.entries)
    return _only_turns(one, other) and all(_legal(p) for p in made)


def _only_turns(one: Told, other: Told) -> bool:
    return not any((*m.gone, *m.withdrawn, *m.disturbed) for m in (one.meaning, other.meaning))


def _legal(played: Played[Any]) -> bool:
    return played.status is Status.ACCEPTED and played.verdict.legal


def _earned(one: Told) -> tuple[Counter[Any], frozenset[Any]]:
    """Which turn earned whom what, and the duties: one that is not yet done is asked for again."""
    made = [p for p in one.entries if p.status is not Status.OPEN]
    rewards = Counter((p.turn, p.player, reward) for p in made for reward in p.verdict.rewards)
    return rewards, frozenset(duty for p in made for duty in p.verdict.required)


def _alike(one: Told, other: Told, game: Game[Any, Any]) -> bool:
    """Whether both are legal throughout, with the same duties, and the turns differ at most in
    what is read on the places they filled."""
    a, b = one.entries, other.entries
    if len(a) != len(b) or one.meaning.disturbed or other.meaning.disturbed:
        return False
    if (one.meaning.gone, one.meaning.withdrawn) != (other.meaning.gone, other.meaning.withdrawn):
        return False
    if not all(_legal_alike(p, q) for p, q in zip(a, b, strict=True)):
        return False
    looks = (dict(game.position(x.hypothesis.match.standing)) for x in (one, other))
    turns = tuple(p.turn for p in a)
    for place, label in differing(*looks).items():
        if label is not EMPTY:
            turns = tuple(game.reread(turn, place, label) or turn for turn in turns)
    return turns == tuple(p.turn for p in b)


def _same_look(one: Told, other: Told) -> bool:
    """Whether both are called alike, with the same duties, leave the same table, and differ in one
    turn alone (a pawn that moved, or its ring that was turned), legal in both or a foul in both, or
    in which of like pieces made which. What hangs on it is asked about when it comes to that."""
    a, b = one.entries, other.entries
    if len(a) != len(b) or not _called_alike(one, other) or _earned(one) != _earned(other):
        return False
    x, y = one.hypothesis.match, other.hypothesis.match
    if x.game.position(x.standing) != y.game.position(y.standing):
        return False
    differ = Counter(p.turn for p in a) - Counter(p.turn for p in b)
    if not differ:
        return False  # one turn of both is called otherwise in another order
    like = differ.total() == 1 or _kinds(a) == _kinds(b)
    return like and _perhaps_one(_mover(one), _mover(other))


def _called_alike(one: Told, other: Told) -> bool:
    """Whether both bring nothing but turns, and where they differ each is legal in both; or both
    are one foul that can be taken back: of several turns nobody is accused by two stories."""
    ours, theirs = (Counter(p.turn for p in x.entries) for x in (one, other))
    odd = [p for x in (one, other) for p in x.entries if ours[p.turn] != theirs[p.turn]]
    same = [p for p in one.entries if ours[p.turn] == theirs[p.turn]]
    twin = {p.turn: p for p in other.entries}
    plain = _only_turns(one, other) and all(_same_call(p, twin[p.turn]) for p in same)
    alone = len(one.entries) == 1 and all(p.status is Status.OPEN for p in odd)
    return plain and (alone or all(map(_legal, odd)))


def _same_call(one: Played[Any], other: Played[Any]) -> bool:
    if one.status is other.status is Status.OPEN:
        return broken_by(one.verdict) == broken_by(other.verdict)
    return _legal(one) and _legal(other)


def _kinds(entries: Sequence[Played[Any]]) -> Counter[Any]:
    """Who made turns of which kind."""
    return Counter((type(p.turn), p.player) for p in entries)


def _instead(played: Played[Any], line: Told, other: Told) -> Iterator[Played[Any]]:
    """The turn that another history has instead of one of the line: of those that the line has not
    the one of like rank; none where it has the same."""
    theirs, ours = [p.turn for p in other.entries], [p.turn for p in line.entries]
    if played.turn in theirs or played.turn not in ours:
        return
    odd = [p for p in other.entries if p.turn not in ours]
    rank = [turn for turn in ours if turn not in theirs].index(played.turn)
    yield from odd[rank : rank + 1]


def _perhaps_one(player: str | None, other: str | None) -> bool:
    """Whether two players may be one: who is not known may be anybody."""
    return player is None or other is None or player == other


def _legal_alike(one: Played[Any], other: Played[Any]) -> bool:
    a, b = one.verdict, other.verdict
    accepted = one.status is other.status is Status.ACCEPTED and a.legal and b.legal
    return accepted and (a.rewards, a.required) == (b.rewards, b.required)
