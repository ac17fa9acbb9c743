"""How a kept match went: what became of every turn, what was counted after it, how the camera
did, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from rules.core import texts
from rules.core.codec import Json
from rules.core.errors import ArbitableError
from rules.core.events import (
    Answered,
    Asked,
    Corrected,
    MatchStarted,
    PositionCorrected,
    PositionSeen,
    Told,
    TurnSeen,
    Undone,
)
from rules.core.game import AnyGame
from rules.core.measures import Measure
from rules.core.rulebook import OptionValue
from rules.core.verdict import Reward, facts
from rules.referee.history.fold import replayed
from rules.referee.history.match import IN_THE_GAME, AnyMatch, AnyPlayed
from server.pipeline.player_names import called
from server.pipeline.rejudge import kept_match
from server.pipeline.session import outcome_of
from server.words import by_language

#: What rewards are counted as; a match without any has no such curve.
_REWARDS = "rewards"

#: Events of the first position.
_OPENING = (MatchStarted, PositionSeen, PositionCorrected)


@dataclass(frozen=True, slots=True)
class Series:
    """One curve: `name` and `of` as in `Measure`; a value after every turn, None where nobody knew;
    the first one stands before the first turn."""

    name: str
    of: str
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class TurnMark:
    """Something that happened at a turn (0 before the first): `foul`, `insisted` or `ask`."""

    kind: str
    turn: int


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How often people had to help: turns in the game, questions, of them answered by a person,
    pieces corrected, turns told or corrected by people, things undone."""

    turns: int
    asked: int
    answered: int
    corrected: int
    helped: int
    undone: int


@dataclass(frozen=True)
class MatchSummary:
    """A match from its first picture to its last."""

    game: AnyGame
    players: tuple[str, ...]
    house: Mapping[str, OptionValue]
    turns: int
    accuracy: Accuracy
    outcome: Mapping[str, str] | None
    winners: tuple[str, ...] = ()
    series: tuple[Series, ...] = ()
    marks: tuple[TurnMark, ...] = ()


def match_summary(
    game: str,
    events: Sequence[Json],
    names: Mapping[str, str] = MappingProxyType({}),
    *,
    counted: bool = True,
) -> MatchSummary:
    """How a match went, from its journal. `names`: what players were called at last; `counted`:
    with series, which takes a moment. Raises NotAGame for a journal that is none."""
    match = kept_match(game, events)
    outcome, told = outcome_of(match), called(match.game, names)
    return MatchSummary(
        told,
        told.rulebook.all_called(match.players),
        match.house.values,
        match.ordinal,
        _accuracy(match),
        None if outcome is None else by_language(partial(texts.render, told.rulebook, outcome)),
        () if outcome is None else told.rulebook.all_called(outcome.winners),
        _series(match) if counted else (),
        tuple(_marks(match)) if counted else (),
    )


def _accuracy(match: AnyMatch) -> Accuracy:
    log = match.log
    answered = sum(isinstance(e, Answered) for e in log)
    fixed = {e.number for e in log if isinstance(e, Corrected)}
    by_people = {n for n, e in enumerate(log) if isinstance(e, TurnSeen) and e.photo is None}
    corrected = sum(isinstance(e, Corrected | PositionCorrected) for e in log)
    asked = sum(isinstance(e, Asked) for e in log)
    undone = sum(isinstance(e, Undone) for e in log)
    helped = min(match.ordinal, len(fixed | by_people) + answered)
    return Accuracy(match.ordinal, asked, answered, corrected, helped, undone)


def _marks(match: AnyMatch) -> Iterator[TurnMark]:
    """Fouls where they were made, questions at the turn that was played last."""
    for played in match.history:
        if played.verdict.violations:
            kind = "insisted" if played.status in IN_THE_GAME else "foul"
            yield TurnMark(kind, played.ordinal)
    for number, event in enumerate(match.log):
        if isinstance(event, Asked):
            before = [p.ordinal for p in match.history if p.number < number]
            yield TurnMark("ask", max(before, default=0))


def _series(match: AnyMatch) -> tuple[Series, ...]:
    """The counts after every turn, as the match is known now: corrected turns as corrected."""
    rows = [row for _, row in sorted(_rows(match).items())]
    keys = list(dict.fromkeys((m.name, m.of) for m in rows[-1])) if rows else []
    tables = [{(m.name, m.of): m.value for m in row} for row in rows]
    found = (Series(*key, tuple(table.get(key) for table in tables)) for key in keys)
    return tuple(one for one in found if one.name != _REWARDS or any(one.values))


def _rows(match: AnyMatch) -> dict[int, tuple[Measure, ...]]:
    """Turn number to what was counted after it."""
    opening = [e for e in match.log if isinstance(e, _OPENING)]
    state = replayed(match.game, opening).accepted
    steps: list[tuple[int, AnyPlayed | Told]] = [
        (p.number, p) for p in match.history if p.status in IN_THE_GAME
    ]
    steps += [(n, e) for n, e in enumerate(match.log) if isinstance(e, Told)]
    earned, rows = 0, {0: (*match.game.measures(state), *_earned(match.game, 0))}
    for _, step in sorted(steps, key=lambda one: one[0]):
        if isinstance(step, Told):
            state = _after_told(match, state, step)
            continue
        # `force` also where the turn was legal: what was told meanwhile may since be undone.
        state = match.game.force(state, step.turn, match.house)
        earned += sum(map(_rewards, step.verdict.rewards))
        rows[step.ordinal] = (*match.game.measures(state), *_earned(match.game, earned))
    return rows


def _after_told(match: AnyMatch, state: object, fact: Told) -> object:
    try:
        return match.game.tell(state, fact.fact, fact.data)
    except (ArbitableError, KeyError, TypeError, ValueError):
        return state  # it was undone, or fits no more since a correction


def _earned(game: AnyGame, count: int) -> tuple[Measure, ...]:
    """Rewards so far, in games that have any."""
    has = any(key.startswith("rewards.") for key in game.rulebook.phrases)
    return (Measure(_REWARDS, count),) if has else ()


def _rewards(reward: Reward) -> int:
    """How many things a reward is for: its alignments where it names them."""
    named = facts(reward.params).get("alignments")
    return len(named) if isinstance(named, list) and named else 1
