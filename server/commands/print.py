"""`arbitable print`: a set of a game to print, cut out and play."""

from __future__ import annotations

from pathlib import Path

import click

from calibration.printing.layout import RULER_MM
from calibration.printing.paper import PAPERS
from server.commands.options import LANGUAGE, write_output
from server.errors import UnusableInput
from server.reports.printed_sets import printed_set


@click.command("print")
@click.argument("game")
@click.argument("out", metavar="OUT.pdf", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--paper",
    default="a4",
    show_default=True,
    type=click.Choice(tuple(PAPERS), case_sensitive=False),
    help="What the printer holds.",
)
@click.option(
    "--measured",
    metavar="MM",
    default=float(RULER_MM),
    help="What the 100 mm ruler of an earlier print measured: this one then comes out right.",
)
@LANGUAGE
def command(*, game: str, out: Path, paper: str, measured: float, lang: str) -> None:
    """A set of GAME to print, cut out and play, as PDF."""
    if out.suffix.casefold() != ".pdf":
        raise UnusableInput(f"{out}: give it a name that ends in .pdf.")
    made = printed_set(game, paper, lang, measured)
    write_output(out, made.data)
    click.echo(f"{out}: {made.pages} pages. Print them at 100 % (actual size).")
