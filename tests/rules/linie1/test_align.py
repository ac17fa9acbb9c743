"""A tram that is known to stand somewhere did not leave because nobody reads it there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rules.core.observation import Belief, Observation, Pose
from rules.games.linie1.align import READ, UNREAD, align
from rules.games.linie1.content import CellContent
from rules.games.linie1.places import Spot
from tests.referee.sessions import Linie1, travelling
from tests.rules.linie1.pictures import picture
from tests.rules.linie1.tables import position, tile

HERE, THERE = Spot(6, 6), Spot(6, 7)
EMPTY_TRACK = CellContent(tile("EW"))
WITH_TRAM = CellContent(tile("EW"), trams=(2,))
STOOD = {HERE: WITH_TRAM, THERE: EMPTY_TRACK}
BARE = {HERE: EMPTY_TRACK, THERE: EMPTY_TRACK}


def test_a_tram_read_nowhere_may_stand_where_it_stood() -> None:
    """As likely as is told, and what else is read there stays as likely as before."""
    (seen,) = align(STOOD, picture(BARE, sure=0.9999))
    there = seen.at(HERE)
    assert there is not None
    assert there.belief.probability(WITH_TRAM) >= UNREAD * 0.999
    assert there.belief.best == EMPTY_TRACK


def test_a_tram_that_is_read_elsewhere_has_left() -> None:
    """Also where it is read there with a doubt; and a board without trams stays as it is read."""
    moved = picture({**BARE, THERE: WITH_TRAM}, sure=0.9999)
    doubted = picture(BARE, 0.9999, {THERE: (WITH_TRAM, 2 * READ)})
    for shown, known in ((moved, STOOD), (doubted, STOOD), (picture(BARE), BARE)):
        assert align(known, shown) == (shown,)


def test_a_tram_that_is_not_read_beside_one_that_drove_is_no_question() -> None:
    """A drove and was seen; in the picture of B's drive nobody reads A's tram."""
    table = travelling(lines=True)
    assert table.see(trams={4: (2, 7)}) == ["legal A"]
    assert table.see(trams={2: (7, 11)}, gone=[4]) == ["legal B"]


def test_a_foul_that_an_unread_drive_would_make_right_is_asked_about() -> None:
    """B drove in A's turn, or A's tram drove on before and nobody reads where it stands."""
    table = travelling(lines=True)
    table.see(gone=[4])
    assert table.see(trams={2: (7, 11)}) == ["ask A"]
    assert ["ask", "legal"] in table.asked


def test_a_tram_of_a_line_that_nobody_has_is_asked_about() -> None:
    """A lamp burns out the colours where A's tram drove to: it looks like line 5's. Who hears that
    it is a foul has done nothing wrong."""
    table = travelling(lines=True)
    table.trams.pop(4)
    rows = [(*at, text) for at, text in table.tiles.items()]
    shown = picture(position(*rows, signs=table.signs, trams=table.trams), sure=0.9999)
    bare = CellContent(tile("NE"))
    looks = {replace(bare, trams=(5,)): 0.9999, replace(bare, trams=(4,)): 0.008}
    shown = shown.with_sightings(
        replace(one, belief=Belief.of(looks)) if one.place == Spot(2, 7) else one
        for one in shown.sightings
    )
    assert table.shown(shown) == ["ask A"]


@pytest.mark.parametrize(("left", "said"), [(True, ["legal A"]), (False, ["nothing A"])])
def test_a_tram_read_as_nobodys_is_the_one_that_left(left: bool, said: list[str]) -> None:
    """A's tram halts behind a sign, and the little of it that shows looks like line 5's, of which
    nobody has a tram. Its place and the one it left changed, no others: it is told. Where none
    left, nobody is accused of what nobody has."""
    table = travelling(lines=True)
    assert table.shown(_posed(table, table.trams)) == ["nothing A"]
    assert table.shown(_as_line_5(table, left=left, nats=3.95)) == said


def test_a_tram_told_by_what_changed_is_not_asked_about_when_the_light_flickers() -> None:
    """It is read as little in every look. The first counted as explained, and the next one as if
    nothing of the kind had ever been read there: with a flicker it was asked whether the tram ever
    drove."""
    table = travelling(lines=True)
    table.shown(_posed(table, table.trams))
    assert table.shown(_as_line_5(table, left=True, nats=3.95)) == ["legal A"]
    for _ in range(2):
        assert table.shown(_as_line_5(table, left=True, nats=2.5)) == ["nothing B"]


def _as_line_5(table: Linie1, *, left: bool, nats: float) -> Observation[Spot, CellContent]:
    """Line 4's tram, if it `left`, where little of it shows and looks like line 5's; what may have
    changed differs by so many `nats` from before."""
    bare = CellContent(tile("NE"))
    looks = {bare: 0.55, replace(bare, trams=(5,)): 0.4, replace(bare, trams=(4,)): 0.0144}
    changed = {Spot(2, 7), *([Spot(1, 7)] if left else [])}
    shown = _posed(table, {2: table.trams[2]} if left else table.trams)
    return shown.with_sightings(
        replace(
            one,
            belief=Belief.of(looks) if one.place == Spot(2, 7) else one.belief,
            change_nats=nats if one.place in changed else -3.5,
        )
        for one in shown.sightings
    )


def _posed(table: Linie1, trams: Mapping[int, tuple[int, int]]) -> Observation[Spot, CellContent]:
    """The table with these trams, by a camera on a stand."""
    rows = [(*at, text) for at, text in table.tiles.items()]
    shown = picture(position(*rows, signs=table.signs, trams=trams), sure=0.9999)
    return shown.with_sightings(
        replace(one, pose=Pose((20.0 * one.place.col, 20.0 * one.place.row)))
        for one in shown.sightings
    )
