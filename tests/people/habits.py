"""What people do between two pictures: named habits, each of which can be the only one.

A habit does its part to the true table (`Truth`) and may ask the evening to speak to the referee
(`say`). Each goes on with what it began: a foul laid is taken back by a later call of the habit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.people.truth import Truth

#: Fouls tried until one is a foul in every order.
TRIES = 6


@dataclass
class People:
    """The people of one evening: their table, their chance, and what they mean to do next."""

    truth: Truth
    rng: Random
    #: The piece that went back to the hand, to be laid elsewhere: the table before, and its turn.
    in_hand: tuple[Any, Any] | None = None
    #: Whether something is left out that has to follow.
    owing: bool = False
    #: What they tell the referee before the next picture: told turns, corrections, "it stands".
    words: list[tuple[str, Any]] = field(default_factory=list)

    def turn(self) -> bool:
        """One legal turn, over a foul if one lies there."""
        part = self.truth.part
        for _ in range(TRIES):
            turn = part.legal(self.truth.standing, self.rng)
            if turn is not None and self.truth.play(turn):
                return True
        return False

    def foul(self) -> bool:
        """One foul."""
        for _ in range(TRIES):
            turn = self.truth.part.foul(self.truth.standing, self.rng)
            if turn is not None and self.truth.foul(turn):
                return True
        return False

    def settle(self) -> None:
        """What lies there against the rules is taken back, all of it."""
        for lying in reversed(list(self.truth.overlay)):
            self.truth.take_back(lying)

    def pay(self) -> bool:
        """What was left out is made up for."""
        self.owing = False
        turn = self.truth.part.pending(self.truth.accepted, self.rng)
        return turn is not None and not self.truth.overlay and self.truth.play(turn)

    def invisible(self) -> Any | None:
        """A turn that no picture shows; they tell it unless it is kept quiet."""
        if self.truth.overlay or self.truth.due:
            return None
        return self.truth.part.unseen(self.truth.accepted, self.rng)


Habit = Callable[[People], None]


def plain(people: People) -> None:
    """One legal turn; what no picture shows is told."""
    turn = people.invisible()
    if turn is not None and people.rng.random() < 0.5:
        people.truth.told(turn)
        people.words.append(("turn", turn))
    people.turn()


def nothing(people: People) -> None:
    """Another picture of the same table."""


def several(people: People) -> None:
    """Two or three turns."""
    for _ in range(people.rng.choice((2, 2, 3))):
        people.turn()


def lying(people: People) -> None:
    """A foul that lies for some pictures."""
    if not people.truth.overlay:
        people.foul()
    elif people.rng.random() < 0.5:
        people.settle()


def after_turns(people: People) -> None:
    """A turn and then a foul, in one picture; the foul is taken back in the next."""
    if people.truth.overlay:
        people.settle()
    elif people.turn():
        people.foul()


def mended(people: People) -> None:
    """A foul, and in the next picture it is gone and something legal is there."""
    if not people.truth.overlay:
        people.foul()
    else:
        people.settle()
        people.turn()


def over(people: People) -> None:
    """A foul that they play on over, until they say that it stands or take everything back."""
    fouls = len(people.truth.overlay)
    if not fouls:
        people.foul()
    elif fouls == 1 and people.rng.random() < 0.6:
        people.turn()
    else:
        _end_it(people)


def _end_it(people: People) -> None:
    called = not any(one.due.left for one in people.truth.overlay)
    if called and people.rng.random() < 0.4:
        people.words.append(("insist", None))
    else:
        people.settle()


def relented(people: People) -> None:
    """A foul that they say stands, and take back after all before anybody plays on."""
    if not people.truth.overlay:
        people.truth.relent() or people.foul()
    else:
        _end_it(people)


def regretted(people: People) -> None:
    """A foul that they say stands, and take back after the next turn."""
    if people.truth.overlay:
        _end_it(people)
    elif people.truth.insisted:
        people.turn()
    else:
        people.truth.relent(late=True) or people.foul()


def second(people: People) -> None:
    """A second foul on top of the first; one of them is taken back, then the other."""
    fouls = people.truth.overlay
    if not fouls or (len(fouls) == 1 and people.rng.random() < 0.6):
        people.foul()
    else:
        people.truth.take_back(people.rng.choice(fouls))


def partly(people: People) -> None:
    """Only the bad part of a foul is taken back."""
    if not people.truth.overlay:
        people.foul()
    elif not people.truth.keep_rest(people.truth.overlay[-1]):
        people.settle()


def mind(people: People) -> None:
    """A turn, and before the next player moves its piece goes elsewhere."""
    if people.truth.last is None or (not _changed(people) and not people.truth.overlay):
        people.turn()


def _changed(people: People) -> bool:
    last = people.truth.last
    if last is None or people.rng.random() < 0.3:
        return False
    other = people.truth.part.elsewhere(last.before, last.turn, people.rng)
    return other is not None and people.truth.change_mind(other)


def to_hand(people: People) -> None:
    """A turn, its piece back in the hand, and laid elsewhere in the picture after that."""
    last = people.truth.last
    if people.in_hand is not None:
        before, turn = people.in_hand
        people.in_hand = None
        other = people.truth.part.elsewhere(before, turn, people.rng)
        if other is None or not people.truth.play(other):
            people.turn()
    elif last is not None and people.rng.random() < 0.6:
        if people.truth.part.elsewhere(last.before, last.turn, people.rng) is not None:
            people.in_hand = (last.before, last.turn)
            people.truth.lift()
    else:
        people.turn()


def onto(people: People) -> None:
    """A piece put on another one, and taken back."""
    if people.truth.overlay:
        people.settle()
        return
    for _ in range(TRIES):
        turn = people.truth.part.onto(people.truth.accepted, people.rng)
        if turn is not None and people.truth.foul(turn):
            return


def forgotten(people: People) -> None:
    """Something that has to follow a turn is left out, and made up for in the next picture."""
    if people.owing and people.pay():
        return
    turn = people.truth.part.forgetful(people.truth.accepted, people.rng)
    if turn is not None and not people.truth.overlay and people.truth.play(turn):
        people.owing = True
    else:
        people.turn()


def corrected(people: People) -> None:
    """The referee is corrected wrongly, which is undone at once; then a turn."""
    people.words.append(("correct", None))
    people.turn()


def told(people: People) -> None:
    """Whose turn it is is told in the middle."""
    people.words.append(("fact", "turn"))
    people.turn()


def untold(people: People) -> None:
    """A turn that no picture shows is kept quiet; the next player plays."""
    turn = people.invisible()
    if turn is not None:
        people.truth.quiet(turn)
    people.turn()


HABITS: dict[str, Habit] = {
    one.__name__: one
    for one in (
        plain,
        nothing,
        several,
        lying,
        after_turns,
        mended,
        over,
        relented,
        regretted,
        second,
        partly,
        mind,
        to_hand,
        onto,
        forgotten,
        corrected,
        told,
        untold,
    )
}

#: How people answer the referee's questions: the share answered at once, and of the others the
#: share answered after the next picture.
ANSWERS = {"answered": (1.0, 0.0), "mixed": (0.5, 0.3), "late": (0.0, 1.0), "never": (0.0, 0.0)}

#: The share of plain turns in an evening of one other habit.
BETWEEN = 0.4

#: How often each habit comes up in an evening of all of them; what began is gone on with first.
WEIGHTS = {
    "plain": 10,
    "nothing": 2,
    "several": 4,
    "lying": 2,
    "after_turns": 1,
    "mended": 1,
    "over": 2,
    "second": 2,
    "partly": 1,
    "mind": 2,
    "to_hand": 1,
    "onto": 1,
    "forgotten": 2,
    "corrected": 1,
    "told": 1,
}


def begun(people: People) -> bool:
    """Whether something lies on the table, is in a hand or is owed that has to be gone on with."""
    return bool(people.truth.overlay) or people.in_hand is not None or people.owing


@dataclass
class Mixed:
    """All habits in turn: one that has begun something goes on until it is done."""

    going_on: str = "plain"

    def __call__(self, people: People) -> None:
        """The next habit."""
        if not begun(people):
            names = list(WEIGHTS)
            self.going_on = people.rng.choices(names, [WEIGHTS[name] for name in names])[0]
        allowed = self.going_on not in people.truth.part.never
        (HABITS[self.going_on] if allowed else plain)(people)


@dataclass
class Alone:
    """One habit, with plain turns between."""

    habit: Habit

    def __call__(self, people: People) -> None:
        """The habit, or a plain turn before it begins anew."""
        idle = not begun(people) and people.rng.random() < BETWEEN
        (plain if idle and self.habit is not mind else self.habit)(people)


def habit_named(name: str) -> Habit:
    """One habit alone, or all of them."""
    return Mixed() if name == "mixed" else Alone(HABITS[name])
