"""What people put right is not read wrongly again; a piece half hidden is called while all its
readings are called alike."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.core.call import CallKind
from rules.core.events import Answered, Corrected, Event, PositionCorrected, Redone, Undone
from rules.core.observation import EMPTY, Belief, Observation, Sighting
from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME
from rules.games.linie1.places import Spot
from rules.referee.hypotheses.habits import Misread
from rules.referee.referee import observe
from tests.referee.sessions import Redline, Session
from tests.rules.linie1.pictures import Label, picture
from tests.rules.linie1.tables import tile

STRAIGHT, CURVE = CellContent(tile("NS")), CellContent(tile("NE"))
BARE, FAR = Spot(6, 6), Spot(6, 2)

Look = Mapping[Spot, CellContent]


def read(look: Look, straight: float | None = None) -> Observation[Spot, CellContent]:
    """The board, with the bare cell read as a straight with this probability."""
    clear = picture(look, sure=0.9999)
    if straight is None:
        return clear
    belief = Belief.of({STRAIGHT: straight, EMPTY: 1.0 - straight})
    return clear.with_sightings(
        Sighting(s.place, belief) if s.place == BARE else s for s in clear.sightings
    )


def put_right() -> Session:
    """The reader took the bare cell for a straight in the first picture; the players said so."""
    table = Session(GAME, ("A", "B"))
    table.shown(read({}, 0.99))
    table.said(PositionCorrected(BARE, None))
    return table


def test_a_cell_that_players_put_right_is_not_called_again() -> None:
    """The reader sees a tile where none lies, surely and for ever."""
    table = put_right()
    assert table.state.misreads == {BARE: Misread(EMPTY, STRAIGHT)}
    for _ in range(5):
        assert [one.split()[0] for one in table.shown(read({}, 0.99))] == ["nothing"]


@pytest.mark.parametrize(
    "words",
    [(Undone(), Redone()), (PositionCorrected(BARE, CURVE), Undone())],
    ids=["undone and said again", "corrected once more, which is undone"],
)
def test_what_counts_again_of_their_words_is_remembered_again(words: tuple[Event, ...]) -> None:
    """The reader goes on to see a tile there."""
    table = put_right()
    for word in words:
        table.said(word)
    assert table.state.misreads == {BARE: Misread(EMPTY, STRAIGHT)}
    assert [one.split()[0] for one in table.shown(read({}, 0.99))] == ["nothing"]


def test_a_tile_that_comes_where_one_was_misread_accuses_nobody() -> None:
    """It is read as the one that players denied: who goes on with it may be right, and is asked."""
    table, first, there = Redline(), {(0, 0): "B W+E"}, {(1, 0): "Y W+S"}
    for layout in ({}, first, {**first, **there}):
        table.see(layout)
    table.said(Corrected(table.state.match.history[-1].number, None))
    assert table.see(first) == ["nothing B"]
    assert table.see({**first, **there, (1, 1): "B N+E"}) == ["ask B"]


@pytest.mark.parametrize(
    ("shown", "spot"),
    [(read({BARE: CURVE}), BARE), (read({FAR: STRAIGHT}, 0.99), FAR)],
    ids=["another tile there", "a tile elsewhere"],
)
def test_only_that_reading_is_excused(shown: Observation[Spot, CellContent], spot: Spot) -> None:
    """Everything else is called."""
    table = put_right()
    table.shown(shown)
    (call,) = table.calls
    assert call.move is not None
    assert [laid.spot for laid in call.move.tiles] == [spot]


def test_a_piece_that_people_see_is_there_in_every_history() -> None:
    """Of a cell that may be bare as well people say what lies there: nothing else is possible."""
    table = Session(GAME, ("A", "B"))
    table.shown(read({}))
    doubtful = read({}, 0.98)
    assert table.shown(doubtful)[0].startswith("ask")
    assert len(table.state.hypotheses) > 1
    sure, calls = observe(table.state, doubtful, "again", again=True, tapped={BARE: STRAIGHT})
    assert [call.kind for call in calls] == [CallKind.LEGAL]
    lying = [table.game.position(one.match.standing) for one in sure.hypotheses]
    assert [one.get(BARE) for one in lying] == [STRAIGHT]
    beside, calls = observe(table.state, read({}), "again", again=True, tapped={FAR: CURVE})
    assert [call.kind for call in calls] == [CallKind.LEGAL]
    lying = [table.game.position(one.match.standing) for one in beside.hypotheses]
    assert [(one.get(BARE), one.get(FAR)) for one in lying] == [(None, CURVE)]


def test_an_answer_settles_the_same_picture() -> None:
    """A question answered with "nothing happened" is not asked again of the same view."""
    table = Session(GAME, ("A", "B"))
    table.shown(read({}))
    assert table.shown(read({}, 0.98))[0].startswith("ask")
    nothing = [a.turns for a in table.calls[0].alternatives].index(())
    table.said(Answered(nothing))
    assert table.shown(read({}, 0.98))[0].startswith("nothing")


# A tile half hidden ----------------------------------------------------------------------------

HIDDEN, SECOND = Spot(6, 6), Spot(9, 9)
#: A straight, or a junction whose branch is out of sight: both are legal there.
PLAIN, JUNCTION = CellContent(tile("EW")), CellContent(tile("EW+NE"))
TABLE: Look = {Spot(2, 3): PLAIN}
LAID: Look = {**TABLE, HIDDEN: PLAIN, SECOND: STRAIGHT}


def half_hidden(
    look: Look, other: Label = JUNCTION, share: float = 0.4
) -> Observation[Spot, CellContent]:
    """A picture in which the tile may be another one."""
    return picture(look, sure=0.9999, doubts={HIDDEN: (other, share)})


def called_either() -> Session:
    """A turn with that tile, called."""
    table = Session(GAME, ("A", "B"))
    table.shown(picture(TABLE, sure=0.9999))
    assert table.shown(half_hidden(LAID)) == ["legal (either-piece)"]
    return table


def test_a_turn_that_is_legal_either_way_is_called() -> None:
    """With the likelier tile, the call's own confidence and a note."""
    table = called_either()
    assert table.calls[0].confidence > 0.95
    assert table.game.position(table.state.match.accepted)[HIDDEN] == PLAIN
    assert len(table.state.hypotheses) > 1


