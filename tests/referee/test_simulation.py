"""Whole games with noise: how many pictures are called rightly, asked about, called wrongly."""

from __future__ import annotations

import pytest

from tests.referee.curve import curve, row

#: Games in which a referee that calls every likeliest reading errs at 0.2 %, and some others.
HARD = (20, 28, 43, 53, 59, 67, 75, 163)
SEEDS = (*range(12), *HARD)


def shares(rate: float, seeds: tuple[int, ...] = SEEDS) -> tuple[float, float, int, str]:
    """Right and asked shares, wrong pictures, and the causes for the message."""
    score = curve(rate, seeds)
    counts = score.counts
    called = counts["right"] + counts["asked"] + counts["wrong"]
    return (
        counts["right"] / called,
        counts["asked"] / called,
        counts["wrong"],
        f"{row(rate, counts)} {score.causes}",
    )


@pytest.mark.slow
def test_without_misreads_little_is_asked_about() -> None:
    """Nothing is called wrongly; a new tile out of sight and several lays at once are asked."""
    right, asked, wrong, told = shares(0.0)
    assert wrong == 0, told
    assert right >= 0.94, told
    assert asked <= 0.06, told


@pytest.mark.parametrize(
    ("seeds", "least"), [(HARD[:3], 0.85), pytest.param(SEEDS, 0.90, marks=pytest.mark.slow)]
)
def test_at_the_aimed_rate_no_call_is_wrong(seeds: tuple[int, ...], least: float) -> None:
    """0.2 % misread tiles: the design's aim for a reader."""
    right, asked, wrong, told = shares(0.002, seeds)
    assert wrong == 0, told
    assert right >= least, told
    assert asked <= 1 - least, told


@pytest.mark.slow
def test_at_eight_times_the_rate_the_referee_asks_rather_than_errs() -> None:
    """1.6 %: more questions; wrong only where a tile is read wrongly and surely, which befell four
    of 177 pictures as measured."""
    right, asked, wrong, told = shares(0.016)
    assert wrong <= 4, told
    assert right >= 0.85, told
    assert asked <= 0.15, told
