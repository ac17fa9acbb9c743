"""The house is built as its plan says: who may import whom."""

from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from importlinter import cli

ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "rules").rglob("*.py"))


def test_the_import_contracts_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """server -> vision -> calibration -> rules, and rules stay pure (pyproject.toml)."""
    monkeypatch.chdir(ROOT)
    assert cli.lint_imports(no_cache=True) == cli.EXIT_STATUS_SUCCESS


@cache
def parsed(file: Path) -> ast.Module:
    """The code of a file."""
    return ast.parse(file.read_text("utf-8"))


def imported(tree: ast.AST) -> set[str]:
    """The modules a file imports."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@cache
def _imported_by_rules() -> dict[str, set[str]]:
    """The first part of what each file of the rules imports."""
    return {
        str(file.relative_to(ROOT)): {name.partition(".")[0] for name in imported(parsed(file))}
        for file in RULES
    }


def test_rules_import_the_standard_library_and_rules_only() -> None:
    """No array, no picture, no web: not even a small package."""
    allowed = {*sys.stdlib_module_names, "rules"}
    assert {
        file: more for file, tops in _imported_by_rules().items() if (more := tops - allowed)
    } == {}


def test_rules_know_no_clock_no_chance_and_no_disk() -> None:
    """Time and chance are parameters; a package's own data files are the only thing read."""
    unwanted = {"time", "datetime", "random", "secrets", "os", "logging", "socket"}
    assert {
        file: found for file, tops in _imported_by_rules().items() if (found := tops & unwanted)
    } == {}


def test_games_are_strangers_to_each_other() -> None:
    """A game imports the core and itself."""
    for file in sorted((ROOT / "rules" / "games").rglob("*.py")):
        game = file.relative_to(ROOT / "rules" / "games").parts[0]
        rooms = {name for name in imported(parsed(file)) if name.startswith("rules.")}
        allowed = ("rules.core", f"rules.games.{game}")
        assert all(name.startswith(allowed) for name in rooms), file


def test_a_table_is_served_without_what_is_seldom_wanted() -> None:
    """Nobody waits at the start for what prints sets, nor for games that are not played."""
    loaded = "import server.commands.serve, sys; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    unwanted = ("fpdf", "cryptography", "rules.games.")
    assert [name for name in ran.stdout.split() if name.startswith(unwanted)] == []
