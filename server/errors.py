"""What can go wrong on the command line, said in one line."""

from __future__ import annotations

import click


class UnusableInput(click.ClickException):
    """Bad arguments or unusable input: one sentence that says what and how to mend it."""

    exit_code = 2
