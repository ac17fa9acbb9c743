"""Helpers for players, asked for one by one: where a piece could go, whether a route is complete,
whether anybody can still lay. What they answer is open knowledge of the table."""

# No `from __future__ import annotations`: FastAPI must see the dependencies in the signatures.

from fastapi import Response

from rules.core.errors import ArbitableError
from rules.core.helping import AnyHelping
from server.http.answers import Refused, failure, newest_jpeg, success
from server.http.bodies import api_router
from server.http.context import Spectator
from server.http.schemas import play
from server.pipeline.session import Session
from server.tables.table import Table
from server.views.helpers import fits_json, freeze_json
from server.views.pictures.board import label_json
from server.views.pictures.imaging import page_jpeg

router = api_router("helpers", also=(409,))


@router.get("/{table}/board", response_model=play.BoardAnswer)
def board(visitor: Spectator) -> Response:
    """What the newest drawing of the board shows; null before anything is known."""
    return success(board=visitor.table.board())


@router.get("/{table}/live", response_class=Response)
def live(visitor: Spectator) -> Response:
    """The camera's newest picture as JPEG; nothing (204) where no picture comes."""
    image = visitor.table.view()
    return newest_jpeg(None if image is None else page_jpeg(image))


@router.get("/{table}/help/kinds", response_model=play.KindsAnswer)
def kinds(visitor: Spectator, everything: bool = False) -> Response:
    """The kinds of pieces that may still be laid; with `everything` all that there are."""
    session = _playing(visitor.table)
    helper, match = session.game.helping, session.referee.match
    state = match.accepted
    found = helper.pieces(state) if everything else helper.kinds(state, match.house)
    return success(kinds=[label_json(session, label) for label in found])


@router.post("/{table}/help/fits", response_model=play.FitsAnswer)
def fits(visitor: Spectator, asked: play.PieceQuestion) -> Response:
    """Every place where a piece may be laid now, however turned, whoever holds it."""
    session, helper = _offering(visitor.table, "fits")
    try:
        label = session.game.label_from_json(asked.piece)
    except (ArbitableError, KeyError, TypeError, ValueError) as error:
        return failure(422, "not-understood", f"That is no piece of this game ({error}).")
    match = session.referee.match
    return success(fits=fits_json(session, helper.fits(match.accepted, label, match.house)))


@router.get("/{table}/help/freeze", response_model=play.FreezeAnswer)
def freeze(visitor: Spectator) -> Response:
    """Whether nobody can lay any more, with the proof."""
    session, helper = _offering(visitor.table, "freeze")
    match = session.referee.match
    return success(**freeze_json(session, helper.freeze(match.accepted, match.house)))


@router.post("/{table}/help/way", response_model=play.WayAnswer)
def way(visitor: Spectator, asked: play.WayQuestion) -> Response:
    """Whether track joins a line's termini through these stops, and by which way."""
    session, helper = _offering(visitor.table, "way")
    match = session.referee.match
    try:
        found = helper.way(match.standing, asked.line, asked.letters, match.house)
    except ArbitableError as error:
        return failure(422, "not-understood", str(error))
    path = [place.as_json() for place in found.path]
    return success(path=path, missing=list(found.missing), complete=found.complete)


def _playing(table: Table, *, opened: bool = False) -> Session:
    session = table.session()
    if session is None or (opened and not session.opened):
        raise Refused(409, "no-game", "There is no game at this table yet.")
    return session


def _offering(table: Table, name: str) -> tuple[Session, AnyHelping]:
    """The game, and what it can tell. Raises Refused where it does not answer this."""
    session = _playing(table, opened=True)
    helper = session.game.helping
    if name not in helper.offers:
        raise Refused(409, "no-help", "This game has no such helper.")
    return session, helper
