"""Every net can be made anew by one command."""

from __future__ import annotations

import importlib.util
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from vision.nn.models import manifest
from vision.training import __main__ as command
from vision.training.recipes import RECIPES, RecipeStep


def test_every_net_that_ships_has_a_recipe() -> None:
    """A net that nobody can make anew is a stranger in the house."""
    assert set(RECIPES) == set(manifest())


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_names_modules_that_are_there(name: str) -> None:
    """Its steps are found without PyTorch, and end in the net."""
    for step in RECIPES[name]:
        assert importlib.util.find_spec(f"vision.training.{step.module}") is not None
    assert RECIPES[name][-1].makes.endswith(".onnx")


@pytest.mark.slow
@pytest.mark.parametrize(
    "made", {step.makes: step for steps in RECIPES.values() for step in steps[:-1]}.values()
)
def test_pictures_are_read_by_another_command(made: RecipeStep, tmp_path: Path) -> None:
    """One picture of every step, made by its own command: the file names no class of that."""
    out, first, _, *more = made.words(tmp_path)
    command = [sys.executable, "-m", "vision.training", made.module, out, first, "1", *more]
    assert subprocess.run(command, check=False).returncode == 0
    files = [one for one in tmp_path.rglob("*") if one.suffix == ".pickle"]
    assert files
    for file in files:
        assert pickle.loads(file.read_bytes())


def test_the_nets_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    """`--help` names every net."""
    with pytest.raises(SystemExit):
        command.main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert all(name in told for name in RECIPES)


def test_pictures_are_made_once_and_what_is_missing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pictures that lie there are not rendered again; without path-traced ones the net that comes
    out is a lesser one, and the command says so first."""
    ran: list[list[str]] = []

    def run(arguments: list[str], **_: Any) -> subprocess.CompletedProcess[bytes]:
        ran.append(arguments)
        return subprocess.CompletedProcess(arguments, 0)

    monkeypatch.setattr(subprocess, "run", run)
    (tmp_path / "rouge" / "wild").mkdir(parents=True)
    (tmp_path / "rouge_cells.onnx").write_bytes(b"net")
    assert command.main(["rouge/cells", "--work", str(tmp_path), "--minutes", "1"]) == 0
    assert [one[3] for one in ran] == ["rouge.train"]
    assert ran[0][-2:] == ["--minutes", "1"]
    told = capsys.readouterr()
    assert "path-traced" in told.err
    assert '["rouge/cells"]\nbytes = 3\nsha256 = "' in told.out


@pytest.mark.parametrize("name", RECIPES)
def test_a_nets_name_runs_its_recipe(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every step by its module's name, in order: `redline/finder` is a net, though a module stands
    where its name points to as a path."""
    ran: list[str] = []

    def run(arguments: list[str], **_: Any) -> subprocess.CompletedProcess[bytes]:
        ran.append(arguments[3])
        return subprocess.CompletedProcess(arguments, 0)

    monkeypatch.setattr(subprocess, "run", run)
    assert command.main([name, "--work", str(tmp_path)]) == 0
    assert ran == [step.module for step in RECIPES[name]]


def test_what_training_needs_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of the way through the modules that wanted it."""

    def missing(_module: str) -> None:
        raise ModuleNotFoundError(name="torch")

    monkeypatch.setattr(command, "import_module", missing)
    with pytest.raises(SystemExit, match=r"torch is missing; .*train"):
        command.main(["mokadi.calibrate"])
