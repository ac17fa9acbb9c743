"""What the page shows beside the call: the players and what they hold, the table's counts, what is
still to be done, how the game ended. Knows no game: a game tells what it can."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.core import texts
from rules.core.helping import Duty, Seat, helping
from rules.core.rulebook import LANGUAGES
from rules.core.verdict import facts
from rules.referee.match import IN_THE_GAME, Played
from server.session import Session
from server.speech import spoken_label

#: Turns that are searched for duties which a picture can show to be done: rounds of a full table.
_TURNS_BACK = 12


@dataclass(frozen=True, slots=True)
class Owed:
    """A duty of a turn and whether it was seen done; None where no picture shows it."""

    played: Played[Any]
    duty: Duty
    open: bool | None


def onlook(session: Session) -> dict[str, Any]:
    """The players, counts, duties and the end of the game as it stands, JSON-ready."""
    match = session.referee.match
    told = helping(session.game)
    tally = told.tally(match.accepted)
    return {
        "seats": [_seat(session, seat) for seat in tally.seats],
        "counts": dict(tally.counts),
        "duties": [_duty(session, owed) for owed in duties(session)],
        "outcome": _outcome(session),
        "offers": list(told.offers) if match.opened else [],
    }


def duties(session: Session) -> list[Owed]:
    """What the last turn asks of the players, and what earlier ones asked and was not seen done;
    the newest last. A duty that comes again counts from its last turn."""
    found = {_key(owed.duty): owed for owed in _owed(session)}
    return list(found.values())


def _owed(session: Session) -> Iterator[Owed]:
    match, told = session.referee.match, helping(session.game)
    turns = [played for played in match.history if played.status in IN_THE_GAME]
    for played in turns[-_TURNS_BACK:]:
        newest = played.ordinal == turns[-1].ordinal
        asked: list[Duty] = [*played.verdict.rewards, *played.verdict.required]
        for duty in asked:
            is_open = told.still_owed(match.standing, duty)
            if newest or is_open:
                yield Owed(played, duty, is_open)


def _key(duty: Duty) -> tuple[str, str]:
    return duty.kind, repr(duty.params)


def _duty(session: Session, owed: Owed) -> dict[str, Any]:
    book, duty = session.game.rulebook, owed.duty
    return {
        "id": f"{owed.played.number}-{duty.kind}-{'-'.join(place.name() for place in duty.places)}",
        "turn": owed.played.ordinal,
        "player": owed.played.player,
        "kind": duty.kind,
        "facts": facts(duty.params),
        "places": [place.as_json() for place in duty.places],
        "texts": {language: texts.render(book, duty, language) for language in LANGUAGES},
        "done": owed.open is False,
        "visible": owed.open is not None,
    }


def _seat(session: Session, seat: Seat) -> dict[str, Any]:
    book = session.game.rulebook
    return {
        "player": seat.player,
        "hand": seat.hand,
        "known": [session.game.label_to_json(label) for label in seat.known],
        "out": seat.out,
        "badge": seat.badge,
        "badge_texts": {
            language: spoken_label(book, {"badge": seat.badge}, language) if seat.badge else None
            for language in LANGUAGES
        },
    }


def _outcome(session: Session) -> dict[str, Any] | None:
    match = session.referee.match
    ended = session.game.outcome(match.accepted, match.house) if match.opened else None
    if ended is None:
        return None
    ranking = [list(group) for group in ended.ranking]
    book = session.game.rulebook
    return {
        "code": ended.code,
        "winners": list(ended.winners),
        "ranking": ranking,
        "texts": {language: texts.render(book, ended, language) for language in LANGUAGES},
    }
