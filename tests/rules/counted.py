"""How often a function is called while something is looked into."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest


class Counted:
    """A function of a module, called through: `calls` so far."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str) -> None:
        """Takes its place until the test ends."""
        self.calls = 0
        self._told = getattr(module, name)
        monkeypatch.setattr(module, name, self._called)

    def _called(self, *said: Any) -> Any:
        self.calls += 1
        return self._told(*said)
