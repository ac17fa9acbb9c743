"""What a person put right is not read wrongly again; a question left open colours what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from rules.core.call import Call, CallKind
from rules.core.events import Answered, PositionCorrected
from rules.core.observation import EMPTY, Belief, Observation, Sighting
from rules.games.linie1.content import CellContent
from rules.games.linie1.game import GAME as LINIE1
from rules.games.linie1.places import Spot
from rules.games.linie1.tiles import Tile
from rules.games.rouge.game import GAME as ROUGE
from rules.referee.excuses import Excuse, excused, excuses_for, standing_excuses
from rules.referee.referee import RefereeState, begin, observe, record
from tests.referee.linie1.sights import seen
from tests.referee.noise import PERFECT
from tests.referee.rouge.sights import seen as seen_track
from tests.rules.rouge.tables import position

STRAIGHT, CURVE = Tile(0b000001), Tile(0b000010)
BARE = Spot(6, 6)


def pictured(places: Mapping[Spot, CellContent], **read: float) -> Observation:
    """The board, with the bare cell read as a straight with this probability (`straight`)."""
    picture = seen(places, Random(1), PERFECT)
    if "straight" not in read:
        return picture
    share = read["straight"]
    belief = Belief.of({CellContent(STRAIGHT): share, EMPTY: 1.0 - share})
    return picture.with_sightings(
        replace(s, belief=belief) if s.place == BARE else s for s in picture.sightings
    )


def trams() -> RefereeState:
    """A match of Linie 1 before its first picture."""
    return begin(LINIE1, ("A", "B"), LINIE1.rulebook.house())


def kinds(calls: tuple[Call, ...]) -> list[CallKind]:
    """What was called."""
    return [call.kind for call in calls]


def test_a_cell_that_players_put_right_is_not_called_again() -> None:
    """The reader sees a tile where none lies, surely and for ever; the players said so once."""
    state, _ = observe(trams(), pictured({}, straight=0.99))
    state, _ = record(state, PositionCorrected(BARE, None))
    for _ in range(5):
        state, calls = observe(state, pictured({}, straight=0.99))
        assert kinds(calls) == [CallKind.NOTHING]


def test_only_that_reading_is_excused() -> None:
    """Another tile there is called, and so is a tile elsewhere."""
    state, _ = observe(trams(), pictured({}, straight=0.99))
    state, _ = record(state, PositionCorrected(BARE, None))
    elsewhere = {Spot(6, 2): CellContent(STRAIGHT)}
    for picture, spot in (
        (pictured({BARE: CellContent(CURVE)}), BARE),
        (pictured(elsewhere, straight=0.99), Spot(6, 2)),
    ):
        _, (call,) = observe(state, picture)
        assert call.move is not None
        assert [laid.spot for laid in call.move.tiles] == [spot]


def test_an_answer_settles_the_same_picture() -> None:
    """A question answered with "nothing happened" is not asked again of the same view."""
    state, _ = observe(trams(), pictured({}))
    doubt = pictured({}, straight=0.6)
    state, calls = observe(state, doubt)
    assert kinds(calls) == [CallKind.ASK]
    nothing = [a.turns for a in calls[0].alternatives].index(())
    state, _ = record(state, Answered(nothing))
    assert kinds(observe(state, doubt)[1]) == [CallKind.NOTHING]


def test_a_foul_after_an_open_question_is_asked_not_called() -> None:
    """A lone pawn moved or its ring turned, nobody said; the same ring then turned once more would
    be a foul after one of the two only."""
    before = position("red 1/0 2/1 2/4; blue 2/6 2/7")
    once = position("red 1/1 2/1 2/4; blue 2/6 2/7")
    twice = position("red 1/2 2/1 2/4; blue 2/6 2/7")
    state = begin(ROUGE, ("red", "blue"), ROUGE.rulebook.house())
    for table, kind in ((before, CallKind.SETUP), (once, CallKind.ASK), (twice, CallKind.ASK)):
        state, calls = observe(state, seen_track(table, Random(1), PERFECT))
        assert kinds(calls) == [kind]


def test_an_excused_reading_counts_for_the_truth() -> None:
    """Nearly all that the two had between them; a third label keeps what it had."""
    told = Excuse(truth="a", read="b")
    belief = Belief.of({"b": 0.7, "a": 0.1, "c": 0.2})
    (sighting,) = excused(Observation("toy", (Sighting(BARE, belief),)), {BARE: told}).sightings
    assert sighting.belief.best == "a"
    assert sighting.belief.probability("a") == pytest.approx(0.99 * 0.8)
    assert sighting.belief.probability("b") == pytest.approx(0.01 * 0.8)
    assert sighting.belief.probability("c") == pytest.approx(0.2)


def test_a_place_read_rightly_needs_no_excuse() -> None:
    """Nor does one that the picture does not show; a bare place may be the truth."""
    other = Spot(6, 2)
    picture = Observation("toy", (Sighting(BARE, Belief.of({"a": 0.9})),))
    assert excuses_for([BARE, other], {BARE: "a"}, picture) == {}
    assert excuses_for([BARE, other], {}, picture) == {BARE: Excuse(EMPTY, "a")}
    assert standing_excuses({BARE: Excuse(EMPTY, "a")}, {}) == {BARE: Excuse(EMPTY, "a")}
    assert standing_excuses({BARE: Excuse(EMPTY, "a")}, {BARE: "b"}) == {}
