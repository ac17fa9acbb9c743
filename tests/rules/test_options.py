"""Every house rule of every game is read by something that decides: none is only written down."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import rules
from rules.core.discovery import discover
from rules.core.rulebook import HouseRule

ROOT = Path(rules.__file__).parent
GAMES = discover()
OPTIONS = [
    pytest.param(name, option, id=f"{name}-{option.name}")
    for name, game in GAMES.items()
    for option in game.rulebook.options
]


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_a_house_rule_is_read(game: str, option: HouseRule) -> None:
    """By its game or by the referee, in a function that something calls."""
    assert option.name in read_by(ROOT / "games" / game) | read_by(ROOT / "referee")


@pytest.mark.parametrize(("game", "option"), OPTIONS)
def test_its_values_are_told_apart(game: str, option: HouseRule) -> None:
    """All words but one are named where they decide; numbers, yes and no, and words that are taken
    as they are, such as the colours of a box, need not be."""
    named = texts_of(ROOT / "games" / game) | texts_of(ROOT / "referee")
    unnamed = [value for value in option.values if isinstance(value, str) and value not in named]
    assert len(unnamed) <= 1 or len(unnamed) == len(option.values), unnamed


def test_what_nobody_calls_reads_nothing() -> None:
    """The search itself: a house rule in a function without a caller counts as unread."""
    tree = ast.parse("def dead(r): return r.one\ndef live(r): return r.two\nlive(0)")
    assert read_in([tree], called_in([tree])) == {"two"}


@cache
def parsed(file: Path) -> ast.Module:
    """The code of a file."""
    return ast.parse(file.read_text("utf-8"))


def trees(folder: Path) -> list[ast.Module]:
    """The code of a folder."""
    return [parsed(file) for file in sorted(folder.rglob("*.py"))]


@cache
def called() -> frozenset[str]:
    """Names that the rules use."""
    return called_in(trees(ROOT))


@cache
def read_by(folder: Path) -> frozenset[str]:
    """Names that a folder's code reads of its readings."""
    return read_in(trees(folder), called())


def called_in(code: Iterable[ast.Module]) -> frozenset[str]:
    """Names used as such or as attributes; importing or defining one is no use of it."""
    return frozenset(
        node.id if isinstance(node, ast.Name) else node.attr
        for tree in code
        for node in ast.walk(tree)
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
    )


def read_in(code: Iterable[ast.Module], used: frozenset[str]) -> frozenset[str]:
    """Attributes and keys read outside functions that nothing uses."""
    return frozenset(name for tree in code for part in tree.body for name in _read(part, used))


def _read(part: ast.stmt, used: frozenset[str]) -> Iterator[str]:
    if isinstance(part, ast.FunctionDef) and part.name not in used:
        return
    for node in ast.walk(part):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.attr
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            yield str(node.slice.value)


@cache
def texts_of(folder: Path) -> frozenset[str]:
    """The texts in a folder's code, but for defaults of fields and docstrings."""
    return frozenset(
        child.value
        for tree in trees(folder)
        for node in ast.walk(tree)
        if not isinstance(node, ast.AnnAssign | ast.Expr)
        for child in ast.iter_child_nodes(node)
        if isinstance(child, ast.Constant) and isinstance(child.value, str)
    )
