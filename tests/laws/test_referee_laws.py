"""The referee's law, over every discovered game: no foul in doubt, and no doubt passed over.

Random tables, random turns, random doubts. What each picture allows is worked out the long way
(`tests.laws.posterior`); the referee's calls must keep to it.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.core.call import Call, CallKind
from rules.core.game import Game
from rules.referee.limits import LIMITS
from rules.referee.referee import begin, observe
from tests.laws.games import GAMES
from tests.laws.pictures import Shot, shots
from tests.laws.posterior import Broken, Story, stories_of

EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

#: Pictures of each game, by default and in the long run.
PICTURES, MANY_PICTURES = 25, 120

#: Games whose few pictures lead to calls of every kind, in each game there is.
FIRST_SEED = 3

#: What may lie between the referee's probability and the second opinion's: the referee forgets each
#: history far behind the best, and there may be many of them.
CLOSE = 3e-3

CALLED = frozenset({CallKind.LEGAL, CallKind.FOUL, CallKind.NOTHING})


def broken(call: Call[Any, Any]) -> list[Broken]:
    """The rules a call names, each with its first place; those of every turn that it says the foul
    may have been."""
    assert call.verdict is not None
    each = [call.verdict, *(verdict for one in call.alternatives for verdict in one.verdicts)]
    return [frozenset((v.code, v.places[:1]) for v in verdict.violations) for verdict in each]


def keeps_the_law(game: Game[Any, Any], shot: Shot) -> str:
    """Checks one picture; the kind of call it led to."""
    house = game.rulebook.house()
    state, _ = observe(begin(game, shot.players, house), shot.before)
    same_frame = dict(game.position(state.match.accepted)) == dict(shot.known)
    stories = stories_of(game, state.match.accepted, house, shot.picture)
    after, calls = observe(state, shot.picture)
    told = f"{shot.turns}: {[(c.kind.value, c.move) for c in calls]} but {stories[:4]}"
    kinds = {call.kind for call in calls}
    if not stories:
        assert kinds == {CallKind.UNCLEAR}, told
        return "unclear"
    if kinds == {CallKind.UNCLEAR}:
        return "unclear"
    if kinds == {CallKind.ASK}:
        asked_rightly(calls[0], stories, told)
        return "ask"
    assert kinds <= CALLED, told
    fouls = [broken(call) for call in calls if call.kind is CallKind.FOUL]
    assert not stories[0].open_to_players, told
    no_foul_in_doubt(fouls, stories, told)
    no_foul_passed_over(fouls, stories, told)
    moves = Counter(call.move for call in calls if call.move is not None)
    assert moves == Counter(stories[0].turns), told
    proposed = any(set(story.turns) == set(shot.turns) for story in stories)
    if shot.sharp and same_frame and proposed:
        assert dict(game.position(after.match.standing)) == dict(shot.now), told
    return "foul" if fouls else "legal"


def no_foul_in_doubt(fouls: list[list[Broken]], stories: list[Story], told: str) -> None:
    """The stories in which those rules were broken at those places have the needed weight."""
    for rules in fouls:
        assert accused(rules, stories) > LIMITS.sure_foul - CLOSE, told


def no_foul_passed_over(fouls: list[list[Broken]], stories: list[Story], told: str) -> None:
    """Nothing that may well have happened is a foul besides those called."""
    for story in stories:
        if story.probability > 1.0 - LIMITS.sure_move + CLOSE:
            assert len(story.fouls) == len(fouls), told


def asked_rightly(call: Call[Any, Any], stories: list[Story], told: str) -> None:
    """The alternatives are the likely stories, best first, and none of them was sure."""
    shares = [story.probability for story in stories[: LIMITS.alternatives]]
    listed = [one.probability for one in call.alternatives]
    assert listed == sorted(listed, reverse=True), told
    assert listed == pytest.approx(shares[: len(listed)], abs=CLOSE), told
    assert all(share < LIMITS.alternative_share + CLOSE for share in shares[len(listed) :]), told
    assert all(share > LIMITS.alternative_share - CLOSE for share in listed[1:]), told
    named = Counter(frozenset(one.turns) for one in call.alternatives)
    likely = [s for s in stories[: len(listed)] if s.probability > listed[-1] + CLOSE]
    assert Counter(frozenset(story.turns) for story in likely) <= named, told
    best = stories[0]
    unsure = best.probability < LIMITS.sure_move + CLOSE
    in_doubt = (accused([rules], stories) < LIMITS.sure_foul + CLOSE for rules in best.fouls)
    assert best.open_to_players or unsure or any(in_doubt), told


def accused(named: list[Broken], stories: list[Story]) -> float:
    """The probability that one of these sets of rules was broken at its places, whatever else
    happened."""
    return sum(
        s.probability for s in stories if any(rules <= foul for rules in named for foul in s.fouls)
    )


def check(game: Game[Any, Any], number: int) -> Counter[str]:
    """So many pictures, and what they led to."""
    return Counter(keeps_the_law(game, shot) for shot in shots(game, FIRST_SEED, number))


@EACH_GAME
def test_a_foul_is_called_only_where_every_likely_story_is_one(game: Game[Any, Any]) -> None:
    """And nothing is called legal that a likely story says is a foul; what is asked is in doubt."""
    led_to = check(game, PICTURES)
    assert min(led_to[kind] for kind in ("foul", "legal", "ask")) > 0, led_to


@pytest.mark.slow
@EACH_GAME
@pytest.mark.parametrize("seed", range(FIRST_SEED + 1, FIRST_SEED + 3))
def test_the_same_in_the_long_run(game: Game[Any, Any], seed: int) -> None:
    """More games, more tables."""
    for shot in shots(game, seed, MANY_PICTURES):
        keeps_the_law(game, shot)
