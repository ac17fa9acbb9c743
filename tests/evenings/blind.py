"""Evenings of Linie 1 in clean pictures, at a reader that sees no tram, or some of them: what
people have to put right then, and whether the game goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from rules.core.call import Call
from server.pipeline.session import Session
from tests.evenings.photos import PhotoEvening
from tests.people.sights import Camera
from vision.reading import Reading, ReadingStatus


class TramlessEvening(PhotoEvening):
    """No photo is drawn: what is read is what lies there, with this share of the trams."""

    seen_share = 0.0

    def _set_up(self) -> None:
        self._session: Session | None = None
        self._clean = Camera(self.part, 0.0, Random(self.plan.seed))
        self._draw = lambda position, _: position  # type: ignore[assignment,return-value]

    def _photo(self) -> Any:
        return dict(self.truth.position)

    def _judged(self, photo: Any) -> Sequence[Call[Any, Any]]:
        look: Mapping[Any, Any] = {
            at: replace(there, trams=tuple(filter(self._sees, there.trams)))
            for at, there in photo.items()
        }
        seen = self._clean.picture({at: one for at, one in look.items() if not one.nothing})
        reading = Reading(self.plan.game, ReadingStatus.READ, (0, 0))
        self._session, moment = self.session.judge(f"{self.number:03}", None, reading, seen)
        return moment.calls

    def _sees(self, line: int) -> bool:
        """Whether a line's tram is read in this picture, the same each time it is looked at."""
        return Random(f"{self.plan.seed} {self.number} {line}").random() < self.seen_share


class HalfBlindEvening(TramlessEvening):
    """In each picture every second tram is read."""

    seen_share = 0.5
