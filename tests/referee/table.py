"""Random games of Redline with pictures taken now and then, and a count of how they were called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from rules.core.call import Call, CallKind
from rules.core.events import TurnSeen
from rules.core.observation import Issue
from rules.core.places import Cell
from rules.games.redline import GAME
from rules.games.redline.align import LayoutFrame, turned_cell
from rules.games.redline.board import Board
from rules.games.redline.laws.placement import placement_fouls
from rules.games.redline.readings import Readings
from rules.games.redline.state import Lay, Layout
from rules.games.redline.tiles import FULL_SET, Tile
from rules.referee.referee import RefereeState, begin, observe, record
from tests.referee.noise import Noise
from tests.referee.score import Score
from tests.referee.simulate import seen

READINGS = Readings()
QUIET = (CallKind.NOTHING, CallKind.TAKEN_BACK)


@dataclass
class Table:
    """A physical table and what the referee still has to say of it."""

    rng: Random
    noise: Noise
    board: Board = field(default_factory=Board)
    foul: Lay | None = None
    said: list[Lay] = field(default_factory=list)
    unsaid: list[Lay] = field(default_factory=list)
    gone: bool = False  # a called foul was taken off since
    foul_called: bool = False

    def play(self) -> None:
        """What the players do before the next picture."""
        if self.foul is not None and not self._mend():
            return
        for _ in range(self.rng.choices((1, 2, 3), (0.8, 0.15, 0.05))[0]):
            self.lay_legal()
        if self.rng.random() < 0.2:
            self._lay_foul()

    def _mend(self) -> bool:
        """A foul mostly comes off the table at once; sometimes nobody reacts. Whether play
        goes on before the next picture."""
        if self.rng.random() < 0.2:
            return False
        self.gone, self.foul = self.foul_called, None
        self.foul_called = False
        return self.rng.random() < 0.7

    def lay_legal(self) -> None:
        """One legal lay of a tile still in the box; none where none is found."""
        lay = next(_lays(self.board, self.rng, foul=False), None)
        if lay is not None:
            self.board = self.board.with_tile(lay.cell, lay.tile)
            self.unsaid.append(lay)

    def _lay_foul(self) -> None:
        """A foul whatever was laid just before it, so that no other order makes it legal."""
        before = Board({c: t for c, t in self.board.items() if c not in _cells(self.unsaid)})
        for lay in _lays(self.board, self.rng, foul=True):
            if not before or placement_fouls(before, lay, READINGS):
                self.foul, self.foul_called = lay, False
                return

    @property
    def layout(self) -> Layout:
        """Everything that lies on the table, a foul included."""
        extra = {} if self.foul is None else {self.foul.cell: self.foul.tile}
        return {**self.board, **extra}

    def expected(self) -> list[tuple[CallKind, Lay | None]]:
        """The calls the next picture should get, in any order."""
        calls: list[tuple[CallKind, Lay | None]] = [(CallKind.LEGAL, lay) for lay in self.unsaid]
        if self.foul is not None and not self.foul_called:
            calls.append((CallKind.FOUL, self.foul))
        quiet = CallKind.TAKEN_BACK if self.gone else CallKind.NOTHING
        return calls or [(quiet, None)]

    def heard(self) -> None:
        """The referee knows everything that lies on the table."""
        self.unsaid, self.gone = [], False
        self.foul_called = self.foul is not None


def play_game(seed: int, noise: Noise, pictures: int = 10) -> Score:
    """One game: a random start, then a picture after every turn or three."""
    rng, score = Random(seed), Score()
    table = Table(rng, noise)
    for _ in range(rng.randint(1, 9)):
        table.lay_legal()
    state = begin(GAME, ("A", "B"), GAME.rulebook.house())
    state, _ = observe(state, seen(table.layout, rng, Noise(0.0)), "00.jpg")
    table.heard()
    asked_in_a_row = 0
    for number in range(1, pictures + 1):
        table.play()
        kind, state = _picture(table, state, score, f"{number:02}.jpg")
        if kind == "wrong":
            break
        asked_in_a_row = asked_in_a_row + 1 if kind == "asked" else 0
        if asked_in_a_row == 2 and table.foul is None:
            state, asked_in_a_row = _told(table, state), 0
    return score


def _picture(
    table: Table, state: RefereeState, score: Score, photo: str
) -> tuple[str, RefereeState]:
    rng = table.rng
    if rng.random() < 0.05:
        issue = (Issue("hand", 0.1),)
        state, calls = observe(state, seen(table.layout, rng, table.noise, issues=issue), photo)
        blocked = [c.kind for c in calls] == [CallKind.UNCLEAR]
        score.add("blocked" if blocked else "wrong", "called through a hand")
        return "blocked" if blocked else "wrong", state
    hidden = [rng.choice(list(table.layout))] if rng.random() < 0.05 else []
    state, calls = observe(state, seen(table.layout, rng, table.noise, hidden), photo)
    kind = graded(table, calls)
    score.add(kind, f"{photo}: {table.expected()} but {[(c.kind, c.move, c.note) for c in calls]}")
    if kind == "right":
        table.heard()
    return kind, state


def _told(table: Table, state: RefereeState) -> RefereeState:
    """The players say what was laid, in the referee's frame; both know it again."""
    known = {c: t for c, t in table.board.items() if c not in _cells(table.unsaid)}
    frame = next(congruences(known, state.match.accepted.layout), None)
    if frame is None:
        return state
    for lay in table.unsaid:
        state, _ = record(state, TurnSeen(_moved(lay, frame)))
    table.heard()
    return state


