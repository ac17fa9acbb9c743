"""Simulated tables of Linie 1 and Rouge: pictures in, calls out, counted."""

from __future__ import annotations

from random import Random

import pytest

from rules.core.call import CallKind
from rules.games.linie1.game import GAME as LINIE1
from rules.games.rouge.game import GAME as ROUGE
from rules.referee.referee import begin, observe
from tests.referee.curve import GAMES, SHARP, curve, row
from tests.referee.grading import Bench
from tests.referee.linie1 import evening as tram_evening
from tests.referee.linie1 import games as trams
from tests.referee.linie1 import sights as tram_sights
from tests.referee.noise import PERFECT, Noise
from tests.referee.rouge import evening as ring_evening
from tests.referee.rouge import games as rings
from tests.referee.rouge import sights as ring_sights
from tests.referee.score import Score
from tests.rules.rouge.tables import house, place, position

#: Evenings played of each game, and of Rouge by default.
EVENINGS, FEW = range(20), range(5)


def linie1_evenings(rate: float) -> Score:
    """Evenings of Linie 1 at one misread rate."""
    total = Score()
    for seed in EVENINGS:
        noise = Noise(rate, covered=0.0, sharp=SHARP)
        rng = Random(seed + 1000)
        bench = Bench(LINIE1, ("A", "B"), tram_sights.seen, rng, noise, trams.key)
        total.join(bench.play(list(tram_evening.evening(Random(seed)))), f"seed {seed}")
    return total


def rouge_evenings(rate: float, seeds: range) -> Score:
    """Evenings of Rouge at one misread rate."""
    total = Score()
    colours = [("red", "black"), ("white", "blue"), ("green", "yellow")]
    for seed in seeds:
        rng, pair = Random(seed), colours[seed % 3]
        noise = Noise(rate, covered=0.0, sharp=SHARP)
        bench = Bench(ROUGE, pair, ring_sights.seen, Random(seed + 1000), noise, rings.key)
        total.join(bench.play(list(ring_evening.evening(rng, pair))), f"seed {seed}")
    return total


@pytest.mark.slow
def test_evenings_of_linie1_without_misreads() -> None:
    """Nothing is called wrongly, little asked: 112 of 120 are called. A tile read at 0.995 beside a
    foul may be a misreading, which a surer reader leaves no room for."""
    score = linie1_evenings(0.0)
    assert score.counts["wrong"] == 0, score.causes
    assert score.counts["right"] >= 110, score.questions  # of 120


@pytest.mark.slow
def test_evenings_of_linie1_at_the_aimed_rate() -> None:
    """0.2 % of the cells misread, three times as many doubted, and nobody answers: questions."""
    score = linie1_evenings(0.002)
    assert score.counts["wrong"] <= 1, score.causes  # a place asked about, then fouled unanswered
    assert score.counts["right"] >= 60, score.questions


@pytest.mark.parametrize(
    ("rate", "seeds", "least"),
    [
        (0.0, FEW, 23),
        pytest.param(0.0, EVENINGS, 95, marks=pytest.mark.slow),
        pytest.param(0.002, EVENINGS, 85, marks=pytest.mark.slow),
    ],
)
def test_evenings_of_rouge(rate: float, seeds: range, least: int) -> None:
    """Without misreads, and at the rate aimed at."""
    score = rouge_evenings(rate, seeds)
    assert score.counts["wrong"] == 0, score.causes
    assert score.counts["right"] >= least, score.questions  # of five an evening


@pytest.mark.slow
@pytest.mark.parametrize(("game", "most"), [("linie1", 0.03), ("rouge", 0.045)])
def test_random_games_at_the_aimed_rate(game: str, most: float) -> None:
    """Turns of every kind, several in a picture, nobody answers: hardly a wrong call. In Rouge some
    of the fouls look like legal turns of a lone pawn, which counts as wrong here."""
    score = curve(0.002, range(10), GAMES[game])
    called = sum(score.counts.values())
    assert score.counts["wrong"] <= most * called, (row(0.002, score.counts), score.causes)


def test_a_line_and_its_capture_in_two_pictures_are_one_turn() -> None:
    """The first call says who must be taken from, the second finishes the same turn."""
    state = begin(ROUGE, ("red", "blue"), house())
    sharp = Noise(0.0, covered=0.0, sharp=SHARP)
    texts = (
        "red 1/0 1/1 3/6; blue 2/4 2/6 3/3",
        "red 1/0 1/1 1/2 3/6; blue 2/4 2/6 3/3",
        "red 1/0 1/1 1/2 3/6; blue 2/4 3/3",
        "red 1/0 1/1 1/2 3/6; blue 2/4 3/3 2/0",
    )
    said = []
    for text in texts:
        state, calls = observe(state, ring_sights.seen(position(text), Random(1), sharp))
        said += calls
    assert [c.kind for c in said] == [CallKind.SETUP, *[CallKind.LEGAL] * 3]
    assert [c.turn for c in said] == [0, 1, 1, 2]
    assert said[1].verdict is not None
    assert [duty.kind for duty in said[1].verdict.required] == ["capture"]
    assert said[2].move == place("red", "1/2", "blue 2/6")


def test_a_mark_tells_a_turned_ring_from_a_moved_pawn() -> None:
    """Either is called without marks, the true one with them; also an empty ring's turn."""
    before = position("red 1/0 2/1 2/4; blue 2/6 2/7")
    after = position("red 1/1 2/1 2/4; blue 2/6 2/7")
    angles = (10.0, 100.0, 300.0)
    for marks, note, move in (
        ((), "either-turn", "move"),
        ((55.0, 100.0, 300.0), None, "turn"),
        (angles, None, "move"),
    ):
        state = begin(ROUGE, ("red", "blue"), house())
        first = ring_sights.seen(before, Random(1), PERFECT, marks=angles if marks else ())
        state, _ = observe(state, first)
        second = ring_sights.seen(after, Random(2), PERFECT, marks=marks)
        state, (call,) = observe(state, second)
        assert call.kind is CallKind.LEGAL
        assert (call.note, ROUGE.turn_to_json(call.move)["kind"]) == (note, move)
    empty = ring_sights.seen(before, Random(3), PERFECT, marks=(10.0, 100.0, 345.0))
    state = begin(ROUGE, ("red", "blue"), house())
    state, _ = observe(state, ring_sights.seen(before, Random(1), PERFECT, marks=angles))
    _, (call,) = observe(state, empty)
    assert ROUGE.turn_to_json(call.move) == {"kind": "turn", "ring": 3, "by": 1, "captures": []}
