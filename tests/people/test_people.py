"""The table of people runs over every game, and every evening of it is repeatable."""

from __future__ import annotations

import pytest

from tests.laws.games import GAMES
from tests.people.evening import Evening, Plan, table
from tests.people.habits import HABITS
from tests.people.parts import LEFT_OUT, PARTS
from tests.people.profile import LIMITS, MANY, SOME

#: What a table of each kind misreads: nothing, or this share of the places.
RATES = (0.0, 0.002)


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
    one, other = (Evening(Plan(game, 3, pictures=3, misread=0.01)) for _ in range(2))
    assert one.run() == other.run()
    assert one.transcript == other.transcript


@pytest.mark.parametrize("game", PARTS)
@pytest.mark.parametrize("habit", HABITS)
def test_every_habit_can_be_the_only_one(game: str, habit: str) -> None:
    """Each goes through an evening of its own."""
    tally = Evening(Plan(game, 1, pictures=3, habit=habit)).run()
    assert tally.counts["pictures"] == 3


@pytest.mark.parametrize(
    ("game", "seed", "pictures"),
    [
        pytest.param(
            "linie1",
            3080,
            12,
            id="an answer among orders of which none is the true one",
            marks=pytest.mark.slow,
        ),
        pytest.param("linie1", 3140, 12, id="the first of two turns of one picture is changed"),
        pytest.param("redline", 1140, 12, id="and a tile of it laid elsewhere"),
        pytest.param("redline", 3120, 12, id="who lays last of two in one picture draws"),
        pytest.param(
            "rouge", 3026, 12, id="an order after which the game was over", marks=pytest.mark.slow
        ),
        pytest.param(
            "rouge",
            3038,
            12,
            id="an answer that amended what it did not decide",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "rouge",
            3070,
            12,
            id="an alternative with two pasts that said one",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "rouge",
            3102,
            12,
            id="two answers with the same turn",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "rouge",
            20074,
            12,
            id="more orders than are kept, and a story that fell out",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "rouge",
            40111,
            5,
            id="unlikely stories, and a likely order that fell out",
            marks=pytest.mark.slow,
        ),
        pytest.param("rouge", 20023, 12, id="two equal turns of two players in one picture"),
        pytest.param("rouge", 3184, 12, id="a foul that hangs on who was to move"),
        pytest.param(
            "rouge",
            40052,
            9,
            id="and one that hangs on the order of earlier turns",
            marks=pytest.mark.slow,
        ),
        pytest.param("rouge", 40011, 3, id="a turn is changed without which the order was none"),
        pytest.param("rouge", 40039, 3, id="a ring turned too far, beside another one"),
        pytest.param(
            "rouge",
            40041,
            6,
            id="a line by a ring of which nobody knows who turned it",
            marks=pytest.mark.slow,
        ),
        pytest.param("linie1", 80113, 6, id="the tiles of one picture, changed twice"),
        pytest.param("rouge", 80234, 5, id="another past for a foul's one reason more"),
        pytest.param("rouge", 80209, 8, id="which of two like pawns moved and which was taken"),
        pytest.param(
            "rouge", 80279, 8, id="a foul gone before a turn of two looks", marks=pytest.mark.slow
        ),
        pytest.param("rouge", 120231, 10, id="the camera went round, or all three rings did"),
        pytest.param(
            "rouge",
            513014,
            7,
            id="answers that differ in one earlier turn of several",
            marks=pytest.mark.slow,
        ),
        pytest.param("linie1", 595031, 14, id="a tile of which nobody saw whose hand it left"),
        pytest.param("linie1", 595146, 23, id="and one taken in exchange", marks=pytest.mark.slow),
        pytest.param("linie1", 160242, 10, id="a second tile after one that was let stand"),
        pytest.param("rouge", 170195, 11, id="the line of a pawn that was let stand"),
        pytest.param(
            "rouge",
            170008,
            12,
            id="a pawn set where that of a called foul had stood",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "rouge",
            570031,
            9,
            id="pawns taken for the line of an open foul",
            marks=pytest.mark.slow,
        ),
        pytest.param("rouge", 590259, 11, id="nobody is out by a turned ring"),
        pytest.param("rouge", 590024, 2, id="a line of nobody knows whom owes nothing"),
        pytest.param(
            "rouge",
            597053,
            40,
            id="a turn of an earlier order is changed",
            marks=pytest.mark.slow,
        ),
        pytest.param("rouge", 190248, 5, id="an answer that says that the camera stood still"),
        pytest.param("rouge", 220153, 9, id="an order put right over a foul that was insisted on"),
        pytest.param("rouge", 150360, 9, id="a ring turned twice, or once too far"),
        pytest.param("rouge", 150155, 9, id="an answer that tells an earlier turn"),
        pytest.param("rouge", 150507, 8, id="which of two players turned which ring"),
        pytest.param(
            "rouge",
            150718,
            10,
            id="and one of them may be a pawn that was moved",
            marks=pytest.mark.slow,
        ),
        pytest.param("rouge", 150068, 8, id="whose line took a pawn"),
        pytest.param(
            "rouge",
            150079,
            10,
            id="a reason that hangs on a turn asked about",
            marks=pytest.mark.slow,
        ),
        pytest.param("rouge", 150537, 5, id="what is new told with a past less likely"),
        pytest.param("rouge", 150550, 10, id="a foul told as either of two, and played over"),
        pytest.param(
            "rouge", 40704, 11, id="two fouls of two players, or one of one", marks=pytest.mark.slow
        ),
        pytest.param(
            "rouge", 80299, 12, id="and one reason less for an older foul", marks=pytest.mark.slow
        ),
    ],
)
def test_evenings_that_once_ended_in_a_false_word(game: str, seed: int, pictures: int) -> None:
    """Nothing false is said in them."""
    assert Evening(Plan(game, seed, pictures)).run().counts["wrong"] == 0


