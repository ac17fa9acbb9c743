"""What is said of odd connections: a little of it, however many there are."""

from __future__ import annotations

import logging

from server.http.seldom import MOST_RECORDS, WITHIN_S, Seldom, speak_seldom


def _record(line: int) -> logging.LogRecord:
    return logging.LogRecord("asyncio", logging.ERROR, "loop.py", line, "full", None, None)


def test_a_flood_is_said_a_few_times_a_minute() -> None:
    """Each place in the code speaks for itself, and again after a while."""
    now = [100.0]
    seldom = Seldom(lambda: now[0])
    assert [seldom.filter(_record(7)) for _ in range(50)].count(True) == MOST_RECORDS
    assert seldom.filter(_record(8))
    now[0] += WITHIN_S
    assert seldom.filter(_record(7))


def test_the_talkative_are_held_back_once() -> None:
    """Serving twice in one process adds nothing."""
    logger = logging.getLogger("uvicorn.error")
    before = list(logger.filters)
    try:
        speak_seldom()
        speak_seldom()
        assert sum(isinstance(one, Seldom) for one in logger.filters) == 1
    finally:
        for name in ("uvicorn.error", "asyncio"):
            logging.getLogger(name).filters[:] = before
