"""What people told the table, in words: a fact that no picture shows, a piece put right; and what
an undo turns back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.codec import Json
from rules.core.events import Corrected, Event, PositionCorrected, Redone, Told, TurnSeen, Undone
from rules.wire.calls import turn_as_called
from server.pipeline.player_names import BY_PLAYER, Renaming
from server.pipeline.session import Session
from server.pipeline.standing import Reversal
from server.views.fact_forms import choice_text
from server.views.place_names import names_of
from server.views.speech import Speaker, label_texts
from server.words import by_language, say, say_if_known

#: What a fact may leave out, as the games take it then.
_LEFT_OUT: Mapping[str, object] = {"hidden": 0, "pads": None, "sticks": None}


#: The blank that a player fills: elsewhere a word is none's name, though one may be called like it.
_PLAYER = "player"


def said_about(
    before: Session, after: Session, event: Event | Renaming
) -> Mapping[str, str | None]:
    """What a word of people is about, by language; None where its own name says all."""
    match event:
        case Undone() | Redone():
            back = before.now.undo if isinstance(event, Undone) else before.now.redo
            return by_language(
                lambda one: None if back is None else reversed_text(before, back, one)
            )
    # Of a piece that never lay there the place is named as it was when it seemed to.
    withdrawn = isinstance(event, Corrected) and event.turn is None
    return by_language(lambda one: noted(before if withdrawn else after, event, one))


def reversed_text(session: Session, reversal: Reversal, language: str) -> str:
    """What an undo or a redo turns back."""
    played, book = reversal.played, session.game.rulebook
    what = noted(session, reversal.event, language)
    if played is None:
        kind = "a-turn" if reversal.kind == "turn" else reversal.kind
        said = say(language, f"undo.{kind}")
        return said if what is None else say(language, "undo.what", said=said, what=what)
    if played.player is None:
        return say(language, "undo.turn", turn=played.ordinal)
    return say(language, "undo.turn-of", turn=played.ordinal, player=book.called(played.player))


def noted(session: Session, event: Event | Renaming, language: str) -> str | None:
    """What an event told, None where it told nothing that is kept in words."""
    match event:
        case Renaming(_, name, before):
            return say(language, "noted.renamed", before=before, name=name)
        case Told(fact, data):
            return _fact(session, fact, data, language)
        case Corrected(number, turn):
            told = session.referee.match.log[number]
            return (
                None if not isinstance(told, TurnSeen) else _played(session, told, turn, language)
            )
        case PositionCorrected(place, label):
            lies = None if label is None else session.game.label_to_json(label)
            piece = label_texts(session.game.rulebook, lies)[language]
            where = names_of(session).of(place, language)
            return f"{where}{say(language, 'colon')}{piece}"
    return None


def _played(session: Session, told: TurnSeen[Any], turn: object, language: str) -> str | None:
    """What a turn was in truth: another one, or none."""
    game = session.game
    speaker = Speaker(game.rulebook, language, names_of(session))
    if turn is not None:
        return speaker.move(turn_as_called(game, turn))
    was = speaker.move(turn_as_called(game, told.turn))
    return say(language, "noted.not-played", move=was)


def _fact(session: Session, fact: str, data: Json, language: str) -> str | None:
    """A sentence has blanks for no more than everybody at the table may know."""
    told = {**_LEFT_OUT, **data}
    blanks = {name: _said(session, name, value, language) for name, value in told.items()}
    blanks["all"] = _counted(session, _PLAYER if fact == BY_PLAYER else "", data, language)
    own = f"noted.{session.game.rulebook.name}.{fact}"
    return say_if_known(language, own, **blanks) or say_if_known(
        language, f"noted.{fact}", **blanks
    )


def _said(session: Session, name: str, value: object, language: str) -> str:
    """The value of a blank; of a list how many there are."""
    if value is None:
        return say(language, "noted.unknown")
    if isinstance(value, list | tuple):
        return str(len(value))
    if isinstance(value, Mapping):
        held = {key: count for key, count in value.items() if count}
        return _counted(session, name, held, language) or say(language, "label.none")
    if name == _PLAYER and value in session.players:
        return str(session.game.rulebook.called(str(value)))
    return choice_text(session.game.rulebook, name, str(value), language)


def _counted(session: Session, name: str, values: Mapping[str, object], language: str) -> str:
    pairs = (
        f"{_said(session, name, key, language)} {_said(session, '', value, language)}"
        for key, value in values.items()
    )
    return ", ".join(pairs)
