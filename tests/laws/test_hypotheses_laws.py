"""Laws of the referee's memory, over every discovered game and random evenings: the log tells all
of it, only grows, and agrees with what was said; how a game stands is what it says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from rules.core.call import Call, CallKind
from rules.core.events import (
    Answered,
    Corrected,
    Event,
    Insisted,
    LetStand,
    PositionCorrected,
    Redone,
    Refuted,
    TakenBack,
    Undone,
)
from rules.core.game import Game
from rules.referee.history.match import OFF_THE_GAME, Status, broken_by
from rules.referee.hypotheses.hypothesis import Hypothesis
from rules.referee.referee import record, resumed
from rules.referee.speaking.announce import CALLED
from rules.wire.journal import event_from_json, event_to_json
from server.pipeline.standing import standing_of
from tests.laws.evenings import State, Step, evening
from tests.laws.games import GAMES

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

#: Evenings of each game and their steps, by default (quick ones of the first) and in the long run.
EVENINGS, STEPS = (1, 3, 4, 5, 7), 12
#: Those of them that take seconds, where the others hold all that they are for.
LONG = {"rouge": (1, 5, 7)}
MANY_EVENINGS, MANY_STEPS = range(100, 106), 18
#: Of a small game, in which much happens in little time, more of them.
MORE_EVENINGS = {"toy": range(100, 112)}

#: Words and findings after which an open foul may lie there no more.
CLEARING = (Answered, Corrected, Insisted, PositionCorrected, Redone, TakenBack, Undone)


def remembered(state: State) -> tuple[Any, ...]:
    """Everything that later calls hang on, but for the pictures themselves. Of a history its turns
    count: equal turns may give their pieces other numbers, which no call hangs on."""
    match = state.match
    least = min(one.fouls for one in state.hypotheses)
    kin: dict[int, int] = {}
    belief = tuple(
        (
            *(one.nats, kin.setdefault(one.kin, len(kin)), one.fouls - least),
            *(one.match.live, one.untold, one.match.before is None),
        )
        for one in state.hypotheses
    )
    told = match.accepted, match.standing, match.before, match.history, match.question
    return told, match.players, match.opened, belief


def read_back(game: Game[Any, Any], log: tuple[Event, ...]) -> list[Event]:
    """The events as a journal holds them, read again."""
    texts = [json.dumps(event_to_json(game, event)) for event in log]
    return [event_from_json(game, json.loads(text)) for text in texts]


def the_log_tells_all(step: Step) -> None:
    """What a journal comes to is the referee as it was, to the last digit."""
    game, state = step.after.match.game, step.after
    events = read_back(game, state.log)
    assert events == list(state.log)
    again = resumed(game, events, confirmations=state.confirmations)
    assert remembered(again) == remembered(state)


def words_mean_the_same_after_a_restart(step: Step) -> None:
    """What people say to a referee who was resumed is written and answered as if he never slept."""
    if step.event is None:
        return
    again = resumed(step.before.match.game, step.before.log)
    after, calls = record(again, step.event)
    assert after.log == step.after.log
    assert calls == step.calls
    assert remembered(after) == remembered(step.after)


def the_log_grows(step: Step) -> None:
    """Nothing that was written is written otherwise later."""
    old, new = step.before.log, step.after.log
    assert new[: len(old)] == old


def a_foul_stays_open(step: Step) -> None:
    """Until it is taken back, or people decide otherwise."""
    added = step.after.log[len(step.before.log) :]
    before, after = Counter(step.before.match.open_turns), Counter(step.after.match.open_turns)
    if not any(isinstance(event, CLEARING) for event in added):
        assert before <= after, added
    elif all(isinstance(event, TakenBack) or not isinstance(event, CLEARING) for event in added):
        gone = {turn for event in added if isinstance(event, TakenBack) for turn in event.turns}
        assert all(after[turn] >= n for turn, n in before.items() if turn not in gone), added


def calls_agree(step: Step) -> None:
    """A turn that is called lies there, called so."""
    live = step.after.match.live
    for call in step.calls:
        if call.kind in {CallKind.LEGAL, CallKind.FOUL}:
            same = [p for p in live if p.turn == call.move and CALLED[p.status] is call.kind]
            assert any(broken_by(p.verdict) == _broken(call) for p in same), (call, live)


def _broken(call: Call[Any, Any]) -> frozenset[Any]:
    assert call.verdict is not None
    return broken_by(call.verdict)


def a_foul_earns_nothing(step: Step) -> None:
    """It brings no reward, and no duty but to take it back."""
    for call in step.calls:
        if call.kind is CallKind.FOUL and call.verdict is not None and call.note is None:
            assert call.verdict.rewards == ()
            assert {duty.kind for duty in call.verdict.required} <= {"take-back"}


def a_question_left_tells_no_turn(step: Step) -> None:
    """Who lets it stand, or says that no answer is right, chooses nothing and blames nobody."""
    if isinstance(step.event, LetStand | Refuted):
        assert step.calls == ()
        assert step.after.match.question is None
        assert step.after.match.history == step.before.match.history
    if isinstance(step.event, LetStand):
        assert all(_waived(one) for one in step.after.hypotheses)


def _waived(one: Hypothesis) -> bool:
    return all(p.status not in OFF_THE_GAME for p in one.untold)


def what_is_open_stands(step: Step) -> None:
    """While a foul lies there, each open turn that would not be right without it is told as open;
    the last turn of the game is in the game, and the question has every alternative in exactly one
    answer."""
    match = step.after.match
    now = standing_of(match)
    lying = [p for p in match.history if p.status in OFF_THE_GAME]
    foul = any(p.status is Status.OPEN for p in lying)
    told = [p.number for p in lying if foul and not p.right]
    assert sorted(p.number for p in now.fouls) == told
    assert (now.last is None) == (match.ordinal == 0)
    assert (now.question is None) == (match.question is None)
    if now.question is not None and match.question is not None:
        choices = sorted(c for one in now.question.answers for c in one.choices)
        assert choices == list(range(len(match.question.alternatives)))


LAWS = (
    what_is_open_stands,
    a_question_left_tells_no_turn,
    the_log_tells_all,
    words_mean_the_same_after_a_restart,
    the_log_grows,
    a_foul_stays_open,
    calls_agree,
    a_foul_earns_nothing,
)


@cache
def short_evening(name: str, seed: int) -> tuple[Step, ...]:
    """All steps of an evening of the default length, played once for all who ask."""
    return tuple(evening(GAMES[name], seed, STEPS))


def keep_the_laws(steps: Iterable[Step], seed: int) -> None:
    """Every law after every step."""
    for number, step in enumerate(steps):
        for law in LAWS:
            try:
                law(step)
            except AssertionError as error:
                raise AssertionError(f"{law.__name__}, seed {seed}, step {number}") from error


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        pytest.param(game, seed, marks=pytest.mark.slow if seed in LONG.get(name, ()) else ())
        for name, game in GAMES.items()
        for seed in EVENINGS
    ],
    ids=[f"{name}-{seed}" for name in GAMES for seed in EVENINGS],
)
def test_the_referees_memory_keeps_its_laws(game: Game[Any, Any], seed: int) -> None:
    """Whatever is seen and said: the log tells all, only grows, and agrees with the calls."""
    keep_the_laws(short_evening(game.name, seed), seed)


@EACH_GAME
def test_evenings_hold_what_they_are_for(game: Game[Any, Any]) -> None:
    """Fouls, questions and words of people come up in them."""
    seen = Counter(
        "word" if step.event is not None else call.kind.value
        for seed in EVENINGS
        if seed not in LONG.get(game.name, ())
        for step in short_evening(game.name, seed)
        for call in step.calls or (None,)
        if call is not None or step.event is not None
    )
    assert min(seen[kind] for kind in ("legal", "foul", "ask", "word")) > 0, seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seed"),
    [(name, seed) for name in GAMES for seed in MORE_EVENINGS.get(name, MANY_EVENINGS)],
)
def test_the_same_through_longer_evenings(game: str, seed: int) -> None:
    """More evenings, longer ones."""
    keep_the_laws(evening(GAMES[game], seed, MANY_STEPS), seed)
