"""How badly a picture fits a table: place by place, and by where its pieces are in the picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.observation import EMPTY, Belief, Observation, Pose, Sighting, log_evidence
from rules.core.places import Cell
from rules.referee.limits import Limits
from rules.referee.misfit import LONE_PIECE_PX, Board, misfit, pixel_prior, pixels_of

A, B, C, D = (Cell(col, 0) for col in range(4))
LIMITS = Limits(stray_nats=3.0, pixel_prior=-4.0)


def saw(place: Cell, label: object, share: float = 0.999, visibility: float = 1.0) -> Sighting:
    """A place read as a label with this probability."""
    return Sighting(place, Belief.of({label: share}), visibility)


#: A is read rightly, B wrongly, bare C as taken, D as bare.
PICTURE = Observation("toy", (saw(A, "X"), saw(B, "X"), saw(C, "O"), saw(D, EMPTY)))
BOARD = Board(PICTURE, {A: "X", B: "O"}, LIMITS)


def cost(place: Cell, label: object) -> float:
    """Misfit by its definition."""
    sighting = PICTURE.at(place)
    assert sighting is not None
    return log_evidence(sighting, sighting.belief.best) - log_evidence(sighting, label)


def test_what_is_not_touched_may_be_misread_but_counts() -> None:
    """A known place read otherwise is a stray, a bare one is not; nothing is touched."""
    total, worst, strays = BOARD.misfit({A: "X", B: "O"})
    assert total == pytest.approx(cost(B, "O") + cost(C, EMPTY))
    assert (worst, strays) == (0.0, 1)


def test_a_piece_laid_where_it_is_seen_costs_nothing() -> None:
    """And the worst place touched is told of several."""
    total, worst, strays = BOARD.misfit({A: "X", B: "O", C: "O"})
    assert total == pytest.approx(cost(B, "O"))
    assert (worst, strays) == (pytest.approx(0.0), 1)
    total, worst, strays = BOARD.misfit({A: "X", B: "X", C: "O", D: "X"})
    assert total == pytest.approx(cost(D, "X"))
    assert (worst, strays) == (pytest.approx(cost(D, "X")), 0)
    assert worst > 5.0


def test_a_piece_taken_away_is_touched() -> None:
    """Where it is still seen, that is the worst place."""
    _, worst, strays = BOARD.misfit({B: "X"})
    assert (worst, strays) == (pytest.approx(cost(A, EMPTY)), 0)


def test_nobody_looked_nothing_said() -> None:
    """A place out of sight, or not in the picture, fits everything."""
    hidden = Observation("toy", (saw(A, "X", visibility=0.0),))
    board = Board(hidden, {}, LIMITS)
    assert board.misfit({A: "O", B: "X"}) == (0.0, 0.0, 0)
    assert misfit(saw(A, "X", visibility=0.5), "O") == pytest.approx(cost(A, "O") / 2)


@pytest.mark.parametrize(
    ("apart", "moved", "prior"),
    [(100.0, 0.0, 0.0), (100.0, 50.0, -2.0), (100.0, 900.0, -4.0), (0.0, 0.5, -2.0),
     (None, LONE_PIECE_PX / 4, -1.0)],
)  # fmt: skip
def test_pieces_mostly_stay_where_they_were_in_the_picture(
    apart: float | None, moved: float, prior: float
) -> None:
    """In shares of the gap between two pieces, at most the limit; pieces elsewhere and bare places
    tell nothing."""
    sightings = [replace(saw(A, "X"), pose=Pose((10.0, 10.0)))]
    if apart is not None:
        sightings.append(replace(saw(B, "O"), pose=Pose((10.0 + apart, 10.0))))
    bare = replace(saw(C, EMPTY), pose=Pose((10.0, 11.0)))
    picture = Observation("toy", (*sightings, bare, saw(D, "X")))
    assert set(pixels_of(picture)) == {s.place for s in sightings}
    near = {A: (10.0, 10.0 + moved), D: (700.0, 700.0)}
    assert pixel_prior(picture, near, LIMITS) == pytest.approx(prior)
    assert pixel_prior(picture, {D: (700.0, 700.0)}, LIMITS) == 0.0
