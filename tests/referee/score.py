"""Pictures counted by how they were called."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Score:
    """Pictures by how they were called; `causes` says where the wrong ones came from, `questions`
    what was asked about."""

    counts: Counter[str] = field(default_factory=Counter)
    causes: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)

    def add(self, kind: str, cause: str = "") -> None:
        """Counts one picture."""
        self.counts[kind] += 1
        if kind == "wrong":
            self.causes.append(cause)
        if kind == "asked":
            self.questions.append(cause)

    def join(self, other: Score, name: str) -> None:
        """Counts another game's pictures."""
        self.counts += other.counts
        self.causes += [f"{name} {cause}" for cause in other.causes]
        self.questions += [f"{name} {cause}" for cause in other.questions]
