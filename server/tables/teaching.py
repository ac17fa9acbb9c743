"""Teaching a game one's own pieces: what was learnt from photos is a draft that a person looks at,
mends and keeps; nothing is kept before."""

from __future__ import annotations

import itertools
import threading
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from calibration.homography import NoFit
from calibration.learnt_set import Example, LearntSet, forget_set, save_set
from calibration.profiles import UnusableProfile
from server.pipeline.calibrations import kept_set
from server.tables.player_commands import CommandRejected
from vision.reader import Image
from vision.teacher import ReferencePhoto, load_teacher

#: Drafts that are remembered, the newest; each has some hundred kilobytes.
_MOST_DRAFTS = 16

_NO_DRAFT = CommandRejected("no-draft", "These pieces are not here any more; take the photo again.")
_NO_PIECE = CommandRejected("no-piece", "There is no such piece among these.")
_NO_FOLDER = CommandRejected("not-kept", "Nothing is kept here, so nothing can be learnt.")


@dataclass(frozen=True)
class Draft:
    """Pieces that were learnt and are not kept yet. `ident` changes with every change; `unclear`
    are the numbers of pieces that a person should look at."""

    ident: int
    learnt: LearntSet
    unclear: frozenset[int] = frozenset()

    @property
    def game(self) -> str:
        """Whose pieces they are."""
        return self.learnt.game


@dataclass(frozen=True)
class Mending:
    """What a person says of a piece of a draft: it is another kind, lies otherwise, or is none.
    None: as it was."""

    number: int
    name: str | None = None
    quarters: int | None = None
    is_none: bool = False


@dataclass
class TeachingDesk:
    """The drafts of all tables, one a table and game. Safe to use from several threads."""

    _drafts: dict[tuple[str, str], Draft] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _at_work: threading.Lock = field(default_factory=threading.Lock)
    _count: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    def draft(self, table: str, game: str) -> Draft | None:
        """What was learnt and not kept yet."""
        with self._lock:
            return self._drafts.get((table, game))

    def photographed(
        self, table: str, game: str, image: Image, photo: str, now: datetime
    ) -> Draft | CommandRejected:
        """Learns from a photo (H, W, 3 uint8 BGR). What a draft of this table holds already stays;
        the photo adds what that lacks."""
        with self._at_work:  # a photo takes a core for seconds
            taught = load_teacher(game).learn_pieces(ReferencePhoto(image, photo, now), ())
        if isinstance(taught, NoFit):
            return CommandRejected("no-fit", f"{taught.reason[:1].upper()}{taught.reason[1:]}.")
        before = self.draft(table, game)
        if before is None:
            return self._put(table, Draft(0, taught.learnt, taught.unclear))
        return self._put(table, _joined(before, taught.learnt, taught.unclear))

    def taken_in(self, table: str, learnt: LearntSet) -> Draft | CommandRejected:
        """A friend's pieces as a draft, to be looked at before they are kept."""
        teacher = load_teacher(learnt.game)
        if not {example.name for example in learnt.examples} <= set(teacher.names()):
            said = "This file names pieces that the game does not have."
            return CommandRejected("unknown-piece", said)
        return self._put(table, Draft(0, learnt))

    def mended(
        self, table: str, game: str, ident: int, mending: Mending
    ) -> Draft | CommandRejected | None:
        """The draft with what a person said of one piece; None where no piece is left."""
        before = self.draft(table, game)
        if before is None or before.ident != ident:
            return _NO_DRAFT
        known = load_teacher(game).names()
        if mending.number >= len(before.learnt.examples) or mending.name not in (None, *known):
            return _NO_PIECE
        after = _mended(before, mending)
        if after is None:
            self.forget(table, game)
            return None
        return self._put(table, after)

    def keep(
        self, calibrations: Path | None, table: str, game: str, ident: int
    ) -> CommandRejected | None:
        """Keeps a draft as the game's set, from which games begun from now on start; None where
        that worked. Refused while its pieces do not fit together."""
        draft = self.draft(table, game)
        if draft is None or draft.ident != ident:
            return _NO_DRAFT
        if calibrations is None:
            return _NO_FOLDER
        objection = load_teacher(game).objection(draft.learnt)
        if objection is not None:
            return CommandRejected("no-fit", f"Not kept: {objection.reason}.")
        try:
            save_set(calibrations, game, draft.learnt)
        except UnusableProfile as error:
            return CommandRejected("not-kept", str(error))
        self.forget(table, game)
        return None

    def unlearn(self, calibrations: Path | None, game: str) -> CommandRejected | None:
        """Forgets the set of a game that is kept; None where that worked."""
        kept = kept_set(calibrations, game)
        if calibrations is None or kept is None:
            return CommandRejected("no-set", "No pieces of this game are kept.")
        try:
            forget_set(calibrations, kept[0])
        except UnusableProfile as error:
            return CommandRejected("not-kept", str(error))
        return None

    def forget(self, table: str, game: str) -> None:
        """Lets a draft go."""
        with self._lock:
            self._drafts.pop((table, game), None)

    def _put(self, table: str, draft: Draft) -> Draft:
        with self._lock:
            numbered = replace(draft, ident=next(self._count))
            key = (table, draft.game)
            self._drafts.pop(key, None)
            self._drafts[key] = numbered
            for old in list(self._drafts)[:-_MOST_DRAFTS]:
                del self._drafts[old]
        return numbered


def _joined(before: Draft, fresh: LearntSet, unclear: frozenset[int]) -> Draft:
    """The draft with the pieces of another photo that it lacks. A person may have mended what it
    has."""
    there = {example.name for example in before.learnt.examples}
    taken = [number for number, one in enumerate(fresh.examples) if one.name not in there]
    count = len(before.learnt.examples)
    examples = (*before.learnt.examples, *(fresh.examples[number] for number in taken))
    marked = {count + at for at, number in enumerate(taken) if number in unclear}
    return Draft(0, replace(fresh, examples=examples), before.unclear | marked)


def _mended(before: Draft, mending: Mending) -> Draft | None:
    examples, unclear = list(before.learnt.examples), set(before.unclear)
    at = mending.number
    unclear.discard(at)
    if mending.is_none:
        del examples[at]
        unclear = {number - (number > at) for number in unclear}
    else:
        examples[at] = _said(examples[at], mending)
    if not examples:
        return None
    learnt = replace(before.learnt, examples=tuple(examples))
    return Draft(0, learnt, frozenset(unclear))


def _said(example: Example, mending: Mending) -> Example:
    name = example.name if mending.name is None else mending.name
    quarters = example.quarters if mending.quarters is None else mending.quarters % 4
    return replace(example, name=name, quarters=quarters)
