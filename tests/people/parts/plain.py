"""What people can do in any game, by nothing but its contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, permutations
from random import Random
from typing import Any

from rules.core.game import Game
from rules.core.observation import EMPTY, Pose
from rules.core.verdict import Ruling
from tests.laws.games import played

#: Turns tried before a wish is given up, and legal turns listed at most.
TRIES, LISTED = 80, 4000

#: Players' names; a game whose pieces name their players has its own.
NAMES = ("A", "B", "C", "D", "E", "F")


class Part:
    """One game as people play it. Holds no state; chance comes with every call."""

    names: Sequence[str] = NAMES
    #: The most turns played before a game in progress is met.
    warm_up = 14
    #: Whether pieces of two turns can be told apart only by who laid them.
    divides = False
    #: Habits that its people do not have.
    never: frozenset[str] = frozenset()

    def __init__(self, game: Game[Any, Any]) -> None:
        """The game with its usual house rules."""
        self.game = game
        self.house = game.rulebook.house()

    # What is seen ------------------------------------------------------------------------------

    @cached_property
    def shown(self) -> dict[Any, None]:
        """Places and labels that some random game showed."""
        found: dict[Any, None] = {}
        for seed in range(3):
            for _, _, after in played(self.game, self.house, seed):
                found |= dict.fromkeys(self.game.position(after).items())
        return found

    def places(self, position: Mapping[Any, Any]) -> Iterable[Any]:
        """The places that a reader looks at."""
        return sorted({*position, *(place for place, _ in self.shown)})

    def mistaken(self, place: Any, label: Any, rng: Random) -> list[Any]:
        """Two or three labels that a place may be taken for, likeliest first; none where a reader
        does not err."""
        known = dict.fromkeys([EMPTY, *(shown for _, shown in self.shown)])
        others = [one for one in known if one != label]
        return rng.sample(others, min(3, len(others)))

    def pose(self, place: Any) -> Pose | None:
        """Where a piece lies in the photo, in games whose layout is free."""
        return None

    def same(self, one: Mapping[Any, Any], other: Mapping[Any, Any]) -> bool:
        """Whether two positions are the same table."""
        return dict(one) == dict(other)

    # What turns mean ---------------------------------------------------------------------------

    def pieces(self, turn: Any) -> tuple[Any, ...]:
        """What a turn physically does, piece by piece, whatever it is called."""
        return (turn,)

    def may_mean(self, piece: Any, true: Any) -> bool:
        """Whether a piece that is told as not read surely may be this true one."""
        return bool(piece == true)

    def alike(self, state: Any, turn: Any) -> tuple[Any, ...]:
        """Other turns that a picture cannot tell from this one."""
        return self.game.look_alike(state, turn)

    def divisions(self, turns: Sequence[Any]) -> Iterator[Sequence[Any]]:
        """Every order, and every division into turns, of what was done between two pictures."""
        return permutations(turns)

    def crossed(self, turn: Any, turns: Sequence[Any]) -> tuple[Any, ...]:
        """What like pieces may have done instead of a turn, if others of the turns were done by the
        one that did it, as pieces."""
        return ()

    def merges(self, state: Any, turn: Any, other: Any) -> bool:
        """Whether two turns of one picture look like a single one that may be legal."""
        return False

    def goes_on(self, turn: Any, foul: Any) -> bool:
        """Whether a foul in the same picture only goes on with a turn, so that both are seen as one
        foul."""
        return False

    def harmless(self, state: Any, foul: Any) -> tuple[Any, ...]:
        """Pieces of a foul that would have been right without the others."""
        return ()

    def looks_legal(self, state: Any, after: Any) -> bool:
        """Whether other turns, all legal, lead to the same table: then nobody can see a foul."""
        return False

    # What people do ----------------------------------------------------------------------------

    def met(self, rng: Random, players: Sequence[str]) -> Any:
        """A game in progress, known only from its table."""
        state = self.game.start(players, self.house)
        for _ in range(rng.randint(1, self.warm_up)):
            turn = self.legal(state, rng)
            if turn is None or self.game.outcome(state, self.house) is not None:
                break
            state = self.game.apply(state, turn, self.house)
        return self.game.resume(self.game.position(state), players, self.house)

    def listed(self, state: Any) -> list[Any]:
        """Legal turns."""
        return list(islice(self.game.legal_turns(state, self.house), LISTED))

    def legal(self, state: Any, rng: Random) -> Any | None:
        """A legal turn that shows."""
        turns = self.listed(state)
        for _ in range(min(TRIES, len(turns))):
            turn = rng.choice(turns)
            if self.is_legal(state, turn) and self.shows(state, turn):
                return turn
        return None

    def foul(self, state: Any, rng: Random) -> Any | None:
        """A turn against the rules that shows."""
        for turn in islice(self.wild(state, rng), TRIES):
            if self.is_foul(state, turn) and self.adds(state, turn):
                return turn
        return None

    def adds(self, state: Any, turn: Any) -> bool:
        """Whether a picture shows the turn: here, that a bare place holds a piece."""
        before = self.game.position(state)
        after = self.game.position(self.game.force(state, turn, self.house))
        return len(after) > len(before) and all(after.get(p) == x for p, x in before.items())

    def wild(self, state: Any, rng: Random) -> Iterator[Any]:
        """Any turns whatever: here those of other moments."""
        turns = [turn for _, turn, _ in played(self.game, self.house, rng.randrange(9))]
        return (rng.choice(turns) for _ in range(TRIES))

    def onto(self, state: Any, rng: Random) -> Any | None:
        """A foul that puts a piece on another one."""
        return None

    def elsewhere(self, before: Any, turn: Any, rng: Random) -> Any | None:
        """The piece just laid, laid elsewhere."""
        return None

    def forgetful(self, state: Any, rng: Random) -> Any | None:
        """A turn that leaves out what has to follow it."""
        return None

    def pending(self, state: Any, rng: Random) -> Any | None:
        """What makes up for it."""
        return None

    def unseen(self, state: Any, rng: Random) -> Any | None:
        """A legal turn that no picture shows."""
        return None

    def remainder(self, state: Any, foul: Any) -> Any | None:
        """What is left of a foul when only its bad part is taken back: a legal turn."""
        return None

    # Short questions ---------------------------------------------------------------------------

    def is_legal(self, state: Any, turn: Any) -> bool:
        """Whether a turn is surely right."""
        return bool(self.game.judge(state, turn, self.house).legal)

    def is_foul(self, state: Any, turn: Any) -> bool:
        """Whether a turn is surely wrong."""
        return self.game.judge(state, turn, self.house).ruling is Ruling.ILLEGAL

    def shows(self, state: Any, turn: Any) -> bool:
        """Whether a picture tells that something was done."""
        after = self.game.force(state, turn, self.house)
        return dict(self.game.position(after)) != dict(self.game.position(state))
