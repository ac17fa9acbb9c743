"""The table of people runs over every game, and every evening of it is repeatable."""

from __future__ import annotations

from typing import Any

import pytest

from tests.laws.games import GAMES
from tests.people.evening import Evening, Plan, table
from tests.people.habits import HABITS
from tests.people.parts import LEFT_OUT, PARTS
from tests.people.profile import HALF, LIMITS, MANY, SOME

#: What a table of each kind misreads: nothing, or this share of the places.
RATES = (0.0, 0.002)

SLOW = pytest.mark.slow


def _once(game: str, seed: int, pictures: int, about: str, *marks: pytest.MarkDecorator) -> Any:
    """An evening in which something once went wrong."""
    return pytest.param(game, seed, pictures, id=about, marks=marks)


def _within(game: str, misread: float, seeds: range, *, live: bool = False) -> None:
    """The counts of these evenings against the limits of the profile, as shares of pictures."""
    counts = table(Plan(game, 0, misread=misread, live=live), seeds).counts
    outcomes = ("right", "asked", "silent", "wrong")
    assert counts["pictures"] == sum(counts[one] for one in outcomes)
    for (rate, name), most in LIMITS.get(game, {}).items():
        if rate == misread:
            assert counts[name] <= most * counts["pictures"], name


def _nothing_lost(plan: Plan, **most: int) -> None:
    """Nothing false is said in an evening, and no foul or true answer is lost; `most` of others."""
    counts = Evening(plan).run().counts
    for name in ("wrong", "asked-without-truth", "fouls-waved-through", *most):
        assert counts[name] <= most.get(name, 0), name


def test_every_game_has_its_people() -> None:
    """A game that discovery finds is played, or it is written down why not."""
    assert {*PARTS, *LEFT_OUT} == set(GAMES)
    assert not {*PARTS} & {*LEFT_OUT}


@pytest.mark.parametrize("game", PARTS)
def test_an_evening_is_repeatable(game: str) -> None:
    """The same seed gives the same pictures and the same words."""
    one, other = (Evening(Plan(game, 3, pictures=2, misread=0.01)) for _ in range(2))
    assert one.run() == other.run()
    assert one.transcript == other.transcript


@pytest.mark.parametrize("game", PARTS)
@pytest.mark.parametrize("habit", HABITS)
def test_every_habit_can_be_the_only_one(game: str, habit: str) -> None:
    """Each goes through an evening of its own."""
    tally = Evening(Plan(game, 1, pictures=2, habit=habit)).run()
    assert tally.counts["pictures"] == 2


