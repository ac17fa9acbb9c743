"""What a training command is asked for is what it does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="only training needs PyTorch")

from vision.training.learning import arguments
from vision.training.linie1.board import orientation


def test_processes_are_offered_where_they_make_batches(capsys: pytest.CaptureFixture[str]) -> None:
    """A training whose batches are cut where it learns does not take what it would ignore."""
    asked = ["out.onnx", "folder", "--workers", "3"]
    assert arguments(None, minutes=1, batch=1, rate=1).parse_args(asked).workers == 3
    alone = arguments(None, minutes=1, batch=1, rate=1, workers=None)
    assert alone.parse_args(asked[:2]).workers == 0
    with pytest.raises(SystemExit):
        alone.parse_args(asked)
    assert "--workers" in capsys.readouterr().err


def test_two_nets_that_learn_together_are_fed_by_as_many_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters and digits share a loop of their own, which once left `--workers` out."""
    fed: list[tuple[Any, ...]] = []
    monkeypatch.setattr(orientation, "feed", lambda make, *rest: fed.append(rest))
    for name in ("learn", "export"):
        monkeypatch.setattr(orientation, name, lambda *_: None)
    orientation.main([str(tmp_path), str(tmp_path), "--workers", "3", "--seed", "5"])
    assert fed == [(5, 3)]
