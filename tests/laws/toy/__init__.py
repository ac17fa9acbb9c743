"""Three in a row: the smallest game that keeps the contract, all of it in one file.

Not part of Arbitable. The law tests find it by an extra search path, as they would a new game.
"""

# ruff: noqa: D102 - the contract in rules/core/game.py says what each method does

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.core.game import NO_MARKS, Explanation, Game, Marks
from rules.core.observation import EMPTY, Observation, log_evidence
from rules.core.places import Cell
from rules.core.rulebook import House, load
from rules.core.verdict import Outcome, Ruling, Verdict, Violation

CELLS = tuple(Cell(col, row) for row in range(3) for col in range(3))
LINES = (
    *(tuple(Cell(col, row) for col in range(3)) for row in range(3)),
    *(tuple(Cell(col, row) for row in range(3)) for col in range(3)),
    tuple(Cell(i, i) for i in range(3)),
    tuple(Cell(i, 2 - i) for i in range(3)),
)


@dataclass(frozen=True)
class Place:
    """A cross or a nought on a cell."""

    cell: Cell
    mark: str


@dataclass(frozen=True)
class State:
    """Who plays, and what stands where."""

    players: tuple[str, ...]
    marks: tuple[tuple[Cell, str], ...] = ()


def _foul(code: str, turn: Place) -> Violation:
    params = (("cell", turn.cell), ("mark", turn.mark))
    return Violation(code, "Toy", (turn.cell,), params)


class Toy(Game[State, Place]):
    """Three in a row."""

    name = "toy"
    rulebook = load(__name__)

    def start(self, players: Sequence[str], house: House) -> State:
        return State(self.rulebook.seated(players))

    def resume(self, position: Mapping[Any, Any], players: Sequence[str], house: House) -> State:
        return State(self.rulebook.seated(players), tuple(sorted(position.items())))

    def position(self, state: State) -> Mapping[Cell, str]:
        return dict(state.marks)

    def _mark(self, state: State) -> str:
        marks = [mark for _, mark in state.marks]
        return "O" if marks.count("X") > marks.count("O") else "X"

    def to_move(self, state: State) -> str | None:
        return state.players[self._mark(state) == "O"] if state.players else None

    def judge(self, state: State, turn: Place, house: House) -> Verdict:
        taken = turn.cell in dict(state.marks) or turn.cell not in CELLS
        fouls = [_foul("occupied", turn)] if taken else []
        if turn.mark != self._mark(state):
            fouls.append(_foul("not-your-turn", turn))
        return Verdict(Ruling.ILLEGAL if fouls else Ruling.LEGAL, tuple(fouls))

    def force(self, state: State, turn: Place, house: House) -> State:
        return replace(
            state, marks=tuple(sorted({**dict(state.marks), turn.cell: turn.mark}.items()))
        )

    def legal_turns(self, state: State, house: House) -> Iterator[Place]:
        taken = dict(state.marks)
        return (Place(cell, self._mark(state)) for cell in CELLS if cell not in taken)

    def outcome(self, state: State, house: House) -> Outcome | None:
        marks = dict(state.marks)
        for player, mark in zip(state.players, "XO", strict=False):
            if any(all(marks.get(cell) == mark for cell in line) for line in LINES):
                return Outcome("three", (player,))
        return Outcome("draw", ()) if len(marks) == len(CELLS) else None

    def audit(self, position: Mapping[Any, Any], house: House) -> tuple[Violation, ...]:
        marks = list(position.values())
        fair = marks.count("X") - marks.count("O") in (0, 1)
        return () if fair else (_foul("not-your-turn", Place(*sorted(position.items())[-1])),)

    def explanations(
        self, state: State, observation: Observation[Any, Any], house: House
    ) -> Iterable[Explanation[Place]]:
        yield Explanation(())
        for seen in observation.sightings:
            if log_evidence(seen, EMPTY) < -1 and seen.place not in dict(state.marks):
                yield Explanation((Place(seen.place, seen.belief.best),))

    def reread(self, turn: Place, place: Any, label: Any) -> Place | None:
        return replace(turn, mark=label) if turn.cell == place else None

    def turn_to_json(self, turn: Place) -> dict[str, Any]:
        return {"kind": "place", "cell": turn.cell.as_json(), "mark": turn.mark}

    def turn_from_json(self, data: Mapping[str, Any]) -> Place:
        return Place(Cell(*data["cell"]), data["mark"])

    def place_from_json(self, data: Sequence[int]) -> Cell:
        return Cell(*data)

    def label_to_json(self, label: Any) -> dict[str, Any]:
        return {"mark": label}

    def label_from_json(self, data: Mapping[str, Any]) -> str:
        return str(data["mark"])

    def draw(self, state: State, marks: Marks = NO_MARKS) -> str:
        texts = (f'<text x="{c.col}" y="{c.row}">{m}</text>' for c, m in state.marks)
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 4 4"><title>Three in a row'
            f"</title><desc>{len(state.marks)} marks</desc>{''.join(texts)}</svg>"
        )


GAME = Toy()
