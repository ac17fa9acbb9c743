"""The same evenings from photos alone, one a turn, by people who are careless: some photos are
missing, some doubled, some upside down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from rules.core.call import Call
from rules.core.errors import ArbitableError
from rules.core.events import Event, PositionCorrected, PositionSeen
from rules.referee.referee import RefereeState
from server.pipeline.readers import read_image
from server.pipeline.session import Session, open_session
from server.tables.player_commands import CommandRejected, event_of
from tests.evenings.evening import WholeEvening, tapped
from vision.reader import Image

#: How often a turn's photo is missing, is there twice, lies upside down. The first photo of a game
#: lies right: on a round board it says where the truth counts from.
MISSING, DOUBLED, UPSIDE_DOWN = 0.08, 0.08, 0.1


class PhotoEvening(WholeEvening):
    """Photos through reader and referee as `replay` takes them, and answers as on the page."""

    def _set_up(self) -> None:
        self._draw = self._drawer()
        self._session: Session | None = None

    @property
    def referee(self) -> RefereeState[Any, Any]:  # type: ignore[override]
        """The referee of the session."""
        return self.session.referee

    @property
    def session(self) -> Session:
        """The game so far."""
        assert self._session is not None
        return self._session

    def _opened(self, position: dict[Any, Any]) -> None:
        memory = None if self._session is None else self._session.memory
        fresh = open_session(self.plan.game, self.players, {}, memory)
        if self._session is not None:
            fresh = replace(fresh, reader=self._session.reader)
        self._session = fresh
        if position:
            self._judged(self._draw(position, self.number))
        else:
            self._entered(PositionSeen(()))

    def _turn(self) -> None:
        """Now and then a turn is made that nobody takes a photo of."""
        if not self.truth.overlay and self.rng.random() < MISSING:
            self.people.turn()
        super()._turn()

    def _looked(self) -> Sequence[Call[Any, Any]]:
        photo = self._photo()
        self.taken = photo
        calls = [*self._judged(photo)]
        if self.rng.random() < DOUBLED:
            self._note("   the same photo again")
            calls += self._judged(photo)
        self.figures.questions += sum(call.kind.value == "ask" for call in calls)
        return calls

    def _photo(self) -> Image:
        image = self._draw(self.truth.position, self.number)
        if self.rng.random() < UPSIDE_DOWN:
            self._note("   upside down")
            return np.ascontiguousarray(np.rot90(image, 2))
        return image

    def _judged(self, photo: Image) -> Sequence[Call[Any, Any]]:
        before = self.session
        reading = read_image(self.plan.game, before.reader, photo, before.memory)
        self._session, moment = before.judge(f"{self.number:03}", photo, reading)
        return moment.calls

    def _entered(self, event: Event) -> Sequence[Call[Any, Any]]:
        if isinstance(event, PositionCorrected):
            order = tapped(self.part.game, event.place, event.label)
            meant = event_of(self.session.referee.match, order)
            if isinstance(meant, CommandRejected):
                self._note(f"   refused: {meant.message}")
                return ()
            event = meant
        try:
            self._session, moment = self.session.record_event(event, "said")
        except ArbitableError as refused:
            self._note(f"   refused: {refused}")
            return ()
        return moment.calls
