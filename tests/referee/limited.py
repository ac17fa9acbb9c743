"""The referee's limits as a test wants them."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

import pytest

from rules.referee.limits import LIMITS, Limits


def limited(monkeypatch: pytest.MonkeyPatch, **changes: Any) -> Limits:
    """The limits, some of them otherwise, in every module of the referee while a test runs."""
    limits = replace(LIMITS, **changes)
    for name, module in [*sys.modules.items()]:
        if name.startswith("rules.referee.") and hasattr(module, "LIMITS"):
            monkeypatch.setattr(module, "LIMITS", limits)
    return limits
