"""How badly a picture fits a table, place by place; what a reader repeats and what people put
right."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.core.observation import (
    EMPTY,
    Belief,
    Observation,
    Pose,
    Sighting,
    evidence_gap,
    log_evidence,
)
from rules.core.places import Cell
from rules.referee.hypotheses.habits import Habits, Misread, pixels_of, printed, told_misreads
from rules.referee.limits import LIMITS
from rules.referee.predicting.evidence import LONE_PIECE_PX, PictureGaps, pixel_prior

A, B, C, D = (Cell(col, 0) for col in range(4))


def saw(place: Cell, label: object, share: float = 0.999, visibility: float = 1.0) -> Sighting:
    """A place read as a label with this probability."""
    return Sighting(place, Belief.of({label: share}), visibility)


#: A is read rightly, B wrongly, bare C as taken, D as bare.
PICTURE = Observation("toy", (saw(A, "X"), saw(B, "X"), saw(C, "O"), saw(D, EMPTY)))
KNOWN = {A: "X", B: "O"}


def board(habits: Habits | None = None, picture: Any = PICTURE, known: Any = KNOWN) -> PictureGaps:
    """A picture of a table after these habits."""
    return PictureGaps(picture, known, habits or Habits())


def cost(place: Cell, label: object) -> float:
    """The gap by its definition."""
    sighting = PICTURE.at(place)
    assert sighting is not None
    return log_evidence(sighting, sighting.belief.best) - log_evidence(sighting, label)


# One picture -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("look", "total", "worst", "strays"),
    [
        (KNOWN, [(B, "O"), (C, EMPTY)], None, 1),  # untouched: misread places count, one is a stray
        ({**KNOWN, C: "O"}, [(B, "O")], 0.0, 1),  # a piece laid where it is seen
        ({A: "X", B: "X", C: "O", D: "X"}, [(D, "X")], (D, "X"), 0),  # one laid where none is seen
        ({B: "X"}, [(A, EMPTY), (C, EMPTY)], (A, EMPTY), 0),  # one gone that is seen
    ],
)
def test_a_look_costs_what_its_places_cost(
    look: dict[Cell, str], total: list[Any], worst: Any, strays: int
) -> None:
    """The worst place touched is told of several; only a known place that nobody touched may be a
    stray."""
    found = board().gap(look)
    assert found[0] == pytest.approx(sum(cost(*one) for one in total), abs=1e-9)
    assert found[1] == pytest.approx(cost(*worst) if worst else 0.0, abs=1e-9)
    assert found[2] == strays


def test_a_piece_where_nobody_looked_is_less_likely_than_none() -> None:
    """By a little, and as much for a known one; a bare place nobody looked at costs nothing."""
    unseen = Observation("toy", (saw(A, "X"),))
    assert board(picture=unseen).gap(KNOWN)[0] == pytest.approx(LIMITS.unlisted)
    found = board(picture=unseen, known={A: "X"})
    assert found.gap({A: "X", B: "O"}) == (pytest.approx(LIMITS.unlisted), LIMITS.unlisted, 0)
    assert found.cost(B, EMPTY) == 0.0


def test_a_place_out_of_sight_says_nothing() -> None:
    """Or half as much, where half of it is seen."""
    hidden = Observation("toy", (saw(A, "X", visibility=0.0),))
    assert board(picture=hidden, known={}).gap({A: "O"}) == (0.0, 0.0, 0)
    assert evidence_gap(saw(A, "X", visibility=0.5), "O") == pytest.approx(cost(A, "O") / 2)


# Several pictures ------------------------------------------------------------------------------


def after(*readings: Sighting, lies: object = "O") -> Habits:
    """The habits after these readings of A, where this lies."""
    habits = Habits()
    for one in readings:
        habits = habits.after(Observation("toy", (one,)), {A: lies}, {A: lies})
    return habits


@pytest.mark.parametrize("pictures", [1, 2, 3, 4])
def test_the_same_reading_again_weighs_ever_less(pictures: int) -> None:
    """Of n alike pictures together n / (1 + (n - 1) r) of one."""
    seen = saw(A, "X", 0.9)
    gaps = [after(*[seen] * n).news(seen, "O") for n in range(pictures)]
    together = pictures / (1 + (pictures - 1) * LIMITS.alike)
    assert sum(gaps) == pytest.approx(together * evidence_gap(seen, "O"))


def test_a_reading_repeated_for_ever_is_no_proof() -> None:
    """Older pictures fade, so that one more adds nothing: together they weigh less than 1 / r of
    one."""
    seen = saw(A, "X", 0.85)
    gaps = [after(*[seen] * n).news(seen, "O") for n in range(30)]
    assert gaps[LIMITS.pictures :] == pytest.approx([0.0] * (30 - LIMITS.pictures))
    assert sum(gaps) < evidence_gap(seen, "O") / LIMITS.alike


def test_a_look_that_hardly_shows_the_place_takes_nothing_back() -> None:
    """Something lies over it: what earlier looks saw there is as sure as it was. Seen: the stick
    that was taken back lay there again, ever likelier, as another one lay over its place."""
    bare = saw(A, EMPTY)
    for visibility in (0.0, 0.2, 0.4):
        hidden = saw(A, EMPTY, 0.95, visibility)
        assert after(bare).news(hidden, "O") >= 0.0
        assert after(bare, hidden).news(hidden, "O") >= 0.0


def test_another_reading_is_news_in_full() -> None:
    """So is the first one after it; what is read as what lies there costs nothing."""
    seen, other = saw(A, "X", 0.9), saw(A, "Z", 0.9)
    assert after(seen, seen).news(other, "O") == evidence_gap(other, "O")
    assert after(seen, other).news(seen, "O") == evidence_gap(seen, "O")
    assert after(seen).news(seen, "X") == 0.0


def test_a_place_that_looks_otherwise_for_a_reason_was_not_misread() -> None:
    """A tile that slipped out of its cell: the reader read rightly that the cell is bare; and a
    piece that it reads where no turn put one."""
    bare = saw(A, EMPTY, 0.9)
    slipped = Habits().after(Observation("toy", (bare,)), {A: "O"}, {})
    assert slipped.news(bare, "O") == evidence_gap(bare, "O")
    fallen = Habits().after(Observation("toy", (saw(A, "X"),)), {}, {A: "X"})
    assert fallen.news(saw(A, "X"), EMPTY) == evidence_gap(saw(A, "X"), EMPTY)


def test_a_piece_that_looks_like_another_is_no_news_when_it_does_so_again() -> None:
    """A tram told by what changed, of which little is read: unless it is gone, as people are asked
    every time."""
    other = saw(A, "X", 0.9)
    told = Habits().after(Observation("toy", (other,)), {A: "O"}, {A: "X"})
    assert told.news(other, "O") < 0.5 * evidence_gap(other, "O")
    gone = Habits().after(Observation("toy", (other,)), {A: "O"}, {A: "X"}, disturbed=(A,))
    assert gone.news(other, "O") == evidence_gap(other, "O")


def test_a_place_that_is_touched_is_weighed_in_full() -> None:
    """That nothing happened there is known by habit; that something did is not."""
    habits = Habits()
    for _ in range(2):
        habits = habits.after(PICTURE, KNOWN, KNOWN)
    still, laid = board(habits).gap(KNOWN)[0], board(habits).gap({**KNOWN, B: "Z"})[0]
    assert still < 0.5 * (cost(B, "O") + cost(C, EMPTY))
    assert laid == pytest.approx(cost(B, "Z") + habits.news(saw(C, "O"), EMPTY))


# What people put right --------------------------------------------------------------------------


def test_what_people_put_right_is_excused() -> None:
    """That truth under that reading costs nothing; another label does, and so does the
    truth once it is read as something else."""
    told = board(Habits().told({B: Misread("O", "X")}, [B]))
    assert told.cost(B, "O") == 0.0
    assert told.gap(KNOWN)[2] == 0
    assert told.cost(B, "Z") == pytest.approx(cost(B, "Z"), abs=0.05)
    other = Observation("toy", (saw(B, "Z"),))
    again = board(Habits().told({B: Misread("O", "X")}, [B]), other)
    assert again.cost(B, "O") == pytest.approx(evidence_gap(saw(B, "Z"), "O"))


#: A place that was hardly read as what lies there, and one that is surely not.
FAINT, SURE = (Sighting(B, Belief.of({"X": p, "O": 0.9999 - p})) for p in (0.7, 0.9999))


def gaps(label: object) -> tuple[float, float]:
    """Those of a label in both."""
    return evidence_gap(FAINT, label), evidence_gap(SURE, label)


def test_what_is_read_much_more_surely_than_people_denied_is_no_excuse() -> None:
    """They said that it lies there though it is hardly seen: now it is surely seen not to."""
    faint, sure = gaps("O")
    told = Habits().told(told_misreads([B], {B: "O"}, Observation("toy", (FAINT,))), [B])
    assert board(told, Observation("toy", (FAINT,))).cost(B, "O") == 0.0
    news = sure - faint - LIMITS.surer
    assert news > LIMITS.stray_nats
    left = board(told, Observation("toy", (SURE,)))
    assert left.cost(B, "O") == pytest.approx(news, abs=0.1)
    assert told.heard(FAINT, "O").belief.best == "O"
    assert told.heard(SURE, "O").belief.best == "X"


def test_what_people_denied_has_hardly_come_unless_it_is_read_surer() -> None:
    """The same faint look of a piece in the next picture is no reason to ask again."""
    told = Habits().told(told_misreads([B], {B: "O"}, Observation("toy", (FAINT,))), [B])
    faint, sure = (board(told, Observation("toy", (one,))) for one in (FAINT, SURE))
    assert faint.cost(B, "X") == pytest.approx(LIMITS.denied, abs=0.01)
    assert sure.cost(B, "X") == 0.0
    assert faint.cost(B, "Z") >= evidence_gap(FAINT, "Z")


@pytest.mark.parametrize("visibility", [0.2, 0.5, 1.0])
def test_what_people_denied_stays_as_possible_and_as_unlikely_in_half_sight(
    visibility: float,
) -> None:
    """A game may still propose it, as it may have come since, and it costs as much as elsewhere."""
    half = replace(SURE, visibility=visibility)
    told = Habits().told(told_misreads([B], {B: "O"}, Observation("toy", (half,))), [B])
    assert board(told, Observation("toy", (half,))).cost(B, "X") == pytest.approx(3.0, abs=0.01)
    heard = told.heard(half, "O").belief
    assert sum(p for _, p in heard.ranked) == pytest.approx(1.0)
    assert heard.probability("X") > 0.04


def looks(picture: Any, early: str = "X") -> dict[Any, Misread]:
    """What a picture of a bare table shows of a piece that cannot be there yet."""
    return printed(picture, lambda label: label == early)


def test_what_cannot_be_a_piece_yet_is_a_print() -> None:
    """However faint it is, but not what may be one."""
    faint = Sighting(A, Belief.of({EMPTY: 0.7, "X": 0.2}))
    hardly = Sighting(B, Belief.of({EMPTY: 0.999, "X": LIMITS.alternative_share / 2}))
    picture = Observation("toy", (faint, hardly, saw(C, "X"), saw(D, "O")))
    found = looks(picture)
    assert {place: (m.truth, m.read) for place, m in found.items()} == {
        A: (EMPTY, "X"),
        C: (EMPTY, "X"),
    }
    assert found[C].gap == pytest.approx(evidence_gap(saw(C, "X"), EMPTY))


@pytest.mark.parametrize("share", [0.3, 0.7])
def test_a_print_is_no_piece_until_it_is_read_surer(share: float) -> None:
    """Also where it is not the likeliest reading; a sure one is a piece."""
    faint, sure = (Sighting(C, Belief.of({"X": p, EMPTY: 0.9999 - p})) for p in (share, 0.9999))
    habits = Habits().with_prints(looks(Observation("toy", (faint,))))
    again, news = (board(habits, Observation("toy", (one,))) for one in (faint, sure))
    assert again.cost(C, "X") == pytest.approx(LIMITS.denied, abs=0.01)
    assert again.cost(C, EMPTY) == 0.0
    assert news.cost(C, "X") == 0.0
    assert news.cost(C, EMPTY) > LIMITS.stray_nats


def test_a_print_is_remembered_at_its_surest_and_whatever_people_say() -> None:
    """Their word is of a piece; once one lies there the print explains nothing."""
    faint, surer = (Sighting(C, Belief.of({"X": p, EMPTY: 0.9999 - p})) for p in (0.3, 0.8))
    seen = [looks(Observation("toy", (one,))) for one in (faint, surer, faint)]
    habits = Habits().with_prints(seen[0]).with_prints(seen[1]).with_prints(seen[2])
    assert habits.prints == seen[1]
    assert habits.prints[C].gap == seen[1][C].gap
    assert habits.told({}, [C]).prints == habits.prints
    kept = habits.after(PICTURE, {C: "X"}, {C: "X"})
    assert kept.prints == habits.prints
    there = board(kept, Observation("toy", (surer,)), {**KNOWN, C: "X"})
    assert there.cost(C, EMPTY) == pytest.approx(evidence_gap(surer, EMPTY))
    assert board(kept, Observation("toy", (surer,))).cost(C, EMPTY) == 0.0


def test_what_is_read_much_more_surely_than_ever_is_news() -> None:
    """A piece hardly seen in three pictures is seen to be gone; seen as hardly once more it is
    not."""
    faint, sure = gaps("O")
    habits = after(FAINT, FAINT, FAINT)
    assert habits.news(FAINT, "O") < 0.5 * faint
    assert habits.news(SURE, "O") > sure - faint - LIMITS.surer


def test_an_excuse_lasts_as_long_as_the_piece_lies_there() -> None:
    """A bare place may be the truth."""
    told = Habits().told({A: Misread("O", "X"), B: Misread(EMPTY, "X")}, [A, B])
    kept = told.after(PICTURE, {A: "O"}, {A: "O"})
    assert kept.misreads == told.misreads
    assert told.after(PICTURE, {A: "X", B: "X"}, {}).misreads == {}


@pytest.mark.parametrize(("numbered", "excused"), [(False, True), (True, False)])
def test_an_excuse_ends_with_the_piece_whose_number_it_was(numbered: bool, excused: bool) -> None:
    """A ghost that people denied and that is read no more: what comes under its number later is
    another piece, where places are numbers of pieces."""
    told = Habits().told({B: Misread(EMPTY, "X")}, [B])
    kept = told.after(Observation("toy", (saw(A, "O"),)), {A: "O"}, {A: "O"}, numbered=numbered)
    assert (B in kept.misreads) is excused
    seen = told.after(Observation("toy", (saw(B, "X"),)), {A: "O"}, {A: "O"}, numbered=numbered)
    assert B in seen.misreads


def test_of_what_people_spoke_of_nothing_earlier_counts() -> None:
    """Their word takes its place."""
    habits = after(saw(A, "X"), saw(A, "X")).told({}, [A])
    assert habits.news(saw(A, "X"), "O") == pytest.approx(cost(A, "O"))


def test_what_people_said_and_took_back_excuses_nothing() -> None:
    """Once what they said of a place is undone, a piece that leaves it has left."""
    wrongly = Habits().told({B: Misread("O", "X")}, [B])
    assert wrongly.misreads
    assert not wrongly.told({}, [B]).misreads
    assert wrongly.told({}, [A]).misreads == wrongly.misreads


def test_a_place_read_rightly_needs_no_excuse() -> None:
    """Nor does one that the picture does not show."""
    found = told_misreads([A, B, D, Cell(9, 9)], {A: "X", B: "O"}, PICTURE)
    assert found == {B: Misread("O", "X")}
    assert told_misreads([C], {}, PICTURE) == {C: Misread(EMPTY, "O")}


def test_a_picture_is_held_against_people_as_a_history_had_it_lie() -> None:
    """Where another one had it that the board was turned, other places showed something else."""
    turned = Observation("toy", (saw(A, "O"), saw(B, "X")))
    habits = after(saw(A, "X"), saw(B, "O"))
    assert told_misreads([A, B], {A: "X", B: "O"}, habits.as_seen(turned)) == {}
    assert set(told_misreads([A, B], {A: "X", B: "O"}, turned)) == {A, B}
    assert Habits().as_seen(turned).sightings == turned.sightings


# Where pieces are in the picture ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("apart", "moved", "prior"),
    [
        (100.0, 0.0, 0.0),
        (100.0, 50.0, -2.0),
        (100.0, 900.0, -4.0),
        (0.0, 0.5, -2.0),
        (None, LONE_PIECE_PX / 4, -1.0),
    ],
)
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
    assert pixel_prior(picture, near) == pytest.approx(prior)
    assert pixel_prior(picture, {D: (700.0, 700.0)}) == 0.0
