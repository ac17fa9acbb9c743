"""Pixels that changed since the last look, or did not, beside what is read at a place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.call import CallKind
from rules.core.events import Refuted, Told, TurnEnded
from rules.core.observation import EMPTY, Observation, Pose, evidence_gap
from rules.core.places import Cell
from rules.referee.hypotheses.habits import Habits, Misread
from rules.referee.predicting.evidence import PictureGaps, as_changed, held_against
from rules.referee.referee import begin, observe, record
from tests.laws.toy import Toy
from tests.referee.toy import doubted, row

#: As far as pixels speak for and against.
CHANGED, SAME = 4.0, -2.5
THIRD = Cell(2, 0)


def looks(picture: Observation[Any, Any], col: int | None, nats: float = CHANGED) -> Any:
    """The picture where one cell looks otherwise by so much and all others as before."""
    return picture.with_sightings(
        replace(s, change_nats=nats if s.place == Cell(col or 0, 0) and col is not None else SAME)
        for s in laid(picture).sightings
    )


def laid(picture: Observation[Any, Any], turned: bool = False) -> Observation[Any, Any]:
    """The picture with its cells in a row of pixels, or in the row of a board that was turned."""
    return picture.with_sightings(
        replace(s, pose=Pose((10.0 * (4 - s.place.col if turned else s.place.col), 5.0)))
        for s in picture.sightings
    )


def called(*pictures: Observation[Any, Any]) -> list[CallKind]:
    """What is called of the last picture after an empty row and the others."""
    state, _ = observe(
        begin(Toy(), ("A", "B"), Toy().rulebook.house()), laid(row(".....")), "first.jpg"
    )
    calls: tuple[Any, ...] = ()
    for number, picture in enumerate(pictures):
        state, calls = observe(state, picture, f"{number}.jpg")
    return [one.kind for one in calls]


def test_a_piece_hardly_seen_is_told_where_the_pixels_changed() -> None:
    """Without them it is no more than a doubt."""
    faint = doubted(".....", 2, X=0.25)
    assert called(faint) != [CallKind.LEGAL]
    assert called(looks(faint, 2)) == [CallKind.LEGAL]


def test_a_piece_half_seen_is_none_where_the_pixels_are_the_same() -> None:
    """Such as a sign that leans over the next cell: it is not asked about."""
    ghost = doubted(".....", 2, X=0.8)
    assert called(ghost) == [CallKind.ASK]
    assert called(looks(ghost, None)) == [CallKind.NOTHING]


def test_a_piece_plainly_seen_is_told_though_the_pixels_are_the_same() -> None:
    """A look that was not used lies between, or the first one was misread."""
    assert called(looks(row("..X.."), None)) == [CallKind.LEGAL]


def test_what_people_put_right_excuses_the_same_pixels_only() -> None:
    """A tram that they told of and nobody sees has left when the place looks otherwise."""
    seen = row("..O..").at(THIRD)
    assert seen is not None
    told = Misread("X", "O", evidence_gap(seen, "X"))
    habits = Habits(misreads={THIRD: told})
    costs = []
    for nats in (SAME, 0.0, 3.0):
        picture = row("..O..").with_sightings(
            replace(s, change_nats=nats * (s.place == THIRD)) for s in row("..O..").sightings
        )
        costs.append(PictureGaps(picture, {THIRD: "X"}, habits).cost(THIRD, "X"))
        heard = habits.heard(picture.at(THIRD), "X").belief
        assert heard.best == ("X" if nats <= 0 else "O")
    assert costs[0] == costs[1] < 0.1
    assert costs[2] == pytest.approx(costs[1] + 3.0, abs=0.01)


def test_pixels_that_changed_alone_tell_nothing() -> None:
    """A shadow, a piece that was pushed."""
    assert called(row("X...."), looks(row("X...."), 0)) == [CallKind.NOTHING]
    assert called(row("X...."), looks(row("X...."), 2)) == [CallKind.NOTHING]


def test_a_view_seen_on_is_held_against_what_was_told_of_it() -> None:
    """The piece that was told is not new to it again: that its place changed does not speak against
    it."""
    seen = looks(doubted(".....", 2, X=0.7), 2)
    state, _ = observe(
        begin(Toy(), ("A", "B"), Toy().rulebook.house()), laid(row(".....")), "first.jpg"
    )
    state, calls = observe(state, seen, "1.jpg")
    assert [one.kind for one in calls] == [CallKind.LEGAL]
    for number in range(2, 5):
        state, calls = observe(state, seen, f"{number}.jpg", again=True)
        assert [one.kind for one in calls] == [CallKind.NOTHING]


def test_what_did_not_change_is_held_against_it_after_something_was_told() -> None:
    """A square of the cloth that looks half like a piece: not in the look that tells of another
    piece, nor in the later ones of that view, nor once people said something of it."""
    state, _ = observe(
        begin(Toy(), ("A", "B"), Toy().rulebook.house()), laid(row(".....")), "first.jpg"
    )
    ghost = doubted("..X..", 4, X=0.8)
    for number, again in enumerate((False, True, True)):
        state, calls = observe(state, looks(ghost, 2), f"{number}.jpg", again=again)
        assert [one.kind for one in calls] == [CallKind.NOTHING if again else CallKind.LEGAL]
    state, _ = record(state, Told("nothing", {}))
    state, calls = observe(state, looks(ghost, 2), "told.jpg", again=True)
    assert [one.kind for one in calls] == [CallKind.NOTHING]


def test_what_changed_is_counted_once_of_a_view_seen_on() -> None:
    """A sign that leans over the next cell came with a piece, and hides a little of that cell: what
    the look that told of the piece held unlikely is so in the later ones, and in the next view."""
    state, _ = observe(
        begin(Toy(), ("A", "B"), Toy().rulebook.house()), laid(row(".....")), "first.jpg"
    )
    leaning = looks(doubted("..X..", 4, O=0.05), 2)
    both = leaning.with_sightings(
        replace(s, change_nats=CHANGED if s.place.col == 4 else s.change_nats)
        for s in leaning.sightings
    )
    state, calls = observe(state, both, "0.jpg")
    assert [one.kind for one in calls] == [CallKind.LEGAL]
    for number in range(1, 4):
        state, calls = observe(state, both, f"{number}.jpg", again=True)
        assert [one.kind for one in calls] == [CallKind.NOTHING]
    state, calls = observe(state, laid(doubted("..X..", 4, O=0.05)), "4.jpg")
    assert [one.kind for one in calls] == [CallKind.NOTHING]


@pytest.mark.parametrize("nats", [CHANGED, SAME])
def test_what_lay_there_and_all_else_are_weighed_by_the_ratio(nats: float) -> None:
    """The belief stays one."""
    picture = looks(doubted(".....", 2, X=0.3, O=0.1), 2, nats)
    for known in ({}, {THIRD: "X"}):
        bore = known.get(THIRD, EMPTY)
        before, after = (p.at(THIRD).belief for p in (picture, as_changed(picture, known)))
        assert sum(p for _, p in after.ranked) == pytest.approx(1.0)
        others = [label for label, _ in before.ranked if label != bore]
        for label in others:
            odds = [b.probability(label) / b.probability(bore) for b in (after, before)]
            assert odds[0] / odds[1] == pytest.approx(2.718281828**nats)


def test_pixels_of_a_board_that_lies_otherwise_say_nothing() -> None:
    """It was turned, or the photo is upside down: each place lies where another one lay."""
    picture = looks(row("X...."), 0)
    assert held_against(laid(row(".....")), picture) == picture
    for last in (None, row("....."), laid(row("....."), turned=True)):
        assert not any(s.change_nats for s in held_against(last, picture).sightings)
    assert held_against(laid(row(".....")), row("X....")) == row("X....")


def test_none_of_these_lets_the_same_look_ask_anew() -> None:
    """What lies there stays open: that its pixels stay does not mean that nothing came."""
    doubt = doubted(".....", 2, X=0.8)
    begun = begin(Toy(), ("A", "B"), Toy().rulebook.house())
    state, _ = observe(begun, laid(row(".....")), "first.jpg")
    state, asked = observe(state, laid(doubt), "1.jpg")
    assert [one.kind for one in asked] == [CallKind.ASK]
    state, _ = record(state, Refuted())
    assert state.unsettled == {THIRD}
    state, _ = record(state, TurnEnded("A"))
    assert state.unsettled == {THIRD}
    state, again = observe(state, looks(doubt, None), "1.jpg")
    assert [one.kind for one in again] == [CallKind.ASK]
    assert not state.unsettled


def test_a_picture_without_a_look_before_is_as_it_was() -> None:
    """Nothing of it is weighed anew."""
    picture = doubted(".....", 2, X=0.3)
    assert as_changed(picture, {}) is picture
