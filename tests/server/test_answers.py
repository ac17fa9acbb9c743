"""What a question shows for an answer is what is called once it is given."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rules.core.call import CallKind
from rules.core.events import Answered, Asked, MatchStarted, PositionSeen, TurnSeen
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Turn
from rules.referee.history.match import Status
from rules.referee.referee import RefereeState, record, resumed
from rules.wire.journal import event_to_json
from server.pipeline.rejudge import rejudged
from server.pipeline.standing import standing_of
from server.store.bundle import Bundle
from tests.referee.rouge.games import HOUSE, Table

PLAYERS = ("red", "black")
State = RefereeState[Any, Any]


def asked_over_fouls(count: int) -> Iterator[State]:
    """Tables on which a foul lies and a question is open: one turn or two over it, or what is
    possible once it is gone."""
    seed = 0
    while count:
        seed += 1
        table = Table(Random(seed), len(PLAYERS))
        for _ in range(table.rng.randint(6, 14)):
            table.turn(open_lines=0.0)
        table.forget()
        foul = table.picture().foul
        if foul is not None:
            count -= 1
            yield _asked(table, foul)


def _asked(table: Table, foul: Turn) -> State:
    lay = tuple(GAME.position(table.state).items())
    start = MatchStarted("rouge", PLAYERS, tuple(HOUSE.values.items()))
    over = GAME.force(table.state, foul, HOUSE)
    legal = [list(GAME.legal_turns(state, HOUSE)) for state in (over, table.state)]
    gone = ((), (), (foul,), (foul,))
    turns = tuple(
        tuple(table.rng.sample(legal[bool(away)], count))
        for away, count in zip(gone, (1, 2, 1, 2), strict=True)
    )
    seen = TurnSeen(foul, False, "1.jpg")
    return resumed(GAME, [start, PositionSeen(lay), seen, Asked(turns, gone, "2.jpg")])


def test_an_answer_is_called_as_the_question_shows_it() -> None:
    """On the page and in a kept game, whatever lies open there and whether it is gone."""
    resting = 0
    for state in asked_over_fouls(25):
        match = state.match
        now = standing_of(match).question
        assert now is not None
        events = tuple(event_to_json(GAME, event) for event in state.log)
        (again,) = [*rejudged(Bundle("rouge", events, ()))][-1].calls
        for answer in now.answers:
            choice = answer.choices[0]
            after, calls = record(state, Answered(choice))
            called = calls[len(calls) - len(answer.turns) :]
            codes = [[v.code for v in one.verdict.violations] for one in called if one.verdict]
            assert [[v.code for v in one.violations] for one in answer.verdicts] == codes
            assert (answer.call == "foul") is any(one.kind is CallKind.FOUL for one in called)
            assert again.alternatives[choice].verdicts == answer.verdicts
            assert (after.match.accepted, after.match.standing) == (
                answer.after.accepted,
                answer.after.standing,
            )
            resting += any(p.status is Status.RESTING for p in after.match.live)
    assert resting >= 5
