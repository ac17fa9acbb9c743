"""The open question as pages get it: every answer in words of every language, and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.core import texts
from rules.core.codec import JsonObject
from rules.core.game import Marks
from rules.core.rulebook import LANGUAGES
from rules.core.texts import Said
from rules.core.verdict import Violation
from server.pipeline.session import Session
from server.pipeline.standing import Answer, Question
from server.views.payloads import is_drawn
from server.views.pictures.board import view_of
from server.views.place_names import names_of
from server.views.speech import Speaker, speakers_of
from server.words import say


def question_json(session: Session, question: Question, mover: str | None) -> JsonObject:
    """JSON-ready. `mover`: whose turn it is."""
    words = [_words(session, one) for one in question.answers]
    pairs = list(zip(question.answers, words, strict=True))
    alike = [[x for x, w in pairs if (x.call, w) == (one.call, own)] for one, own in pairs]
    return {
        "id": question.number,
        "photo": question.photo,
        "player": mover,
        "answers": [
            _answer(session, one, own, _apart(session, one, others))
            for (one, own), others in zip(pairs, alike, strict=True)
        ],
    }


def _answer(
    session: Session, answer: Answer, words: dict[str, list[str]], apart: dict[str, list[str]]
) -> JsonObject:
    """`words`: its moves, `apart`: what else tells it from the others, by language."""
    game, after = session.game, answer.after
    then = replace(session, referee=replace(session.referee, match=after))
    ringed = [place.as_json() for place in answer.differs]
    drawn = is_drawn(game.name)
    return {
        "choices": list(answer.choices),
        "call": answer.call,
        "words": {one: say(one, f"call.{answer.call}") for one in LANGUAGES},
        "acts": [game.turn_to_json(turn) for turn in answer.turns],
        "moves": {one: [*words[one], *apart[one]] for one in LANGUAGES},
        "places": ringed,
        "view": view_of(then, names_of(session), ringed) if drawn else None,
        "svg": None if drawn else game.draw(after.standing, Marks(doubt=answer.differs)),
    }


def _words(session: Session, answer: Answer) -> dict[str, list[str]]:
    """What an answer says was done, by language."""
    return {one: _moves(by, session, answer) for one, by in speakers_of(session).items()}


def _moves(speaker: Speaker, session: Session, answer: Answer) -> list[str]:
    game = session.game
    said = [speaker.move(game.turn_to_json(turn)) or "" for turn in answer.turns]
    if answer.instead is not None:
        was = speaker.move(game.turn_to_json(answer.instead)) or ""
        said.append(say(speaker.language, "choice.was", move=was))
    return said or [say(speaker.language, "move.none")]


def _apart(session: Session, answer: Answer, alike: Sequence[Answer]) -> dict[str, list[str]]:
    """What was taken back, and what is broken, earned or owed, by an answer and not by all that
    read alike, by language; of a foul all that it breaks where that is not told by it."""
    book, names = session.game.rulebook, names_of(session)
    gone = [one for one in answer.gone if any(one not in other.gone for other in alike)]
    common = set.intersection(*({repr(one) for one in _sayings(other)} for other in alike))
    own = [one for one in _sayings(answer) if repr(one) not in common]
    if not any(isinstance(one, Violation) for one in own):
        own = [*_broken(answer), *own]
    return {
        one: [
            *(_taken_back(by, session, turn) for turn in gone),
            *(names.in_words(texts.render(book, said, one), one) for said in own),
        ]
        for one, by in speakers_of(session).items()
    }


def _taken_back(speaker: Speaker, session: Session, turn: Any) -> str:
    move = speaker.move(session.game.turn_to_json(turn)) or ""
    return say(speaker.language, "choice.gone", move=move)


def _broken(answer: Answer) -> list[Said]:
    return [broken for verdict in answer.verdicts for broken in verdict.violations]


def _sayings(answer: Answer) -> list[Said]:
    """What the verdicts of its turns find broken, earned and owed."""
    said = _broken(answer)
    for verdict in answer.verdicts:
        said += [*verdict.rewards, *verdict.required]
    return said
