"""What helpers answer, JSON-ready: where pieces fit, and the proof that nobody can lay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from rules.core.helping import Fit, FitsNowhere, Freeze
from rules.core.places import Place
from rules.referee.hypotheses.agreed import agreed_tally
from server.pipeline.session import Session
from server.views.pictures.board import label_json, place_json, placed_json
from server.views.place_names import names_of
from server.words import ALL_WORDS, by_language
from server.words.sentences import translated

#: Places that are shown for one piece; a Linie 1 tile has at most four turns on 132 cells.
_MOST_FITS = 600


def fits_json(session: Session, fits: Iterable[Fit]) -> list[dict[str, object]]:
    """Places for a piece, at most 600, with the piece as it would lie there."""
    names = names_of(session)
    return [placed_json(session, names, fit.place, fit.label) for fit in islice(fits, _MOST_FITS)]


def freeze_json(session: Session, found: Freeze) -> dict[str, object]:
    """Whether nobody can lay any more, with the proof."""
    # One fit for every place: which piece it would be nobody knows.
    book = session.game.rulebook
    remaining = {fit.place: fit for fit in found.remaining}.values()
    return {
        "frozen": found.frozen,
        "player": book.called(found.player),
        "fit": None if found.fit is None else fits_json(session, [found.fit])[0],
        "unknown": list(book.all_called(found.unknown)),
        "unread": _unread(session, found.unknown),
        "proof": [_no_fit(session, one) for one in found.proof],
        "remaining": fits_json(session, remaining),
    }


def _unread(session: Session, players: Sequence[str]) -> dict[str, int | None]:
    """How many pieces of these players nobody has read, None where even that is unknown."""
    tally = agreed_tally(session.referee.match, session.referee.hypotheses)
    unread: dict[str, int | None] = dict.fromkeys(players)
    for seat in tally.seats:
        if seat.player in unread and seat.hand is not None:
            unread[seat.player] = seat.hand - len(seat.known)
    book = session.game.rulebook
    return {book.names.get(player, player): count for player, count in unread.items()}


def _no_fit(session: Session, one: FitsNowhere) -> dict[str, object]:
    """A piece with what stands in its way, the places of each rule together."""
    places: dict[str, list[Place]] = {}
    for place, code in one.obstacles:
        places.setdefault(code, []).append(place)
    most_first = sorted(places, key=lambda code: -len(places[code]))
    obstacles = [_obstacle(session, code, places[code]) for code in most_first]
    return {
        "player": session.game.rulebook.called(one.player),
        **label_json(session, one.label),
        "obstacles": obstacles,
    }


def _obstacle(session: Session, code: str, places: Sequence[Place]) -> dict[str, object]:
    book, names = session.game.rulebook, names_of(session)
    rule, key = book.code(code).rule, f"why.{book.name}.{code}"
    return {
        "code": code,
        "rules": by_language(lambda language: translated(rule, language) or rule),
        "texts": by_language(lambda language: ALL_WORDS[language].get(key, rule)),
        "places": [place_json(names, place) for place in places],
    }
