"""Predict and weigh: every explanation of a picture from every table that may have led to it,
judged turn by turn and weighed against every place."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from rules.core.events import TakenBack, TurnSeen
from rules.core.game import Explanation
from rules.core.observation import EMPTY, AnyObservation
from rules.core.places import AnyPosition
from rules.core.verdict import Ruling
from rules.referee.history.fold import extended
from rules.referee.history.match import IN_THE_GAME, Status
from rules.referee.history.rulings import Ruled, chain, put_right
from rules.referee.hypotheses.hypothesis import Hypothesis
from rules.referee.limits import LIMITS
from rules.referee.predicting.bases import Base, bases
from rules.referee.predicting.evidence import PictureGaps, as_changed, pixel_prior, surely


@dataclass(frozen=True, eq=False)
class Candidate:
    """One explanation of a picture on top of one hypothesis, judged and weighed: `gone` are open
    turns no longer there, `new` what was done since, after which the table looks like `look`.
    `worst` is the gap of the worst place touched, `strays` how many others are misread; `own`: a
    last turn that was changed was changed by its own player."""

    parent: Hypothesis
    base: Base
    picture: AnyObservation
    explanation: Explanation[Any]
    acts: Hashable
    gone: tuple[Any, ...]
    new: tuple[Ruled, ...]
    look: AnyPosition
    nats: float
    worst: float
    strays: int
    own: bool

    @property
    def fouls(self) -> int:
        """Fouls among the acts, and turns that the game itself cannot judge."""
        fouls = sum(r.status is Status.OPEN for r in self.new)
        return self.parent.fouls + fouls + sum(r.verdict.ruling is Ruling.ASK for r in self.new)

    @property
    def kin(self) -> Hashable:
        """Equal for the same acts after the same ones, in whichever order."""
        return self.parent.kin, self.acts, id(self.picture), self.base.reread

    @property
    def clean(self) -> bool:
        """Whether nothing new in it is against a rule, and no accepted piece was disturbed."""
        right = {Status.ACCEPTED, Status.RESTING}
        legal = (r.status in right and r.verdict.legal for r in self.new)
        return not self.explanation.disturbed and all(legal)

    @property
    def nothing(self) -> bool:
        """Whether nothing was done: what the picture shows otherwise is all misread."""
        return not (self.new or self.gone or self.explanation.disturbed or self.base.changed)

    def after(self, photo: str | None, kin: int) -> Hypothesis:
        """The hypothesis as it is after the picture."""
        gone = [TakenBack(self.gone, photo)] if self.gone else []
        new = (TurnSeen(one.turn, one.status in IN_THE_GAME, photo) for one in self.new)
        match = extended(self.base.match, [*gone, *new])
        grown = replace(self.parent, match=match, nats=self.nats, kin=kin, fouls=self.fouls)
        return grown.seen(self.picture, self.look, self.explanation.disturbed)


def candidates(
    hypothesis: Hypothesis,
    aligned: Sequence[AnyObservation],
    told_fouls: Collection[Any],
    photo: str | None,
    *,
    taken: Collection[Any] = (),
    put_back: Collection[Any] = (),
    tapped: AnyPosition = MappingProxyType({}),
    looked_at: bool = False,
) -> Iterator[Candidate]:
    """Everything that a picture may make of one hypothesis. People know of `told_fouls`, and say
    what lies at `tapped` places. Laid over the table before pieces were `taken`, it is explained
    only from tables with some of these; from tables without those `put_back`, what is new is hardly
    new, nor after a turn was told of this very view (`looked_at`)."""
    match, habits = hypothesis.match, hypothesis.habits
    for picture in aligned:
        said = surely(as_changed(picture, match.lying), tapped)
        gaps = PictureGaps(said, match.lying, habits)
        prior = pixel_prior(picture, habits.pixels)
        for base in bases(hypothesis, gaps, photo):
            table = match.game.position(base.state) if taken or put_back else {}
            if taken and table.keys().isdisjoint(taken):
                continue
            turns = len(base.match.live) - len(match.open_turns) + len(base.stay)
            shown = replace(gaps.picture, earlier=hypothesis.quantities(turns))
            alike = 0.0 if table.keys() >= set(put_back) else LIMITS.laid_alike
            hushed = any(turn not in told_fouls for turn in base.stay)
            nats = hypothesis.nats + base.prior + (prior + alike)
            judge = _Weigher(hypothesis, base, picture, gaps, nats, hushed, looked_at)
            found = map(judge.weighed, match.game.explanations(base.state, shown, match.house))
            yield from (one for one in found if one is not None)


@dataclass(frozen=True, eq=False)
class _Weigher:
    """Judges and weighs the explanations from one base over one picture. `hushed`: nobody was told
    of a foul that stays."""

    parent: Hypothesis
    base: Base
    picture: AnyObservation
    gaps: PictureGaps
    prior: float
    hushed: bool
    looked_at: bool

    @cached_property
    def put(self) -> Mapping[Any, AnyPosition]:
        """What each foul has changed, and the turn that was changed since."""
        match, changed = self.base.match, self.base.changed
        turns = match.open_turns if changed is None else (*match.open_turns, changed.turn)
        return {turn: match.changes(turn) for turn in turns}

    @cached_property
    def again(self) -> list[Any]:
        """The fouls whose pieces now rest otherwise."""
        return [t for t in self.put if self.base.match.game.tried_again(t, self.picture)]

    @cached_property
    def below(self) -> bool:
        """Whether the base is the table without a turn below others that stay."""
        stay = {played.number for played in self.base.match.live}
        gone = [p.number for p in self.parent.match.live if p.number not in stay]
        return self.base.changed is None and bool(gone) and min(gone) < max(stay, default=0)

    def weighed(self, how: Explanation[Any]) -> Candidate | None:
        """The candidate that an explanation is; None where it is none of this base."""
        base, lying = self.base, self.base.match.open_turns
        stay = base.stay or tuple(turn for turn in lying if turn in how.turns)
        new, standing = chain(base.match, stay, [t for t in how.turns if t not in stay])
        look = dict(base.match.game.position(standing)) | dict(how.look)
        look = {place: label for place, label in look.items() if label is not EMPTY}
        gone = tuple(turn for turn in lying if turn not in stay)
        if not self._is_of_the_base(how, new, gone, look):
            return None
        gap, worst, strays = self.gaps.gap(look)
        # Another piece on its place may as well be the next player's: what stayed does not help.
        swapped = self._another_piece(how)
        undone = gone if swapped or base.changed is None else (*gone, base.changed.turn)
        still = self._still_there(undone, look)
        if right := put_right(base.match, stay, new):
            new, gone, stay = right, (*gone, *stay), ()
        own, picture = self._own(how), self.picture
        story = how.log_prior + LIMITS.foul_prior * sum(r.status is Status.OPEN for r in new)
        story += LIMITS.played_over * len(new) * self.hushed
        story += LIMITS.same_view * (self.looked_at and bool(new))
        story += LIMITS.reopened * (self.below and bool(new))
        story += LIMITS.took_for_nothing * (not own)
        story += LIMITS.changed_in_place * swapped
        nats = self.prior + story + how.log_evidence - gap + still
        if not how.turns and any(turn in self.again for turn in stay):
            nats += LIMITS.stayed
        done = how.acts or frozenset(turn for turn in how.turns if turn not in stay)
        acts = (stay, base.changed is None, how.disturbed, done)
        return Candidate(
            self.parent, base, picture, how, acts, gone, new, look, nats, worst, strays, own
        )

    def _is_of_the_base(
        self, how: Explanation[Any], new: Sequence[Ruled], gone: Sequence[Any], look: AnyPosition
    ) -> bool:
        """Whether the fouls that stay lie there, and what is gone is not made again."""
        base = self.base
        if base.stay and how.disturbed:
            return False
        if base.moved and not any(one.status is Status.OPEN for one in new):
            return False
        shown = {place for place, _ in how.look}
        left = (p not in shown and look.get(p, EMPTY) != x for p, x in base.fouled.items())
        if any(left) and not (new and self._played_on(new, look)):
            return False
        undone = gone if base.changed is None else (base.changed.turn,)
        stays = base.match.game.stays
        again = any(stays(turn, one.turn) for one in new for turn in undone)
        return not again and not any(self._same_foul(turn, one) for one in new for turn in gone)

    def _played_on(self, new: Sequence[Ruled], look: AnyPosition) -> bool:
        """Whether the new turns are right and leave something of each open turn."""
        if any(one.status is Status.OPEN for one in new):
            return False
        put = (self.put[turn].items() for turn in self.base.stay)
        return all(any(look.get(p) == x for p, x in one if x is not EMPTY) for one in put)

    def _still_there(self, undone: Sequence[Any], look: AnyPosition) -> float:
        """Nats for the pieces of turns told to be undone that lie there all the same."""
        nats, known = 0.0, self.base.match.known
        for turn in undone:
            put = [(p, x, look.get(p, EMPTY)) for p, x in self.put[turn].items()]
            # Of a turn that was changed only what came to an empty place: a tram that drove on has
            # left its first place in both stories.
            stayed = (p for p, x, seen in put if x is not EMPTY and x == seen)
            lying = turn in self.base.match.open_turns
            came = sum(lying or known.get(p, EMPTY) is EMPTY for p in stayed)
            # Something else may have come to where a piece of it had been.
            lies = (x == seen or (x is EMPTY and seen != known.get(p, EMPTY)) for p, x, seen in put)
            nats -= self.base.match.game.piece_prior * came
            nats += LIMITS.retold * (turn not in self.again and all(lies))
        return nats

    def _same_foul(self, turn: Any, again: Ruled) -> bool:
        """Whether a foul is an open one measured anew, which breaks the same rules."""
        match = self.base.match
        if again.status is not Status.OPEN or not match.game.places_are_numbers:
            return False
        told = next(p.verdict for p in reversed(match.history) if p.turn == turn)
        was, now = ({(v.code, v.places) for v in x.violations} for x in (told, again.verdict))
        return was == now and self.put[turn] == match.changes(again.turn)

    def _own(self, how: Explanation[Any]) -> bool:
        """Whether who took the last turn back made the next one, which shows."""
        changed, match = self.base.changed, self.base.match
        if changed is None or not how.turns:
            return True
        made = (changed.turn, how.turns[0])
        makers = {match.game.maker_of(match.accepted, turn, match.house) for turn in made}
        return bool(match.changes(how.turns[0])) and len(makers) == 1

    def _another_piece(self, how: Explanation[Any]) -> bool:
        """Whether the last turn is told again with another piece on its place."""
        changed, game = self.base.changed, self.base.match.game
        if changed is None or not how.turns or changed.turn in how.turns:
            return False
        turn = how.turns[0]
        new = self.base.match.changes(turn)
        return any(game.reread(changed.turn, p, x) == turn for p, x in new.items() if x != EMPTY)


def fits(candidate: Candidate) -> bool:
    """Absolute fit: no touched place contradicts it, and few untouched ones are misread."""
    known = candidate.parent.match.known
    allowed = max(LIMITS.free_strays, LIMITS.stray_share * len(known))
    return candidate.worst <= LIMITS.fit_nats and candidate.strays <= allowed
