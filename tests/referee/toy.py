"""Three in a row for the tests of the referee's parts: one row of cells, and whatever a test says
that may have happened."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from rules.core.events import Event, MatchStarted, PositionSeen, TurnSeen
from rules.core.game import Explanation
from rules.core.observation import EMPTY, Belief, Observation, Sighting
from rules.core.places import Cell
from rules.core.verdict import Ruling, Verdict
from rules.referee.history.fold import extended, replayed
from rules.referee.history.match import Match
from rules.referee.hypotheses.habits import Habits
from rules.referee.hypotheses.hypothesis import certain
from rules.referee.predicting.predict import Candidate, candidates
from tests.laws.toy import Place, State, Toy

START = MatchStarted("toy", ("A", "B"), ())

#: Probability of what is seen clearly.
CLEAR = 0.9999


def x(col: int, row: int = 0) -> Place:
    """A cross."""
    return Place(Cell(col, row), "X")


def o(col: int, row: int = 0) -> Place:
    """A nought."""
    return Place(Cell(col, row), "O")


class Scripted(Toy):
    """A game that proposes just these explanations, whatever is seen, or its own where none are
    given; `duties` of turns."""

    def __init__(
        self, *told: Explanation[Place], duties: Mapping[Place, Verdict] | None = None
    ) -> None:
        """`duties`: the verdict of turns that bring some, where they are legal."""
        self.told = told
        self.duties = duties or {}
        #: Turns of marks that the toy does not know and that are legal all the same.
        self.also_legal: Collection[Place] = ()

    def judge(self, state: State, turn: Place, house: Any) -> Verdict:
        """As the toy does, with the duties."""
        if turn in self.also_legal:
            return Verdict(Ruling.LEGAL)
        verdict = super().judge(state, turn, house)
        return self.duties.get(turn, verdict) if verdict.ruling is Ruling.LEGAL else verdict

    def explanations(
        self, state: State, observation: Observation[Any, Any], house: Any
    ) -> Iterable[Explanation[Place]]:
        """As told."""
        return self.told or super().explanations(state, observation, house)


def match_of(*events: Event, game: Toy | None = None) -> Match[Any, Any]:
    """The match these events come to, of A and B."""
    return replayed(game or Toy(), [START, *events])


def row(shown: str, row: int = 0) -> Observation[Any, Any]:
    """A clear picture of a row, as ``X.O``."""
    cells = ((Cell(col, row), EMPTY if mark == "." else mark) for col, mark in enumerate(shown))
    return Observation("toy", tuple(Sighting(c, Belief.of({m: CLEAR})) for c, m in cells))


def doubted(shown: str, col: int, **shares: float) -> Observation[Any, Any]:
    """The same with one cell that may hold other things, as ``X=0.6, O=0.3``; the rest is bare."""
    belief = Belief.of({**shares, EMPTY: max(1.0 - sum(shares.values()), 0.0)})
    return row(shown).with_sightings(
        Sighting(s.place, belief) if s.place == Cell(col, 0) else s for s in row(shown).sightings
    )


def match(*turns: Place, game: Toy | None = None, first: str = "") -> Match[Any, Any]:
    """A match with these turns after a first picture of a row."""
    lies = tuple((Cell(col, 0), mark) for col, mark in enumerate(first) if mark != ".")
    found = match_of(PositionSeen(lies), game=game)
    for turn in turns:
        legal = found.game.judge(found.accepted, turn, found.house).legal
        found = extended(found, [TurnSeen(turn, legal)])
    return found


def explained(
    game_so_far: Match[Any, Any], picture: Observation[Any, Any], **left: Any
) -> list[Candidate]:
    """Every candidate of a picture after one history that was told, likeliest first; `left` by the
    pictures before it."""
    one = replace(certain(game_so_far)[0], habits=Habits(**left))
    told = game_so_far.open_turns
    return sorted(candidates(one, [picture], told, "now.jpg"), key=lambda c: -c.nats)


def turns(one: Candidate) -> tuple[Place, ...]:
    """What was done, as a candidate tells it."""
    return tuple(ruled.turn for ruled in one.new)
