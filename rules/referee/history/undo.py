"""What Undo takes back and Redo makes count again: read off the log alone."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core import events as ev

#: Events that `Undone` takes back; the others only say what was seen.
UNDOABLE = (
    *(ev.TurnSeen, ev.TakenBack, ev.Corrected, ev.PositionCorrected),
    *(ev.LetStand, ev.Refuted, ev.Insisted, ev.Told),
)


#: Events with their numbers in the log.
Numbered = list[tuple[int, ev.Event]]


def undoable(log: Sequence[ev.Event]) -> bool:
    """Whether `undoing` would do something."""
    return bool(done_and_undone(log)[0])


def undoing(log: Sequence[ev.Event]) -> ev.Undone:
    """The undo of what was done last: of a whole answer, where that was one or what it made."""
    done = done_and_undone(log)[0]
    answer = next((n for n, event in reversed(done) if isinstance(event, ev.Answered)), None)
    if answer is None:
        return ev.Undone()
    changes = ev.TurnSeen, ev.TakenBack, ev.Corrected, ev.PositionCorrected
    seen = {event.photo for event in log[:answer] if isinstance(event, (*changes, ev.Asked))}
    since = log[answer + 1 : done[-1][0] + 1]
    return ev.Undone(answer=all(isinstance(e, changes) and e.photo in seen for e in since))


def counting(log: Sequence[ev.Event]) -> tuple[int, ...]:
    """The numbers of the events that people or pictures did and that count."""
    return tuple(number for number, _ in done_and_undone(log)[0])


def redoable(log: Sequence[ev.Event]) -> bool:
    """Whether `Redone` would do something."""
    return bool(done_and_undone(log)[1])


def turned_back(log: Sequence[ev.Event], event: ev.Undone | ev.Redone) -> ev.Event | None:
    """What an undo or a redo would take back or make count again; None for nothing."""
    done, undone = done_and_undone(log)
    steps = [_less(done, event)] if isinstance(event, ev.Undone) else undone[-1:]
    return steps[0][0][1] if any(steps) else None


def done_and_undone(log: Sequence[ev.Event]) -> tuple[Numbered, list[Numbered]]:
    """What was done and counts, answers too, and the steps that were undone since."""
    done: Numbered = []
    undone: list[Numbered] = []
    for number, event in enumerate(log):
        if isinstance(event, ev.Undone):
            step = _less(done, event)
            undone += [step] if step else []
        elif isinstance(event, ev.Redone) and undone:
            done += undone.pop()
        elif isinstance(event, (*UNDOABLE, ev.Answered)):
            done.append((number, event))
            if isinstance(event, UNDOABLE) or any(_answers(step[0]) for step in undone):
                undone.clear()
    return done, undone


def _less(done: Numbered, undo: ev.Undone) -> Numbered:
    """The step that an undo takes out of what was `done`; empty for nothing."""
    ends = (n for n in reversed(range(len(done))) if _answers(done[n]) is undo.answer)
    first = next(ends, len(done))
    step = done[first:] if undo.answer else done[first : first + 1]
    del done[first : first + len(step)]
    return step


def _answers(numbered: tuple[int, ev.Event]) -> bool:
    return isinstance(numbered[1], ev.Answered)
