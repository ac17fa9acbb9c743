"""`arbitable bench`: accuracy and speed on the sample pictures."""

from __future__ import annotations

import json
from typing import Any

import click

from server.commands.progress import results
from server.commands.samples import samples_folder
from server.commands.text_tables import rows
from server.errors import UnusableInput
from server.reports.benchmark import by_game, run, samples_in


@click.command("bench")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a game.")
def command(as_json: bool) -> None:
    """Accuracy on the sample pictures and speed, on this machine."""
    folder = samples_folder()
    total = sum(map(len, by_game(samples_in(folder)).values()))
    if not total:
        raise UnusableInput("there are no sample pictures of a game that Arbitable can see.")
    with results(total, "reading") as out:
        for figures in run(folder, out.advance):
            out.say(json.dumps(figures) if as_json else _text(figures))


def _text(figures: dict[str, Any]) -> str:
    said = [
        (f"{figures['wrong']} of {figures['pieces']}", "pieces wrong"),
        (f"{figures['perfect']} of {figures['photos']}", "photos without an error"),
        (str(figures["silently_wrong"]), "photos wrong without a doubt being said"),
        (f"{figures['unsure']}, {figures['refused']}", "photos doubtful, refused"),
        (f"{figures['turns_right']} of {figures['turns']}", "turns called right"),
    ]
    times = [(f"{ms} ms", stage) for stage, ms in figures["milliseconds"].items()]
    return f"{figures['game']}\n{rows(said)}\nmedian time of a photo\n{rows(times)}"
