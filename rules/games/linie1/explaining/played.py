"""Turns made one after another, and what they come to: what each is called, what has to be done."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.core.places import Place
from rules.core.toolkit.orders import gone_on
from rules.core.verdict import Required, Ruling, Verdict
from rules.games.linie1.laws.apply import forced
from rules.games.linie1.laws.driving import targets
from rules.games.linie1.laws.judge import judged
from rules.games.linie1.laws.network import nodes
from rules.games.linie1.laws.ownership import driver, layer
from rules.games.linie1.laws.signs import due, letter_at
from rules.games.linie1.laws.trips import begins, measured, tram_before
from rules.games.linie1.places import SPOTS, TERMINI_OF
from rules.games.linie1.readings import Readings
from rules.games.linie1.state import Drive, Laid, Lay, Linie1State, Turn
from rules.games.linie1.tiles import KINDS, Tile

#: The number of every kind, by its name.
KIND_NUMBERS = {kind.name: kind.number for kind in KINDS}

#: How odd a tram's move out of turn is, against one after a turn that nobody saw.
VERY_ODD = 3

#: Stands for the first tile of a turn, whichever it was.
_SOME_TILE = (Laid(SPOTS[0], Tile.of_kind(1)),)

#: Places tried for the first of two turns of a tram. Origin: the speeds of the first turns of a
#: trip; further ones change nothing but the next limit.
MOST_HALF_WAY = 5


@dataclass(frozen=True, slots=True)
class Said:
    """What is said of a turn: its pieces, who made it, and the rules it breaks, with places."""

    pieces: Hashable
    seat: int | None
    broken: frozenset[tuple[str, Place | None]]


@dataclass(frozen=True, slots=True)
class Order:
    """Turns in their order. `game` is the game after them, which no foul enters; `table` the same
    with the fouls made. `broken` counts the rules broken, `doubts` what no rule forbids and nobody
    expects, `early` how odd it is that trams moved when they did, `over` the turns played on over
    a foul. A turn that is right only upon a foul breaks no rule and does not enter the game
    either."""

    turns: tuple[Turn, ...]
    game: Linie1State
    table: Linie1State
    broken: int = 0
    doubts: int = 0
    early: int = 0
    over: int = 0
    said: tuple[Said, ...] = ()
    duties: frozenset[Required] = frozenset()

    @property
    def cost(self) -> tuple[int, int, int]:
        """The more, the worse: rules broken weigh before all else."""
        return self.broken, self.doubts, self.early + self.over

    @property
    def calls(self) -> Hashable:
        """What would be called, whoever did it: rules broken and duties."""
        return frozenset(one for said in self.said for one in said.broken), self.duties

    @property
    def fouled(self) -> Hashable:
        """The pieces that a foul brought, which have to be taken back."""
        return frozenset(said.pieces for said in self.said if said.broken)

    @property
    def meaning(self) -> Hashable:
        """The same for orders that nobody will ever tell apart by what is called."""
        return frozenset(self.said), self.duties, _lasting(self.game), self.table.turn


def _lasting(state: Linie1State) -> Linie1State:
    """A state without what hardly a verdict asks for: the tiles of the last lay; which tile of a
    turn came first, unless its sign is missing; the open tiles of a hand that holds unread ones.
    Where the first tile waits for another to mend it, that is not told apart."""
    hands = tuple(hand if hand.exact else replace(hand, known=()) for hand in state.hands)
    fields: dict[str, Any] = {"last": (), "hands": hands}
    if state.half and not any(letter_at(laid.spot) in set(due(state)) for laid in state.half):
        fields["half"] = _SOME_TILE * len(state.half)
    return replace(state, **fields)


class Sequences:
    """What sequences of turns from one state come to: each is judged and made once."""

    def __init__(self, state: Linie1State, readings: Readings) -> None:
        """Nothing is made before it is asked for."""
        self.start = Order((), state, state)
        self._readings = readings
        self._made: dict[tuple[Turn, ...], Order] = {(): self.start}

    @property
    def judged(self) -> int:
        """How many turns have been judged."""
        return len(self._made) - 1

    def then(self, before: Order, turn: Turn) -> Order:
        """One more turn."""
        turns = (*before.turns, turn)
        if turns not in self._made:
            self._made[turns] = self._extended(before, turn)
        return self._made[turns]

    def reaching(self, before: Order, drive: Drive) -> Iterator[Drive]:
        """Moves of the tram to places that it may go to on its way, and onto its termini; those to
        a stop sign first, at which it must halt, then the furthest."""
        tram = tram_before(before.game, drive) if drive.line in TERMINI_OF else None
        if begins(before.game, drive):
            yield from (Drive(drive.line, None, end.spot) for end in TERMINI_OF[drive.line])
        elif tram is not None:
            found = targets(before.game, tram, None, self._readings)
            signs = nodes(before.game.signs)
            ranked = sorted(found, key=lambda at: (at not in signs, -found[at].most))
            yield from (Drive(drive.line, drive.start, SPOTS[at]) for at in ranked[:MOST_HALF_WAY])

    def _said(self, table: Linie1State, turn: Turn, verdict: Verdict) -> Said:
        seat = table.turn
        if isinstance(turn, Drive):
            seat = driver(table, turn.line)
        if isinstance(turn, Lay):
            seat = layer(table, turn, self._readings)
        broken = frozenset((v.code, v.places[0] if v.places else None) for v in verdict.violations)
        return Said(_pieces(turn), seat, broken)

    def measured(self, turns: Sequence[Turn]) -> tuple[Turn, ...]:
        """The turns with the spaces that trams take, each after those before it."""
        return tuple(
            measured(self._made[tuple(turns[:made])].game, turn, self._readings)
            if isinstance(turn, Drive)
            else turn
            for made, turn in enumerate(turns)
        )

    def _extended(self, before: Order, turn: Turn) -> Order:
        verdict = judged(before.game, turn, self._readings)
        game, table = gone_on(
            before.game, before.table, verdict, lambda state: forced(state, turn, self._readings)
        )
        if verdict.ruling is Ruling.ILLEGAL and before.game is not before.table:
            over = judged(before.table, turn, self._readings)
            verdict = over if over.legal else verdict
        return Order(
            (*before.turns, turn),
            game,
            table,
            before.broken + len(verdict.violations),
            before.doubts + _doubts(before.game, verdict),
            before.early + _early(before.table, turn, legal=verdict.ruling is not Ruling.ILLEGAL),
            before.over + (before.game is not before.table),
            (*before.said, self._said(before.table, turn, verdict)),
            before.duties | set(verdict.required),
        )


def _pieces(turn: Turn) -> Hashable:
    if isinstance(turn, Lay):
        return frozenset(turn.tiles), turn.signs
    return (turn.line, turn.start, turn.end) if isinstance(turn, Drive) else turn


def _doubts(state: Linie1State, verdict: Verdict) -> int:
    """Turns that are asked about, and tiles taken out of another player's hand."""
    return (verdict.ruling is Ruling.ASK) + sum(
        dict(violation.params).get("player") is not None
        and _elsewhere(state, dict(violation.params))
        for violation in verdict.violations
        if violation.code == "not-in-hand"
    )


def _elsewhere(state: Linie1State, params: dict[str, object]) -> bool:
    """Whether a tile lies open in the hand of somebody else (5.1)."""
    return any(
        KIND_NUMBERS[str(params["tile"])] in hand.known
        for player, hand in zip(state.players, state.hands, strict=True)
        if player != params["player"]
    )


def _early(state: Linie1State, turn: Turn, *, legal: bool) -> int:
    """How odd it is that a tram moved when it did: while it was another player's turn, or twice
    running; less so where nobody knows whose turn it is and the move is right. One just put on its
    terminus may go on, or wait for the next player."""
    if not isinstance(turn, Drive) or turn.line == state.starts:
        return 0
    seat = driver(state, turn.line)
    if state.turn is None or seat is None:
        return (1 if legal else VERY_ODD) * (turn.line == state.drove)
    waits = state.starts is not None and seat == state.after(state.turn)
    return VERY_ODD * (seat != state.turn and not waits)
