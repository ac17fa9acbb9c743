"""What can go wrong, said in one line in the terminal."""

from __future__ import annotations

import click


class UnusableInput(click.ClickException):
    """Bad arguments or unusable input: one sentence that says what and how to mend it."""

    exit_code = 2


def warn(said: str) -> None:
    """One line on standard error, for whoever started Arbitable; pages are told otherwise."""
    click.echo(f"arbitable: {said}", err=True)
