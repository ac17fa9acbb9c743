"""Pictures of a simulated game, what the referee should say of each, and a count of what it said.

A picture shows everything that lies on the table. `done` is what was done since the picture before:
nothing where nobody did anything, a foul at most once and last. Nobody answers a question: what was
not called yet must be found in the next picture. After two questions in a row the players tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from rules.core.call import Call, CallKind
from rules.core.events import PositionCorrected, TakenBack, TurnSeen
from rules.core.game import AnyGame
from rules.core.observation import Observation
from rules.core.rulebook import House
from rules.referee.referee import RefereeState, begin, observe, record
from rules.referee.speaking.notes import AMENDED
from tests.referee.noise import Noise
from tests.referee.score import Score

Position = Mapping[Any, Any]
#: Tells what a reader says of a table; the last argument are places that must not be hidden.
See = Callable[[Position, Random, Noise, Set[Any]], Observation[Any, Any]]


@dataclass(frozen=True)
class Frame:
    """One picture of a game: what stands there, the legal turns since the last one, and the foul
    that lies there with its codes; `fresh`: it was made since the last picture."""

    position: Position
    legal: tuple[Any, ...] = ()
    foul: Any | None = None
    codes: frozenset[str] = frozenset()
    fresh: bool = False

    @classmethod
    def of(
        cls, game: AnyGame, house: House, state: Any, legal: tuple[Any, ...], foul: Any, fresh: bool
    ) -> Frame:
        """The picture of a state, and of the foul on it where there is one."""
        if foul is None:
            return cls(game.position(state), legal)
        codes = frozenset(v.code for v in game.judge(state, foul, house).violations)
        return cls(game.position(game.force(state, foul, house)), legal, foul, codes, fresh)


@dataclass
class _Unsaid:
    """What the referee has still to say of the table."""

    legal: list[Any] = field(default_factory=list)
    foul_called: bool = False
    gone: bool = False
    asked: int = 0


class Bench:
    """A referee at one simulated table."""

    def __init__(
        self,
        game: AnyGame,
        players: Iterable[str],
        see: See,
        rng: Random,
        noise: Noise,
        key: Callable[[Any], Any] = lambda turn: turn,
    ) -> None:
        """A match about to begin. `key` tells turns that mean the same alike."""
        self.game = game
        self.see = see
        self.rng = rng
        self.noise = noise
        self.key = key
        self.house = game.rulebook.house()
        self.state: RefereeState[Any, Any] = begin(game, tuple(players), self.house)
        self.unsaid = _Unsaid()
        self.score = Score()

    def play(self, frames: Iterable[Frame]) -> Score:
        """The calls of a whole game, up to the first wrong one."""
        before: Position = {}
        for number, frame in enumerate(frames):
            # A foul that looks like the table before it cannot be told from nothing.
            unseen = frame.fresh and not frame.legal and dict(before) == dict(frame.position)
            if number == 0:
                self._met(frame)
                before = frame.position
                continue
            told = replace(frame, fresh=frame.fresh and not unseen)
            if self._picture(told, f"{number:02}") == "wrong":
                break
            before = frame.position
        return self.score

    def _met(self, frame: Frame) -> None:
        """The first picture. What the reader always misreads is misread here too, and the players
        put it right."""
        noise = replace(self.noise if self.noise.repeated else Noise(0.0), covered=0.0)
        picture = self.see(frame.position, self.rng, noise, set())
        self.state, _ = observe(self.state, picture, "00")
        seen = self.game.position(self.state.match.accepted)
        for place in {*seen, *frame.position}:
            if seen.get(place) != frame.position.get(place):
                right = PositionCorrected(place, frame.position.get(place))
                self.state, _ = record(self.state, right)

    def _picture(self, frame: Frame, photo: str) -> str:
        self._meanwhile(frame)
        picture = self.see(frame.position, self.rng, self.noise, self._news(frame))
        self.state, calls = observe(self.state, picture, photo)
        kind = self._graded(frame, calls)
        told = [(c.kind.value, c.move, c.note, codes_of(c)) for c in calls]
        options = [(round(a.probability, 3), a.turns) for c in calls for a in c.alternatives]
        self.score.add(
            kind,
            f"{photo}: {self.unsaid.legal} {frame.foul} {set(frame.codes)} but {told} {options}",
        )
        self.unsaid.asked = self.unsaid.asked + 1 if kind == "asked" else 0
        if kind == "right":
            self._heard(frame, [c.kind for c in calls])
        elif self.unsaid.asked >= 2 and frame.foul is None:
            self._told()
        return kind

    def _news(self, frame: Frame) -> set[Any]:
        """Places that changed: what lies there out of sight is found in the next picture."""
        known = self.game.position(self.state.match.accepted)
        both = {*known, *frame.position}
        return {place for place in both if known.get(place) != frame.position.get(place)}

    def _meanwhile(self, frame: Frame) -> None:
        """What happened before this picture."""
        self.unsaid.legal += frame.legal
        if self.unsaid.foul_called and (frame.foul is None or frame.fresh):
            self.unsaid.gone = True
        if frame.foul is None or frame.fresh:
            self.unsaid.foul_called = False

    def _heard(self, frame: Frame, kinds: list[CallKind]) -> None:
        """The referee knows everything that lies on the table; a half turn that it took for a part
        of the foul's turn enters the game when the foul is gone."""
        merged = frame.foul is not None and CallKind.LEGAL not in kinds
        legal = self.unsaid.legal if merged else []
        self.unsaid = _Unsaid(legal, foul_called=frame.foul is not None)

    def _told(self) -> None:
        """The players say what they did, and that no foul lies there any more."""
        if self.state.match.open_turns:
            self.state, _ = record(self.state, TakenBack(self.state.match.open_turns))
        for turn in self.unsaid.legal:
            self.state, _ = record(self.state, TurnSeen(turn))
        self.unsaid = _Unsaid(gone=self.unsaid.gone)

    def _graded(self, frame: Frame, calls: tuple[Call[Any, Any], ...]) -> str:
        """`right`, `asked` or `wrong`; earlier calls amended count where the position is right."""
        if any(c.kind in (CallKind.ASK, CallKind.UNCLEAR) for c in calls):
            return "asked"
        news = [c for c in calls if c.note is None or AMENDED not in c.note]
        moves = [c for c in news if c.move is not None]
        fouls = [c for c in moves if c.kind is CallKind.FOUL]
        due = frame.foul is not None and not self.unsaid.foul_called
        if len(fouls) != due or (due and codes_of(fouls[0]) != frame.codes):
            return "wrong"
        if not moves:
            quiet = CallKind.TAKEN_BACK if self.unsaid.gone else CallKind.NOTHING
            if self.unsaid.legal or [c.kind for c in news] != [quiet]:
                return "wrong"
        return self._same_table(frame, [c for c in moves if c.kind is CallKind.LEGAL], fouls)

    def _same_table(
        self, frame: Frame, legal: list[Call[Any, Any]], fouls: list[Call[Any, Any]]
    ) -> str:
        """Whether the moves named lead to what lies there, one call for one turn."""
        if not fouls and bool(legal) != bool(self.unsaid.legal):
            return "wrong"
        alone = len(self.unsaid.legal) + len(fouls) == 1
        wanted = [*self.unsaid.legal, *([frame.foul] if fouls else [])]
        if alone and not self._named((*legal, *fouls), wanted):
            return "wrong"
        standing = self.game.position(self.state.match.standing)
        return "right" if dict(standing) == dict(frame.position) else "wrong"

    def _named(self, calls: Sequence[Call[Any, Any]], wanted: Sequence[Any]) -> bool:
        """Whether each turn is told by a call, as the move or as one that looks like it."""
        told = [{self.key(turn) for turn in _told_by(call)} for call in calls]
        return len(told) == len(wanted) and all(
            self.key(turn) in one for turn, one in zip(wanted, told, strict=True)
        )


def _told_by(call: Call[Any, Any]) -> Iterable[Any]:
    return (call.move, *(turn for one in call.alternatives for turn in one.turns))


def codes_of(call: Call[Any, Any]) -> frozenset[str]:
    """The codes of a call's violations."""
    return frozenset(v.code for v in call.verdict.violations) if call.verdict else frozenset()