@pytest.mark.parametrize(
    ("game", "seed", "pictures"),
    [
        _once("linie1", 3080, 12, "an answer among orders of which none is the true one", SLOW),
        _once("linie1", 3140, 12, "the first of two turns of one picture is changed"),
        _once("redline", 1140, 12, "and a tile of it laid elsewhere"),
        _once("redline", 3120, 12, "who lays last of two in one picture draws"),
        _once("rouge", 3026, 12, "an order after which the game was over", SLOW),
        _once("rouge", 3038, 12, "an answer that amended what it did not decide", SLOW),
        _once("rouge", 3070, 12, "an alternative with two pasts that said one", SLOW),
        _once("rouge", 3102, 12, "two answers with the same turn", SLOW),
        _once("rouge", 20074, 12, "more orders than are kept, and a story that fell out", SLOW),
        _once("rouge", 40111, 5, "unlikely stories, and a likely order that fell out", SLOW),
        _once("rouge", 20023, 12, "two equal turns of two players in one picture"),
        _once("rouge", 3184, 12, "a foul that hangs on who was to move"),
        _once("rouge", 40052, 9, "and one that hangs on the order of earlier turns", SLOW),
        _once("rouge", 40011, 3, "a turn is changed without which the order was none"),
        _once("rouge", 40039, 3, "a ring turned too far, beside another one"),
        _once("rouge", 40041, 6, "a line by a ring of which nobody knows who turned it", SLOW),
        _once("linie1", 80113, 6, "the tiles of one picture, changed twice"),
        _once("rouge", 80234, 5, "another past for a foul's one reason more", SLOW),
        _once("rouge", 80209, 8, "which of two like pawns moved and which was taken"),
        _once("rouge", 80279, 8, "a foul gone before a turn of two looks", SLOW),
        _once("rouge", 120231, 10, "the camera went round, or all three rings did", SLOW),
        _once("rouge", 513014, 7, "answers that differ in one earlier turn of several", SLOW),
        _once("linie1", 595031, 14, "a tile of which nobody saw whose hand it left", SLOW),
        _once("linie1", 595146, 23, "and one taken in exchange", SLOW),
        _once("linie1", 160242, 10, "a second tile after one that was let stand"),
        _once("rouge", 170195, 11, "the line of a pawn that was let stand", SLOW),
        _once("rouge", 170008, 12, "a pawn set where that of a called foul had stood", SLOW),
        _once("rouge", 570031, 9, "pawns taken for the line of an open foul", SLOW),
        _once("rouge", 590259, 11, "nobody is out by a turned ring", SLOW),
        _once("rouge", 590024, 2, "a line of nobody knows whom owes nothing"),
        _once("rouge", 190248, 5, "an answer that says that the camera stood still", SLOW),
        _once("rouge", 220153, 9, "an order put right over a foul that was insisted on", SLOW),
        _once("rouge", 150360, 9, "a ring turned twice, or once too far"),
        _once("rouge", 150155, 9, "an answer that tells an earlier turn", SLOW),
        _once("rouge", 150507, 8, "which of two players turned which ring", SLOW),
        _once("rouge", 150718, 10, "and one of them may be a pawn that was moved", SLOW),
        _once("rouge", 150068, 8, "whose line took a pawn"),
        _once("rouge", 150079, 10, "a reason that hangs on a turn asked about", SLOW),
        _once("rouge", 150537, 5, "what is new told with a past less likely"),
        _once("rouge", 150550, 10, "a foul told as either of two, and played over"),
        _once("rouge", 40704, 11, "two fouls of two players, or one of one", SLOW),
        _once("rouge", 80299, 12, "and one reason less for an older foul", SLOW),
    ],
)
def test_evenings_that_once_ended_in_a_false_word(game: str, seed: int, pictures: int) -> None:
    """Nothing false is said in them."""
    assert Evening(Plan(game, seed, pictures)).run().counts["wrong"] == 0


@pytest.mark.parametrize(
    ("game", "seed", "pictures"),
    [
        _once("linie1", 80037, 7, "a foul that looks like an unlikely change of mind"),
        _once("linie1", 80150, 7, "two tiles told one by one were one turn"),
        _once("linie1", 80291, 5, "tiles of two turns were one turn"),
        _once("linie1", 80286, 12, "which tile was laid with the one that is a foul"),
    ],
)
def test_evenings_that_once_lost_what_happened(game: str, seed: int, pictures: int) -> None:
    """What happened is told, or among the answers."""
    _nothing_lost(Plan(game, seed, pictures), silent=0)


@pytest.mark.parametrize(
    ("game", "seed", "pictures"),
    [
        _once("redline", 5022, 12, "an answered question that excused what was read"),
        _once("rouge", 5023, 8, "and made a foul of the next turn", SLOW),
        _once("rouge", 5027, 7, "a second look that went back to an older view"),
        _once("rouge", 5003, 12, "a foul after an answer", SLOW),
        _once("rouge", 5063, 6, "a foul beside a legal turn", SLOW),
    ],
)
def test_a_watched_evening_that_once_went_astray(game: str, seed: int, pictures: int) -> None:
    """Every view is looked at again and again; nothing false is said of any, and no foul lost."""
    _nothing_lost(Plan(game, seed, pictures, live=True))


@pytest.mark.slow
@pytest.mark.parametrize("game", PARTS)
def test_watched_evenings_are_within_the_limits(game: str) -> None:
    """As good as one picture after each touch."""
    _within(game, 0.0, HALF, live=True)


@pytest.mark.parametrize("game", PARTS)
def test_some_evenings_are_within_the_limits(game: str) -> None:
    """Clean pictures, all habits."""
    _within(game, 0.0, SOME)


@pytest.mark.slow
@pytest.mark.parametrize("misread", RATES)
@pytest.mark.parametrize("game", PARTS)
def test_many_evenings_are_within_the_limits(game: str, misread: float) -> None:
    """Some hundred pictures; misread ones take longer, and half as many."""
    _within(game, misread, HALF if misread else MANY)
