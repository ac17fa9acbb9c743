"""Random games of Linie 1 with a picture after every turn or so: two tiles, one tile, exchanges,
signs put up or forgotten, trams, fouls taken back or left, pictures in which nothing happened."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random

from rules.core.verdict import Ruling
from rules.games.linie1.game import GAME
from rules.games.linie1.laws.placings import hand_faces, laid_of, placements
from rules.games.linie1.laws.signs import belongs, due
from rules.games.linie1.places import CELLS, SPOTS, STEPS, Spot
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Drive, Laid, Lay, Linie1State, Signs, Turn
from rules.games.linie1.tiles import FACE_SIDES, KINDS, TILES
from tests.referee.grading import Frame

READINGS = Readings()
HOUSE = GAME.rulebook.house()

#: The fouls of tiles that are played, by code.
FOULS = (
    "into-location",
    "off-board",
    "blocks-track",
    "terminus",
    "track-removed",
    "tree-locked",
)


def game(rng: Random, pictures: int = 10, start: int | None = None) -> Iterator[Frame]:
    """The pictures of one game, the first with `start` tiles (any number) on the board."""
    table = Table(rng)
    for _ in range(rng.randint(4, 40) if start is None else start):
        table.lay_one()
    table.state = GAME.resume(GAME.position(table.state), ("A", "B"), HOUSE)
    yield Frame(GAME.position(table.state))
    for _ in range(pictures):
        yield table.picture()


class Table:
    """A board, by the rules so far, and the foul that lies on it."""

    def __init__(self, rng: Random) -> None:
        """An empty board."""
        self.rng = rng
        self.state: Linie1State = GAME.resume({}, ("A", "B"), HOUSE)
        self.foul: Lay | None = None

    def picture(self) -> Frame:
        """What the players do, and the table after it."""
        if self.foul is not None and self.rng.random() < 0.15:
            return self._frame((), fresh=False)
        self.foul = None
        chance = self.rng.random()
        if chance < 0.2:
            self.foul = self._foul()
        turns: tuple[Turn, ...] = ()
        if self.foul is None and chance < 0.9:
            turns = tuple(turn for turn in self._turns() if turn is not None)
        if turns and chance > 0.86:
            self.foul = self._foul()
        return self._frame(turns, fresh=self.foul is not None)

    def _frame(self, turns: tuple[Turn, ...], *, fresh: bool) -> Frame:
        return Frame.of(GAME, HOUSE, self.state, turns, self.foul, fresh)

    def _turns(self) -> Iterator[Turn | None]:
        """One turn, seldom two, before the next picture."""
        for _ in range(self.rng.choices((1, 2), (0.88, 0.12))[0]):
            kind = self.rng.random()
            if next(due(self.state), None) is not None:
                yield self._late_sign()
            elif kind < 0.1:
                yield self._drive() or self.lay_turn()
            else:
                yield self.lay_turn()

    def lay_turn(self) -> Lay | None:
        """Two tiles, or the missing one of a turn, or seldom one."""
        half = len(self.state.half)
        count = 1 if half or self.rng.random() < 0.15 else 2
        before, laid = self.state, []
        for _ in range(count):
            one = self.lay_one({x.spot for x in laid})
            if one is not None:
                laid.append(one)
        self.state = before
        if not laid:
            return None
        lay = Lay(tuple(sorted(laid, key=lambda one: one.spot)))
        lay = self._signs_seen(lay)
        if not GAME.judge(before, lay, HOUSE).legal:
            return None
        self.state = GAME.apply(before, lay, HOUSE)
        return lay

    def _signs_seen(self, lay: Lay) -> Lay:
        """Seldom a due sign is forgotten."""
        after = GAME.force(self.state, lay, HOUSE)
        new = tuple(sorted(after.signs - self.state.signs))
        if new and self.rng.random() < 0.1:
            return replace(lay, lacking=new)
        return lay

    def lay_one(self, but: set[Spot] = frozenset()) -> Laid | None:  # type: ignore[assignment]
        """One legal tile, on track that leads nowhere yet where possible."""
        found = [p for p in self._some() if SPOTS[p[0]] not in but]
        if not found:
            return None
        swaps = [p for p in found if p[2]]
        joined = [p for p in found if not p[2] and self._joins(p[0], p[1])]
        choices = swaps if swaps and self.rng.random() < 0.2 else joined or found
        laid = laid_of(*self.rng.choice(choices))
        self.state = GAME.force(self.state, Lay((laid,)), HOUSE)
        return laid

    def _some(self) -> list[tuple[int, int, int]]:
        """Legal placements of tiles drawn at random."""
        bag = [kind.number for kind in KINDS for _ in range(kind.count)]
        wanted = {self.rng.choice(bag) for _ in range(4)}
        faces = hand_faces(self.state, None, READINGS)
        listed = placements(self.state.board, faces, READINGS)
        return [p for p in listed if TILES[p[1]].kind.number in wanted]

    def _joins(self, at: int, face: int) -> bool:
        faces = self.state.board.faces
        return any(
            FACE_SIDES[face] >> side & 1 and faces[at + step] for side, step in enumerate(STEPS)
        )

    def _late_sign(self) -> Turn | None:
        """Forgotten signs are put up, alone."""
        spots = tuple(sorted(belongs(self.state, letter)[0] for letter in due(self.state)))
        turn = Signs(spots)
        self.state = GAME.apply(self.state, turn, HOUSE)
        return turn

    def _drive(self) -> Drive | None:
        found = GAME.legal_turns(self.state, HOUSE)
        drives = [t for t in found if isinstance(t, Drive) and t.end is not None]
        if not drives:
            return None
        turn = self.rng.choice(drives)
        self.state = GAME.apply(self.state, turn, HOUSE)
        return turn

    def _foul(self) -> Lay | None:
        """A turn with one tile against a rule, mostly with a good one; which no other order or
        division makes legal."""
        code = self.rng.choice(FOULS)
        state = self.state
        for laid in islice(self._bad(code), 400):
            tiles = [laid]
            if not state.half and self.rng.random() < 0.7:
                self.lay_one({laid.spot})
                good = [x for x in self.state.last if x.spot != laid.spot]
                self.state = state
                tiles = sorted([*tiles, *good], key=lambda one: one.spot)
            lay = Lay(tuple(tiles))
            verdict = GAME.judge(state, lay, HOUSE)
            if verdict.ruling is Ruling.ILLEGAL and {v.code for v in verdict.violations} == {code}:
                return lay
        return None

    def _bad(self, code: str) -> Iterator[Laid]:
        board = self.state.board
        swap = code in {"track-removed", "tree-locked"}
        cells = [at for at in CELLS if bool(board.faces[at]) is swap]
        while cells:
            at = self.rng.choice(cells)
            face = self.rng.randrange(1, len(TILES))
            if face != board.faces[at]:
                yield laid_of(at, face, board.faces[at])


def key(turn: Turn) -> object:
    """The same for turns that mean the same: a lay's tiles in any order."""
    if isinstance(turn, Lay):
        return frozenset(turn.tiles), turn.signs, turn.lacking
    return turn
