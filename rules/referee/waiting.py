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
    was, of the same meaning, or in doubt, whatever of; `meaning` what was likeliest, and how many
    readings `alike` in a row had it so, surely or not; `picture` the reading itself, and how many
    readings `in_view` with it waited in a row."""

    sure: bool
    times: int
    meaning: Meaning
    alike: int
    picture: AnyObservation
    in_view: int


def waited(
    match: AnyMatch, last: Waiting | None, decision: Decision, confirmations: int, *, brief: bool
) -> tuple[Waiting | None, bool]:
    """What is waited for after a picture, and whether nothing is said of it. Live, a foul or a
    question must be read several times in a row before it is called, a question once more, as many
    a doubt goes with the next reading; the same question is not asked twice. That a piece is gone
    is never asked in haste. What wavers between fouls and doubts of them, sure readings of this
    view among them, must not stay silent: it is asked about."""
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
