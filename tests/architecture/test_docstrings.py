"""Every public name of the rules says what it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.test_imports import RULES, parsed

Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(tree: ast.AST) -> Iterator[Named]:
    """Public functions, classes and methods; not what lies inside a function."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Named) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public(node)


def test_every_public_name_has_a_docstring() -> None:
    """Modules, classes, functions and methods: a fact in plain words, ended properly."""
    for file in RULES:
        tree = parsed(file)
        assert ast.get_docstring(tree), file
        for node in public(tree):
            said = ast.get_docstring(node) or ""
            assert said, f"{file}: {node.name} has no docstring"
            ended = said.split("\n\n")[0].rstrip().endswith((".", ":", "?"))
            assert ended, f"{file}: {node.name}: {said}"


def test_public_constants_say_what_they_are() -> None:
    """A number with a name has a comment above it that gives unit or origin."""
    for file in RULES:
        lines = file.read_text("utf-8").splitlines()
        for node in parsed(file).body:
            if not isinstance(node, ast.Assign | ast.AnnAssign) or not _is_number(node.value):
                continue
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            name = ast.unparse(target)
            # Several numbers in a row may share one comment.
            block = "\n".join(lines[: node.lineno - 1]).rpartition("\n\n")[2]
            assert name.startswith("_") or "#" in block, f"{file}: {name}"


def _is_number(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Constant) and isinstance(value.value, int | float)
