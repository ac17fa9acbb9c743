"""`arbitable print`: a set of a game to print, cut out and play."""

from __future__ import annotations

from pathlib import Path

import click

from calibration.printing.layout import RULER_MM
from calibration.printing.paper import PAPERS
from server.commands.options import LANGUAGE, check_output, write_output
from server.reports.printed_sets import printed_set


@click.command("print")
@click.argument("game")
@click.argument("out", metavar="OUT.pdf", type=click.Path(path_type=Path))
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
    check_output(out, (".pdf",))
    made = printed_set(game, paper, lang, measured)
    write_output(out, made.data)
    click.echo(f"{out}: {made.pages} pages. Print them at 100 % (actual size).")
