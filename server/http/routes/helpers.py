"""Helpers for players, asked for one by one: where a piece could go, whether a route is complete,
whether anybody can still lay. What they answer is open knowledge of the table."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Response

from rules.core.errors import ArbitableError
from rules.core.helping import Fit, Freeze, Helping, NoFit, helping
from rules.core.places import Place
from rules.core.rulebook import LANGUAGES
from server.http.answers import failure, success
from server.http.auth.authorizer import Door, Seat
from server.http.routes.tables import seat_of
from server.http.schemas.play import (
    BoardAnswer,
    FitsAnswer,
    FreezeAnswer,
    KindsAnswer,
    PieceQuestion,
    WayAnswer,
    WayQuestion,
)
from server.http.schemas.tables import Failure
from server.pipeline.session import Session
from server.tables.registry import Role
from server.views.imaging import page_jpeg
from server.views.speech import spoken_label
from server.words import ALL_WORDS
from server.words.sentences import translated

#: Places that are shown for one piece; a Linie 1 tile has at most four turns on 132 cells.
_MOST_FITS = 600

_NO_GAME = ("no-game", "There is no game at this table yet.")
_NO_HELP = ("no-help", "This game has no such helper.")


def help_api(door: Door) -> APIRouter:
    """The routes under `/{table}/board` and `/{table}/help`."""
    no: dict[int | str, dict[str, Any]] = {
        status: {"model": Failure} for status in (400, 401, 403, 404, 409, 422)
    }
    api = APIRouter(prefix="/api/v1/tables", responses=no, tags=["helpers"])
    _add_board(api, door)
    _add_laying(api, door)
    _add_way(api, door)
    return api


def _add_board(api: APIRouter, door: Door) -> None:
    watcher = Annotated[Seat, Depends(seat_of(door, Role.WATCH))]

    @api.get("/{table}/board", response_model=BoardAnswer)
    def board(seat: watcher) -> Response:
        """What the newest drawing of the board shows; null before anything is known."""
        return success(board=seat.table.board())

    @api.get("/{table}/live", response_class=Response)
    def live(seat: watcher) -> Response:
        """The camera's newest picture as JPEG; nothing (204) where no picture comes."""
        image = seat.table.view()
        if image is None:
            return Response(None, 204, {"Cache-Control": "no-store"})
        return Response(page_jpeg(image), 200, {"Cache-Control": "no-store"}, "image/jpeg")


def _add_laying(api: APIRouter, door: Door) -> None:
    watcher = Annotated[Seat, Depends(seat_of(door, Role.WATCH))]

    @api.get("/{table}/help/kinds", response_model=KindsAnswer)
    def kinds(seat: watcher, everything: bool = False) -> Response:
        """The kinds of pieces that may still be laid; with `everything` all that there are."""
        session = seat.table.session()
        if session is None:
            return failure(409, *_NO_GAME)
        told, match = helping(session.game), session.referee.match
        state = match.accepted
        found = told.pieces(state) if everything else told.kinds(state, match.house)
        return success(kinds=[_label(session, label) for label in found])

    @api.post("/{table}/help/fits", response_model=FitsAnswer)
    def fits(seat: watcher, asked: PieceQuestion) -> Response:
        """Every place where a piece may be laid now, however turned, whoever holds it."""
        session, told = seat.table.session(), _offering(seat, "fits")
        if session is None or told is None:
            return _refused(session)
        try:
            label = session.game.label_from_json(asked.piece)
        except (ArbitableError, KeyError, TypeError, ValueError) as error:
            return failure(422, "not-understood", f"That is no piece of this game ({error}).")
        match = session.referee.match
        found = told.fits(match.accepted, label, match.house)
        return success(fits=[_fit(session, fit) for fit in islice(found, _MOST_FITS)])

    @api.get("/{table}/help/freeze", response_model=FreezeAnswer)
    def freeze(seat: watcher) -> Response:
        """Whether nobody can lay any more, with the proof."""
        session, told = seat.table.session(), _offering(seat, "freeze")
        if session is None or told is None:
            return _refused(session)
        match = session.referee.match
        return success(**_frozen(session, told.freeze(match.accepted, match.house)))


