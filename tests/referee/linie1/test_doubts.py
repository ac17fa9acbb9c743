"""A tile half hidden: called while its likely readings are called alike, asked about when not."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.core.call import CallKind
from rules.core.observation import EMPTY
from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.referee.doubts import doubted_pieces
from rules.referee.memory import Memory
from rules.referee.notes import EITHER_PIECE
from rules.referee.referee import RefereeState, begin, observe
from tests.rules.linie1.pictures import Label, picture
from tests.rules.linie1.tables import house, tile

HIDDEN, FAR = Spot(6, 6), Spot(9, 9)
#: A straight, or a junction whose branch is out of sight: both are legal there.
STRAIGHT, JUNCTION = CellContent(tile("EW")), CellContent(tile("EW+NE"))

Look = Mapping[Spot, CellContent]

TABLE: Look = {Spot(2, 3): CellContent(tile("EW"))}
LAID: Look = {**TABLE, HIDDEN: STRAIGHT, FAR: CellContent(tile("NS"))}


def after(*looks: Look, doubts: Mapping[Spot, tuple[Label, float]] | None = None) -> RefereeState:
    """The referee after these tables, the last of them with doubts."""
    state = begin(GAME, ("A", "B"), house())
    for look in looks[:-1]:
        state, _ = observe(state, picture(look))
    state, calls = observe(state, picture(looks[-1], doubts=doubts))
    assert [call.kind for call in calls] == [CallKind.LEGAL]
    return state


def hidden() -> RefereeState:
    """A table on which a tile may be either."""
    return after(TABLE, LAID, doubts={HIDDEN: (JUNCTION, 0.4)})


def test_a_turn_that_is_legal_either_way_is_called() -> None:
    """With the likelier tile, the call's own confidence and a note."""
    state = begin(GAME, ("A", "B"), house())
    state, _ = observe(state, picture(TABLE))
    state, (call,) = observe(state, picture(LAID, doubts={HIDDEN: (JUNCTION, 0.4)}))
    assert call.kind is CallKind.LEGAL
    assert call.note is not None
    assert EITHER_PIECE in call.note
    assert call.confidence > 0.95
    assert GAME.position(state.match.accepted)[HIDDEN] == STRAIGHT


def test_a_tile_that_may_not_lie_there_at_all_is_asked_about() -> None:
    """Whether one tile was laid or two is no reading of one piece."""
    state = begin(GAME, ("A", "B"), house())
    state, _ = observe(state, picture(TABLE))
    state, (call,) = observe(state, picture(LAID, doubts={HIDDEN: (EMPTY, 0.4)}))
    assert call.kind is CallKind.ASK


def test_what_hangs_on_the_hidden_tile_is_asked_about() -> None:
    """A tile that would block the branch which may be there, or does not."""
    blocks = {**LAID, Spot(5, 6): CellContent(tile("EW")), Spot(3, 9): CellContent(tile("NS"))}
    sure = after(TABLE, LAID)
    _, calls = observe(sure, picture(blocks))
    assert [call.kind for call in calls] == [CallKind.LEGAL]
    _, calls = observe(hidden(), picture(blocks, doubts={HIDDEN: (JUNCTION, 0.4)}))
    assert [call.kind for call in calls] == [CallKind.ASK]


@pytest.mark.parametrize("spot", [Spot(3, 9), Spot(6, 5)])
def test_what_does_not_hang_on_it_is_called(spot: Spot) -> None:
    """Far away, or where both readings have the same track."""
    more = {**LAID, spot: CellContent(tile("EW")), Spot(10, 3): CellContent(tile("EW"))}
    _, calls = observe(hidden(), picture(more, doubts={HIDDEN: (JUNCTION, 0.4)}))
    assert [call.kind for call in calls] == [CallKind.LEGAL]


def test_clear_pictures_end_the_doubt() -> None:
    """The sign is gone for a while: two sure pictures, and the branch counts no more."""
    state = hidden()
    for _ in range(2):
        state, _ = observe(state, picture(LAID))
    known = GAME.position(state.match.accepted)
    assert list(doubted_pieces(known, state.memory, 0.97)) == []


def test_the_pieces_in_doubt() -> None:
    """Those of which a known piece and another are about as likely; what speaks against the known
    piece itself is about an earlier one."""
    known = {HIDDEN: STRAIGHT}

    def doubted(straight: float, junction: float) -> list[object]:
        nats = ((STRAIGHT, straight), (JUNCTION, junction), (EMPTY, -0.1))
        memory = Memory(nats, -9.0, ((STRAIGHT, 1),))
        return list(doubted_pieces(known, {HIDDEN: memory}, 0.97))

    assert doubted(0.0, -1.0) == doubted(-0.5, 0.0) == [(HIDDEN, JUNCTION)]
    assert doubted(0.0, -4.0) == []
    assert doubted(-6.0, 0.0) == []
    assert list(doubted_pieces(known, {}, 0.97)) == []
