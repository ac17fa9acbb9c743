"""What the page shows beside the call: the players and what they hold, the table's counts, what is
still to be done, how the game ended. Knows no game: a game tells what it can."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from rules.core import texts
from rules.core.codec import JsonObject
from rules.core.helping import Duty, Seat
from rules.core.verdict import Outcome, facts
from rules.referee.history.match import IN_THE_GAME, AnyPlayed
from rules.referee.hypotheses.agreed import agreed_maker, agreed_tally
from server.pipeline.session import Session, outcome_of
from server.views.place_names import names_of
from server.views.speech import label_texts
from server.words import by_language

#: Turns that are searched for duties which a picture can show to be done: rounds of a full table.
_TURNS_BACK = 12

_NONE: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Owed:
    """A duty of a turn and whether it was seen done; None where no picture shows it."""

    played: AnyPlayed
    duty: Duty
    open: bool | None


def spectator_view(session: Session, carried: Mapping[str, int] = _NONE) -> dict[str, object]:
    """The players, counts, duties and the end of the game as it stands, JSON-ready. `carried`:
    points of the rounds before this one."""
    match = session.referee.match
    helper = session.game.helping
    tally = agreed_tally(match, session.referee.hypotheses)
    ended = outcome_of(match)
    points = _points(session, ended, carried)
    return {
        "seats": [_seat(session, seat, points.get(seat.player)) for seat in tally.seats],
        "counts": dict(tally.counts),
        "duties": duties_now(session),
        "outcome": None if ended is None else _outcome(session, ended),
        "offers": list(helper.offers) if match.opened else [],
    }


def duties(session: Session) -> list[Owed]:
    """What the last turn asks of the players, and what earlier ones asked and was not seen done;
    the newest last. A duty that comes again counts from its last turn."""
    found = {(one.duty.kind, repr(one.duty.params)): one for one in _owed(session)}
    return list(found.values())


def duties_now(session: Session) -> list[JsonObject]:
    """The duties of the table, JSON-ready."""
    return [_duty(session, owed) for owed in duties(session)]


def _owed(session: Session) -> Iterator[Owed]:
    match, helper = session.referee.match, session.game.helping
    turns = [played for played in match.history if played.status in IN_THE_GAME]
    for played in turns[-_TURNS_BACK:]:
        newest = played.ordinal == turns[-1].ordinal
        asked: list[Duty] = [*played.verdict.rewards, *played.verdict.required]
        for duty in asked:
            is_open = helper.still_owed(match.accepted, duty)
            if newest or is_open:
                yield Owed(played, duty, is_open)


def _duty(session: Session, owed: Owed) -> dict[str, object]:
    book, duty, names = session.game.rulebook, owed.duty, names_of(session)
    return {
        "id": f"{owed.played.number}-{duty.kind}-{'-'.join(place.name() for place in duty.places)}",
        "turn": owed.played.ordinal,
        "player": book.called(agreed_maker(session.referee.hypotheses, owed.played)),
        "kind": duty.kind,
        "facts": facts(texts.as_called(book, duty.params)),
        "places": [place.as_json() for place in duty.places],
        "texts": by_language(lambda one: names.in_words(texts.render(book, duty, one), one)),
        "done": owed.open is False,
        "visible": owed.open is not None,
    }


def _points(
    session: Session, ended: Outcome | None, carried: Mapping[str, int]
) -> Mapping[str, int]:
    """Points of all rounds; this one's count once it is over."""
    match = session.referee.match
    now = None
    if ended is not None:
        now = session.game.helping.points(ended, match.players, match.house)
    return {player: n + carried.get(player, 0) for player, n in now.items()} if now else carried


def _seat(session: Session, seat: Seat, points: int | None) -> dict[str, object]:
    book = session.game.rulebook
    badge = {"badge": seat.badge}
    return {
        "player": book.called(seat.player),
        "hand": seat.hand,
        "known": [session.game.label_to_json(label) for label in seat.known],
        "out": seat.out,
        "points": points,
        "badge": seat.badge,
        "badge_texts": label_texts(book, badge) if seat.badge else by_language(lambda _: None),
    }


def _outcome(session: Session, ended: Outcome) -> dict[str, object]:
    book = session.game.rulebook
    return {
        "code": ended.code,
        "winners": [book.called(one) for one in ended.winners],
        "ranking": [[book.called(one) for one in group] for group in ended.ranking],
        "texts": by_language(partial(texts.render, book, ended)),
    }
