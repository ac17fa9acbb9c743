"""From what a person orders to the event that goes into the match's log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.core.errors import ArbitableError
from rules.core.events import (
    Answered,
    Corrected,
    Event,
    Insisted,
    PositionCorrected,
    Redone,
    Told,
    TurnEnded,
    TurnSeen,
    Undone,
)
from rules.referee.match import Match, Status, extended, redoable, undoable
from server.tables.player_commands import Answer, Correct, Impossible, Lay, Order, Press, Tell

AnyMatch = Match[Any, Any]

#: What a game's own functions raise for JSON that is none of their turns, places or labels.
_NONSENSE = (ArbitableError, KeyError, TypeError, ValueError, IndexError, AttributeError)


def event_of(match: AnyMatch, order: Order) -> Event | Impossible:
    """The event that an order comes to, or why it comes to none."""
    try:
        event = _event(match, order)
        if not isinstance(event, Impossible):
            extended(match, [event])  # a game may refuse a fact only when it is told
        return event
    except _NONSENSE as error:
        return Impossible("not-understood", f"That is nothing of this game ({error}).")


def _event(match: AnyMatch, order: Order) -> Event | Impossible:
    found: Event | Impossible = Impossible("not-here", f"This table knows no {order.name!r}.")
    match order:
        case Press(name) if name in _BUTTONS:
            found = _BUTTONS[name](match)
        case Answer(choice):
            found = _answered(match, choice)
        case Correct():
            found = _corrected(match, order)
        case Tell(fact, data):
            found = Told(fact, dict(data))
        case Lay(move):
            found = TurnSeen(match.game.turn_from_json(move))
    return found


def _undo(match: AnyMatch) -> Event | Impossible:
    can = undoable(match.log)
    return Undone() if can else Impossible("nothing-to-undo", "There is nothing to undo.")


def _redo(match: AnyMatch) -> Event | Impossible:
    can = redoable(match.log)
    return Redone() if can else Impossible("nothing-to-redo", "There is nothing to redo.")


def _insist(match: AnyMatch) -> Event | Impossible:
    if match.open_turns:
        return Insisted()
    return Impossible("no-foul", "There is no foul on the table to play on over.")


def _end_turn(match: AnyMatch) -> Event | Impossible:
    return TurnEnded(match.game.to_move(match.accepted))


_BUTTONS: dict[str, Callable[[AnyMatch], Event | Impossible]] = {
    "undo": _undo,
    "redo": _redo,
    "insist": _insist,
    "end-turn": _end_turn,
}


def _answered(match: AnyMatch, choice: int) -> Event | Impossible:
    if match.question is None:
        return Impossible("no-question", "There is no open question.")
    if not 0 <= choice < len(match.question.alternatives):
        return Impossible("no-such-choice", "The question has no such answer.")
    return Answered(choice)


def _corrected(match: AnyMatch, order: Correct) -> Event | Impossible:
    """The correction of the turn that filled the place, the newest first (one that was taken back
    filled nothing); else of the first position."""
    place = match.game.place_from_json(list(order.place))
    label = None if order.label is None else match.game.label_from_json(order.label)
    now = match.game.position(match.standing).get(place)
    if now == label:
        return Impossible("no-change", "That is what is known already.")
    if now is not None:
        for played in reversed(match.history):
            if played.status is Status.TAKEN_BACK:
                continue
            if match.game.reread(played.turn, place, now if label is None else label) is None:
                continue
            turn = None if label is None else match.game.reread(played.turn, place, label)
            return Corrected(played.number, turn)
    return PositionCorrected(place, label)
