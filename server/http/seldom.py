"""What the server says of odd connections on standard error: seldom, however many there are."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

#: Records of one place in the code within so many seconds; the rest is passed over.
MOST_RECORDS, WITHIN_S = 3, 60.0

#: The loggers that speak of each connection.
_TALKATIVE = ("asyncio", "uvicorn.error")


class Seldom(logging.Filter):
    """Lets through so many records a minute from each place in the code."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to say it."""
        now, place = self._clock(), (record.pathname, record.lineno)
        since, count = self._said.get(place, (now, 0))
        if now - since >= WITHIN_S:
            since, count = now, 0
        self._said[place] = (since, count + 1)
        return count < MOST_RECORDS


def speak_seldom() -> None:
    """Holds back the loggers that speak of each connection."""
    for name in _TALKATIVE:
        logger = logging.getLogger(name)
        if not any(isinstance(one, Seldom) for one in logger.filters):
            logger.addFilter(Seldom())
