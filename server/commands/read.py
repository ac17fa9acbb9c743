"""`arbitable read`: what stands on the table in each photo."""

from __future__ import annotations

import json
from pathlib import Path

import click

from server.commands.options import DATA, TABLE, output_option, write_output
from server.commands.progress import results
from server.errors import UnusableInput
from server.pipeline.calibrations import CalibratedStart, say_notes
from server.pipeline.readers import PhotoReading, readers_for
from server.views.pictures.imaging import png
from server.views.read_json import proven_violations, read_object
from vision.overlay import draw_overlay, mark_doubts
from vision.sources.photo_order import printable


@click.command("read")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--game", required=True, help="The game's name, or auto to find it.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a photo.")
@output_option("--overlay", (".png",), "Write the photo with what was read drawn over it.")
@TABLE
@DATA
def command(
    *,
    photos: tuple[Path, ...],
    game: str,
    as_json: bool,
    overlay: Path | None,
    table: str | None,
    data: Path | None,
) -> None:
    """What stands on the table in each PHOTO."""
    _check(photos, overlay)
    readers = readers_for(game, CalibratedStart(data, table))
    with results(len(photos), "reading") as out:
        for photo in photos:
            read = readers.read(photo)
            out.say(_as_json(read) if as_json else _as_text(read))
            say_notes(read.reading.notes)
            out.advance()
            if overlay is not None:
                _write_overlay(read, overlay)


def _check(photos: tuple[Path, ...], overlay: Path | None) -> None:
    for photo in photos:
        if photo.is_dir():
            raise UnusableInput(f"{photo} is a folder; give its photos, or use `arbitable replay`.")
        if not photo.exists():
            raise UnusableInput(f"{photo} does not exist; check the name.")
    if overlay is not None and len(photos) > 1:
        raise UnusableInput("--overlay draws over one photo; give one.")


def _as_json(read: PhotoReading) -> str:
    found = read_object(printable(str(read.photo)), read.reading, read.game, read.seconds)
    return json.dumps(found, ensure_ascii=False)


def _as_text(read: PhotoReading) -> str:
    from server.commands.text_tables import read_text  # noqa: PLC0415 - rich is slow to import

    proven = proven_violations(read.game, read.reading)
    return read_text(read, [f"{v['rule']}: {v['message']}" for v in proven])


def _write_overlay(read: PhotoReading, overlay: Path) -> None:
    if read.image is None:
        raise UnusableInput(f"{read.photo} is no picture, so there is nothing to draw over.")
    drawn = draw_overlay(read.image, read.reading)
    mark_doubts(drawn, read.reading.doubtful_free())
    write_output(overlay, png(drawn))
