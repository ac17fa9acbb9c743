"""What was said of a Mokadi table, against what was played. Pieces have other numbers in the
referee's book than at the table: who is who is told by where they lie in the picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rules.core.call import Call, CallKind
from rules.core.observation import EMPTY
from rules.games.mokadi.moves import Concede, Fall, LayPad, LayStick, Remove, Share, Turn
from rules.games.mokadi.pieces import Kind, Label, Pad, Spot, Stick
from tests.evenings.mokadi_play import Due
from tests.people.grade import CODES, DUTY, FALSE_FOUL, MISSED, PHANTOM, PLAYER, Graded

#: How far a piece's middle may lie from where it is read, stick lengths.
NEAR = 0.25

#: Numbers of pieces at the table by what the referee calls them.
Names = dict[Spot, int]


@dataclass(frozen=True, eq=False)
class Lying:
    """What truly lies in a picture: numbers, (N, 1, 2) pads' middles and (N, 2, 2) sticks' ends in
    pixels, colours, of one kind each; `unit_px` a stick's length."""

    numbers: dict[Kind, list[int]]
    points: dict[Kind, np.ndarray]
    colours: dict[Kind, list[str]]
    unit_px: float

    def named(self, sightings: Iterable[Any], names: Names) -> Names:
        """The names after a picture: pieces that are seen go by where they lie."""
        found = dict(names)
        for one in sightings:
            if one.belief.best is EMPTY or one.pose is None:
                continue
            kind = one.place.kind
            middles = self.points[kind].mean(1).reshape(-1, 2)
            off = np.hypot(*(middles - one.pose.pixel_xy).T) / self.unit_px
            off = off + 0.1 * (np.array(self.colours[kind]) != one.belief.best.colour)
            best = int(np.argmin(off)) if len(off) else -1
            found[one.place] = self.numbers[kind][best] if best >= 0 and off[best] < NEAR else 0
        return found

    def pieces(self) -> Iterator[tuple[Kind, int, Label, np.ndarray]]:
        """Every piece: its kind, number, label, and points in pixels."""
        for kind in Kind:
            kinds = zip(self.numbers[kind], self.colours[kind], self.points[kind], strict=True)
            for number, colour, points in kinds:
                label = Pad(colour) if kind is Kind.PAD else Stick(colour)
                yield kind, number, label, points


def frame_of(sightings: Iterable[Any]) -> Callable[[np.ndarray], np.ndarray] | None:
    """From pixels to the referee's places, by least squares over the pieces seen; None where they
    are too few."""
    seen = [s for s in sightings if s.pose is not None and s.place.points]
    pixels = np.array([(*s.pose.pixel_xy, 1.0) for s in seen]).reshape(-1, 3)
    places = np.array([np.mean(s.place.points, 0) for s in seen]).reshape(-1, 2)
    if len(seen) < 3:
        return None
    fit, *_ = np.linalg.lstsq(pixels, places, rcond=None)
    return lambda points: np.asarray(np.column_stack([points, np.ones(len(points))]) @ fit)


def same(told: Turn, true: Turn, names: Names) -> bool:
    """Whether a turn in the referee's words is what was done, whoever did it."""
    match told, true:
        case (LayPad(), LayPad()) | (LayStick(), LayStick()):
            kind = Kind.PAD if isinstance(told, LayPad) else Kind.STICK
            number = names.get(Spot(kind, told.number or 0))
            return told.colour == true.colour and number == true.number
        case Remove(), Remove():
            return _sticks(told.sticks, names) == set(true.sticks)
        case Fall(), Fall():
            fallen = _sticks((f.number for f in told.sticks if f.possible), names)
            return fallen == {f.number for f in true.sticks}
    return False


def _sticks(numbers: Iterable[int], names: Names) -> set[int | None]:
    return {names.get(Spot(Kind.STICK, n)) for n in numbers}


def tells(turns: Sequence[Turn], dues: Sequence[Due], names: Names) -> bool:
    """Whether an answer says what was done, by whom something fell too."""
    pairs = list(zip(turns, dues, strict=False))
    return len(turns) == len(dues) and all(
        same(turn, due.turn, names)
        and (not isinstance(turn, Fall) or turn.player in (None, due.player))
        for turn, due in pairs
    )


@dataclass
class Grading:
    """One picture: `dues` are struck off as they are said; `past` was said before."""

    dues: list[Due]
    past: list[Due]
    result: Graded = field(default_factory=Graded)
    asked: bool = False
    #: Of several turns in one picture nobody can tell in which order they were made; one may be
    #: made after the grading began.
    _several: bool = False

    def hear(self, calls: Iterable[Call[Any, Any]], names: Names) -> None:
        """Calls as they are made."""
        self._several |= len(self.dues) > 1
        for call in calls:
            self.asked |= call.kind is CallKind.ASK
            if isinstance(call.move, Concede | Share):
                continue  # the players said so
            if call.kind in (CallKind.FOUL, CallKind.LEGAL) and call.move is not None:
                self._turn(call, names)

    def _turn(self, call: Call[Any, Any], names: Names) -> None:
        foul = call.kind is CallKind.FOUL
        due = next((d for d in self.dues if same(call.move, d.turn, names)), None)
        if due is None or (foul and not due.foul):
            if not any(same(call.move, d.turn, names) and d.foul == foul for d in self.past):
                self._wrong(FALSE_FOUL if foul else PHANTOM)
            return
        if due.foul and not foul:
            self._wrong(MISSED)
            return
        if call.player not in (None, due.player) and not self._several:
            self._wrong(PLAYER)
        verdict = call.verdict
        if verdict is not None and foul:
            if {v.code for v in verdict.violations} != due.codes:
                self._wrong(CODES)
            owed = {one.kind for one in due.verdict.required}
            if {one.kind for one in verdict.required} - {"take-back"} != owed:
                self._wrong(DUTY)
        self.dues.remove(due)
        self.past.append(due)

    def _wrong(self, error: str) -> None:
        self.result.errors.append(error)

    def done(self) -> Graded:
        """The picture's outcome."""
        still = any(not due.asked for due in self.dues)
        self.result.outcome = (
            "wrong"
            if self.result.errors
            else "asked"
            if self.asked
            else "silent"
            if still
            else "right"
        )
        return self.result
