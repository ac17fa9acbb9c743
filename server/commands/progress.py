"""Results on standard output, line by line, and a progress bar on standard error where a person
watches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

#: Return, and erase the line: takes the bar away before a result is printed on the same terminal.
_ERASE_LINE = "\r\x1b[2K"


class Results:
    """Prints results as they are known. Without a bar where nobody watches standard error."""

    def __init__(self, progress: Progress | None = None, task: TaskID | None = None) -> None:
        self._progress = progress
        self._task = task

    def say(self, line: str) -> None:
        """Prints a line on standard output, at once."""
        if self._progress is not None and sys.stdout.isatty():
            click.echo(_ERASE_LINE, err=True, nl=False)
        click.echo(line)
        sys.stdout.flush()

    def advance(self) -> None:
        """One step of the work is done."""
        if self._progress is not None and self._task is not None:
            self._progress.advance(self._task)


@contextmanager
def results(total: int, what: str) -> Iterator[Results]:
    """Results of `total` steps of work, with a bar if there is more than one and a terminal."""
    if total < 2 or not sys.stderr.isatty():
        yield Results()
        return
    with _bars() as shown:
        yield Results(shown, shown.add_task(what, total=total))


@contextmanager
def at_work(what: str) -> Iterator[None]:
    """A bar that moves as long as a step of unknown length lasts, if there is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    with _bars() as shown:
        shown.add_task(what, total=None)
        yield


def _bars() -> Progress:
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.progress import Progress  # noqa: PLC0415 - slow to import

    # Standard output is not rich's to redirect: it may carry JSON for another program.
    return Progress(
        console=Console(stderr=True), transient=True, redirect_stdout=False, redirect_stderr=False
    )
