"""Random pictures of random tables of any game: sharp, doubtful or misread."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from rules.core.game import Game
from rules.core.observation import EMPTY, Belief, Observation, Sighting
from rules.core.rulebook import House
from rules.core.verdict import Ruling
from tests.laws.games import played, players

#: Places of a picture that are doubtful or misread: from none to this many.
MOST_DOUBTS = 3

#: Bare places looked at, of those that some game used.
BARE_PLACES = 12

#: Turns of the games the tables are taken from.
TURNS = 9

#: How often the turn is one of another moment or game, mostly a foul.
FOUL_SHARE = 0.4

#: Legal turns chosen from, and turns of other moments tried until one is a foul.
MOST_LEGAL, MOST_TRIED = 400, 12


@dataclass(frozen=True)
class Shot:
    """A known position with a sharp picture of it, what was done since, and the next picture."""

    players: tuple[str, ...]
    known: Mapping[Any, Any]
    before: Observation[Any, Any]
    turns: tuple[Any, ...]
    now: Mapping[Any, Any]
    picture: Observation[Any, Any]
    sharp: bool


@cache
def _games(game: Game[Any, Any], first: int) -> tuple[tuple[tuple[Any, Any, Any], ...], ...]:
    house = game.rulebook.house()
    return tuple(tuple(played(game, house, seed, TURNS)) for seed in range(first, first + 3))


def shots(game: Game[Any, Any], seed: int, number: int) -> Iterator[Shot]:
    """So many random pictures, of tables taken from three random games."""
    rng = random.Random(f"{game.name} {seed}")
    house, seated = game.rulebook.house(), tuple(players(game))
    games = _games(game, 3 * seed)
    steps = [step for one in games for step in one]
    board, held = _board(game, games), _held(game, steps)
    for _ in range(number):
        known = game.position(rng.choice(steps)[2])
        state = game.resume(known, seated, house)
        turns: list[Any] = []
        for _ in range(rng.choice((0, 1, 1, 1, 1, 2))):
            turns.append(some_turn(game, state, [turn for _, turn, _ in steps], rng))
            state = game.force(state, turns[-1], house)
        now = game.position(state)
        looked_at = _looked_at(board, {**known, **now}, rng)
        doubtful = _doubtful(known, now, looked_at, rng)
        beliefs = _beliefs(now, looked_at, doubtful, held, rng)
        before = {place: Belief.of({known.get(place, EMPTY): 0.9995}) for place in looked_at}
        yield Shot(
            seated,
            known,
            _picture(game, before),
            tuple(turns),
            now,
            _picture(game, beliefs),
            not doubtful,
        )


class Booth:
    """Takes random pictures of any position of a game."""

    def __init__(self, game: Game[Any, Any], seed: int) -> None:
        """What may lie where is known from a few random games."""
        self.game = game
        games = _games(game, 3 * seed)
        steps = [step for one in games for step in one]
        self.turns = [turn for _, turn, _ in steps]
        self.positions = [game.position(after) for _, _, after in steps]
        self._board, self._held = _board(game, games), _held(game, steps)

    def picture(
        self,
        known: Mapping[Any, Any],
        now: Mapping[Any, Any],
        rng: random.Random,
        *,
        sharp: bool = False,
    ) -> Observation[Any, Any]:
        """A picture of a table that lay as `known` before and lies as `now`."""
        looked_at = _looked_at(self._board, {**known, **now}, rng)
        doubtful = set() if sharp else _doubtful(known, now, looked_at, rng)
        return _picture(self.game, _beliefs(now, looked_at, doubtful, self._held, rng))


def _looked_at(board: list[Any], taken: Mapping[Any, Any], rng: random.Random) -> list[Any]:
    bare = rng.sample(board, min(len(board), BARE_PLACES))
    return sorted({*taken, *bare})


def _beliefs(
    now: Mapping[Any, Any],
    looked_at: list[Any],
    doubtful: set[Any],
    held: Mapping[Any, list[Any]],
    rng: random.Random,
) -> dict[Any, Belief[Any]]:
    return {
        place: _doubted(place, now.get(place, EMPTY), held, rng)
        if place in doubtful
        else Belief.of({now.get(place, EMPTY): rng.uniform(0.99, 0.9999)})
        for place in looked_at
    }


def _picture(game: Game[Any, Any], beliefs: Mapping[Any, Belief[Any]]) -> Observation[Any, Any]:
    return Observation(game.name, tuple(Sighting(*one) for one in beliefs.items()))


def _doubtful(
    known: Mapping[Any, Any], now: Mapping[Any, Any], looked_at: list[Any], rng: random.Random
) -> set[Any]:
    """Any places, and mostly one of those that changed."""
    news = [place for place in looked_at if known.get(place) != now.get(place)]
    doubtful = set(rng.sample(looked_at, min(len(looked_at), rng.randint(0, MOST_DOUBTS))))
    if doubtful and news and rng.random() < 0.6:
        doubtful.add(rng.choice(news))
    return doubtful


def _doubted(
    place: Any, label: Any, held: Mapping[Any, list[Any]], rng: random.Random
) -> Belief[Any]:
    """Taken for another piece of its kind or for none; a bare place for what once lay there."""
    others = [x for x in (*held.get(type(label), held.get(place, [])), EMPTY) if x != label]
    share = rng.choice((rng.uniform(0.4, 0.95), rng.uniform(0.6, 0.99), rng.uniform(0.02, 0.3)))
    return Belief.of({label: share, rng.choice(others): 0.999 - share} if others else {label: 0.99})


def some_turn(game: Game[Any, Any], state: Any, others: list[Any], rng: random.Random) -> Any:
    """A legal turn, or one of another moment that is a foul now."""
    house = game.rulebook.house()
    wrong = rng.random() < FOUL_SHARE
    if not wrong:
        legal = list(islice(game.legal_turns(state, house), MOST_LEGAL))
        return rng.choice(legal or others)
    tried = rng.sample(others, min(len(others), MOST_TRIED))
    fouls = [t for t in tried if _visible_foul(game, state, t, house)]
    return rng.choice(fouls or others)


def _visible_foul(game: Game[Any, Any], state: Any, turn: Any, house: House) -> bool:
    changed = game.position(game.force(state, turn, house)) != game.position(state)
    return changed and game.judge(state, turn, house).ruling is Ruling.ILLEGAL


def _board(game: Game[Any, Any], games: tuple[Any, ...]) -> list[Any]:
    """Places that several games used: none where pieces lie freely."""
    each = ({place for _, _, after in one for place in game.position(after)} for one in games)
    number = Counter(place for used in each for place in used)
    return sorted(place for place in number if number[place] > 1)


def _held(game: Game[Any, Any], steps: list[Any]) -> dict[Any, list[Any]]:
    """What each place held in some game, and by the kind of a label all labels of that kind."""
    found: dict[Any, dict[Any, None]] = {}
    for _, _, after in steps:
        for place, label in game.position(after).items():
            found.setdefault(place, {})[label] = None
            found.setdefault(type(label), {})[label] = None
    return {key: list(labels) for key, labels in found.items()}
