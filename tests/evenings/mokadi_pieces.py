"""How well a Mokadi table is known: the piece that was just laid or taken, picture by picture, and
the whole pile as the referee carries it. Both are counted apart from what is said of the turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from rules.core.observation import AnyObservation
from rules.games.mokadi.moves import LayPad, LayStick, Remove
from rules.games.mokadi.pieces import Contacts, Kind, Label, Spot, Stick
from tests.evenings.mokadi_grade import Lying, Names, frame_of
from tests.evenings.mokadi_play import Due

#: How far a pad's middle, and either end of a stick, may be off, stick lengths.
REACH = 0.15

#: A piece of the table: its kind and its number there.
Piece = tuple[Kind, int]


class Carried:
    """What the referee has on the table, against what lies there."""

    def __init__(
        self,
        position: Mapping[Spot, Label],
        last: AnyObservation | None,
        lying: Lying,
        names: Names,
    ) -> None:
        """`position`: of the referee's standing; `last`: the newest picture, by which its places
        are laid over the pixels of `lying`."""
        self._names = names
        self._here = {(s.kind, names[s]): (s, label) for s, label in position.items() if s in names}
        place = None if last is None else frame_of(last.sightings)
        self._true = {} if place is None else {
            (kind, number): (label, place(points)) for kind, number, label, points in lying.pieces()
        }  # fmt: skip

    def piece_right(self, piece: Piece) -> bool:
        """Whether a piece lies where it is carried, in its colour."""
        if piece not in self._here or piece not in self._true:
            return False
        (spot, label), (true, points) = self._here[piece], self._true[piece]
        return label.colour == true.colour and _near(np.array(spot.points), points)

    def turn_wrong(self, turn: Any) -> Iterable[str]:
        """What is not right of a piece just laid or taken: nothing, its place or colour, what it
        rests on; or one taken is carried on."""
        if isinstance(turn, Remove):
            yield from ("gone" for n in turn.sticks if (Kind.STICK, n) in self._here)
            return
        piece = (Kind.PAD if isinstance(turn, LayPad) else Kind.STICK, turn.number)
        if not self.piece_right(piece):
            yield "piece"
        elif isinstance(turn, LayStick) and self._rests(piece) != _held(turn.contacts):
            yield "supports"

    def pile(self) -> tuple[int, int]:
        """Pieces that lie on the table, and how many of them are right."""
        return len(self._true), sum(map(self.piece_right, self._true))

    def _rests(self, piece: Piece) -> set[Piece]:
        """What a carried stick rests on, by the numbers of the table."""
        label = self._here[piece][1]
        assert isinstance(label, Stick)
        return {(kind, self._names.get(Spot(kind, n), 0)) for kind, n in _held(label.contacts)}


class PieceCount:
    """The pieces of an evening. `wrong`: what of those just laid or taken was not right."""

    def __init__(self) -> None:
        """Nothing was laid yet."""
        self.turns, self.right = 0, 0
        self.pile, self.pile_right = 0, 0
        self.wrong: Counter[str] = Counter()

    def turn(self, dues: Iterable[Due], carried: Carried) -> None:
        """The turns of one picture, once all that people answer was said."""
        for due in dues:
            if isinstance(due.turn, LayPad | LayStick | Remove):
                wrong = [*carried.turn_wrong(due.turn)]
                self.turns += 1
                self.right += not wrong
                self.wrong.update(wrong)

    def end(self, carried: Carried) -> None:
        """The last picture of the evening."""
        self.pile, self.pile_right = carried.pile()

    def __str__(self) -> str:
        causes = ", ".join(f"{count} by {cause}" for cause, count in self.wrong.most_common())
        return (
            f"just laid or taken right: {self.right} of {self.turns}"
            f"{f' (wrong: {causes})' if causes else ''}; "
            f"pile at the end right: {self.pile_right} of {self.pile}"
        )


def _held(contacts: Contacts) -> set[Piece]:
    """The pieces that a stick rather rests on than not."""
    return {(c.spot.kind, c.spot.number) for c in contacts or () if c.certainty > 0.5}


def _near(here: np.ndarray, there: np.ndarray) -> bool:
    if here.shape != there.shape:
        return False
    ways = (here, here[::-1])
    return bool(min(np.hypot(*(way - there).T).max() for way in ways) <= REACH)
