"""What may be said: a call with its reason, duties and rewards, where the histories that agree on
it have the weight; never read off one history."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from operator import attrgetter
from typing import Any

from rules.core.verdict import Ruling
from rules.referee.history.match import AnyMatch, AnyPlayed, Status, instead
from rules.referee.hypotheses.agreed import agreed, ranked
from rules.referee.hypotheses.hypothesis import amends, amends_more
from rules.referee.hypotheses.joining import shares
from rules.referee.limits import LIMITS
from rules.referee.predicting.growing import Grown
from rules.referee.speaking.announce import CALLED
from rules.referee.speaking.likeness import read_alike, same_end, same_fouls, same_look
from rules.referee.speaking.meaning import Interpretation, Meaning, Option, fact_of
from rules.referee.speaking.notes import EITHER_PIECE, EITHER_TURN


class Sureness(Enum):
    """What the referee may do with a picture: say the line, ask, or say that nothing is new."""

    SURE = "sure"
    ASK = "ask"
    QUIET = "quiet"  # nothing is new since a question that people let stand


@dataclass(frozen=True)
class Decision:
    """The options, likeliest first, and whether the first may be called. `line` is the history
    that is told then; `either` says what may be otherwise in it, as nothing hangs on that now."""

    sureness: Sureness
    options: tuple[Option, ...]
    line: Interpretation
    either: str | None = None

    @property
    def all(self) -> Iterator[Interpretation]:
        """Every history."""
        return (one for option in self.options for one in option.histories)

    @property
    def best(self) -> Option:
        """The likeliest option."""
        return self.options[0]

    def share_of(self, played: AnyPlayed) -> float:
        """The probability that a turn was made and is called so, whatever else happened."""
        return sum(one.share for one, _ in self._made(played))

    def sure_duties(self, played: AnyPlayed) -> bool:
        """Whether it is sure, too, what a turn earns and asks for."""
        return agreed((p.duties, one.share) for one, p in self._made(played)) == played.duties

    def player_of(self, played: AnyPlayed) -> str | None:
        """Who made a turn of the line, None where that is not sure."""
        if not self.line.candidate.explanation.players_known:
            return None
        others = [p for p, _ in self.either_of(played)[1:]]
        if any(p.player != played.player for p in others):
            return None
        like = (played, *others)
        made = ((one, p) for one in self.all for q in like for p in self._twins(one, q))
        sure = agreed((p.player, one.share) for one, p in made) == played.player
        return played.player if sure else None

    def either_of(self, played: AnyPlayed) -> tuple[tuple[AnyPlayed, float], ...]:
        """What a turn of the line may as well have been, likeliest first, with shares."""
        if self.either != EITHER_TURN:
            return ()
        like = [o for o in self.options if same_look(self.line, o.best)]
        pairs = ((o, pair) for o in like for pair in instead(self.line.entries, o.best.entries))
        found = [(other, o.share) for o, (own, other) in pairs if own.number == played.number]
        return ((played, self.share_of(played)), *found) if found else ()

    def earlier_either(self) -> dict[int, tuple[Any, ...]]:
        """What each turn that was told before may as well have been, by its number."""
        line = self.line.hypothesis.old
        likely = [(one, one.hypothesis.old) for one in self.all]
        likely = [(one, turns) for one, turns in likely if len(turns) == len(line)]
        either: dict[int, tuple[Any, ...]] = {}
        for rank, played in enumerate(line):
            same = ((one, turns[rank]) for one, turns in likely)
            same = ((one, p) for one, p in same if CALLED[p.status] is CALLED[played.status])
            of_turn = ranked((p.turn, one.share) for one, p in same)
            least = (1.0 - LIMITS.sure_foul) * sum(share for _, share in of_turn)
            others = (turn for turn, share in of_turn if share > least)
            either[played.number] = tuple(turn for turn in others if turn != played.turn)
        return either

    def _made(self, played: AnyPlayed) -> Iterator[tuple[Interpretation, AnyPlayed]]:
        """The histories in which a turn was made that is called so, each with it."""
        for one in self.all:
            twins = self._twins(one, played)
            yield from ((one, p) for p in twins if fact_of(p)[:3] == fact_of(played)[:3])

    def _twins(self, one: Interpretation, played: AnyPlayed) -> Sequence[AnyPlayed]:
        """The turn that a history has for one of the line, of equal ones the one of like rank."""
        before = [p for p in self.line.hypothesis.untold if p.number < played.number]
        rank = sum(p.turn == played.turn for p in before)
        same = [p for p in one.hypothesis.untold if p.turn == played.turn]
        like = [p for p in same if fact_of(p)[:3] == fact_of(played)[:3]]
        return (like or same)[rank : rank + 1] or (like or same)[-1:]


def decided(grown: Grown, said: AnyMatch) -> Decision:
    """What may be said after a picture: all that nobody was told of; else the difference to what
    was told; else what this picture brought alone, where a question is open."""
    probabilities = shares([after.nats for _, after in grown.pairs], grown.lost)
    pairs = zip(grown.pairs, probabilities, strict=True)
    histories = [
        Interpretation(one, after, after.told, share, said) for (one, after), share in pairs
    ]
    whole = _decided(_options(histories), said)
    if whole.sureness is Sureness.SURE:
        return whole
    record = _decided(_options([replace(one, anew=True) for one in histories]), said)
    if record.sureness is Sureness.SURE:
        return record
    asked = said.question is not None or said.let_stand is not None
    return (_going_on(histories, said) if asked else None) or whole


def _going_on(histories: Sequence[Interpretation], said: AnyMatch) -> Decision | None:
    """What is new since the question, where that is sure whatever the answer."""
    fresh = [replace(one, since=len(one.candidate.parent.match.log)) for one in histories]
    still = Option(tuple(one for one in fresh if one.still))
    if said.let_stand is not None and still.share >= LIMITS.sure_move:
        return Decision(Sureness.QUIET, (still,), still.best)
    decision = _decided(_options(fresh), said)
    called = next(o for o in decision.options if any(one is decision.line for one in o.histories))
    lines = [one for one in called.histories if one.may_stand]
    if decision.sureness is not Sureness.SURE or not called.best.entries or not lines:
        return None
    if decision.either == EITHER_TURN and decision.line.fouls:
        return None  # nobody is accused by two stories while another is open
    line = _line(lines, said)
    if line is None or amends(said, line.hypothesis):
        return None
    return replace(decision, line=line)


def _options(
    histories: Sequence[Interpretation],
    meaning: Callable[[Interpretation], Meaning] = attrgetter("meaning"),
) -> tuple[Option, ...]:
    groups: dict[Meaning, list[Interpretation]] = defaultdict(list)
    for one in histories:
        groups[meaning(one)].append(one)
    return tuple(sorted((Option(tuple(g)) for g in groups.values()), key=lambda o: -o.share))


def _decided(options: tuple[Option, ...], said: AnyMatch) -> Decision:
    first = _accusing_least(options, said)
    same, piece, looks = first.share, first.share, [first]
    for option in options:
        if option is first:
            continue
        here = first.best, option.best
        other_pieces = same_look(*here)
        one_end = (same_end(*here) and not other_pieces) or same_fouls(*here)
        alike = one_end or read_alike(*here)
        same += option.share * one_end
        piece += option.share * alike
        looks += [option] if alike or other_pieces else []
    sure = sum(o.share for o in looks) >= LIMITS.sure_move
    sure = sure and not (_for_players(first.best) or _pushed(first.best, options))
    fouls = first.best.fouls
    sure = sure and all(_accused(options, f, looks) >= LIMITS.sure_foul for f in fouls)
    either = None if same >= LIMITS.sure_move else EITHER_PIECE
    reason = min((_accused(options, foul) for foul in fouls), default=1.0)
    if piece < LIMITS.sure_move or reason < LIMITS.sure_foul:
        # Of turns that look alike the likeliest of those after which nobody knows whose turn it is.
        unknown = (o for o in looks if not o.best.hypothesis.match.mover)
        either, first = EITHER_TURN, next(unknown, looks[0])
    line = _line(first.histories, said) if sure else None
    if line is None:
        return Decision(Sureness.ASK, options, options[0].best)
    return Decision(Sureness.SURE, options, line, either)


def _accusing_least(options: Sequence[Option], said: AnyMatch) -> Option:
    """The likeliest option where it is sure; else the likely one of its turns that breaks only
    rules which they break in all: whatever else they break hangs on what was before."""
    first = options[0]
    likely = [o for o in options if o.share > 1.0 - LIMITS.sure_foul]
    same = [o for o in likely if _makers(o.best) == _makers(first.best)]
    least = (o for o in same if all(same_fouls(o.best, x.best) for x in same))
    return next((o for o in least if not amends_more(said, o.best.hypothesis)), first)


def _makers(one: Interpretation) -> Counter[Any]:
    return Counter((p.turn, p.player) for p in one.entries)


def _line(histories: Sequence[Interpretation], said: AnyMatch) -> Interpretation | None:
    """The history that is told. One that amends what was told needs a clear lead over those that
    do not; where all amend, none is told that makes a foul of what was legal without it."""
    amending = [one for one in histories if amends(said, one.hypothesis)]
    plain = [one for one in histories if one not in amending]
    groups = _options(amending, lambda one: replace(one, anew=True).meaning)
    if groups and groups[0].share >= LIMITS.sure_foul * sum(one.share for one in histories):
        return groups[0].best
    accusing_nobody = (group.best for group in groups if _accuses_nobody(group.best))
    return next(iter((*plain, *accusing_nobody)), None)


def _accuses_nobody(one: Interpretation) -> bool:
    """Whether no turn that people were told of before is an open foul."""
    older = (p for p in one.hypothesis.match.live if p.number < one.since)
    return all(p.status is not Status.OPEN for p in older)


def _for_players(one: Interpretation) -> bool:
    """What is always asked about: a touched piece, what the game itself cannot judge, an event that
    cannot be taken back, a turn taken back for nothing though a piece of it must lie somewhere."""
    match = one.hypothesis.match
    asks = (p.verdict.ruling is Ruling.ASK or p.status is Status.HAPPENED for p in one.entries)
    gone = () if one.entries else one.withdrawn
    nowhere = (not match.game.may_vanish(match.accepted, turn) for turn in gone)
    return bool(one.meaning.disturbed) or any(asks) or any(nowhere)


def _pushed(one: Interpretation, options: Sequence[Option]) -> bool:
    """Whether somebody may have pushed a piece of a legal turn, which seems to have been changed
    into a foul: people are asked, unless a next turn that moves the piece would be a foul too."""
    moved = (o.best for o in options if not (o.best.withdrawn or o.best.meaning.disturbed))
    return bool(one.withdrawn and one.fouls) and not any(other.fouls for other in moved)


def _accused(options: Sequence[Option], foul: AnyPlayed, looks: Sequence[Option] = ()) -> float:
    """The probability that this rule was broken there, however the turn read in detail; among
    `looks` another foul that looks the same is no doubt of it."""
    return sum(
        option.share
        for option in options
        if any(foul.broken <= other.broken for other in option.best.fouls)
        or (option in looks and foul.turn not in option.best.turns)
    )
