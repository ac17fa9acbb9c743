"""Several observations of one table, told as one."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.observation import (
    EMPTY,
    Belief,
    Issue,
    Loose,
    Observation,
    Pose,
    Quantity,
    Sighting,
)
from rules.core.places import Cell
from vision.live.fusion import ALIKE, effective, fuse

Seen = Sighting[Cell, str]
Look = Observation[Cell, str]


def _seen(col: int, row: int, weights: dict[str, float], visibility: float = 1.0) -> Seen:
    pose = Pose((100.0 + 40 * col, 100.0 + 40 * row))
    return Sighting(Cell(col, row), Belief.of(weights), visibility, pose)


def _look(*sightings: Seen, **more: object) -> Look:
    return Observation("told", sightings, **more)  # type: ignore[arg-type]


def _shifted(look: Look, cols: int, rows: int) -> Look:
    """The same picture, its places counted from elsewhere."""
    return look.with_sightings(
        Sighting(s.place.shifted(cols, rows), s.belief, s.visibility, s.pose)
        for s in look.sightings
    )


def _p(look: Look, label: str, place: Cell = Cell(0, 0)) -> float:  # noqa: B008 - frozen
    sighting = look.at(place)
    assert sighting is not None
    return sighting.belief.probability(label)


def test_one_look_stays_as_it_is() -> None:
    """Nothing to fuse, nothing changed."""
    look = _look(_seen(0, 0, {"A": 0.9, "B": 0.1}))
    assert fuse([look]) is look


def test_agreeing_looks_make_surer_but_not_as_if_they_were_independent() -> None:
    """Frames err alike: ten of them say more than one, less than two independent ones."""
    look = _look(_seen(0, 0, {"A": 0.9, "B": 0.1}))
    one, two, ten = (_p(fuse([look] * n), "A") for n in (1, 2, 10))
    independent = 0.81 / (0.81 + 0.01)
    assert one < two < ten < independent


def test_no_number_of_looks_is_worth_more_than_the_cap() -> None:
    """The cap is one over the likeness."""
    assert effective(1) == 1.0
    assert effective(10**9) == pytest.approx(1 / ALIKE)
    counts = [effective(n) for n in range(1, 50)]
    assert all(a < b for a, b in itertools.pairwise(counts))


def test_looks_that_contradict_each_other_leave_a_doubt() -> None:
    """Sure of A, then sure of B: neither is sure."""
    fused = fuse([_look(_seen(0, 0, {"A": 0.99})), _look(_seen(0, 0, {"B": 0.99}))])
    assert _p(fused, "A") == pytest.approx(0.5, abs=0.01)
    assert _p(fused, "B") == pytest.approx(0.5, abs=0.01)


def test_a_later_look_mends_a_doubtful_one() -> None:
    """A glare that passes: called at once where that is harmless, surer as it is seen on."""
    doubtful = _look(_seen(0, 0, {"A": 0.55, "B": 0.45}))
    clear = _look(_seen(0, 0, {"A": 0.01, "B": 0.99}))
    assert _p(fuse([doubtful, clear, clear]), "B") > 0.95
    assert _p(fuse([doubtful, *[clear] * 4]), "B") > 0.97


def test_a_misread_seen_for_ever_stays_a_doubt() -> None:
    """The same pixels through the same net, however often, are hardly more than one look."""
    look = _look(_seen(0, 0, {"A": 0.85, "B": 0.15}))
    assert _p(fuse([look] * 40), "A") < 0.88


def test_a_place_that_was_hidden_is_told_by_the_look_that_saw_it() -> None:
    """Hidden says nothing for or against."""
    seen = _look(_seen(0, 0, {"A": 0.98}), _seen(1, 0, {"B": 0.97}))
    hidden = _look(_seen(0, 0, {EMPTY: 1.0}, visibility=0.0), _seen(1, 0, {"B": 0.97}))  # type: ignore[dict-item]
    fused = fuse([seen, hidden])
    assert _p(fused, "A") == pytest.approx(0.98)
    sighting = fused.at(Cell(0, 0))
    assert sighting is not None
    assert sighting.visibility == 1.0


def test_readings_that_count_from_elsewhere_are_laid_over_each_other() -> None:
    """A tile missed at the edge shifts every number; the spots in the picture tell."""
    look = _look(_seen(0, 0, {"A": 0.9}), _seen(1, 0, {"B": 0.9}), _seen(1, 1, {"C": 0.9}))
    fused = fuse([_shifted(look, -3, 2), look])
    assert {s.place for s in fused.sightings} == {Cell(0, 0), Cell(1, 0), Cell(1, 1)}
    assert _p(fused, "B", Cell(1, 0)) > 0.9


def test_readings_that_cannot_be_laid_over_each_other_are_not_mixed() -> None:
    """Another frame altogether: the newest speaks alone."""
    look = _look(_seen(0, 0, {"A": 0.9}), _seen(1, 0, {"B": 0.9}))
    swapped = _look(
        Sighting(Cell(1, 0), Belief.of({"A": 0.9}), 1.0, Pose((100.0, 100.0))),
        Sighting(Cell(5, 7), Belief.of({"B": 0.9}), 1.0, Pose((140.0, 100.0))),
    )
    assert fuse([swapped, look]) is look


def test_issues_and_loose_things_are_the_newest_looks() -> None:
    """A hand that has left stands against nothing."""
    with_hand = _look(_seen(0, 0, {"A": 0.9}), issues=(Issue("hand", 0.3),))
    without = _look(_seen(0, 0, {"A": 0.9}))
    assert fuse([with_hand, without]).issues == ()
    assert fuse([without, with_hand]).issues == (Issue("hand", 0.3),)


def test_a_tile_in_its_place_is_not_told_beside_it_too() -> None:
    """Small in the picture, it lay aslant in the newest look alone: nobody laid it a second time.
    One of another kind, or elsewhere, is one of its own."""
    placed = _look(_seen(0, 0, {"A": 1.0}), _seen(1, 0, {"B": 1.0}))
    aslant = [
        Loose(Belief.of({label: 1.0}), "askew", Pose((140.0 + right, 98.0), angle_deg=9.0))
        for label, right in (("B", 3.0), ("C", 3.0), ("B", 39.0))
    ]
    newest = _look(_seen(0, 0, {"A": 1.0}), _seen(1, 0, {EMPTY: 1.0}), loose=tuple(aslant))
    fused = fuse([placed, placed, placed, newest])
    assert fused.loose == (aslant[1], aslant[2])
    assert fuse([newest, newest]).loose == tuple(aslant)


def test_measured_numbers_are_averaged_with_a_smaller_error() -> None:
    """By their precision; one that is far off (an angle that wraps) is left out."""
    first = _look(_seen(0, 0, {"A": 0.9}), quantities=(Quantity("ring 1", 10.0, 1.0),))
    last = _look(_seen(0, 0, {"A": 0.9}), quantities=(Quantity("ring 1", 12.0, 1.0),))
    (number,) = fuse([first, last]).quantities
    assert number.value == pytest.approx(11.0)
    assert 0.707 < number.sigma < 1.0
    far = _look(_seen(0, 0, {"A": 0.9}), quantities=(Quantity("ring 1", 55.0, 1.0),))
    assert fuse([far, last]).quantities == last.quantities


beliefs = st.dictionaries(
    st.sampled_from("ABCD"), st.floats(0.01, 1.0), min_size=1, max_size=4
).map(lambda d: {k: v / sum(d.values()) for k, v in d.items()})


@settings(deadline=None)  # how long it takes is the machine's affair
@given(st.lists(beliefs, min_size=1, max_size=6))
def test_fused_beliefs_are_probabilities_whatever_the_order(told: list[dict[str, float]]) -> None:
    """They sum to one at most, and the order of the looks does not matter."""
    looks = [_look(_seen(0, 0, weights)) for weights in told]
    fused, backwards = fuse(looks), fuse(looks[::-1])
    sighting = fused.at(Cell(0, 0))
    assert sighting is not None
    assert sum(p for _, p in sighting.belief.ranked) == pytest.approx(1.0, abs=1e-6)
    for label in "ABCD":
        if len(looks) > 1:
            assert _p(fused, label) == pytest.approx(_p(backwards, label), abs=1e-9)
