"""How a camera does: pictures a second, and the time from a picture to what is made of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

#: Seconds over which pictures are counted: long enough to count a phone's few, short enough to
#: notice a cable within a turn.
_SPAN_S = 5.0

#: Pictures a second from which a hand that lays a piece, in about a second, is surely seen to come
#: and to leave; and below which it may come and go between two pictures.
_GOOD_HZ, _POOR_HZ = 5.0, 1.5

#: Seconds to a call that people at a table wait without looking up.
_GOOD_DELAY_S = 1.5

#: A rate that differs by less from the one told last is the same: cameras waver.
_WAVERS = 0.15


@dataclass(frozen=True, slots=True)
class CameraHealth:
    """`rate`: pictures a second; `delay_s`: seconds from the last picture that was read to what
    was made of it, None before one was; `word`: what that comes to."""

    rate: float
    delay_s: float | None
    word: Literal["good", "slow", "poor"]


class Pulse:
    """Counts pictures; tells of another health only now and then, as every page is told."""

    def __init__(self) -> None:
        #: What was told last, None before it is known.
        self.told: CameraHealth | None = None
        self._since: float | None = None
        self._number = 0
        self._delay_s: float | None = None

    def taken(self, number: int, at: float) -> None:
        """A picture was taken: its number among all that came, its time in seconds."""
        if self._since is None or number < self._number:
            self._since, self._number = at, number
        elif at - self._since >= _SPAN_S:
            self._tell((number - self._number) / (at - self._since))
            self._since, self._number = at, number

    def read(self, delay_s: float) -> None:
        """A picture was read; seconds since it was taken."""
        self._delay_s = round(max(delay_s, 0.0), 1)

    def _tell(self, rate: float) -> None:
        told = self.told
        if told is not None and abs(rate - told.rate) <= _WAVERS * told.rate:
            rate = told.rate
        rounded = float(round(rate)) if rate >= 2 else round(rate, 1)
        self.told = CameraHealth(rounded, self._delay_s, _word(rounded, self._delay_s))


def _word(rate: float, delay_s: float | None) -> Literal["good", "slow", "poor"]:
    if rate < _POOR_HZ:
        return "poor"
    return "good" if rate >= _GOOD_HZ and (delay_s or 0.0) <= _GOOD_DELAY_S else "slow"
