"""Random games of Rouge with a picture after every turn or so: pawns placed and moved, rings
turned, lines whose pawns are taken in the same picture or in the next, fouls taken back or left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from rules.core.verdict import Ruling
from rules.games.rouge.game import GAME
from rules.games.rouge.state import Move, Place, RougeState, Taken, Turn, TurnRing
from rules.games.rouge.track import RINGS, TRACK
from tests.referee.grading import Frame

HOUSE = GAME.rulebook.house()
COLOURS = ("red", "black", "blue", "yellow")


def game(rng: Random, players: int = 2, pictures: int = 10) -> Iterator[Frame]:
    """The pictures of one game met half-way: whose turn it is, locks and hands are unknown."""
    table = Table(rng, players)
    for _ in range(rng.randint(6, 18)):
        table.turn(open_lines=0.0)
    table.forget()
    yield Frame(GAME.position(table.state))
    for _ in range(pictures):
        yield table.picture()


class Table:
    """A track, by the rules so far, and the foul that stands on it."""

    def __init__(self, rng: Random, players: int) -> None:
        """An empty track. `marks` are the true angles of the rings' marks in degrees."""
        self.rng = rng
        self.players = COLOURS[:players]
        self.state: RougeState = GAME.start(self.players, HOUSE)
        self.foul: Turn | None = None
        self.marks = [rng.uniform(0, 360) for _ in RINGS]

    def forget(self) -> None:
        """From here on only what a picture shows is known."""
        self.state = GAME.resume(GAME.position(self.state), self.players, HOUSE)

    def picture(self) -> Frame:
        """What the players do, and the track after it."""
        if self.foul is not None and self.rng.random() < 0.15:
            return self._frame((), fresh=False)
        self.foul = None
        chance = self.rng.random()
        if chance < 0.2 and self.state.open is None:
            self.foul = self._foul()
        turns: tuple[Turn, ...] = ()
        if self.foul is None and chance < 0.9:
            first = self.turn()
            turns = () if first is None else (first,)
            if chance > 0.82 and first is not None and self.state.open is None:
                second = self.turn()
                turns += () if second is None else (second,)
        return self._frame(turns, fresh=self.foul is not None)

    def _frame(self, turns: tuple[Turn, ...], *, fresh: bool) -> Frame:
        return Frame.of(GAME, HOUSE, self.state, turns, self.foul, fresh)

    def turn(self, open_lines: float = 0.3) -> Turn | None:
        """One legal turn that shows; a line's pawns are taken with it, or stay for the next
        picture."""
        if self.state.open is not None:
            return self._played(self._paid(self.state.open.turn))
        listed = [t for t in GAME.legal_turns(self.state, HOUSE) if not isinstance(t, TurnRing)]
        rings = [t for t in GAME.legal_turns(self.state, HOUSE) if isinstance(t, TurnRing)]
        pool = rings if rings and self.rng.random() < 0.35 else listed or rings
        before = GAME.position(self.state)
        for _ in range(20):
            if not pool:
                return None
            turn = self.rng.choice(pool)
            if GAME.position(GAME.force(self.state, turn, HOUSE)) != before:
                if turn.captures and self.rng.random() < open_lines:
                    turn = replace(turn, captures=None)
                return self._played(turn)
        return None

    def _paid(self, turn: Turn) -> Turn:
        """The open line's turn with pawns to take, chosen at random."""
        paid = [
            other for other in self._completions(turn) if GAME.judge(self.state, other, HOUSE).legal
        ]
        return self.rng.choice(paid)

    def _completions(self, turn: Turn) -> list[Turn]:
        pawns = sorted(GAME.position(self.state).items())
        ones = [Taken(hollow, pawn.colour) for hollow, pawn in pawns]
        sets: list[tuple[Taken, ...]] = [(one,) for one in ones]
        sets += [(a, b) for a in ones for b in ones if a < b]
        sets += [(a, b, c) for a, b in sets[len(ones) :] for c in ones if b < c]
        return [replace(turn, captures=some) for some in sets]

    def _played(self, turn: Turn) -> Turn:
        self.state = GAME.apply(self.state, turn, HOUSE)
        if isinstance(turn, TurnRing):
            self.marks[turn.ring - 1] += 45.0 * turn.by
        return turn

    def _foul(self) -> Turn | None:
        """A turn against one rule that shows."""
        before = GAME.position(self.state)
        for _ in range(60):
            turn = self._bad()
            verdict = GAME.judge(self.state, turn, HOUSE)
            shows = GAME.position(GAME.force(self.state, turn, HOUSE)) != before
            if verdict.ruling is Ruling.ILLEGAL and shows and len(verdict.violations) == 1:
                return turn
        return None

    def _bad(self) -> Turn:
        """A ring turned again, another's pawn set or moved, a pawn moved too far, a pawn taken
        without a line."""
        rng, pawns = self.rng, GAME.position(self.state)
        kind = rng.choice(("ring", "ring", "place", "place", "far", "undue"))
        free = [hollow for hollow in TRACK if hollow not in pawns]
        if kind == "ring" or not free or not pawns:
            return TurnRing(rng.choice(RINGS), rng.choice((1, -1)), ())
        if kind == "place":
            return Place(rng.choice(self.players), rng.choice(free), ())
        origin = rng.choice(sorted(pawns))
        colour = pawns[origin].colour
        if kind == "far":
            return Move(colour, origin, rng.choice(free), ())
        own = rng.choice([name for name in self.players if name != colour])
        return Place(own, rng.choice(free), (Taken(origin, colour),))


def key(turn: Turn) -> object:
    """The same for turns that mean the same: captures left open or none."""
    return replace(turn, captures=turn.captures or ())
