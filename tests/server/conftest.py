"""The command line with a reader that sees rightly, so that these tests are about the rest."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from server.cli import cli
from tests.server.fakes import TruthReader

Arbitable = Callable[..., Result]


@pytest.fixture
def arbitable(monkeypatch: pytest.MonkeyPatch) -> Arbitable:
    """Runs a command line in this process; every reader is one that knows the truth."""
    for room in (
        "pipeline.readers",
        "pipeline.session",
        "reports.benchmark",
        "reports.checkup",
    ):
        monkeypatch.setattr(f"server.{room}.load_reader", lambda _name: TruthReader())
        monkeypatch.setattr(f"server.{room}.has_reader", lambda name: name == "redline")
    runner = CliRunner()
    return lambda *arguments: runner.invoke(cli, [str(one) for one in arguments])
