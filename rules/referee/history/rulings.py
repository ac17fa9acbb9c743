"""Turns of one history judged in their order: what enters the game, what lies on it as a foul."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from rules.core.game import Game, StateT, TurnT
from rules.core.rulebook import House
from rules.core.verdict import Ruling, Verdict
from rules.referee.history.match import IN_THE_GAME, AnyMatch, Match, Status


@dataclass(frozen=True, slots=True)
class Ruled:
    """A turn with its verdict and what becomes of it: ACCEPTED, HAPPENED, KEPT, OPEN or RESTING,
    this also where it is `right` in the game. `anybody`: another player may have made it."""

    turn: Any
    verdict: Verdict
    status: Status
    right: bool = False
    anybody: bool = False


def chain(
    match: AnyMatch, lying: Sequence[Any], turns: Sequence[Any]
) -> tuple[tuple[Ruled, ...], Any]:
    """Turns judged in order while the open turns `lying` stay, and the table as it then lies."""
    table = Table.of(match, lying)
    ruled: list[Ruled] = []
    for turn in turns:
        ruled.append(table.ruled(turn))
        table = table.after(ruled[-1])
    return tuple(ruled), table.standing


@dataclass(frozen=True, slots=True)
class Table(Generic[StateT, TurnT]):
    """What a turn is made on: the game as `accepted`, the open turns `lying` on it, and the table
    as it then lies (`standing`). `rested`: the game with those of them that are right in it, made
    without the fouls; `after_foul`: the last one is a foul."""

    game: Game[StateT, TurnT]
    house: House
    accepted: StateT
    rested: StateT
    standing: StateT
    lying: tuple[TurnT, ...] = ()
    after_foul: bool = False

    @staticmethod
    def of(match: Match[StateT, TurnT], lying: Sequence[TurnT]) -> Table[StateT, TurnT]:
        """The table of a match with some of its open turns on it."""
        foul = match.foul_among(lying[-1:])
        states = match.accepted, match.rested(lying), match.forced(lying)
        return Table(match.game, match.house, *states, tuple(lying), foul)

    def ruled(self, turn: TurnT, *, enters: bool = False) -> Ruled:
        """A turn judged on the game; over a foul it enters only where it would lie alike without
        that, or where it is known that it `enters`. Where it fails there it is judged on the table
        as it lies. What only takes pieces for the last foul is part of it."""
        state = self.accepted if enters else self.rested
        verdict = self.game.judge(state, turn, self.house)
        if verdict.ruling is not Ruling.ILLEGAL:
            if not (enters or self._may_come_first(turn)):
                return Ruled(turn, verdict, Status.RESTING, right=True)
            if not self._by_anybody(turn):
                return Ruled(turn, verdict, Status.ACCEPTED)
            verdict = self.game.judge(self.game.anybody_next(state), turn, self.house)
            return Ruled(turn, verdict, Status.ACCEPTED, anybody=True)
        if any(violation.code in self.game.irreversible_fouls for violation in verdict.violations):
            return Ruled(turn, verdict, Status.HAPPENED)
        if enters:
            return Ruled(turn, verdict, Status.KEPT)
        part = self.after_foul and self._only_takes(turn)
        over = None if part else self._over_fouls(turn)
        return Ruled(turn, verdict, Status.OPEN) if over is None else over

    def _by_anybody(self, turn: TurnT) -> bool:
        """Whether a turn that is right in the game is as right of another player over the foul."""
        game, house = self.game, self.house
        if not self.lying or game.anybody_next(self.accepted) is self.accepted:
            return False
        over = game.waive(self.standing, (), house)
        makers = {game.player_of(state, turn, house) for state in (self.accepted, over)}
        return len(makers) > 1 and game.judge(over, turn, house).legal

    def _over_fouls(self, turn: TurnT) -> Ruled | None:
        """A turn that is right on the table as it lies, or that freed of duties; else None."""
        if not self.lying:
            return None
        game, standing, house = self.game, self.standing, self.house
        verdict = game.judge(standing, turn, house)
        freed = standing if verdict.legal else game.waive(standing, (), house)
        if freed != standing:
            verdict = game.judge(freed, turn, house)
        return Ruled(turn, verdict, Status.RESTING) if verdict.legal else None

    def _only_takes(self, turn: TurnT) -> bool:
        """Whether a turn goes on with the last one and puts nothing on the table."""
        if not self.game.completes(self.standing, turn):
            return False
        before = self.game.position(self.standing)
        after = self.game.position(self.game.force(self.standing, turn, self.house))
        return all(before.get(place) == label for place, label in after.items())

    def _may_come_first(self, turn: TurnT) -> bool:
        """Whether the table lies the same with a turn made before the open ones, none of which is
        right in the game. Where places are numbers of pieces, these alone would differ."""
        if not self.lying or self.game.places_are_numbers:
            return True
        if self.rested is not self.accepted:
            return False
        first = self.game.force(self.accepted, turn, self.house)
        for one in self.lying:
            first = self.game.force(first, one, self.house)
        last = self.game.force(self.standing, turn, self.house)
        return self.game.position(first) == self.game.position(last)

    def after(self, one: Ruled) -> Table[StateT, TurnT]:
        """The table after a turn."""
        game, turn, house = self.game, one.turn, self.house
        accepted, rested, lying = self.accepted, self.rested, self.lying
        standing = self.standing
        if one.status in IN_THE_GAME:
            alike = rested is accepted
            if one.anybody:
                accepted, standing = map(game.anybody_next, (accepted, standing))
            accepted = entered(game, accepted, turn, one.verdict, house)
            rested = accepted if alike else entered(game, rested, turn, one.verdict, house)
        else:
            lying = (*lying, turn)
            rested = game.force(rested, turn, house) if one.right else rested
        return replace(
            self,
            accepted=accepted,
            rested=rested,
            standing=game.force(standing, turn, house) if lying else accepted,
            lying=lying,
            after_foul=one.status is Status.OPEN,
        )


def put_right(match: AnyMatch, lying: Sequence[Any], new: Sequence[Ruled]) -> tuple[Ruled, ...]:
    """The same turns with the open ones `lying`, where all of these are right once the first one
    goes on with the last turn of the game, makes up for the foul below, or comes before them; else
    nothing."""
    right = [one.turn for one in new[:1] if one.status is Status.ACCEPTED]
    first = [turn for turn in right if match.game.completes(match.accepted, turn)]
    ways = [first] if first or match.right_turns.issuperset(lying) else []
    if lying and new and not match.foul_among(lying):
        ways += [right]
    for before in ways if lying else ():
        made, since = [*before, *lying], [one.turn for one in new[len(before) :]]
        whole, _ = chain(match, (), [*made, *since])
        if all(one.status is Status.ACCEPTED for one in whole[: len(made)]):
            return whole
    return ()


def entered(
    game: Game[StateT, TurnT], state: StateT, turn: TurnT, verdict: Verdict, house: House
) -> StateT:
    """The state after a turn enters the game: what it broke is waived."""
    if verdict.legal:
        return game.apply(state, turn, house)
    return game.waive(game.force(state, turn, house), verdict.violations, house)
