"""`arbitable doctor`: what is wrong with this machine, camera or photo, and the cure."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import click

from server.commands.options import DEFAULT_PORT
from server.commands.text_tables import rows
from server.errors import UnusableInput
from server.reports.checkup import Check, machine, photo
from vision.sources.photo_order import printable


@click.command("doctor")
@click.argument("photos", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--port",
    default=DEFAULT_PORT,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port to look at.",
)
def command(photos: tuple[Path, ...], port: int) -> None:
    """What is wrong with this machine, its cameras or the given PHOTOS, and the cure."""
    for path in photos:
        if not path.is_file():
            raise UnusableInput(f"{path} is no file; give a photo.")
    if photos:
        for path in photos:
            click.echo(printable(path.name))
            _show(photo(path))
    else:
        _show(machine(port))


def _show(findings: Iterable[Check]) -> None:
    click.echo(rows([("!" if f.cure else "ok", f.what, f.found, f.cure) for f in findings]))