def graded(table: Table, calls: tuple[Call, ...]) -> str:
    """`right`, `asked` or `wrong`. Amended earlier calls count as right where the position is."""
    if any(c.kind in (CallKind.ASK, CallKind.UNCLEAR) for c in calls):
        return "asked"
    news = [c for c in calls if c.note is None or "amended" not in c.note]
    if sorted(c.kind.value for c in news) != sorted(k.value for k, _ in table.expected()):
        return "wrong"
    frames = congruences(table.layout, GAME.position(calls[-1].standing))
    return "right" if any(_same_moves(table, news, frame) for frame in frames) else "wrong"


def _same_moves(table: Table, calls: list[Call], frame: LayoutFrame) -> bool:
    wanted = {(k, None if m is None else _moved(m, frame)) for k, m in table.expected()}
    return wanted == {(c.kind, c.move) for c in calls}


def congruences(layout: Layout, other: Layout) -> Iterator[LayoutFrame]:
    """Every way one layout lies over another, tile for tile; none where they differ."""
    if len(layout) != len(other) or not layout:
        return
    first, tile = next(iter(layout.items()))
    for quarters in range(4):
        home = turned_cell(first, quarters)
        for cell, label in other.items():
            frame = LayoutFrame(quarters, cell.col - home.col, cell.row - home.row)
            if label == tile.turned(quarters) and _lies_over(layout, other, frame):
                yield frame


def _lies_over(layout: Layout, other: Layout, frame: LayoutFrame) -> bool:
    return all(other.get(frame.place(c)) == t.turned(frame.quarters) for c, t in layout.items())


def _moved(lay: Lay, frame: LayoutFrame) -> Lay:
    return Lay(frame.place(lay.cell), lay.tile.turned(frame.quarters))


def _cells(lays: list[Lay]) -> set[Cell]:
    return {lay.cell for lay in lays}


def _lays(board: Board, rng: Random, *, foul: bool) -> Iterator[Lay]:
    """Lays of tiles still in the box, in random order, legal or foul."""
    cells = list(board.open_places) or [Cell(0, 0)]
    for _ in range(3000):
        lay = Lay(rng.choice(cells), _unlaid(board, rng))
        if bool(placement_fouls(board, lay, READINGS)) is foul:
            yield lay


def _unlaid(board: Board, rng: Random) -> Tile:
    while True:
        tile = rng.choice(FULL_SET)
        if not board.has_kind(tile):
            return tile.turned(rng.randrange(4))