def _add_way(api: APIRouter, door: Door) -> None:
    watcher = Annotated[Seat, Depends(seat_of(door, Role.WATCH))]

    @api.post("/{table}/help/way", response_model=WayAnswer)
    def way(seat: watcher, asked: WayQuestion) -> Response:
        """Whether track joins a line's termini through these stops, and by which way."""
        session, told = seat.table.session(), _offering(seat, "way")
        if session is None or told is None:
            return _refused(session)
        match = session.referee.match
        try:
            found = told.way(match.standing, asked.line, asked.letters, match.house)
        except ArbitableError as error:
            return failure(422, "not-understood", str(error))
        path = [place.as_json() for place in found.path]
        return success(path=path, missing=list(found.missing), complete=found.complete)


def _offering(seat: Seat, name: str) -> Helping | None:
    """What the table's game can tell, None where it does not answer this."""
    session = seat.table.session()
    if session is None or not session.opened:
        return None
    told = helping(session.game)
    return told if name in told.offers else None


def _refused(session: Session | None) -> Response:
    return failure(409, *(_NO_GAME if session is None or not session.opened else _NO_HELP))


def _label(session: Session, label: Any) -> dict[str, Any]:
    data = session.game.label_to_json(label)
    book = session.game.rulebook
    said = {language: spoken_label(book, data, language) for language in LANGUAGES}
    return {"label": data, "texts": said}


def _fit(session: Session, fit: Fit) -> dict[str, Any]:
    return {"place": fit.place.as_json(), "name": fit.place.name(), **_label(session, fit.label)}


def _frozen(session: Session, found: Freeze) -> dict[str, Any]:
    return {
        "frozen": found.frozen,
        "player": found.player,
        "fit": None if found.fit is None else _fit(session, found.fit),
        "unknown": list(found.unknown),
        "unread": _unread(session, found.unknown),
        "proof": [_no_fit(session, one) for one in found.proof],
        "remaining": [_fit(session, fit) for fit in islice(_by_place(found.remaining), _MOST_FITS)],
    }


def _unread(session: Session, players: Sequence[str]) -> dict[str, int | None]:
    """How many pieces of these players nobody has read, None where even that is unknown."""
    tally = helping(session.game).tally(session.referee.match.accepted)
    held = {seat.player: (seat.hand, len(seat.known)) for seat in tally.seats}
    counts = {player: held.get(player, (None, 0)) for player in players}
    return {player: None if hand is None else hand - k for player, (hand, k) in counts.items()}


def _by_place(fits: Iterable[Fit]) -> Iterator[Fit]:
    """One fit for every place: which piece it would be nobody knows."""
    yield from {fit.place: fit for fit in fits}.values()


def _no_fit(session: Session, one: NoFit) -> dict[str, Any]:
    """A piece with what stands in its way, the places of each rule together."""
    places: dict[str, list[Place]] = {}
    for place, code in one.obstacles:
        places.setdefault(code, []).append(place)
    most_first = sorted(places, key=lambda code: -len(places[code]))
    obstacles = [_obstacle(session, code, places[code]) for code in most_first]
    return {"player": one.player, **_label(session, one.label), "obstacles": obstacles}


def _obstacle(session: Session, code: str, places: Sequence[Place]) -> dict[str, Any]:
    book = session.game.rulebook
    rule = book.code(code).rule
    return {
        "code": code,
        "rules": {one: translated(rule, one) or rule for one in LANGUAGES},
        "texts": {one: ALL_WORDS[one].get(f"why.{book.name}.{code}", rule) for one in LANGUAGES},
        "places": [{"place": place.as_json(), "name": place.name()} for place in places],
    }
