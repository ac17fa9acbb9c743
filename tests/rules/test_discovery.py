"""Games are found by looking, wherever they lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.core.discovery import discover, get
from rules.core.errors import UnknownName
from rules.games.redline import GAME
from tests.laws.games import HERE

TOY = """
class Game:
    name = "{name}"
GAME = Game()
"""


def test_every_package_with_a_game_is_found() -> None:
    """Redline lies in rules/games; the toy is there only with its folder."""
    assert discover()["redline"] is GAME
    assert "toy" not in discover()
    assert set(discover([HERE])) == {*discover(), "toy"}


def test_a_game_is_got_by_name_and_a_bad_name_lists_the_games() -> None:
    """One that exists is the same object as in the list."""
    assert get("redline") is GAME
    assert get("toy", [HERE]).rulebook.titles["fr"] == "Morpion"
    with pytest.raises(UnknownName, match=r"'chess'.*redline"):
        get("chess")


def test_packages_without_a_game_are_passed_over(tmp_path: Path) -> None:
    """A helper package or a plain module is no game."""
    (tmp_path / "helper").mkdir()
    (tmp_path / "helper" / "__init__.py").write_text("")
    (tmp_path / "module.py").write_text(TOY.format(name="module"))
    assert set(discover([tmp_path])) == set(discover())


def test_a_game_that_cannot_be_imported_says_so_every_time(tmp_path: Path) -> None:
    """A broken package is not half remembered."""
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text("raise RuntimeError('no rulebook')")
    for _ in range(2):
        with pytest.raises(RuntimeError, match="no rulebook"):
            discover([tmp_path])


def test_games_are_sorted_by_name(tmp_path: Path) -> None:
    """So that lists look the same everywhere."""
    for name in ("zebra", "aardvark"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(TOY.format(name=name))
    names = list(discover([tmp_path]))
    assert names == sorted(names)
    assert {"aardvark", "zebra"} <= set(names)
