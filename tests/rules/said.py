"""What a verdict of any game says, by its codes."""

from __future__ import annotations

import re

from rules.core.verdict import Verdict


def codes(verdict: Verdict) -> list[str]:
    """The codes of the violations, in order."""
    return [violation.code for violation in verdict.violations]


def remarks(verdict: Verdict) -> list[str]:
    """The codes of the remarks, in order: what a verdict wants to be looked at."""
    return [remark.code for remark in verdict.remarks]


def blanks(text: str) -> set[str]:
    """The names of a text's blanks."""
    return set(re.findall(r"\{(\w+)", text))
