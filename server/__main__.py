"""`arbitable` from its first moment: Ctrl-C ends it quietly while it is still loading, too."""

from __future__ import annotations

# Nothing else is loaded before interrupts are heard, not even `typing`.
import os
import signal

#: As `server.cli` ends, which is not there yet.
_INTERRUPTED = 130


def main() -> None:
    """The entry point of `arbitable`."""
    # Who was told to ignore it, as a shell tells what it starts in the background, goes on.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)
    from server.cli import main as run  # noqa: PLC0415 - what takes its time to load

    run()


def _leave(_number: int, _frame: object) -> None:
    """Nothing is begun yet, so nothing is to be ended."""
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
