"""The kept games of all evenings, as pages list and show them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from itertools import islice

from rules.core.codec import Json
from rules.core.errors import ArbitableError
from server.pipeline.player_names import RENAMED, kept_names
from server.reports.match_summary import MatchSummary, match_summary
from server.reports.plot import plot_svg, series_name, series_title
from server.store.bundle import exported
from server.store.store import Store
from server.store.values import GameRow, Picture
from server.words import by_language

#: Games listed at once; older ones come when they are asked for.
MOST_LISTED = 50

#: What people order that is called then for the first time; no order: a picture was called.
_TELLING = (None, "answer", "turn")

#: What a kept game's page shows of a moment.
_SHOWN = ("index", "photo", "order", "spoken", "pictures")


class KeptGames:
    """Reads a store, None where nothing is kept. `in_play`: the numbers of the games that are
    played at tables now. Safe to use from several threads; an unchanged game is judged once."""

    def __init__(
        self, store: Store | None, in_play: Callable[[], Container[int]] = frozenset
    ) -> None:
        self._kept = store
        self._in_play = in_play
        self._lock = threading.Lock()
        self._known: dict[int, tuple[object, tuple[MatchSummary, int]]] = {}

    def listed(self, may_see: Callable[[str], bool], before: int | None) -> list[dict[str, object]]:
        """The newest games of the tables that the asker may see, at most 50, JSON-ready; with
        `before` those that began before the game of that number. Games without any position are
        left out."""
        rows = (
            row
            for row in reversed(self._kept.games() if self._kept else ())
            if (before is None or row.number < before) and may_see(row.table)
        )
        in_play = self._in_play()
        lines = (
            _line(row, *known, in_play) for row in rows if (known := self._listed(row)) is not None
        )
        return list(islice(lines, MOST_LISTED))

    def row(self, table: str, number: int) -> GameRow | None:
        """A game of a table, or None."""
        rows = self._kept.games(table) if self._kept else ()
        return next((row for row in rows if row.number == number), None)

    def whole(self, row: GameRow) -> dict[str, object]:
        """Everything a game's page shows, JSON-ready. Raises ArbitableError for a damaged game."""
        summary, moments = self.summary(row), list(self.moments(row))
        return {
            **_line(row, summary, fouls_called(moments), self._in_play()),
            "house": dict(summary.house),
            "accuracy": asdict(summary.accuracy),
            "series": [
                {
                    "titles": by_language(partial(series_title, one.name)),
                    "names": by_language(partial(series_name, summary, one)),
                    "values": list(one.values),
                }
                for one in summary.series
            ],
            "plot": by_language(partial(plot_svg, summary)),
            "moments": moments,
        }

    def exported(self, row: GameRow) -> bytes:
        """A game as the bytes of one file."""
        return exported(self._store, row)

    @property
    def _store(self) -> Store:
        """The store that a row came from."""
        assert self._kept is not None
        return self._kept

    def summary(self, row: GameRow) -> MatchSummary:
        """How a game went. Raises ArbitableError for a damaged game."""
        return match_summary(row.game, self._store.events(row), self._names(row))

    def moments(self, row: GameRow) -> Iterator[Json]:
        """What was told of a game, oldest first. A call of a foul that was called before, as its
        turn was judged anew when people put something right, undid or decided it, says `again`."""
        called: set[int | None] = set()
        for told in self._store.told(row, "moment", self._names(row)):
            anew = told.get("order") not in _TELLING
            spoken = {
                language: [{**call, "again": anew and _is_known(call, called)} for call in calls]
                for language, calls in told["spoken"].items()
            }
            yield {key: told.get(key) for key in _SHOWN} | {"spoken": spoken}
            called.update(c.get("turn") for c in told["spoken"]["en"] if c["kind"] == "foul")

    def _names(self, row: GameRow) -> Mapping[str, str]:
        """What players were called at last who began with another name."""
        return kept_names(self._store.told(row, RENAMED)).now

    def picture(self, table: str, ident: str) -> Picture | None:
        """A picture of a table, None where it was deleted for room."""
        return self._store.picture(table, ident)

    def _listed(self, row: GameRow) -> tuple[MatchSummary, int] | None:
        """How a game went, without its series, and the fouls called; None for one that has not
        begun, or that this version cannot read."""
        with self._lock:
            known, listed = self._known.get(row.number, (None, None))
        now = row.touched, self._names(row)
        if listed is None or known != now:
            events = self._store.events(row)
            if all(event.get("event") == "match-started" for event in events):
                return None
            try:
                summary = match_summary(row.game, events, now[1], counted=False)
            except ArbitableError:
                return None
            listed = summary, fouls_called(self.moments(row))
            with self._lock:
                self._known[row.number] = (now, listed)
        return listed


def _is_known(call: Json, called: Container[int | None]) -> bool:
    return call["kind"] == "foul" and call.get("turn") in called


def fouls_called(moments: Iterable[Json]) -> int:
    """Fouls as they were called, each once."""
    calls = (call for moment in moments for call in moment["spoken"]["en"])
    return sum(call["kind"] == "foul" and not call["again"] for call in calls)


def _line(
    row: GameRow, summary: MatchSummary, fouls: int, in_play: Container[int]
) -> dict[str, object]:
    return {
        "table": row.table,
        "number": row.number,
        "game": row.game,
        "titles": dict(summary.game.rulebook.titles),
        "players": list(summary.players),
        "began": row.began,
        "touched": row.touched,
        "turns": summary.turns,
        "fouls": fouls,
        "asked": summary.accuracy.asked,
        "corrected": summary.accuracy.corrected,
        "running": summary.outcome is None and row.number in in_play,
        "outcome": None if summary.outcome is None else dict(summary.outcome),
        "winners": list(summary.winners),
    }
