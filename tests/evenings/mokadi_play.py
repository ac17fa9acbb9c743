"""People who play Mokadi, with a table of rendered sticks and the rules' own state beside.

A game is met half-way, with few pads and sticks, as told: building, falls that put players out and
are shared out, taking the pile down to the last stick, and on until one player is left. What is due
follows from the rules alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np

from rules.core.verdict import Verdict
from rules.games.mokadi.game import GAME
from rules.games.mokadi.laws.removal import needed_colour
from rules.games.mokadi.moves import Concede, Fall, Fallen, LayPad, LayStick, Remove
from rules.games.mokadi.pieces import Contact, Part, pad_spot, stick_spot
from rules.games.mokadi.state import MokadiState, Phase
from rules.games.mokadi.stock import NOTHING, Pile, Stock
from tests.render.mokadi_game import (
    Rules,
    Turn,
    bare_sticks,
    fall_turn,
    pad_turn,
    stick_turn,
)
from tests.render.mokadi_own_box import own_paint, own_sizes
from tests.render.mokadi_photo import random_paint
from tests.render.mokadi_pile import LaidPad, LaidStick, crossing, goes_through, random_sizes
from tests.render.mokadi_pile import Pile as DrawnPile
from tests.render.seeds import stream

#: Pads and sticks that lie when the game is met, and sticks of each colour in every hand.
FIRST_PADS, FIRST_STICKS, IN_HAND = 4, 2, 1
PLAYERS = ("A", "B", "C")
#: How often something falls, a turn breaks a rule, a lay pushes others; and the tries of a turn.
FALLS, FOULS, PUSHES, TRIES = 0.12, 0.15, 0.2, 60
#: Who a fall is of: the player to move while he tries, who lays or takes while it falls, or nobody
#: any more touches anything and it is the last player's.
TRYING, LAYING, CALM = "trying", "laying", "calm"
#: How far apart pads are that a stick of the other colour lies on, stick lengths.
_GAPS = (0.4, 0.85)
#: How far aside of another, thicknesses, a stick lies along it.
ALONG = 1.5
#: Room around the first pads that the camera sees, stick lengths, and around the middle of an
#: empty table.
ROOM, FROM_MIDDLE = 0.55, 1.35


@dataclass(eq=False)
class Due:
    """A turn to be called, as the rules judge it; `asked` about, with the truth among the answers,
    but not answered."""

    turn: Any
    verdict: Verdict
    player: str | None
    asked: bool = False

    @property
    def foul(self) -> bool:
        """Whether a rule is broken."""
        return bool(self.verdict.violations)

    @property
    def codes(self) -> frozenset[str]:
        """The rules that are broken."""
        return frozenset(v.code for v in self.verdict.violations)


@dataclass
class Play:
    """The table and the game so far; everything follows from the seed."""

    seed: int
    players: tuple[str, ...] = PLAYERS
    #: Whether the game begins on an empty table.
    empty: bool = False
    #: Whether the players made their box themselves.
    own_box: bool = False
    state: MokadiState = field(init=False)
    table: Turn = field(init=False)
    #: Made in this step: what is due of it, whether a hand was over the table, in words.
    dues: list[Due] = field(default_factory=list)
    touched: bool = True
    said: str = ""
    #: What the players tell the page: who can lay nothing says so.
    words: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = stream(self.seed, "mokadi-evening")
        self.sizes = (own_sizes if self.own_box else random_sizes)(self.rng)
        look, paint = (
            stream(self.seed, "mokadi-box"),
            own_paint if self.own_box else random_paint,
        )
        self.paint = next(p for p in iter(lambda: paint(look), None) if _box(p.names))
        self.names = self.paint.names
        self.rules = {"box": str(_box(self.names))}
        self.house = GAME.rulebook.house(self.rules)
        self._open: Turn | None = None
        if self.empty:
            self.low, self.high = np.full(2, -FROM_MIDDLE), np.full(2, FROM_MIDDLE)
            self.table, self.state = Turn((), {}), GAME.start(self.players, self.house)
            return
        self.table = self._first_table()
        self.state = self._first_state()

    # The beginning ------------------------------------------------------------------------------

    def _first_table(self) -> Turn:
        """Pads and sticks; pads that carry none are laid anew."""
        lawful, table = Rules(FIRST_PADS, fouls=0.0), Turn((), {})
        while len(table.sticks) < FIRST_STICKS:
            table = Turn((LaidPad((0.0, 0.0), 0),), {})
            self.low, self.high = np.full(2, -3.0), np.full(2, 3.0)
            for _ in range(FIRST_PADS - 1):
                table = [table, *pad_turn(self.rng, self.sizes, table, lawful)][-1]
            if not _carries(table.pads):
                continue
            spots = np.array([pad.xy for pad in table.pads])
            self.low, self.high = spots.min(0) - ROOM, spots.max(0) + ROOM
            for _ in range(2 * FIRST_STICKS):
                laid = stick_turn(self.rng, self.sizes, table, lawful)
                if laid and self._inside(laid[-1]) and len(table.sticks) < FIRST_STICKS:
                    table = laid[-1]
        return Turn(table.pads, table.sticks)

    def _first_state(self) -> MokadiState:
        hand = Stock(Pile.of({}), Pile.of(dict.fromkeys(self.names, IN_HAND)))
        stocks = [hand] * len(self.players)
        stocks[0] = replace(hand, pads=Pile.each(self.names[:1]))
        state = GAME.resume({}, self.players, self.house)
        for k, pad in enumerate(self.table.pads):
            state = GAME.force(state, self._pad(k, pad), self.house)
        for k, stick in self.table.sticks.items():
            state = GAME.force(state, self._stick(k, stick), self.house)
        known = {"stocks": tuple(stocks), "aside": NOTHING, "phase": Phase.BUILDING}
        return replace(state, turn=0, last=None, colour=None, **known)

    def facts(self) -> list[tuple[str, dict[str, Any]]]:
        """What people tell of the game as it stands."""
        state = self.state
        told: list[tuple[str, dict[str, Any]]] = [("out", {"player": p}) for p in state.out]
        for player in state.playing:
            stock = state.stock(player)
            assert stock.pads is not None
            assert stock.sticks is not None
            piles = {"pads": dict(stock.pads.counts), "sticks": dict(stock.sticks.counts)}
            told.append(("stock", {"player": player, **piles}))
        assert state.phase is not None
        assert state.aside is not None
        told.append(("aside", {"sticks": dict(state.aside.counts)}))
        told.append(("phase", {"phase": state.phase.value}))
        told.append(("colour", {"colour": state.colour}))
        return [*told, ("turn", {"player": state.mover})]

    # What lies there ----------------------------------------------------------------------------

    @property
    def drawn(self) -> DrawnPile:
        """The table as it is rendered."""
        return DrawnPile(self.sizes, self.table.pads, tuple(self.table.sticks.values()))

    @property
    def framed(self) -> DrawnPile:
        """What the camera makes room for."""
        (x0, y0), (x1, y1) = self.low, self.high
        corners = [(x0, y0), (x0, y1), (x1, y0), (x1, y1)]
        return DrawnPile(self.sizes, tuple(LaidPad(one, 0) for one in corners), ())

    def _inside(self, table: Turn) -> bool:
        ends = [s.ends[:, :2] for s in table.sticks.values()]
        points = np.vstack([*ends, np.array([pad.xy for pad in table.pads])])
        return bool((points > self.low).all() and (points < self.high).all())

    def _pad(self, k: int, pad: LaidPad) -> LayPad:
        return LayPad(self.names[pad.colour], pad.xy, number=k + 1)

    def _stick(self, k: int, stick: LaidStick) -> LayStick:
        contacts = tuple(self._contact(stick, *one) for one in stick.on)
        (ax, ay), (bx, by) = stick.ends[:, :2].tolist()
        return LayStick(self.names[stick.colour], contacts, ((ax, ay), (bx, by)), number=k + 1)

    def _contact(self, stick: LaidStick, kind: str, k: int) -> Contact:
        if kind == "pad":
            return Contact(pad_spot(k + 1))
        below = self.table.sticks.get(k)
        at = None if below is None else crossing(stick.ends, below.ends)
        inner = 0.0 if at is None else min(at[1], 1 - at[1])
        return Contact(stick_spot(k + 1), Part.PLAIN if inner > self.sizes.band else Part.COLOURED)

    # What people do -----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether one player is left."""
        return GAME.outcome(self.state, self.house) is not None

    @property
    def untidy(self) -> bool:
        """Whether a foul or something that fell lies on the table."""
        return self._open is not None or bool(self.table.fallen)

    def step(self) -> bool:
        """People do something; False where nobody can."""
        self.dues, self.words, self.touched, self.said = [], [], True, ""
        if self._open is not None:
            self.table, self._open, self.said = self._open, None, "takes it back"
            return True
        if self.table.fallen:
            left = {k: s for k, s in self.table.sticks.items() if k not in self.table.fallen}
            self.table, self.said = Turn(self.table.pads, left, "pick-up"), "picks up what fell"
            return True
        if len(self.table.sticks) > 2 and self.rng.random() < FALLS and self._falls():
            return True
        return self._played() or self._concedes()

    def _concedes(self) -> bool:
        """Who can lay nothing is out (M14)."""
        turn = Concede(self.state.mover)
        self.words, self.said, self.touched = [turn], f"{turn.player} concedes", False
        self.state = GAME.force(self.state, turn, self.house)
        return True

    def _played(self) -> bool:
        return self._taken() if self.state.phase is Phase.REMOVING else self._laid()

    def _laid(self) -> bool:
        if not self.table.pads:
            return self._first_pad()
        mover = self.state.mover
        stock = self.state.stock(mover or "")
        rules = Rules(9, fouls=FOULS, pushes=PUSHES)
        for _ in range(TRIES):
            pad = bool(stock.pads and stock.pads.total) and self.rng.random() < self._pads_share
            make = pad_turn if pad else stick_turn
            turns = make(self.rng, self.sizes, self.table, rules)
            if turns and self._inside(turns[0]) and self._entered(turns[0], pad=pad):
                return True
        return False

    @property
    def _pads_share(self) -> float:
        """How many of the pieces laid are pads."""
        return 1.0 if self.state.phase is Phase.OPENING else 0.3

    def _first_pad(self) -> bool:
        """Somewhere near the middle."""
        x, y = self.rng.uniform(-0.3, 0.3, 2).tolist()
        after = Turn((LaidPad((x, y), int(self.rng.integers(2))),), {}, "pad", 0)
        return self._entered(after, pad=True)

    def _entered(self, after: Turn, *, pad: bool) -> bool:
        """Whether the player holds that piece; then it is laid."""
        number = after.piece
        if number is None or after is self.table:
            return False
        if pad:
            turn: Any = self._pad(number, after.pads[number])
        else:
            turn = self._stick(number, after.sticks[number])
            stick, lying = after.sticks[number], self.table.sticks.values()
            if any(self._in_the_way(stick, other) for other in lying):
                return False
        verdict = GAME.judge(self.state, turn, self.house)
        if verdict.remarks or (
            verdict.violations and {v.code for v in verdict.violations} != set(after.why)
        ):
            return False
        self._open = self.table if verdict.violations else None
        self._do(turn, verdict, after)
        return True

    def _in_the_way(self, stick: LaidStick, other: LaidStick) -> bool:
        """Whether another stick keeps one from lying as it was drawn."""
        return self._along(stick, other) or goes_through(stick.ends, other.ends, self.sizes)

    def _along(self, stick: LaidStick, other: LaidStick) -> bool:
        """Whether a stick lies along another, over most of it: nobody lays one so."""
        ends, (start, end) = stick.ends[:, :2], other.ends[:, :2]
        along = (end - start) / np.hypot(*(end - start))
        aside = np.abs((ends - start) @ np.array([-along[1], along[0]]))
        return bool(aside.max() < ALONG * self.sizes.thick)

    def _do(self, turn: Any, verdict: Verdict, after: Turn) -> None:
        guilty = turn.player if isinstance(turn, Fall) else None
        player = guilty or GAME.player_of(self.state, turn, self.house)
        self.dues.append(Due(turn, verdict, player))
        self.said = f"{self.said} {player}: {turn}".strip()
        self.table = replace(after, fallen=())
        if not verdict.violations or isinstance(turn, Fall):
            self.state = GAME.force(self.state, turn, self.house)

    def _taken(self) -> bool:
        lying = self.table.sticks
        free, needed = bare_sticks(lying), needed_colour(self.state)
        due = [k for k in free if needed in (None, self.names[lying[k].colour])]
        undue = [k for k in free if k not in due]
        foul = bool(undue) and (not due or self.rng.random() < FOULS)
        if foul and not due:
            return False
        chosen = int(self.rng.choice(undue if foul else due))
        turn = Remove((chosen + 1,))
        verdict = GAME.judge(self.state, turn, self.house)
        self._open = self.table if verdict.violations else None
        left = {k: s for k, s in lying.items() if k != chosen}
        self._do(turn, verdict, Turn(self.table.pads, left, "remove", chosen))
        return True

    def _falls(self) -> bool:
        way = (TRYING, LAYING, CALM)[int(self.rng.choice(3, p=(0.4, 0.4, 0.2)))]
        if way == CALM and self.state.last not in self.state.playing:
            way = TRYING
        if way == LAYING and not (self._played() and self._open is None):
            return bool(self.dues)
        after = fall_turn(self.rng, self.sizes, self.table, 1 + int(self.rng.random() < 0.3))
        if after is None or not self._inside(after) or self._just_laid(after.fallen):
            return bool(self.dues)
        guilty = self.state.mover if way == TRYING else self.state.last
        fall = Fall(tuple(Fallen(k + 1) for k in after.fallen), player=guilty)
        self.said = f"{self.said} ({way})"
        self._do(fall, GAME.judge(self.state, fall, self.house), after)
        self.touched = way != CALM
        self.table = replace(self.table, fallen=after.fallen)
        return True

    def _just_laid(self, fallen: Sequence[int]) -> bool:
        """Whether a stick of this very turn fell: it was not placed yet (M11)."""
        laid = {due.turn.number for due in self.dues if isinstance(due.turn, LayStick)}
        return any(k + 1 in laid for k in fallen)


def _carries(pads: Sequence[LaidPad]) -> bool:
    """Whether a stick can lie on two pads of either colour."""
    found = {
        a.colour
        for a, b in combinations(pads, 2)
        if a.colour == b.colour and _GAPS[0] < float(np.hypot(*np.subtract(a.xy, b.xy))) < _GAPS[1]
    }
    return len(found) == 2


def _box(names: Sequence[str]) -> str | None:
    """A box by its house rule; None where no box has these colours."""
    boxes = (str(v) for one in GAME.rulebook.options if one.name == "box" for v in one.values)
    return next((box for box in boxes if set(box.split("-")) == set(names)), None)
