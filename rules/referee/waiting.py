"""Whether a live table says what it read, or waits for another look at the same view."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.observation import AnyObservation
from rules.referee.history.match import AnyMatch
from rules.referee.speaking.meaning import Meaning, looked_at
from rules.referee.speaking.speak import Decision, Sureness
from rules.referee.speaking.telling import asked_already


@dataclass(frozen=True)
class Waiting:
    """What was read and is not said yet: whether it was `sure`, and how many `times` in a row it
    was, or in doubt, whatever of; its likeliest `meaning`, and how many readings `alike` had it so;
    the `picture`, and how many readings `in_view` waited in a row."""

    sure: bool
    times: int
    meaning: Meaning
    alike: int
    picture: AnyObservation
    in_view: int


def waited(
    match: AnyMatch, last: Waiting | None, decision: Decision, confirmations: int, *, brief: bool
) -> tuple[Waiting | None, bool]:
    """What is waited for after a picture, and whether nothing is said of it. Live, a foul must be
    read several times in a row before it is called, a question once more; the same question is not
    asked twice, and that a piece is gone never in haste."""
    sure = decision.sureness is not Sureness.ASK
    best, picture = decision.best.best, decision.line.candidate.picture
    missing = bool(best.meaning.disturbed or best.withdrawn)
    if brief and missing:
        meaning = looked_at(match, best.meaning)
        return Waiting(False, confirmations, meaning, 1, picture, 1), True
    if confirmations <= 1 or (sure and not best.fouls and not missing):
        return None, False
    if not sure and asked_already(match, decision):
        return last, True
    meaning = looked_at(match, best.meaning)
    was = last or Waiting(sure, 0, meaning, 0, picture, 0)
    same = was.meaning == meaning
    times = 1 + was.times * (was.sure == sure and (same or not sure))
    alike, in_view = 1 + was.alike * same, 1 + was.in_view
    if (times >= confirmations) if sure else (max(times, alike, in_view) > confirmations):
        return None, False
    return Waiting(sure, times, meaning, alike, picture, in_view), True
