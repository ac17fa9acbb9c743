"""Turns of one story judged in their order: what enters the game, what lies on it as a foul."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from rules.core.verdict import Verdict
from rules.referee.match import IN_THE_GAME, Match, Status, entered, ruling

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")


@dataclass(frozen=True, slots=True)
class Ruled(Generic[TurnT]):
    """A turn with its verdict and what becomes of it: ACCEPTED, HAPPENED, OPEN or RESTING."""

    turn: TurnT
    verdict: Verdict
    status: Status


def chain(
    match: Match[StateT, TurnT], lying: Sequence[TurnT], turns: Sequence[TurnT]
) -> tuple[tuple[Ruled[TurnT], ...], StateT]:
    """Turns judged in order while the open turns `lying` stay on the table, and the table as it
    then lies.

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
        verdict, status = ruling(game, state, None if clean else standing, turn, house)
        if status in IN_THE_GAME:
            state = entered(game, state, turn, verdict, house)
        clean = clean and status in IN_THE_GAME
        standing = state if clean else game.force(standing, turn, house)
        ruled.append(Ruled(turn, verdict, status))
    return tuple(ruled), standing


def broken_by(verdict: Verdict) -> frozenset[tuple[str, Any]]:
    """The rules a verdict finds broken, each with the place of its first piece."""
    return frozenset((v.code, v.places[:1]) for v in verdict.violations)
