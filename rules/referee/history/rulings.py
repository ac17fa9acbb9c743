"""Turns of one history judged in their order: what enters the game, what lies on it as a foul."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rules.core.game import Game, StateT, TurnT
from rules.core.rulebook import House
from rules.core.verdict import Ruling, Verdict
from rules.referee.history.match import IN_THE_GAME, AnyMatch, Status


@dataclass(frozen=True, slots=True)
class Ruled:
    """A turn with its verdict and what becomes of it: ACCEPTED, HAPPENED, OPEN or RESTING."""

    turn: Any
    verdict: Verdict
    status: Status


def chain(
    match: AnyMatch, lying: Sequence[Any], turns: Sequence[Any]
) -> tuple[tuple[Ruled, ...], Any]:
    """Turns judged in order while the open turns `lying` stay on the table, and the table as it
    then lies.

    Each is judged on the game as accepted so far and, where it fails there, on the table as it
    stands; a foul enters neither the game nor the way of the next turn.
    """
    game, house = match.game, match.house
    state, standing = match.accepted, match.forced(lying)
    ruled: list[Ruled] = []
    clean = not lying
    foul = match.foul_among(lying[-1:])
    for turn in turns:
        over = None if clean else standing
        verdict, status = ruling(game, state, over, turn, house, after_foul=foul)
        if status in IN_THE_GAME:
            state = entered(game, state, turn, verdict, house)
        clean = clean and status in IN_THE_GAME
        foul = status is Status.OPEN
        standing = state if clean else game.force(standing, turn, house)
        ruled.append(Ruled(turn, verdict, status))
    return tuple(ruled), standing


def put_right(match: AnyMatch, lying: Sequence[Any], new: Sequence[Ruled]) -> tuple[Ruled, ...]:
    """The same turns with the open ones `lying`, where all of these are right once the first one
    goes on with the last turn of the game: they were made after it. Else nothing."""
    if not lying or not new or new[0].status is not Status.ACCEPTED:
        return ()
    if not match.game.completes(match.accepted, new[0].turn):
        return ()
    whole, _ = chain(match, (), [new[0].turn, *lying, *(one.turn for one in new[1:])])
    right = all(one.status is Status.ACCEPTED for one in whole[: len(lying) + 1])
    return whole if right else ()


def entered(
    game: Game[StateT, TurnT], state: StateT, turn: TurnT, verdict: Verdict, house: House
) -> StateT:
    """The state after a turn enters the game: applied where legal, else forced, and what it broke
    is waived."""
    if verdict.legal:
        return game.apply(state, turn, house)
    return game.waive(game.force(state, turn, house), verdict.violations, house)


def ruling(
    game: Game[StateT, TurnT],
    state: StateT,
    standing: StateT | None,
    turn: TurnT,
    house: House,
    *,
    after_foul: bool,
) -> tuple[Verdict, Status]:
    """A turn's verdict, and what becomes of it: judged on the game and, where it fails there, on
    the table as it lies (`standing`; None where no foul lies on it), with what the foul on it left
    to be done and without: it earns nothing and obliges nobody. What only takes pieces for a foul
    (`after_foul`: the last turn on that table is one) is part of it. A foul that is an event which
    nobody can take back, as a fall is, is in the game with what it costs."""
    verdict = game.judge(state, turn, house)
    if verdict.ruling is not Ruling.ILLEGAL:
        return verdict, Status.ACCEPTED
    if any(violation.code in game.irreversible_fouls for violation in verdict.violations):
        return verdict, Status.HAPPENED
    if standing is None or (after_foul and _only_takes(game, standing, turn, house)):
        return verdict, Status.OPEN
    over = game.judge(standing, turn, house)
    freed = standing if over.legal else game.waive(standing, (), house)
    if freed != standing:
        over = game.judge(freed, turn, house)
    return (over, Status.RESTING) if over.legal else (verdict, Status.OPEN)


def _only_takes(game: Game[StateT, TurnT], standing: StateT, turn: TurnT, house: House) -> bool:
    """Whether a turn goes on with the last one and puts nothing on the table."""
    if not game.completes(standing, turn):
        return False
    before = game.position(standing)
    after = game.position(game.force(standing, turn, house))
    return all(before.get(place) == label for place, label in after.items())
