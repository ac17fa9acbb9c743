"""What every test shares: modules are compiled once, not in every worker and every command that
a test starts; random examples are the same in every run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

if sys.dont_write_bytecode:
    # Beside the sources nothing is written, as was asked for; workers and commands inherit this.
    cache = Path(__file__).parents[1] / ".pytest_cache" / "compiled"
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(cache)
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Only now: pytest compiles anew what belongs to a plug-in, and keeps it where that is allowed.
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True)
settings.load_profile("repeatable")


@pytest.fixture
def sees_rightly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game that begins is seen by a reader that knows the truth of the recorded one."""
    from tests.server.fakes import TruthReader  # noqa: PLC0415 - most tests need no server

    monkeypatch.setattr("server.pipeline.session.load_reader", lambda _name: TruthReader())
