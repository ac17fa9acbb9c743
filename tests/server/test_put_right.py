"""A tap on what nobody read: the newest picture is judged again with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules.core.call import AnyCall, CallKind
from rules.core.events import (
    Answered,
    Asked,
    Corrected,
    Event,
    PositionCorrected,
    TurnSeen,
)
from rules.core.observation import EMPTY, Belief, Sighting
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import Spot
from rules.games.linie1.state import Laid, Lay
from rules.games.rouge.state import Move, Pawn, Place, Turn, TurnRing
from rules.games.rouge.track import Hollow
from rules.referee.history.fold import extended
from rules.referee.referee import begin
from server.pipeline.session import NotSeenError, Session
from server.tables.player_commands import CommandRejected, CorrectPlace, event_of
from tests.people.parts import PARTS
from tests.people.parts.linie1 import _tile
from tests.people.parts.plain import Part
from tests.people.sights import Camera
from tests.rules.linie1.tables import drive, line_four, position
from tests.server.fakes import TruthReader
from vision.reading import Reading, ReadingStatus

_PART = PARTS["rouge"]
_RED, _BLUE = (Hollow(2, 6), Pawn("red")), (Hollow(1, 3), Pawn("blue"))


def _opened(
    position: Mapping[Any, Any], part: Part = _PART, players: tuple[str, ...] = ("red", "blue")
) -> Session:
    referee = begin(part.game, players, part.house)
    return _seen(Session(part.game, TruthReader(), referee, players), position)[0]


def _seen(session: Session, position: Mapping[Any, Any]) -> tuple[Session, list[AnyCall]]:
    name = session.game.name
    picture = Camera(PARTS[name], 0.0, Random(0)).picture(position)
    after, moment = session.judge("photo", None, Reading(name, ReadingStatus.READ, (0, 0)), picture)
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


def test_a_pawn_put_right_is_not_said_to_be_taken() -> None:
    """Whoever moves next is not accused of taking a pawn that the reader goes on not to see."""
    session, _ = _tapped(_seen(_opened({}), {})[0], *_RED)
    turns = _PART.game.legal_turns(session.referee.match.accepted, _PART.house)
    for turn in islice((one for one in turns if isinstance(one, Place)), 8):
        _, calls = _seen(session, {turn.to: Pawn("blue")})
        assert [call.kind for call in calls] == [CallKind.LEGAL], turn


def test_a_tile_named_as_it_is_known_corrects_no_turn() -> None:
    """Who taps a tile and says that a tram is on it speaks of it, not of who laid the tile."""
    part, spot = PARTS["linie1"], Spot(1, 7)
    tile = CellContent.of(_tile("NS"))
    session, [laid] = _seen(_opened({}, part, ("A", "B")), {spot: tile})
    assert laid.kind is CallKind.LEGAL
    said = replace(tile, trams=(4,))
    order = CorrectPlace(tuple(spot.as_json()), dict(part.game.label_to_json(said)))
    assert event_of(session.referee.match, order) == PositionCorrected(spot, said)


def test_nor_does_it_correct_an_older_tile_of_that_cell() -> None:
    """The cell held another tile before, which somebody exchanged."""
    part, spot = PARTS["linie1"], Spot(6, 6)
    old, new = (CellContent.of(_tile(name)) for name in ("NS", "NS+EW"))
    first = {Spot(3, 3): old}
    session, _ = _seen(_opened(first, part, ("A", "B")), {**first, spot: old, Spot(9, 9): old})
    session, [exchanged] = _seen(session, {**first, spot: new, Spot(9, 9): old})
    assert exchanged.kind is CallKind.LEGAL
    said = replace(new, trams=(4,))
    order = CorrectPlace(tuple(spot.as_json()), dict(part.game.label_to_json(said)))
    assert event_of(session.referee.match, order) == PositionCorrected(spot, said)


def test_a_first_position_that_makes_a_legal_turn_a_foul_is_refused() -> None:
    """Nobody is accused of what no picture shows."""
    part, first, beside = PARTS["linie1"], Spot(6, 6), Spot(6, 7)
    along, across = (CellContent.of(_tile(name)) for name in ("EW", "NS"))
    session, [laid] = _seen(
        _opened({first: along}, part, ("A", "B")), {first: along, beside: along}
    )
    assert laid.kind is CallKind.LEGAL
    with pytest.raises(NotSeenError):
        _tapped(session, first, across)


def test_a_tile_that_just_came_is_a_foul_as_soon_as_it_is_named() -> None:
    """Each reading of it leads off the board, and the referee waits for a clearer look; the tile
    that lay there before nobody is accused of."""
    part, spot = PARTS["linie1"], Spot(1, 5)
    named = CellContent.of(_tile("NS"))
    others = {CellContent.of(_tile(name)): 0.3 for name in ("NE", "NW", "EN+SW")}
    session, _ = _seen(_opened({}, part, ("A", "B")), {})
    doubtful = Sighting(spot, Belief.of({**others, named: 0.1}))
    session, calls = _looked(session, {}, doubtful)
    assert not calls
    assert session.referee.waiting is not None
    after, [foul] = _tapped(session, spot, named)
    assert (foul.kind, foul.player) == (CallKind.FOUL, "A")
    assert foul.move == Lay((Laid(spot, named.tile),))
    assert after.referee.waiting is None
    lay_there = replace(session, referee=replace(session.referee, last=session.referee.newest))
    after, calls = _tapped(lay_there, spot, named)
    assert not calls
    assert after.standing()[spot] == named


def _looked(
    session: Session, position: Mapping[Any, Any], seen: Sighting[Any, Any]
) -> tuple[Session, list[AnyCall]]:
    """One live look at a position with one place as it is seen."""
    name = session.game.name
    picture = Camera(PARTS[name], 0.0, Random(0)).picture(position)
    looks = (seen if one.place == seen.place else one for one in picture.sightings)
    picture = picture.with_sightings(looks)
    read = Reading(name, ReadingStatus.READ, (0, 0))
    after, moment = session.judge("look", None, read, picture, confirmations=2)
    return after, list(moment.calls)


def test_before_anybody_has_played_a_tap_puts_the_first_position_right() -> None:
    """A piece that was overlooked in a game met half-way was laid by nobody just now."""
    session, calls = _tapped(_opened(dict([_BLUE])), *_RED)
    assert not calls
    assert session.standing() == dict([_RED, _BLUE])
    assert not session.referee.match.history


def test_a_pawn_said_to_be_gone_takes_no_older_turn_back() -> None:
    """It lay there when it was placed, and the next turn was right after it: it went since."""
    session, _ = _seen(_opened({}), {})
    session, [placed] = _seen(session, dict([_RED]))
    session, [next_one] = _seen(session, dict([_RED, _BLUE]))
    assert [placed.kind, next_one.kind] == [CallKind.LEGAL] * 2
    order = CorrectPlace(tuple(_RED[0].as_json()), None)
    event = event_of(session.referee.match, order)
    assert isinstance(event, Corrected)
    session, moment = session.record_event(event, "tapped")
    assert CallKind.FOUL not in {call.kind for call in moment.calls}
    assert [played.turn for played in session.referee.match.history] == [placed.move, next_one.move]


def test_a_tap_on_one_of_two_doubtful_pieces_leaves_the_other_possible() -> None:
    """Who names a piece does not say that nothing else was laid."""
    session, _ = _seen(_opened({}), {})
    picture = Camera(_PART, 0.0, Random(0)).picture(dict([_RED, _BLUE]))
    sure = {_RED[0]: 0.8, _BLUE[0]: 0.9}
    doubtful = picture.with_sightings(
        replace(
            one, belief=Belief.of({one.belief.best: sure[one.place], EMPTY: 1 - sure[one.place]})
        )
        if one.place in sure
        else one
        for one in picture.sightings
    )
    reading = Reading("rouge", ReadingStatus.READ, (0, 0))
    session, moment = session.judge("photo", None, reading, doubtful)
    assert [call.kind for call in moment.calls] == [CallKind.ASK]
    place, pawn = _RED
    order = CorrectPlace(tuple(place.as_json()), dict(_PART.game.label_to_json(pawn)))
    event = event_of(session.referee.match, order)
    assert event == PositionCorrected(place, pawn)
    session, _ = session.record_event(event, "tapped")
    assert _BLUE[0] not in session.referee.misreads


def test_taps_on_two_trams_that_nobody_reads_are_their_drives() -> None:
    """The picture shows neither tram, and asks whether one left the board: who taps where each
    stands says more of that picture, not that it always stood there."""
    signs = [(1, 7), (3, 10), (6, 10), (11, 10)]
    before, bare, after = (
        position(*line_four(), signs=signs, trams=trams)
        for trams in ({4: (2, 8), 6: (6, 10)}, {}, {4: (3, 10), 6: (9, 10)})
    )
    session = _opened(before, PARTS["linie1"], ("A", "B"))
    session, [call] = _seen(session, bare)
    assert call.kind is CallKind.ASK
    moves = []
    for place in (Spot(3, 10), Spot(9, 10)):
        session, calls = _tapped(session, place, after[place])
        moves += [(one.kind, one.move) for one in calls if one.kind is not CallKind.ASK]
    driven = [drive(4, (2, 8), (3, 10)), drive(6, (6, 10), (9, 10))]
    assert moves == [(CallKind.LEGAL, one) for one in driven]
    assert session.standing() == after


def test_a_tap_chooses_among_answers_only_where_one_has_that_piece() -> None:
    """Was blue's pawn set or moved there? Who names it says neither, and is accused of nothing; of
    two colours it names one; a third colour is another turn."""
    to, game = Hollow(3, 5), _PART.game
    placed, moved = Place("blue", to), Move("blue", _BLUE[0], to)
    green, white = (Place(colour, to) for colour in ("green", "white"))
    match = _opened(dict([_RED, _BLUE])).referee.match

    def said(pawn: str, *turns: Turn, gone: tuple[Turn, ...] = ()) -> Event | CommandRejected:
        asked = Asked(tuple((turn,) for turn in turns), (gone,) * len(turns), "photo")
        order = CorrectPlace(tuple(to.as_json()), dict(game.label_to_json(Pawn(pawn))))
        return event_of(extended(match, [asked]), order)

    assert said("blue", placed, moved) == PositionCorrected(to, Pawn("blue"))
    assert said("green", placed, green) == Answered(1)
    assert said("green", placed, green, gone=(placed,)) == PositionCorrected(to, Pawn("green"))
    assert said("white", placed, green) == TurnSeen(white, photo="photo")


def test_a_tap_says_nothing_of_the_other_pieces_of_an_answer() -> None:
    """Was a sign put up elsewhere, too? Who names the tile does not say so: "stop-sign-wrong" was
    called of a sign that nobody had put."""
    part = PARTS["linie1"]
    game, at, elsewhere = part.game, Spot(4, 10), Spot(6, 4)
    match = _opened({}, part, ("A", "B")).referee.match
    read, named = (_tile(letters) for letters in ("EW", "NS"))
    alone, signed = (Lay((Laid(at, read),), signs) for signs in ((), (elsewhere,)))
    order = CorrectPlace(
        tuple(at.as_json()), dict(game.label_to_json(CellContent(named, False, ())))
    )
    for asked in ((signed, alone), (alone, signed)):
        both = Asked(tuple((turn,) for turn in asked), ((), ()), "photo")
        assert isinstance(event_of(extended(match, [both]), order), PositionCorrected)
    one = event_of(extended(match, [Asked(((alone,),), ((),), "photo")]), order)
    assert one == TurnSeen(Lay((Laid(at, named),)), photo="photo")


def test_a_lone_pawn_put_right_in_its_colour_was_moved_or_its_ring_turned() -> None:
    """Nobody is accused of it, and both stay possible: what hangs on it is asked."""
    home, to = Hollow(1, 0), Hollow(1, 1)
    blue = {Hollow(2, 0): Pawn("blue")}
    session = _opened({})
    for lies in ({home: Pawn("red")}, {home: Pawn("red"), **blue}):
        session, [call] = _seen(session, lies)
        assert call.kind is CallKind.LEGAL
    session, [misread] = _seen(session, {to: Pawn("blue"), **blue})
    assert misread.kind is CallKind.FOUL
    order = CorrectPlace(tuple(to.as_json()), {"colour": "red"})
    event = event_of(session.referee.match, order)
    assert isinstance(event, Corrected)
    assert {event.turn, *event.otherwise} == {Move("red", home, to, ()), TurnRing(1, 1, ())}
    after, moment = session.record_event(event, "tapped")
    [call] = moment.calls
    assert (call.kind, call.note) == (CallKind.LEGAL, "either-turn; amended")
    after, _ = _seen(after, {to: Pawn("red"), **blue, Hollow(3, 4): Pawn("blue")})
    _, [call] = _seen(after, {Hollow(1, 2): Pawn("red"), **blue, Hollow(3, 4): Pawn("blue")})
    assert call.kind is not CallKind.FOUL


def test_a_pawn_is_put_right_in_no_colour_that_there_is_not() -> None:
    """A word that is none was taken for one more colour at the table. One that nobody showed yet
    may be right: what was read as the first pawn of a player may have been another one."""
    session = _opened({})
    session, _ = _seen(session, {Hollow(1, 0): Pawn("red")})
    match = session.referee.match
    refused = event_of(match, CorrectPlace((1, 0), {"colour": "purpel"}))
    assert isinstance(refused, CommandRejected)
    assert "blue" in refused.message
    event = event_of(match, CorrectPlace((1, 0), {"colour": "purple"}))
    assert isinstance(event, Corrected)
