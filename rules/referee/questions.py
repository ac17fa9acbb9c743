"""An open question: what its alternatives say lay where, and what the picture that was asked about
says of a story told later, when nobody answered and play went on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from rules.core.observation import EMPTY
from rules.referee.limits import Limits
from rules.referee.match import Match, Status
from rules.referee.misfit import AnyObservation, Board
from rules.referee.rulings import chain

StateT = TypeVar("StateT")
TurnT = TypeVar("TurnT")


def after_turns(match: Match[StateT, TurnT], turns: Sequence[TurnT]) -> StateT:
    """The table after turns made on the accepted position, legal or not."""
    state = match.accepted
    for turn in turns:
        state = match.game.force(state, turn, match.house)
    return state


def looks_of_question(
    match: Match[Any, Any], known: Mapping[Any, Any]
) -> Iterator[Mapping[Any, Any]]:
    """What each alternative of the open question says lay where, as far as that was new."""
    for turns in () if match.question is None else match.question.alternatives:
        yield differing(known, match.game.position(after_turns(match, turns)))


def asked_places(match: Match[Any, Any]) -> set[Any]:
    """Places on which some alternative of the open question differs from the game so far."""
    known = match.game.position(match.accepted)
    return {place for look in looks_of_question(match, known) for place in look}


def doubted_places(match: Match[Any, Any]) -> set[Any]:
    """Places on which the alternatives of the open question differ."""
    return differing_among(list(looks_of_question(match, match.game.position(match.accepted))))


def differing_among(asked: Sequence[Mapping[Any, Any]]) -> set[Any]:
    """Places on which the alternatives of a question differ: what such a place holds is still being
    read, and another reading of it is no further turn."""
    every = {place for one in asked for place in one}
    return {p for p in every if len({one.get(p, EMPTY) for one in asked}) > 1}


def differing(known: Mapping[Any, Any], now: Mapping[Any, Any]) -> dict[Any, Any]:
    """What lies now where something else is known to have lain."""
    changed = (p for p in {*known, *now} if known.get(p) != now.get(p))
    return {place: now.get(place, EMPTY) for place in changed}


def _gone(look: Mapping[Any, Any], after: Mapping[Any, Any]) -> bool:
    """Whether nothing that was done to the table, `look`, is to be seen in it afterwards. A place
    that a piece had left may be empty again, as it went elsewhere once it was put back."""
    put = {place: label for place, label in look.items() if label is not EMPTY}
    return all(after.get(place, EMPTY) != label for place, label in (put or look).items())


class Unanswered:
    """The picture that was asked about without an answer: what a story of everything since the
    accepted position must have looked like at that moment."""

    def __init__(self, match: Match[Any, Any], picture: AnyObservation, limits: Limits) -> None:
        """Needs an open question; `picture` in the accepted position's frame."""
        self._match = match
        known = match.game.position(match.accepted)
        asked = match.question.alternatives if match.question is not None else ()
        told = [(turns, self._look(turns)) for turns in asked]
        named = {
            p: {look.get(p, EMPTY) for _, look in told} for p in {p for _, o in told for p in o}
        }
        #: What a place may have held is weighed with the next picture, not here.
        self._open = {p: labels for p, labels in named.items() if len(labels) > 1}
        self._board = Board(picture, known, limits)
        #: What the question itself left unexplained: its alternatives differ only where it is open.
        self._least = self._misfit(told[0][1]) if told else 0.0
        self._undone = [
            (
                self._least + (limits.foul_undone if self._foul(turns) else limits.turn_undone),
                differing(known, look),
            )
            for turns, look in told
            if turns
        ]
        self._found: dict[tuple[Any, ...], float] = {}

    def cost(self, turns: Sequence[Any]) -> float:
        """Nats against a story: at the moment of the picture a first part of its turns was made,
        the last of them perhaps half, or what then lay there, and lies there no more, has been
        taken back since."""
        parts = [self._part(tuple(turns[:made])) for made in range(len(turns) + 1)]
        parts += [self._half(tuple(turns[:made])) for made in range(1, len(turns) + 1)]
        after = self._look(turns)
        undone = [cost for cost, look in self._undone if _gone(look, after)]
        return min(*parts, *undone, math.inf) - self._least

    def _part(self, turns: tuple[Any, ...]) -> float:
        if turns not in self._found:
            self._found[turns] = self._misfit(self._look(turns))
        return self._found[turns]

    def _half(self, turns: tuple[Any, ...]) -> float:
        """The last turn in the making: each place as before it or as after it."""
        before, after = self._look(turns[:-1]), self._look(turns)
        gains = (
            self._told(place, label) - self._told(place, before.get(place, EMPTY))
            for place, label in differing(before, after).items()
        )
        return self._part(turns[:-1]) + sum(min(gain, 0.0) for gain in gains)

    def _told(self, place: Any, label: Any) -> float:
        settled = label not in self._open.get(place, ())
        return self._board.cost(place, label) if settled else 0.0

    def _look(self, turns: Sequence[Any]) -> Mapping[Any, Any]:
        return self._match.game.position(after_turns(self._match, turns))

    def _misfit(self, look: Mapping[Any, Any]) -> float:
        unsettled = (p for p, named in self._open.items() if look.get(p, EMPTY) in named)
        told = sum(self._board.cost(p, look.get(p, EMPTY)) for p in unsettled)
        return self._board.misfit(look)[0] - told

    def _foul(self, turns: Sequence[Any]) -> bool:
        ruled, _, _ = chain(self._match, (), turns)
        return any(one.status is Status.OPEN for one in ruled)
