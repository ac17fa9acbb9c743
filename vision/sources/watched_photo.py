"""One photo of a watched folder: where it stands, and which of two comes first."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from vision.reading import Refusal
from vision.sources.listing import PhotoFile
from vision.sources.photo_order import PhotoOrder, Stamp, order_of


class Fate(Enum):
    """What became of a photo."""

    JUDGED = "judged"
    #: It could not be opened, and this was said.
    BROKEN = "broken"
    #: The players would not have it judged, or no reader could.
    LEFT_OUT = "left-out"
    #: It was judged in an earlier game of the same table.
    EARLIER = "earlier"


class PhotoState(Enum):
    """Where a photo stands."""

    WAITING = "waiting"
    REFUSED = "refused"
    LATE = "late"
    #: Of an earlier game; the players have not said whether it is of this one as well.
    EARLIER = "earlier"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Beginning:
    """With which of the photos that lay in a folder a game begins, as the players said: the
    `newest`, which is `photo`, only `new` ones that no earlier game has, or from the `start`."""

    choice: str
    photo: str


@dataclass(slots=True)
class WatchedPhoto:
    """One photo on its way. `after`: the newest one judged when this was first seen; `overtaken`:
    another was judged after this was refused; `whole`: size and time at which it was seen to open,
    `failed`: at which it did not, and why."""

    file: PhotoFile
    state: PhotoState
    after: Stamp | None
    overtaken: bool = False
    whole: tuple[int, float] | None = None
    failed: tuple[int, float, Refusal] | None = None

    @property
    def now(self) -> tuple[int, float]:
        """Size and time of the file, as last looked at."""
        return (self.file.size, self.file.changed)

    @property
    def still_fails(self) -> Refusal | None:
        """Why it is no picture, where it has not changed since that was found."""
        return self.failed[2] if self.failed is not None and self.failed[:2] == self.now else None

    @property
    def stamp(self) -> Stamp:
        """What tells its age without opening it."""
        return Stamp(self.file.name, self.file.changed)


#: Where a photo stands when the folder is opened, by what became of it before.
STATES = {
    Fate.JUDGED: PhotoState.DONE,
    Fate.LEFT_OUT: PhotoState.DONE,
    Fate.BROKEN: PhotoState.REFUSED,
    Fate.EARLIER: PhotoState.EARLIER,
    None: PhotoState.WAITING,
}


def stamp_of(name: str, photo: WatchedPhoto | None) -> Stamp:
    """What tells the age of a photo, whether its file is still there or not."""
    return Stamp(name, None) if photo is None else photo.stamp


def is_older(photo: WatchedPhoto, first: Stamp) -> bool:
    """Whether a photo is surely older than another one."""
    return order_of(photo.stamp, first) is PhotoOrder.BEFORE


def by_time(photo: WatchedPhoto) -> tuple[float, object]:
    """A sort key: by the file's time, then by name."""
    return photo.file.changed, photo.file.order


def by_age(one: WatchedPhoto, other: WatchedPhoto) -> int:
    """Sorts photos that came while the folder was watched. A copy under way bears the time of its
    copying, so its name tells more; of whole ones, what they bore when they came does."""
    a, b = one.file, other.file
    if order_of(one.stamp, other.stamp) is not PhotoOrder.UNSURE:
        return -1 if (a.changed, a.order) < (b.changed, b.order) else 1
    if one.whole == one.now and other.whole == other.now:
        return -1 if (a.came, a.order) < (b.came, b.order) else 1
    return -1 if a.order < b.order else 1