@pytest.mark.parametrize(
    ("game", "seed", "pictures"),
    [
        pytest.param("linie1", 80037, 7, id="a foul that looks like an unlikely change of mind"),
        pytest.param("linie1", 80150, 7, id="two tiles told one by one were one turn"),
        pytest.param("linie1", 80291, 5, id="tiles of two turns were one turn"),
        pytest.param("linie1", 80286, 12, id="which tile was laid with the one that is a foul"),
    ],
)
def test_evenings_that_once_lost_what_happened(game: str, seed: int, pictures: int) -> None:
    """What happened is told, or among the answers."""
    _nothing_lost(Plan(game, seed, pictures), silent=0)


@pytest.mark.parametrize(
    ("game", "seed", "pictures"),
    [
        pytest.param("redline", 5022, 12, id="an answered question that excused what was read"),
        pytest.param(
            "rouge", 5023, 8, id="and made a foul of the next turn", marks=pytest.mark.slow
        ),
        pytest.param("rouge", 5027, 7, id="a second look that went back to an older view"),
        pytest.param("rouge", 5003, 12, id="a foul after an answer", marks=pytest.mark.slow),
        pytest.param("rouge", 5063, 6, id="a foul beside a legal turn", marks=pytest.mark.slow),
    ],
)
def test_a_watched_evening_that_once_went_astray(game: str, seed: int, pictures: int) -> None:
    """Every view is looked at again and again; nothing false is said of any, and no foul lost."""
    _nothing_lost(Plan(game, seed, pictures, live=True))


@pytest.mark.slow
@pytest.mark.parametrize("game", PARTS)
def test_watched_evenings_are_within_the_limits(game: str) -> None:
    """As good as one picture after each touch."""
    _within(game, 0.0, MANY, live=True)


@pytest.mark.parametrize("game", PARTS)
def test_some_evenings_are_within_the_limits(game: str) -> None:
    """Clean pictures, all habits."""
    _within(game, 0.0, SOME)


@pytest.mark.slow
@pytest.mark.parametrize("misread", RATES)
@pytest.mark.parametrize("game", PARTS)
def test_many_evenings_are_within_the_limits(game: str, misread: float) -> None:
    """Some hundred pictures, clean and misread."""
    _within(game, misread, MANY)