def test_a_tile_that_may_not_lie_there_at_all_is_asked_about() -> None:
    """Whether one tile was laid or two is no reading of one piece."""
    table = Session(GAME, ("A", "B"))
    table.shown(picture(TABLE, sure=0.9999))
    assert table.shown(half_hidden(LAID, EMPTY, 0.05))[0].startswith("ask")


def test_what_hangs_on_the_hidden_tile_is_not_called_a_foul() -> None:
    """A tile that would block the branch which may be there, or does not."""
    blocks = {**LAID, Spot(5, 6): PLAIN, Spot(3, 9): STRAIGHT}
    said = called_either().shown(half_hidden(blocks))
    assert not [one for one in said if one.startswith("foul")]


@pytest.mark.parametrize("spot", [Spot(3, 9), Spot(6, 5)])
def test_what_does_not_hang_on_it_is_called(spot: Spot) -> None:
    """Far away, or where both readings have the same track."""
    more = {**LAID, spot: PLAIN, Spot(10, 3): PLAIN}
    assert called_either().shown(half_hidden(more)) == ["legal"]


def test_clear_pictures_end_the_doubt() -> None:
    """The sign is gone for a while: the branch counts no more."""
    table = called_either()
    for _ in range(2):
        assert table.shown(picture(LAID, sure=0.9999)) == ["nothing"]
    lying = [table.game.position(one.match.standing) for one in table.state.hypotheses]
    assert not [one for one in lying if one.get(HIDDEN) == JUNCTION]


@pytest.mark.parametrize("share", [0.1, 0.3])
def test_a_tile_that_is_clear_at_last_is_no_question(share: float) -> None:
    """Asked about, or left out of the turn, when it may have been none; then it lies there."""
    table = Session(GAME, ("A", "B"))
    table.shown(picture(TABLE, sure=0.9999))
    table.shown(half_hidden(LAID, EMPTY, share))
    said = [table.shown(picture(LAID, sure=0.9999)) for _ in range(2)]
    assert not [one for words in said for one in words if one.startswith("ask")]
    assert table.game.position(table.state.match.accepted)[HIDDEN] == PLAIN
