"""Where Arbitable itself fails at a picture: one sentence for the page, one line for the report."""

from __future__ import annotations

import threading

from server.errors import warn
from vision.reading import Refusal

#: What is said of a picture at which the reader or the referee raised.
OWN_FAULT = Refusal(
    "own-fault",
    "Arbitable itself failed at this picture.",
    "Take it again from a little further left or right; if that does not help, please report it.",
)

#: Kinds of faults that are said on standard error; one evening has few.
_MOST_SAID = 20

#: Seconds until the next try: after the first failure, and at most. The first lets a hand go by;
#: the last keeps a reader that always fails from taking the computer's evening.
_FIRST_S, _MOST_S = 0.5, 30.0


class Faults:
    """Says every kind of fault once. Safe to use from several threads."""

    def __init__(self) -> None:
        self._said: set[str] = set()
        self._lock = threading.Lock()

    def note(self, error: Exception) -> None:
        """One line on standard error, for whoever reports it."""
        said = f"{type(error).__name__}: {error}".replace("\n", " ")[:300]
        with self._lock:
            if said in self._said or len(self._said) >= _MOST_SAID:
                return
            self._said.add(said)
        warn(f"a picture could not be judged, a fault of its own ({said})")


def pause_after(failures: int) -> float:
    """Seconds until the next try after so many failures in a row."""
    return min(_FIRST_S * 2.0 ** min(failures - 1, 30), _MOST_S)
