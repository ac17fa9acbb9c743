"""Nobody answered, and play went on: a question whose answers come to the same is let stand.

A ring turned with one pawn on it looks as if that pawn had moved. Nobody can tell, and the table
lies alike; so the next turn is called without asking again, and what has been played on without a
word passes for legal. Which it was may matter later, and then that call is asked about
(`doubts.by_what_it_was`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, TypeVar

from rules.core.events import Asked, Event, TurnSeen
from rules.core.verdict import Ruling
from rules.referee.hypotheses import Weighed
from rules.referee.limits import LIMITS, Limits
from rules.referee.match import Match, entered, extended
from rules.referee.rulings import chain

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")


def gone_on(
    match: Match[StateT, TurnT], ranked: Sequence[Weighed[TurnT]], limits: Limits = LIMITS
) -> Match[StateT, TurnT] | None:
    """The match with the open question let stand, where its likeliest answer is one legal turn,
    others come to the same table, if legal with the same duties and the same player next, and
    where a new picture shows surely that one of them was made and something else since. Where the
    answers hang on what an earlier turn was, that one is taken to have been what makes them legal.
    None where any of this fails."""
    asked = match.question
    if asked is None or match.open_turns:
        return None
    stand = _hanging(match, asked) if any(asked.instead) else _standing(match, asked)
    turns = [one for one in stand if isinstance(one, TurnSeen)]
    made = {turn for one in turns for turn in (one.turn, *one.otherwise)}
    count = len(asked.alternatives[0])
    since = sum(w.probability for w in ranked if _goes_on(w, made, count))
    return extended(match, stand) if stand and since >= limits.sure_move else None


def _goes_on(weighed: Weighed[Any], made: Set[Any], count: int) -> bool:
    """Whether what was asked about, `count` turns, was made and something else with it."""
    told = weighed.hypothesis
    found = sum(turn in made for turn in told.turns)
    return found >= count and len(told.turns) > count and not told.disturbed


def _standing(match: Match[Any, TurnT], asked: Asked[TurnT]) -> list[Event]:
    """The turn that is let stand, with what it may as well have been."""
    alike = _alike(match, asked)
    return [TurnSeen(alike[0], True, asked.photo, alike[1:])] if len(alike) > 1 else []


def _hanging(match: Match[Any, TurnT], asked: Asked[TurnT]) -> list[Event]:
    """What an earlier turn was, so that the turns that were asked about are legal, and these."""
    for was, turns in zip(asked.instead, asked.alternatives, strict=True):
        if was is None:
            continue
        ruled, _, _ = chain(extended(match, [was]), (), turns)
        if all(one.verdict.legal for one in ruled):
            return [was, *(TurnSeen(turn, True, asked.photo) for turn in turns)]
    return []


def _alike(match: Match[Any, TurnT], asked: Asked[TurnT]) -> tuple[TurnT, ...]:
    """The likeliest answer of a question, if legal, and those that come to the same."""
    if len(asked.alternatives[0]) != 1:
        return ()
    lone = [turns[0] for turns in asked.alternatives if len(turns) == 1]
    first = _comes_to(match, lone[0])
    if not first.legal:
        return ()
    return tuple(turn for turn in lone if _comes_to(match, turn).like(first))


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a turn leaves on the table, who is next, and the duties it brings."""

    legal: bool
    look: Mapping[Any, Any]
    then: str | None
    duties: tuple[Any, ...]

    def like(self, other: _Outcome) -> bool:
        """Whether the table lies alike, and if this was no foul, play goes on alike."""
        if not self.legal:
            return self.look == other.look
        return self == other


def _comes_to(match: Match[Any, TurnT], turn: TurnT) -> _Outcome:
    game, house = match.game, match.house
    verdict = game.judge(match.accepted, turn, house)
    after = entered(game, match.accepted, turn, verdict, house)
    duties = (verdict.rewards, verdict.required)
    legal = verdict.ruling is Ruling.LEGAL
    return _Outcome(legal, dict(game.position(after)), game.to_move(after), duties)
