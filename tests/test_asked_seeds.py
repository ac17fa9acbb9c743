"""A bench says how it is called."""

from __future__ import annotations

import runpy
import sys

import pytest

from tests.asked_seeds import asked_seeds


def test_seeds_and_more_words() -> None:
    """As the benches' documents call them."""
    assert asked_seeds("Counts.", ["7200", "30"]) == (7200, 30, [])
    assert asked_seeds("Counts.", ["7200", "30", "known"]) == (7200, 30, ["known"])
    games = ("redline", "rouge")
    assert asked_seeds("Counts.", ["rouge", "7", "3"], games) == (7, 3, ["rouge"])


@pytest.mark.parametrize("argv", [[], ["7200"], ["seven", "30"]])
def test_without_its_numbers_a_bench_says_what_it_wants(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, no traceback."""
    with pytest.raises(SystemExit) as ended:
        asked_seeds("Counts.\n\nAt length.", argv)
    assert ended.value.code == 2
    assert "first" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [[], ["chess", "7200", "30"]])
def test_without_its_game_a_bench_says_which_it_knows(
    argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, no traceback."""
    with pytest.raises(SystemExit) as ended:
        asked_seeds("Counts.", argv, ("redline", "rouge"))
    assert ended.value.code == 2
    assert "{redline,rouge}" in capsys.readouterr().err


@pytest.mark.parametrize(
    "bench",
    [
        *(f"tests.hard.{one}" for one in ("api", "attack", "besieged", "kill9", "saved_games")),
        *("tests.hard.truthful", "tests.hard.viewers"),
        *("tests.server.evening_films", "tests.vision.mokadi.shades"),
    ],
)
def test_called_without_a_word_a_bench_says_how_it_is_called(
    bench: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line, no traceback."""
    monkeypatch.delitem(sys.modules, bench, raising=False)
    monkeypatch.setattr(sys, "argv", [bench])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(bench, run_name="__main__")
    assert ended.value.code == 2
    assert "the following arguments are required" in capsys.readouterr().err
