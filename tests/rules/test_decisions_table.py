"""The table of decisions keeps up with the rulebooks and the tests."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.core.discovery import discover
from rules.core.rulebook import HouseRule

HERE = Path(__file__).parent
TABLE = (HERE / "DECISIONS.md").read_text("utf-8")

GAMES = discover()


def rows(game: str) -> dict[str, str]:
    """The rows of a game's table by the number of their decision."""
    title = GAMES[game].rulebook.titles["en"]
    part = TABLE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return {row.split("|")[1].strip(): row for row in part.splitlines() if row.startswith("| ")}


def written(option: HouseRule) -> str:
    """A house rule as the table writes it, its default first."""
    others = [str(value).lower() for value in option.values if value != option.default]
    return ", ".join([f"`{option.name}` = **{str(option.default).lower()}**", *others])


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_has_its_row_with_a_test(game: str) -> None:
    """By which a reader finds what holds it."""
    numbers = [decision.number for decision in GAMES[game].rulebook.decisions]
    assert [n for n in numbers if "`test_" not in rows(game).get(n, "")] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_stands_in_the_row_of_its_decision(game: str) -> None:
    """With all its values."""
    found = rows(game)
    options = GAMES[game].rulebook.options
    assert [o.name for o in options if written(o) not in found.get(o.decision, "")] == []


def test_every_test_it_names_exists() -> None:
    """A renamed test is renamed in the table."""
    sources = [path.read_text("utf-8") for path in HERE.rglob("test_*.py")]
    exist = {name for source in sources for name in re.findall(r"^def (test_\w+)", source, re.M)}
    assert sorted(set(re.findall(r"`(test_\w+)`", TABLE)) - exist) == []
