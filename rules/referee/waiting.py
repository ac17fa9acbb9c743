"""Whether a live table says what it read, or waits for another look at the same view."""

from __future__ import annotations

from dataclasses import dataclass

from rules.core.observation import AnyObservation
from rules.referee.history.match import AnyMatch
from rules.referee.speaking.meaning import Meaning, looked_at
from rules.referee.speaking.speak import Decision, Sureness
from rules.referee.speaking.telling import asked_already

#: What is waited for where it is no foul.
QUESTION = "question"


@dataclass(frozen=True)
class Waiting:
    """What was read and is not said yet: `key` the meaning of a foul, or `QUESTION`, and how many
    `times` in a row it was read; `meaning` what was likeliest, and how many readings `alike` in a
    row had it so, surely or not; `picture` the reading itself, and how many readings
    `in_view` with it waited in a row."""

    key: Meaning | str
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
        return Waiting(QUESTION, confirmations, meaning, 1, picture, 1), True
    if confirmations <= 1 or (sure and not best.fouls and not missing):
        return None, False
    if not sure and asked_already(match, decision):
        return last, True
    meaning = looked_at(match, best.meaning)
    key = meaning if sure else QUESTION
    times = 1 + (last.times if last is not None and last.key == key else 0)
    alike = 1 + (last.alike if last is not None and last.meaning == meaning else 0)
    in_view = 1 + (0 if last is None else last.in_view)
    if (times >= confirmations) if sure else (max(times, alike, in_view) > confirmations):
        return None, False
    return Waiting(key, times, meaning, alike, picture, in_view), True
