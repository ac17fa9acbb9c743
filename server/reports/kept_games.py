"""The kept games of all evenings, as pages list and show them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from rules.core.errors import ArbitableError
from rules.core.rulebook import LANGUAGES
from server.reports.match_summary import Course, course_of
from server.reports.plot import plot_svg, series_name, series_title
from server.store.bundle import exported
from server.store.store import Store
from server.store.values import GameRow, Json, Picture

#: Games listed at once; older ones come when they are asked for.
MOST_LISTED = 50


class Archive:
    """Reads a store, None where nothing is kept. Safe to use from several threads; an unchanged
    game is judged once."""

    def __init__(self, store: Store | None) -> None:
        self._kept = store
        self._lock = threading.Lock()
        self._known: dict[int, tuple[float, Course]] = {}

    def listed(self, may_see: Callable[[str], bool], before: int | None) -> list[dict[str, Any]]:
        """The newest games of the tables that the asker may see, at most 50, JSON-ready; with
        `before` those that began before the game of that number. Games without any position are
        left out."""
        found: list[dict[str, Any]] = []
        for row in reversed(self._kept.games() if self._kept else ()):
            if (before is not None and row.number >= before) or not may_see(row.table):
                continue
            line = self._line(row)
            if line is not None:
                found.append(line)
            if len(found) == MOST_LISTED:
                break
        return found

    def row(self, table: str, number: int) -> GameRow | None:
        """A game of a table, or None."""
        rows = self._kept.games(table) if self._kept else ()
        return next((row for row in rows if row.number == number), None)

    def told(self, row: GameRow) -> dict[str, Any]:
        """Everything a game's page shows, JSON-ready. Raises ArbitableError for a damaged game."""
        course = course_of(row.game, self._store.events(row))
        return {
            **_line(row, course),
            "house": dict(course.house),
            "accuracy": asdict(course.accuracy),
            "series": [
                {
                    "titles": {lang: series_title(one.name, lang) for lang in LANGUAGES},
                    "names": {lang: series_name(course, one, lang) for lang in LANGUAGES},
                    "values": list(one.values),
                }
                for one in course.series
            ],
            "plot": {lang: plot_svg(course, lang) for lang in LANGUAGES},
            "moments": list(self.moments(row)),
        }

    def exported(self, row: GameRow) -> bytes:
        """A game as the bytes of one file."""
        return exported(self._store, row)

    @property
    def _store(self) -> Store:
        """The store that a row came from."""
        assert self._kept is not None
        return self._kept

    def course(self, row: GameRow) -> Course:
        """How a game went. Raises ArbitableError for a damaged game."""
        return course_of(row.game, self._store.events(row))

    def moments(self, row: GameRow) -> Iterator[Json]:
        """What was told of a game, oldest first."""
        for entry in self._store.entries(row.table, game=row):
            if entry.kind == "moment":
                data = entry.data
                kept = ("index", "photo", "order", "spoken", "pictures")
                yield {key: data.get(key) for key in kept}

    def picture(self, table: str, ident: str) -> Picture | None:
        """A picture of a table, None where it was deleted for room."""
        return self._store.picture(table, ident)

    def _line(self, row: GameRow) -> dict[str, Any] | None:
        with self._lock:
            known = self._known.get(row.number)
        if known is not None and known[0] == row.touched:
            return _line(row, known[1])
        course = self._judged(row)
        if course is None:
            return None
        with self._lock:
            self._known[row.number] = (row.touched, course)
        return _line(row, course)

    def _judged(self, row: GameRow) -> Course | None:
        """None for a game that has not begun, or that this version cannot read."""
        events = self._store.events(row)
        if all(event.get("event") == "match-started" for event in events):
            return None
        try:
            return course_of(row.game, events, counted=False)
        except ArbitableError:
            return None


def _line(row: GameRow, course: Course) -> dict[str, Any]:
    return {
        "table": row.table,
        "number": row.number,
        "game": row.game,
        "titles": dict(course.game.rulebook.titles),
        "players": list(course.players),
        "began": row.began,
        "touched": row.touched,
        "turns": course.turns,
        "fouls": course.fouls,
        "asked": course.accuracy.asked,
        "corrected": course.accuracy.corrected,
        "outcome": None if course.outcome is None else dict(course.outcome),
        "winners": list(course.winners),
    }
