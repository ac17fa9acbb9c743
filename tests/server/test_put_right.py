"""A tap on what nobody read: the newest picture is judged again with it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from rules.core.call import CallKind
from rules.core.events import PositionCorrected
from rules.games.rouge.state import Pawn
from rules.games.rouge.track import Hollow
from rules.referee.referee import begin
from server.pipeline.any_game import AnyCall
from server.pipeline.session import Session
from tests.people.parts import PARTS
from tests.people.sights import Camera
from tests.server.fakes import TruthReader
from vision.reading import Reading, Status

_PART = PARTS["rouge"]
_CAMERA = Camera(_PART, 0.0, Random(0))

_RED, _BLUE = (Hollow(2, 6), Pawn("red")), (Hollow(1, 3), Pawn("blue"))


def _opened(position: Mapping[Any, Any]) -> Session:
    players = ("red", "blue")
    referee = begin(_PART.game, players, _PART.house)
    return _seen(Session(_PART.game, TruthReader(), referee, players), position)[0]


def _seen(session: Session, position: Mapping[Any, Any]) -> tuple[Session, list[AnyCall]]:
    nothing = Reading("rouge", Status.READ, (0, 0))
    after, moment = session.judge("photo", None, nothing, _CAMERA.picture(position))
    return after, [call for call in moment.calls if call.kind is not CallKind.NOTHING]


def _tapped(session: Session, place: Any, label: Any) -> tuple[Session, list[AnyCall]]:
    after, moment = session.record_event(PositionCorrected(place, label), "tapped")
    return after, list(moment.calls)


def test_an_unread_piece_that_is_tapped_is_a_turn() -> None:
    """It is called, of whom it is, and stays known though the reader goes on not to see it; the
    next turn is the next player's."""
    session, calls = _seen(_opened({}), {})
    assert not calls
    session, [call] = _tapped(session, *_RED)
    assert (call.kind, call.player) == (CallKind.LEGAL, "red")
    session, calls = _seen(session, {})
    assert not calls
    assert session.standing() == dict([_RED])
    session, [call] = _seen(session, dict([_BLUE]))
    assert (call.kind, call.player) == (CallKind.LEGAL, "blue")


def test_before_anybody_has_played_a_tap_puts_the_first_position_right() -> None:
    """A piece that was overlooked in a game met half-way was laid by nobody just now."""
    session, calls = _tapped(_opened(dict([_BLUE])), *_RED)
    assert not calls
    assert session.standing() == dict([_RED, _BLUE])
    assert not session.referee.match.history
