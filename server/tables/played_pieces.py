"""Learning the pieces of a set while it is played: what was read surely on a turn that was called
legal, silently; forgotten again where a person says that this game was misread."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from calibration.learnt_set import Example, LearntSet, forget_set, save_set
from calibration.profiles import UnusableProfile
from rules.core.call import CallKind
from server.errors import warn
from server.pipeline.calibrations import kept_set
from server.pipeline.session import Moment
from vision.reading import ReadingStatus
from vision.teacher import ReferencePhoto, can_be_taught, load_teacher

#: Pieces of a game that are learnt in play at most, beside those that a person taught.
MOST_PLAYED = 24

#: What the photo of a piece is called that was learnt in play.
_IN_PLAY = "in play at "


class PlayedPieces:
    """What one table adds to the learnt sets. `calibrations`: where they are kept, None for
    nowhere. Games that begin from then on use it."""

    def __init__(self, table: str, calibrations: Path | None) -> None:
        self._source = f"{_IN_PLAY}{table}"
        self._calibrations = calibrations

    def seen(self, game: str, moment: Moment) -> None:
        """Learns from a moment whose turn was called legal and whose picture was read surely: one
        piece of every name that is not known yet."""
        legal = any(call.kind is CallKind.LEGAL for call in moment.calls)
        surely = moment.reading.status is ReadingStatus.READ and moment.image is not None
        if self._calibrations is None or not (legal and surely and can_be_taught(game)):
            return
        assert moment.image is not None
        source = ReferencePhoto(moment.image, self._source, datetime.now(UTC))
        shown = load_teacher(game).examples_of(source, moment.reading)
        kept = kept_set(self._calibrations, game)
        known = () if kept is None else kept[1].examples
        fresh = _fresh(known, shown)
        if fresh:
            before = LearntSet(game, source.made, source.photo, ()) if kept is None else kept[1]
            self._keep(game if kept is None else kept[0], before, (*known, *fresh))

    def contradicted(self, game: str) -> None:
        """Forgets what was learnt in play at this table: a person said that it was misread."""
        kept = kept_set(self._calibrations, game)
        if kept is None:
            return
        left = tuple(one for one in kept[1].examples if one.photo != self._source)
        if len(left) < len(kept[1].examples):
            self._keep(kept[0], kept[1], left)

    def _keep(self, name: str, before: LearntSet, examples: tuple[Example, ...]) -> None:
        """Writes the set; where that fails, play goes on."""
        assert self._calibrations is not None
        try:
            if examples:
                save_set(self._calibrations, name, replace(before, examples=examples))
            else:
                forget_set(self._calibrations, name)
        except UnusableProfile as error:
            warn(str(error))


def _fresh(known: tuple[Example, ...], shown: tuple[Example, ...]) -> tuple[Example, ...]:
    """One piece of every name that is not known, as many as there is room for."""
    names = {one.name for one in known}
    room = MOST_PLAYED - sum(one.photo.startswith(_IN_PLAY) for one in known)
    new = {one.name: one for one in shown if one.name not in names}
    return tuple(new.values())[: max(room, 0)]
