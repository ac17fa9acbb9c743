"""`arbitable bench`: accuracy and speed on the sample pictures, or on a folder of one's own."""

from __future__ import annotations

import json
from pathlib import Path

import click

from rules.core.codec import Json
from server.commands.options import output_option, write_output
from server.commands.progress import results
from server.commands.samples import samples_folder
from server.commands.text_tables import rows
from server.errors import UnusableInput
from server.reports.benchmark import CALLS, by_game, run, samples_in
from server.reports.reliability_plot import reliability_svg


@click.command("bench")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a game.")
@output_option("--plot", (".svg",), "Write a drawing of how far confidences can be relied on.")
def command(folder: Path | None, as_json: bool, plot: Path | None) -> None:
    """Accuracy on the sample pictures, or on the labelled photos of a folder, and speed."""
    folder, total = _photos(folder)
    games = {}
    with results(total, "reading") as out:
        for found in run(folder, out.advance):
            games[found.game] = found.pieces_read
            out.say(json.dumps(found.figures) if as_json else _text(found.figures))
    if plot is not None:
        write_output(plot, reliability_svg(games).encode("utf-8"))


def _photos(wanted: Path | None) -> tuple[Path, int]:
    """The folder to read, and how many labelled photos are in it."""
    folder = samples_folder() if wanted is None else wanted
    if not folder.is_dir():
        raise UnusableInput(
            f"{folder} is no folder; name the one that your labelled photos lie in."
        )
    total = sum(map(len, by_game(samples_in(folder)).values()))
    if total:
        return folder, total
    if wanted is None:
        raise UnusableInput("there are no sample pictures of a game that Arbitable can see.")
    raise UnusableInput(
        f"{folder} has no labelled photo: each needs a JSON file of its name beside it, such as "
        f"table.jpg and table.json; {samples_folder()} shows how."
    )


def _text(figures: Json) -> str:
    said = [
        (f"{figures['wrong']} of {figures['pieces']}", "pieces wrong"),
        (f"{figures['perfect']} of {figures['photos']}", "photos without an error"),
        (str(figures["silently_wrong"]), "photos wrong without a doubt being said"),
        (f"{figures['unsure']}, {figures['refused']}", "photos doubtful, refused"),
        *_calls(figures),
    ]
    times = [(f"{ms} ms", stage) for stage, ms in figures["milliseconds"].items()]
    parts = [figures["game"], rows(said), *_confidences(figures)]
    return "\n".join([*parts, "median time of a photo", rows(times)])


def _calls(figures: Json) -> list[tuple[str, str]]:
    """What became of the turns of recorded games."""
    if not figures["turns"]:
        return []
    calls = ", ".join(f"{figures['calls'][kind]} {kind}" for kind in CALLS)
    return [(f"{figures['turns_right']} of {figures['turns']}", f"turns called right ({calls})")]


def _confidences(figures: Json) -> list[str]:
    """How far confidences can be relied on, and what asking about doubts would bring."""
    if not figures["reliability"]:
        return []
    sure = [
        (
            f"{one['least']:.1%} to {one['below']:.1%}",
            str(one["pieces"]),
            f"{one['told']:.2%}",
            f"{one['right'] / one['pieces']:.2%}",
        )
        for one in figures["reliability"]
    ]
    asked = [
        (f"{one['threshold']:.1%}", f"{one['asked']:.1%}", f"{one['right']:.2%}")
        for one in figures["asking"]
    ]
    return [
        rows(sure, ("confidence", "pieces", "told, on average", "right")),
        rows(asked, ("asked below", "pieces asked about", "right of the others")),
    ]
