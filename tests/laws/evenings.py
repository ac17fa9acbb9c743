"""Random evenings of any game: pictures and people's words in any order, with fouls, changes of
mind, doubts and corrections. Nothing of it is told from a true game; every step is possible."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.core.call import Call
from rules.core.errors import ArbitableError
from rules.core.events import (
    Answered,
    Corrected,
    Event,
    Insisted,
    LetStand,
    PositionCorrected,
    PositionSeen,
    Redone,
    Refuted,
    Told,
    TurnEnded,
    TurnSeen,
)
from rules.core.game import Game
from rules.referee.history.match import IN_THE_GAME
from rules.referee.history.undo import redoable, undoable, undoing
from rules.referee.referee import RefereeState, begin, observe, record
from tests.laws.games import players
from tests.laws.pictures import Booth, some_turn

State = RefereeState[Any, Any]

#: How often people speak instead of a picture being taken, a picture is sharp, the table is as it
#: was, a foul is taken off or the last turn changed, two turns are made at once, nobody is named.
SAID, SHARP, STILL, BACK, TWICE, NAMELESS = 0.3, 0.7, 0.2, 0.25, 0.25, 0.3


@dataclass(frozen=True)
class Step:
    """What came next: the referee before and after, what was said by people (None: a picture was
    taken), and what the referee said."""

    before: State
    after: State
    event: Event | None
    calls: tuple[Call[Any, Any], ...]


def evening(game: Game[Any, Any], seed: int, steps: int) -> Iterator[Step]:
    """One evening step by step."""
    rng = random.Random(f"{game.name} {seed}")
    booth = Booth(game, seed % 3)
    seated = () if rng.random() < NAMELESS else tuple(players(game))
    state = begin(game, seated, game.rulebook.house(), confirmations=rng.choice((1, 1, 2)))
    lies = rng.choice([{}, rng.choice(booth.positions)])
    for number in range(steps):
        before, event = state, None
        if number and rng.random() < SAID:
            event = rng.choice(_words(before, booth, rng))
            state, calls = record(before, event)
            lies = game.position(state.match.standing)
        else:
            known = game.position(before.match.standing)
            lies = _laid(before, booth, rng) if number and rng.random() > STILL else lies
            sharp = number == 0 or rng.random() < SHARP
            picture = booth.picture(known, lies, rng, sharp=sharp)
            state, calls = observe(before, picture, f"{number}.jpg")
        yield Step(before, state, event, calls)


def _laid(state: State, booth: Booth, rng: random.Random) -> Any:
    """The table after a turn or two upon what the referee takes for one of the last tables."""
    match = state.match
    game, house = match.game, match.house
    tables = [match.accepted, *([] if match.before is None else [match.before])]
    table = rng.choice(tables) if rng.random() < BACK else match.standing
    for _ in range(2 if rng.random() < TWICE else 1):
        table = game.force(table, some_turn(game, table, booth.turns, rng), house)
    return game.position(table)


def _words(state: State, booth: Booth, rng: random.Random) -> list[Event]:
    """What people may say now."""
    match = state.match
    turn = some_turn(match.game, match.accepted, booth.turns, rng)
    words: list[Event] = [TurnSeen(turn), TurnEnded(match.game.to_move(match.accepted))]
    if match.question is not None:
        words += [Answered(n) for n in range(len(match.question.alternatives))]
        words += [LetStand(), Refuted()]
    words += [Insisted()] if match.open_turns else []
    words += [undoing(match.log)] if undoable(match.log) else []
    words += [Redone()] if redoable(match.log) else []
    words += [Corrected(p.number, rng.choice((None, turn))) for p in match.live[-2:]]
    words += [Told("turn", {"player": one}) for one in match.players if _may_say(match, one)]
    return words + _corrected(state, rng)


def _may_say(match: Any, player: str) -> bool:
    try:
        match.game.tell(match.accepted, "turn", {"player": player})
    except ArbitableError:
        return False
    return True


def _corrected(state: State, rng: random.Random) -> list[Event]:
    """A piece of the first position was another one, or none; while no turn hangs on it."""
    first = next((e for e in state.log if isinstance(e, PositionSeen)), None)
    if first is None or not first.position or any(_counts(p) for p in state.match.history):
        return []
    place, label = rng.choice(first.position)
    return [PositionCorrected(place, rng.choice((None, label)))]


def _counts(played: Any) -> bool:
    return played.status in IN_THE_GAME
