"""What is shown of a reading is what was judged."""

from __future__ import annotations

from rules.core.observation import EMPTY, Belief, Observation, Pose, Sighting
from rules.core.places import Cell
from rules.games.redline.tiles import Tile
from vision.reading import Piece, Reading, ReadingStatus

BEND, BAR = Tile.named("yellow", ["N", "E"]), Tile.named("yellow", ["N", "S"])
HERE, THERE = Cell(0, 0), Cell(1, 0)


def seen(**cells: Belief[Tile]) -> Observation[Cell, Tile]:
    """Two cells of one picture."""
    places = {"here": HERE, "there": THERE}
    return Observation(
        "redline",
        tuple(
            Sighting(places[name], belief, pose=Pose((10.0 * places[name].col, 0.0)))
            for name, belief in cells.items()
        ),
    )


def piece(place: Cell, label: Tile, confidence: float) -> Piece:
    """A tile as one picture shows it."""
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return Piece("tile", "layout", label, place, (0.0, 0.0), corners, confidence)


ONE = seen(here=Belief.of({BEND: 0.7, BAR: 0.3}), there=Belief.of({BAR: 1.0}))
READING = Reading(
    "redline",
    ReadingStatus.UNSURE,
    (20, 20),
    (piece(HERE, BEND, 0.7), piece(THERE, BAR, 1.0)),
    ONE,
)


def test_a_piece_has_the_probability_that_all_pictures_give_it() -> None:
    """It keeps its place in the newest picture."""
    fused = seen(here=Belief.of({BEND: 0.99, BAR: 0.01}), there=Belief.of({BAR: 1.0}))
    shown = READING.with_evidence(fused)
    assert shown.observation is fused
    assert [p.confidence for p in shown.pieces] == [0.99, 1.0]
    assert shown.pieces[0].outline_xy == READING.pieces[0].outline_xy
    assert shown.pieces[1] == READING.pieces[1]


def test_a_piece_that_the_other_pictures_contradict_is_shown_as_doubtful() -> None:
    """With what it rather is."""
    fused = seen(here=Belief.of({BAR: 0.9, BEND: 0.1}), there=Belief.of({EMPTY: 0.6, BAR: 0.4}))
    here, there = READING.with_evidence(fused).pieces
    assert (here.confidence, here.alternatives) == (0.1, ((BAR, 0.9),))
    assert (there.confidence, there.alternatives) == (0.4, ())


def test_one_picture_is_shown_as_it_is() -> None:
    """Nothing else was judged."""
    assert READING.with_evidence(None) is READING
    assert READING.with_evidence(ONE) is READING
