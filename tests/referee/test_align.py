"""A free lattice is laid over the known layout, whatever its origin and quarter turn."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.observation import EMPTY, Belief, Loose, Observation, Pose, Sighting
from rules.core.places import Cell
from rules.games.redline.align import LayoutFrame, align, moved_to, turned_cell
from rules.games.redline.tiles import Tile
from tests.referee.layouts import BEND, FIRST, SECOND, THIRD, tile
from tests.referee.noise import Noise
from tests.referee.simulate import seen, sharp

WITH_THREE = {**BEND, **{move.cell: move.tile for move in (FIRST, SECOND, THIRD)}}
FRAMES = st.builds(LayoutFrame, st.integers(0, 3), st.integers(-20, 20), st.integers(-20, 20))


@given(frame=FRAMES)
@settings(max_examples=40, deadline=None)
def test_every_motion_is_undone_with_three_new_tiles(frame: LayoutFrame) -> None:
    """Cells and spokes come back to where they were, new tiles included."""
    found = align(BEND, sharp(WITH_THREE, frame))
    assert found[0].occupied() == WITH_THREE


@given(frame=FRAMES)
@settings(max_examples=20, deadline=None)
def test_what_the_pixels_say_of_a_place_goes_with_it(frame: LayoutFrame) -> None:
    """That one looks otherwise than in the picture before, the others as they did."""
    picture = sharp(WITH_THREE, frame)
    new = frame.place(THIRD.cell)
    changed = picture.with_sightings(
        replace(s, change_nats=4.0 if s.place == new else -2.5) for s in picture.sightings
    )
    found = align(BEND, changed)[0]
    assert {s.place for s in found.sightings if s.change_nats == 4.0} == {THIRD.cell}
    assert {s.change_nats for s in found.sightings} == {4.0, -2.5}


def test_north_turns_to_east() -> None:
    """A quarter turn is clockwise for cells as for spokes."""
    assert turned_cell(Cell(0, -1), 1) == Cell(1, 0)
    assert tile("yellow", "N").turned(1) == tile("yellow", "E")


@pytest.mark.parametrize("seed", range(6))
def test_two_misread_tiles_do_not_mislead(seed: int) -> None:
    """Two of seven tiles read wrongly and one removed: the layout is still found."""
    rng = Random(seed)
    wrong = dict(BEND)
    for cell in rng.sample(sorted(BEND), 2):
        wrong[cell] = (
            tile("blue", "NE SW") if wrong[cell].colour.value == "yellow" else tile("yellow", "N S")
        )
    del wrong[rng.choice([cell for cell in sorted(wrong) if wrong[cell] == BEND[cell]])]
    found = align(BEND, seen(wrong, rng, Noise(0.0)))
    assert found[0].occupied() == wrong


def test_a_mirrored_layout_fits_nowhere() -> None:
    """A mirror image is another layout: no tile is ever flipped to make it fit."""
    mirrored = {Cell(-c.col, c.row): _flipped(t) for c, t in BEND.items()}
    assert align(BEND, sharp(mirrored)) == ()


def _flipped(known: Tile) -> Tile:
    return Tile(known.colour, sum(1 << (8 - i) % 8 for i in range(8) if known.mask >> i & 1))


def test_a_symmetric_layout_is_laid_once() -> None:
    """One tile N+S looks the same upside down: both ways are the same way."""
    lone = {Cell(0, 0): tile("yellow", "N S")}
    assert len(align(lone, sharp(lone))) == 1


def test_an_ambiguous_layout_is_laid_in_both_ways() -> None:
    """Two tiles of the kind that was alone: the picture does not say which is the new one."""
    lone = {Cell(0, 0): tile("yellow", "N")}
    two = {**lone, Cell(0, 3): tile("yellow", "E")}
    exact = [found for found in align(lone, sharp(two)) if found.occupied().items() >= lone.items()]
    homes = {frozenset(found.occupied()) for found in exact}
    assert homes == {frozenset({Cell(0, 0), Cell(0, 3)}), frozenset({Cell(0, 0), Cell(-3, 0)})}


def test_an_empty_table_starts_at_the_origin() -> None:
    """With nothing known the top left tile's column and row become zero."""
    found = align({}, sharp({Cell(7, -4): tile("blue", "N")}))
    assert found[0].occupied() == {Cell(0, 0): tile("blue", "N")}


def test_another_layout_fits_nowhere() -> None:
    """A table that was cleared and laid anew is not forced into the old frame."""
    other = {Cell(i, 0): tile("blue", "NE SE SW") for i in range(6)}
    assert align(BEND, sharp(other)) == ()


def test_poses_and_loose_tiles_turn_along() -> None:
    """The pixel stays, an offset turns with the lattice, so do a loose tile's spokes."""
    pose = Pose((10.0, 20.0), (0.1, 0.0), 5.0)
    label = tile("blue", "N")
    picture = Observation(
        "redline",
        (Sighting(Cell(0, 0), Belief.of({label: 0.9, EMPTY: 0.1}), 1.0, pose),),
        (Loose(Belief.of({label: 1.0}), "askew", pose),),
    )
    turned = moved_to(picture, LayoutFrame(1, 0, 0))
    assert turned.sightings[0].pose == Pose((10.0, 20.0), (-0.0, 0.1), 5.0)
    assert turned.loose[0].belief.best == tile("blue", "E")
