"""The standing of any game is what the match says, whatever came last."""

from __future__ import annotations

from typing import Any

import pytest

from rules.referee.history.match import OFF_THE_GAME
from server.pipeline.standing import standing_of
from tests.laws.evenings import evening
from tests.laws.games import GAMES

#: Evenings a game and steps of each: enough for questions that orders come after.
SEEDS, STEPS = 4, 25
#: The evening that is always played, and how far: its end takes Rouge long.
QUICK, FEW = 3, 18

EACH_EVENING = [
    *(pytest.param(game, QUICK, FEW, id=name) for name, game in GAMES.items()),
    *(
        pytest.param(game, seed, STEPS, id=f"{name}-{seed}", marks=pytest.mark.slow)
        for name, game in GAMES.items()
        for seed in range(SEEDS)
    ),
]


@pytest.mark.parametrize(("game", "seed", "steps"), EACH_EVENING)
def test_what_is_open_stands(game: Any, seed: int, steps: int) -> None:
    """After every picture and every word: each open turn is an open foul, the last turn of the
    game is in the game, and the question has every alternative in exactly one answer."""
    for step in evening(game, seed, steps):
        match = step.after.match
        now = standing_of(match)
        open_turns = [p for p in match.history if p.status in OFF_THE_GAME]
        assert sorted(p.number for p in now.fouls) == [p.number for p in open_turns]
        assert (now.last is None) == (match.ordinal == 0)
        assert (now.question is None) == (match.question is None)
        if now.question is not None and match.question is not None:
            choices = sorted(c for one in now.question.answers for c in one.choices)
            assert choices == list(range(len(match.question.alternatives)))
