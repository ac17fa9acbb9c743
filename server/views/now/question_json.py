"""The open question as pages get it: every answer in words of every language, and as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.core import texts
from rules.core.codec import JsonObject
from rules.core.game import Marks
from rules.core.rulebook import LANGUAGES
from rules.core.texts import Said
from rules.core.verdict import Violation
from rules.wire.calls import past_to_json, turn_as_called
from server.pipeline.session import Session
from server.pipeline.standing import Question, QuestionAnswer
from server.views.payloads import is_drawn
from server.views.pictures.board import drawing_of
from server.views.place_names import names_of
from server.views.speech import speakers_of


def question_json(session: Session, question: Question, mover: str | None) -> JsonObject:
    """JSON-ready. `mover`: whose turn it is."""
    words = [_words(session, one) for one in question.answers]
    pairs = list(zip(question.answers, words, strict=True))
    alike = [[x for x, w in pairs if (x.call, w) == (one.call, own)] for one, own in pairs]
    return {
        "id": question.number,
        "photo": question.photo,
        "player": session.game.rulebook.called(mover),
        "answers": [
            _answer(session, one, own, _apart(session, one, others))
            for (one, own), others in zip(pairs, alike, strict=True)
        ],
    }


def _answer(
    session: Session,
    answer: QuestionAnswer,
    words: dict[str, list[str]],
    apart: dict[str, list[str]],
) -> JsonObject:
    """`words`: what it says was done, `apart`: what else tells it from the others, by language."""
    game, after, told = session.game, answer.after, _told(session, answer)
    then = replace(session, referee=replace(session.referee, match=after))
    ringed = [place.as_json() for place in answer.differs]
    drawn = is_drawn(game.name)
    return {
        "choices": list(answer.choices),
        "call": answer.call,
        "words": {one: by.called(told) for one, by in speakers_of(session).items()},
        "acts": told["moves"],
        "moves": {one: [*words[one], *apart[one]] for one in LANGUAGES},
        "places": ringed,
        "view": drawing_of(then, names_of(session), ringed) if drawn else None,
        "svg": None if drawn else game.draw(after.standing, Marks(doubt=answer.differs)),
    }


def _told(session: Session, answer: QuestionAnswer) -> JsonObject:
    """The answer as a call lists it."""
    game = session.game
    return {
        "call": answer.call,
        "moves": [turn_as_called(game, turn) for turn in answer.turns],
        **past_to_json(game, answer.gone, answer.instead),
    }


def _words(session: Session, answer: QuestionAnswer) -> dict[str, list[str]]:
    """What an answer says was done, by language."""
    told, turn = _told(session, answer), session.referee.match.ordinal + 1
    return {one: by.answer(told, turn) for one, by in speakers_of(session).items()}


def _apart(
    session: Session, answer: QuestionAnswer, alike: Sequence[QuestionAnswer]
) -> dict[str, list[str]]:
    """What is broken, earned or owed by an answer and not by all that read alike, by language; of
    a foul all that it breaks where that is not told by it."""
    book, names = session.game.rulebook, names_of(session)
    common = set.intersection(*({repr(one) for one in _sayings(other)} for other in alike))
    own = [one for one in _sayings(answer) if repr(one) not in common]
    if not any(isinstance(one, Violation) for one in own):
        own = [*_broken(answer), *own]
    return {
        one: [names.in_words(texts.render(book, said, one), one) for said in own]
        for one in LANGUAGES
    }


def _broken(answer: QuestionAnswer) -> list[Said]:
    return [broken for verdict in answer.verdicts for broken in verdict.violations]


def _sayings(answer: QuestionAnswer) -> list[Said]:
    """What the verdicts of its turns find broken, earned and owed."""
    said = _broken(answer)
    for verdict in answer.verdicts:
        said += [*verdict.rewards, *verdict.required]
    return said
