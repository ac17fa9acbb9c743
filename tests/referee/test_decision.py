"""What may be called: absolute fit, then the lead, at the very limits."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.core.events import MatchStarted, PositionSeen
from rules.core.observation import Observation
from rules.core.places import Cell
from rules.core.verdict import Remark, Ruling, Verdict, Violation
from rules.referee.decision import Sureness, decided, marginal
from rules.referee.hypotheses import Hypothesis, Weighed
from rules.referee.limits import Limits
from rules.referee.match import Status, replayed
from rules.referee.rulings import Ruled, stands_alone
from tests.laws.games import GAMES

LIMITS = Limits(sure_move=0.75, sure_foul=0.875, fit_nats=3.0, stray_share=0.25, free_strays=1)
LEGAL = Ruled("lay", Verdict(Ruling.LEGAL), Status.ACCEPTED)
ASKED = Ruled("lay", Verdict(Ruling.ASK, remarks=(Remark("straighten"),)), Status.ACCEPTED)
FOUL = Ruled("blunder", Verdict(Ruling.ILLEGAL, (Violation("askew", "A"),)), Status.OPEN)
OTHER = Ruled("slip", Verdict(Ruling.ILLEGAL, (Violation("colour", "C"),)), Status.OPEN)


def weighed(probability: float, *new: Ruled, **more: object) -> Weighed:
    """One meaning with its probability; it fits unless told."""
    facts: dict = {"worst": 0.0, "strays": 0, "disturbed": (), "score": 0.0, **more}
    known = {name: facts.get(name) for name in Hypothesis.__dataclass_fields__ if name in facts}
    rest = {"observation": Observation("toy", ()), "new": new, "stay": (), "gone": ()}
    others = set(Hypothesis.__dataclass_fields__) - set(known) - set(rest)
    return Weighed(Hypothesis(**rest, **known, **dict.fromkeys(others)), probability)


@pytest.mark.parametrize(
    ("worst", "strays", "known", "fits"),
    [(3.0, 0, 0, True), (3.1, 0, 0, False), (0.0, 1, 0, True), (0.0, 2, 0, False),
     (0.0, 2, 8, True), (0.0, 3, 8, False)],
)  # fmt: skip
def test_what_contradicts_the_picture_is_no_meaning(
    worst: float, strays: int, known: int, fits: bool
) -> None:
    """However likely beside the others: the worst place touched, and misread places."""
    one = weighed(1.0, LEGAL, worst=worst, strays=strays)
    found = decided([one], known, LIMITS)
    assert found.sureness is (Sureness.SURE if fits else Sureness.NO_FIT)
    assert found.ranked == ((one,) if fits else ())


def test_only_meanings_that_fit_are_ranked() -> None:
    """The likeliest of them is the best."""
    bad, good = weighed(0.2, FOUL, worst=9.0), weighed(0.8, LEGAL)
    found = decided([bad, good], 0, LIMITS)
    assert found.ranked == (good,)
    assert found.best is good
    assert decided([good, weighed(0.2, FOUL)], 0, LIMITS).best is good


@pytest.mark.parametrize(
    ("one", "sure"),
    [
        (weighed(0.75, LEGAL), True),
        (weighed(0.74, LEGAL), False),
        (weighed(0.875, FOUL), True),
        (weighed(0.87, FOUL), False),
        (weighed(1.0, ASKED), False),
        (weighed(1.0, LEGAL, disturbed=("c4",)), False),
        (weighed(1.0), True),
        (weighed(0.8, LEGAL, FOUL), False),
        (weighed(0.9, LEGAL, FOUL), True),
    ],
)
def test_a_call_needs_its_lead_and_a_foul_a_clearer_one(one: Weighed, sure: bool) -> None:
    """A question of the rules, or a piece that was touched, is never called."""
    found = decided([one], 0, LIMITS)
    assert found.sureness is (Sureness.SURE if sure else Sureness.ASK)


def test_the_same_foul_adds_up_over_meanings() -> None:
    """What else happened besides may be in doubt; another turn or a legal one adds nothing."""
    best, also = weighed(0.8, FOUL), weighed(0.1, LEGAL, FOUL)
    assert decided([best, also], 0, LIMITS).sureness is Sureness.SURE
    for other in (weighed(0.1, LEGAL), weighed(0.1, OTHER), weighed(0.1)):
        assert decided([best, other], 0, LIMITS).sureness is Sureness.ASK
    assert marginal([best, also, weighed(0.05, OTHER)], FOUL) == pytest.approx(0.9)
    rested = Ruled(FOUL.turn, LEGAL.verdict, Status.RESTING)
    assert marginal([best, weighed(0.1, rested)], FOUL) == pytest.approx(0.8)


def askew(name: str, *cols: int) -> Ruled:
    """A turn whose tile lies askew on the first of these cells."""
    cells = tuple(Cell(col, 0) for col in cols)
    verdict = Verdict(Ruling.ILLEGAL, (Violation("askew", "A", cells),))
    return Ruled(name, verdict, Status.OPEN)


def test_the_same_rule_broken_there_is_the_same_foul_however_the_piece_reads() -> None:
    """By the place of its first piece; elsewhere it is another foul."""
    best = weighed(0.8, askew("yellow", 1, 2))
    same, elsewhere = weighed(0.1, askew("blue", 1, 3)), weighed(0.1, askew("blue", 3, 2))
    assert decided([best, same], 0, LIMITS).sureness is Sureness.SURE
    assert decided([best, elsewhere], 0, LIMITS).sureness is Sureness.ASK


def test_a_foul_told_beside_guessed_turns_must_be_one_without_them() -> None:
    """A foul alone needs no such proof, and turns that are none are not asked for it."""

    def falls(_: Ruled) -> bool:
        return False

    for new, sureness in (
        ((LEGAL, FOUL), Sureness.ASK),
        ((FOUL,), Sureness.SURE),
        ((LEGAL, replace(LEGAL, turn="another")), Sureness.SURE),
    ):
        assert decided([weighed(0.99, *new)], 0, LIMITS, falls).sureness is sureness
        assert decided([weighed(0.99, *new)], 0, LIMITS).sureness is Sureness.SURE


@pytest.mark.parametrize(
    ("told", "there", "stands"),
    [("occupied", "X", True), ("occupied not-your-turn", "X", False), ("occupied", "O", True)],
)
def test_a_foul_stands_alone_that_breaks_the_same_rules_there(
    told: str, there: str, stands: bool
) -> None:
    """Three in a row: one cross lies, so a nought is next; on its cell both may be wrong."""
    toy = GAMES["toy"]
    corner, turn = Cell(0, 0), type(next(toy.legal_turns(toy.start(("A", "B"), None), None)))
    start = MatchStarted("toy", ("A", "B"), ())
    lying = ((corner, "X"),) if there == "O" else ((corner, "X"), (Cell(1, 1), "O"))
    match = replayed(toy, [start, PositionSeen(lying)])
    violations = tuple(Violation(code, "Toy", (corner,)) for code in told.split())
    foul = Ruled(turn(corner, "X"), Verdict(Ruling.ILLEGAL, violations), Status.OPEN)
    assert stands_alone(match, foul) is stands
