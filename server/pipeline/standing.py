"""What stands at a table now, derived from the match and never from the last event: open fouls, the
open question, the last turn of the game, what Undo would undo. Pure; a page shows it before all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.core.events import (
    Answered,
    AnyAsked,
    Corrected,
    Event,
    Insisted,
    LetStand,
    PositionCorrected,
    Redone,
    Refuted,
    TakenBack,
    Told,
    TurnSeen,
    Undone,
)
from rules.core.places import Place
from rules.core.verdict import Ruling, Verdict
from rules.referee.history.fold import extended, with_answer
from rules.referee.history.match import IN_THE_GAME, OFF_THE_GAME, AnyMatch, AnyPlayed
from rules.referee.history.undo import turned_back, undoing
from rules.referee.speaking.announce import earlier, gone_of
from server.pipeline.offenders import differing_places, open_fouls
from server.pipeline.player_names import AS_BEGUN, PlayerNames, Renaming


@dataclass(frozen=True, slots=True)
class QuestionAnswer:
    """One answer to the open question. `choices`: the alternatives that come to the same game, the
    likeliest first; `turns` with their `verdicts`, called `call` together; `gone`: open turns that
    were taken back, as they were judged; `instead`: the number of an earlier turn and what it was
    if it is so, None where it was taken back; `after`: the match then; `differs`: the places where
    the answers lie differently."""

    choices: tuple[int, ...]
    turns: tuple[object, ...]
    verdicts: tuple[Verdict, ...]
    call: str
    gone: tuple[tuple[object, Verdict], ...]
    instead: tuple[int, object | None] | None
    after: AnyMatch
    differs: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """The open question."""

    number: int
    photo: str | None
    answers: tuple[QuestionAnswer, ...]


@dataclass(frozen=True, slots=True)
class Reversal:
    """What an undo or a redo would turn back: `kind` of the event, its turn where it is one, who
    would move then where that changes, and what falls with it: kinds of things, with the turn that
    each is of (`question`, `duty`, `open`: a foul lies open again, `judged`: called otherwise)."""

    kind: str
    event: Event | Renaming
    played: AnyPlayed | None = None
    mover: str | None = None
    falls: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """What is true now, whatever came last. `fouls`: the turns that lie on the table and are not in
    the game, the worst first; `last`: the newest turn of the game."""

    fouls: tuple[AnyPlayed, ...]
    question: Question | None
    last: AnyPlayed | None
    mover: str | None
    undo: Reversal | None
    redo: Reversal | None


def standing_of(match: AnyMatch, names: PlayerNames = AS_BEGUN) -> Standing:
    """The standing of a match whose players were given these names."""
    back, again = names.undoable(match.log), names.redoable(match.log)
    counted = [played for played in match.history if played.status in IN_THE_GAME]
    return Standing(
        open_fouls(match),
        None if match.question is None else _question(match, match.question),
        counted[-1] if counted else None,
        match.mover if match.opened else None,
        _reversal(match, undoing(match.log)) if back is None else _name_back(back),
        _reversal(match, Redone()) if again is None else _name_back(again),
    )


def _question(match: AnyMatch, asked: AnyAsked) -> Question:
    number = max(n for n, event in enumerate(match.log) if event is asked)
    merged: list[QuestionAnswer] = []
    for choice in range(len(asked.alternatives)):
        new = _answer(match, asked, choice)
        twin = next((i for i, one in enumerate(merged) if _same(one, new)), None)
        if twin is None:
            merged.append(new)
        else:
            merged[twin] = replace(merged[twin], choices=(*merged[twin].choices, choice))
    return Question(number, asked.photo, _ringed(merged))


def _same(one: QuestionAnswer, other: QuestionAnswer) -> bool:
    """Whether two answers mean the same for the game: the same call, table and state."""
    a, b = one.after, other.after
    return (one.call, a.accepted, a.standing) == (other.call, b.accepted, b.standing)


def _ringed(answers: Sequence[QuestionAnswer]) -> tuple[QuestionAnswer, ...]:
    tables = [one.after.game.position(one.after.standing) for one in answers]
    differs = tuple(sorted({p for table in tables for p in differing_places(table, tables[0])}))
    return tuple(replace(one, differs=differs) for one in answers)


def _answer(match: AnyMatch, asked: AnyAsked, choice: int) -> QuestionAnswer:
    """An alternative as it is judged, with the match as it tells it."""
    turns, gone, instead = asked.answers[choice]
    after, played = with_answer(match, asked, choice)
    verdicts = tuple(one.verdict for one in played)
    call = _call({verdict.ruling for verdict in verdicts})
    past = gone_of(match, gone), earlier(match, instead)
    return QuestionAnswer((choice,), turns, verdicts, call, *past, after)


def _call(rulings: set[Ruling]) -> str:
    if Ruling.ILLEGAL in rulings:
        return "foul"
    return "legal" if rulings else "nothing"


_KINDS: Mapping[type, str] = {
    TurnSeen: "turn",
    TakenBack: "taken-back",
    Corrected: "correct",
    PositionCorrected: "correct",
    Insisted: "insist",
    LetStand: "let-it-stand",
    Refuted: "none-of-these",
    Told: "tell",
    Answered: "answer",
    Renaming: "rename",
}


def _name_back(renaming: Renaming) -> Reversal:
    return Reversal(_KINDS[Renaming], renaming)


def _reversal(match: AnyMatch, word: Undone | Redone) -> Reversal | None:
    event = turned_back(match.log, word)
    if event is None:
        return None
    played = _played(match, event)
    counts = played is not None and played.status in IN_THE_GAME
    again = played.player if counts and played is not None else None
    falls = tuple(_falling(match, extended(match, [word]), played))
    return Reversal(
        _KINDS[type(event)], event, played, again if again != match.mover else None, falls
    )


def _falling(match: AnyMatch, after: AnyMatch, own: AnyPlayed | None) -> Iterator[tuple[str, int]]:
    """What else is otherwise after an undo or a redo than the step itself."""
    if match.question is not None and after.question is None:
        yield "question", match.ordinal + 1
    left = {played.number for played in after.live}
    for played in match.history:
        counts = played.status in IN_THE_GAME and played.number not in left
        if counts and any(played.duties):
            yield "duty", played.ordinal
    then = {played.number: played for played in after.history}
    for played in match.history:
        now = then.get(played.number)
        if now is None or played is own:
            continue
        if now.status in OFF_THE_GAME and played.status not in OFF_THE_GAME:
            yield "open", now.ordinal
        elif now.verdict.ruling is not played.verdict.ruling:
            yield "judged", now.ordinal


def _played(match: AnyMatch, event: Event) -> AnyPlayed | None:
    """The turn of the history that an event told."""
    return next((p for p in reversed(match.history) if match.log[p.number] is event), None)
