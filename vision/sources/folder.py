"""A folder that is watched: every photo put into it is one look at the table."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cmp_to_key
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Literal

from vision.photo import ENOUGH_PIXELS, NOT_AN_IMAGE, decode_photo, photo_bytes
from vision.reader import Image
from vision.reading import Refusal
from vision.sources.frame import Clock, Ended, Frame, Silent
from vision.sources.listing import Listing, PhotoFile
from vision.sources.offers import LEFT_OUT, MANY, Offer, Unusable
from vision.sources.photo_order import (
    PhotoOrder,
    Stamp,
    is_photo_name,
    newest_of,
    order_of,
    taken_at,
)
from vision.sources.slot import Trouble
from vision.sources.watched_photo import (
    STATES,
    Beginning,
    Fate,
    PhotoState,
    WatchedPhoto,
    by_age,
    by_time,
    is_older,
    stamp_of,
)

#: Seconds between two looks into the folder.
_EVERY_S = 0.2

#: Seconds a file must keep its size before it is taken: one that is still being copied grows.
_STABLE_S = 0.4

#: Seconds for which half a file is waited for after it last grew. A choice: sync apps and slow
#: cards pause for seconds, and nobody waits a minute for a call.
PATIENCE_S = 30.0

_GONE = Trouble(
    "The folder cannot be opened.", "Plug its drive in, or check that it was not moved."
)


@dataclass(frozen=True, slots=True)
class _Wait:
    """A photo that later ones must not overtake."""


_Found = Frame | Unusable


class FolderSource:
    """Photos of a folder, each once, the ones found at the start by name, later ones as they come.

    A photo is taken on purpose, so none is dropped: it is handed out, refused, or offered to the
    players. `fates`: what became of the photos seen before, in the order in which they were judged;
    `beginnings`: what the players said before of the game's beginning; `patience_s`: for how long
    half a file is waited for, seconds. One thread takes photos; `offer` and `answer` are for all.
    """

    def __init__(
        self,
        folder: Path,
        clock: Clock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        fates: Mapping[str, Fate] | None = None,
        wall: Callable[[], float] = time.time,
        patience_s: float = PATIENCE_S,
        beginnings: Sequence[Beginning] = (),
    ) -> None:
        #: What the players are asked just now, None for nothing.
        self.offer: Offer | None = None
        self._clock = clock
        self._sleep = sleep
        self._patience_s = patience_s
        self._listing = Listing(folder, clock, wall)
        self._photos: dict[str, WatchedPhoto] = {}
        self._newest: Stamp | None = None
        self._begun = False
        self._answers: SimpleQueue[tuple[str, str]] = SimpleQueue()
        self._ordered: deque[tuple[WatchedPhoto, str]] = deque()
        self._offers = self._number = 0
        self._last = clock()
        self._trouble: Trouble | None = None
        self._closed = False
        self._begin(fates or {})
        for one in beginnings:
            self._begin_with(one)

    def newest(self, timeout: float) -> Frame | Unusable | Ended | Silent:
        """The next photo not yet taken; waits up to `timeout` seconds for one."""
        until = self._clock() + timeout
        while not self._closed:
            found = self._next()
            if found is not None:
                return found
            left = until - self._clock()
            if left <= 0:
                why = self._trouble
                return Silent(self._last, *((why.reason, why.cure) if why else (None, None)))
            self._sleep(min(_EVERY_S, left))
        return Ended("the folder was closed")

    def answer(self, ident: str, choice: str) -> bool:
        """Takes what the players say to an offer; False where that is asked no more."""
        offer = self.offer
        if offer is None or not offer.takes(ident, choice):
            return False
        self._answers.put((ident, choice))
        return True

    def close(self) -> None:
        """Stops watching."""
        self._closed = True

    # What lies here, and what was known of it before

    def _begin(self, fates: Mapping[str, Fate]) -> None:
        self._look()
        judged = [n for n, fate in fates.items() if fate is Fate.JUDGED and is_photo_name(n)]
        stamps = [stamp_of(name, self._photos.get(name)) for name in judged]
        self._first, self._newest = next(iter(stamps), None), newest_of(stamps)
        for name, photo in self._photos.items():
            photo.after = self._newest
            photo.state = STATES.get(fates.get(name), PhotoState.WAITING)
        names = [name for name, fate in fates.items() if fate is not Fate.EARLIER]
        for name in names[: names.index(judged[-1])] if judged else ():
            if name in self._photos:
                self._photos[name].overtaken = True

    def _begin_with(self, beginning: Beginning) -> None:
        """Does what the players said of the beginning, now or before a restart."""
        self._begun |= beginning.choice != "new"
        if beginning.choice == "newest":
            self._leave_older(beginning.photo)
        for photo in self._in(PhotoState.EARLIER):
            new = self._newest and order_of(photo.stamp, self._newest) is PhotoOrder.AFTER
            leave = beginning.choice != "start" and not new
            photo.state = PhotoState.DONE if leave else PhotoState.WAITING
        if beginning.choice == "start":
            self._go_on_by_name()

    def _go_on_by_name(self) -> None:
        """What lies here comes by name, as it began, whatever the files' times say."""
        newest = self._photos.get(self._newest.name) if self._newest else None
        for photo in self._in(PhotoState.WAITING):
            if photo.file.first and newest and photo.file.order > newest.file.order:
                photo.after = None

    def _leave_older(self, name: str) -> None:
        """Of the many only the one of that name, the newest, is looked at."""
        many = self._in(PhotoState.WAITING, PhotoState.REFUSED, PhotoState.EARLIER)
        named = self._photos.get(name)
        for photo in many:
            if photo is named:
                photo.state = (
                    PhotoState.WAITING if photo.state is PhotoState.EARLIER else photo.state
                )
            elif self._is_left(photo, named):
                photo.state = PhotoState.DONE

    def _is_left(self, photo: WatchedPhoto, named: WatchedPhoto | None) -> bool:
        """Whether a photo lay here when the game began with a newer one."""
        if named is not None and by_time(photo) < by_time(named):
            return True
        return self._first is not None and is_older(photo, self._first)

    def _look(self) -> None:
        for file in self._listing.look():
            self._photos.setdefault(file.name, WatchedPhoto(file, PhotoState.WAITING, self._newest))
        self._trouble = None if self._listing.readable else _GONE

    def _in(self, *states: PhotoState) -> list[WatchedPhoto]:
        """The photos of some states that lie here, in the order of play."""
        here = self._listing.files
        found = [p for n, p in self._photos.items() if p.state in states and n in here]
        first = sorted((p for p in found if p.file.first), key=lambda photo: photo.file.order)
        return first + sorted((p for p in found if not p.file.first), key=cmp_to_key(by_age))

    def _queue(self) -> list[WatchedPhoto]:
        """The photos that wait. Where a name and a file's time speak against each other, both
        photos are opened first: only of a whole one the time is that of the photo."""
        queue = self._in(PhotoState.WAITING, PhotoState.REFUSED)
        if queue and not queue[0].file.first:
            unsure = [
                p for p in queue[1:] if order_of(queue[0].stamp, p.stamp) is PhotoOrder.UNSURE
            ]
            for photo in (queue[0], *unsure) if unsure else ():
                self._try_to_open(photo)
            return self._in(PhotoState.WAITING, PhotoState.REFUSED) if unsure else queue
        return queue

    # Which is next

    def _next(self) -> _Found | None:
        self._look()
        self._hear()
        queue = self._queue()
        self._ask_beginning(queue)
        if self.offer is not None and self.offer.kind != "late":
            return None
        found = self._as_ordered() or self._in_turn(queue)
        self._offer_late()
        return found

    def _ask_beginning(self, queue: list[WatchedPhoto]) -> None:
        """Asks with which photo to begin, where only people can say."""
        earlier = self._in(PhotoState.EARLIER)
        here = earlier + queue
        kind: Literal["many", "earlier"] = "earlier" if earlier else "many"
        if earlier or (not self._begun and len(queue) > MANY):
            newest = max(here, key=by_time).file.name
            self.offer = Offer(kind, kind, (newest,), len(earlier or queue))
        elif self.offer is not None and self.offer.kind != "late":
            self.offer = None

    def _in_turn(self, queue: list[WatchedPhoto]) -> _Found | None:
        for photo in queue:
            found = self._tried(photo)
            if isinstance(found, _Wait):
                return None
            if found is not None:
                return found
        return None

    def _tried(self, photo: WatchedPhoto) -> _Found | _Wait | None:
        """What a photo comes to; None where it is none of the next."""
        again = photo.state is PhotoState.REFUSED
        if not self._listing.look_at(photo.file) or (again and photo.still_fails):
            return None
        if not self._is_written(photo.file):
            return None if again else self._wait_for(photo)
        opened = photo.still_fails or self._opened(photo)
        if isinstance(opened, Refusal):
            return None if again else self._not_opened(photo, opened)
        image, stamp = opened
        if photo.overtaken or (
            photo.after and order_of(stamp, photo.after) is not PhotoOrder.AFTER
        ):
            photo.state = PhotoState.LATE
            return None
        self._newest = stamp
        for other in self._in(PhotoState.REFUSED):
            other.overtaken = True
        return self._taken(photo, image)

    def _is_written(self, file: PhotoFile) -> bool:
        """Whether nobody seems to write a file; what lay here at the start may be opened at once,
        as it opens only when it is whole."""
        return file.first or self._clock() - file.since >= _STABLE_S

    def _try_to_open(self, photo: WatchedPhoto) -> None:
        known = not self._listing.look_at(photo.file) or photo.whole == photo.now
        if not known and self._is_written(photo.file) and not photo.still_fails:
            self._opened(photo)

    def _opened(self, photo: WatchedPhoto) -> tuple[Image, Stamp] | Refusal:
        """The picture with all that tells its age; what came of it is remembered."""
        data = photo_bytes(photo.file.path)
        image = data if isinstance(data, Refusal) else decode_photo(data, ENOUGH_PIXELS)
        if isinstance(data, Refusal) or isinstance(image, Refusal):
            assert isinstance(image, Refusal)
            photo.failed = (*photo.now, image)
            return image
        photo.whole = photo.now
        return image, Stamp(photo.file.name, photo.file.changed, taken_at(data))

    def _not_opened(self, photo: WatchedPhoto, refusal: Refusal) -> Unusable | _Wait:
        """Half a photo is waited for; then it is refused, and the later ones go on."""
        waited = self._clock() - photo.file.since >= self._patience_s
        if not waited and refusal.code == NOT_AN_IMAGE.code:
            return self._wait_for(photo)
        photo.state = PhotoState.REFUSED
        return Unusable(photo.file.name, refusal)

    def _wait_for(self, photo: WatchedPhoto) -> _Wait:
        if self._clock() - photo.file.since >= _STABLE_S:
            self._trouble = Trouble(
                f"{photo.file.name} has not come whole yet.",
                "Photos after it wait until it is whole, or half a minute after it last grew.",
            )
        return _Wait()

    def _taken(self, photo: WatchedPhoto, image: Image) -> Frame:
        photo.state = PhotoState.DONE
        self._last = self._clock()
        self._number += 1
        return Frame(image, self._last, self._number - 1, name=photo.file.name)

    # What people say

    def _offer_late(self) -> None:
        late = tuple(photo.file.name for photo in self._in(PhotoState.LATE))
        if late and (self.offer is None or self.offer.names != late):
            self._offers += 1
            self.offer = Offer("late", f"late-{self._offers}", late, len(late))
        elif not late:
            self.offer = None

    def _hear(self) -> None:
        with suppress(Empty):
            while True:
                ident, choice = self._answers.get_nowait()
                if self.offer is not None and self.offer.ident == ident:
                    self._obey(choice, self.offer)
                    self.offer = None

    def _obey(self, choice: str, offer: Offer) -> None:
        beginning = offer.beginning(choice)
        if beginning is not None:
            self._begin_with(beginning)
            return
        names = offer.names if choice == "leave-all-out" else offer.names[:1]
        self._ordered.extend((self._photos[name], choice) for name in names)

    def _as_ordered(self) -> _Found | None:
        """What the players ordered of a late photo; where it is judged, it is no newer for that."""
        if not self._ordered:
            return None
        photo, choice = self._ordered.popleft()
        opened = self._opened(photo) if choice == "judge" else LEFT_OUT
        if isinstance(opened, Refusal):
            photo.state = PhotoState.DONE
            return Unusable(photo.file.name, opened)
        return self._taken(photo, opened[0])
