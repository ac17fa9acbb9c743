"""`arbitable calibrate`: the table, and the user's own set under the user's own lamp."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import click
import numpy as np

from calibration.homography import NoFit
from calibration.learnt_set import save_set
from calibration.profiles import check_name
from calibration.table import save_table
from rules.core.discovery import get
from server.commands.options import DATA, output_option, write_output
from server.commands.progress import at_work
from server.errors import UnusableInput
from server.pipeline.calibrations import calibration_folder
from server.reports.calibration_overlay import grid_drawn, outlines_drawn
from server.views.pictures.imaging import png
from vision.nn.arrays import size_of
from vision.photo import load_photo
from vision.quality import measure
from vision.reader import Image
from vision.reading import Refusal
from vision.refusals import fault_of
from vision.sources.photo_order import printable
from vision.teacher import SIDES_XY, ReferencePhoto, Side, Teacher, can_be_taught, load_teacher

PHOTO = click.argument("photo", type=click.Path(path_type=Path))
GAME = click.option("--game", required=True, help="The game's name.")
NAME = click.option("--name", help="What to call it; the game's name if not given.")
OVERLAY = output_option(
    "--overlay", (".png",), "Write the photo with what was found drawn over it."
)


@click.group("calibrate")
def command() -> None:
    """Learn the table, and the pieces of the user's own set, from a photo."""


@command.command("table", short_help="Learn from a photo of the empty board where it lies.")
@PHOTO
@GAME
@NAME
@click.option(
    "--corners",
    nargs=4,
    metavar="X,Y X,Y X,Y X,Y",
    help="The board's corners in the photo, pixels, clockwise; for Linie 1 those of the grid, "
    "from row 1, column 1.",
)
@click.option(
    "--top",
    type=click.Choice(tuple(SIDES_XY)),
    help="On which side of the photo the board's first side is, where its print does not tell.",
)
@OVERLAY
@DATA
def table(
    *,
    photo: Path,
    game: str,
    name: str | None,
    corners: tuple[str, ...] | None,
    top: Side | None,
    overlay: Path | None,
    data: Path | None,
) -> None:
    """Learn from a PHOTO of the empty board where it lies and how it is printed."""
    kept_as = check_name(name or game)
    teacher, source = _teacher(game), _source(photo)
    given = _corners(corners, source.image) if corners else None
    with at_work("looking for the board"):
        profile = teacher.learn_table(source, given, top)
    if isinstance(profile, NoFit):
        raise UnusableInput(f"{photo}: {profile.reason}.")
    folder = save_table(calibration_folder(data), kept_as, profile)
    _draw(overlay, grid_drawn(source.image, profile))
    click.echo(f"The table {kept_as!r} is kept in {folder}.")
    if given is None:
        click.echo(f"Its board was found; it fits to about {profile.residual:.1%} of a cell.")


@command.command("pieces", short_help="Learn the pieces of a set from one photo of them.")
@PHOTO
@GAME
@NAME
@click.option("--order", metavar="T1,T2,...", help="What lies there, row by row from the top.")
@click.option("--colours", metavar="RED,BLUE,...", help="The same for pieces told by colour.")
@OVERLAY
@DATA
def pieces(
    *,
    photo: Path,
    game: str,
    name: str | None,
    order: str | None,
    colours: str | None,
    overlay: Path | None,
    data: Path | None,
) -> None:
    """Learn the pieces of a set from one PHOTO of them laid side by side."""
    kept_as = check_name(name or game)
    teacher, source = _teacher(game), _source(photo)
    names = _names(order, colours)
    with at_work("looking for the pieces"):
        taught = teacher.learn_pieces(source, names)
    if isinstance(taught, NoFit):
        raise UnusableInput(f"{photo}: {taught.reason}.")
    folder = save_set(calibration_folder(data), kept_as, taught.learnt)
    _draw(overlay, outlines_drawn(source.image, taught))
    for doubt in taught.doubts:
        click.echo(f"Look again: {doubt}.", err=True)
    names_kept = [example.name for example in taught.learnt.examples]
    click.echo(f"{len(names_kept)} pieces are kept in {folder}: {counted(names_kept)}.")


def counted(names: Sequence[str]) -> str:
    """Every name once, T2 before T10, with how often it is there."""
    ordered = sorted(Counter(names).items(), key=lambda kind: (len(kind[0]), kind[0]))
    return ", ".join(f"{name} ({times} times)" if times > 1 else name for name, times in ordered)


def _teacher(game: str) -> Teacher:
    title = get(game).name
    if not can_be_taught(title):
        raise UnusableInput(f"{title} needs no calibration: nothing of it is learnt from photos.")
    return load_teacher(title)


def _source(photo: Path) -> ReferencePhoto:
    """The photo to learn from. Raises UnusableInput, also for a picture that no game is read from:
    what it taught would take the place of what an earlier one did."""
    if not photo.is_file():
        raise UnusableInput(f"{photo} is no photo; check the name.")
    image = load_photo(photo)
    if isinstance(image, Refusal):
        raise _unusable(photo, image)
    fault = fault_of(measure(image))
    if fault is not None:
        raise _unusable(photo, fault)
    return ReferencePhoto(image, printable(photo.name), datetime.now(UTC))


def _unusable(photo: Path, why: Refusal) -> UnusableInput:
    return UnusableInput(f"{photo}: {why.message} {why.cure}")


def _names(order: str | None, colours: str | None) -> tuple[str, ...]:
    if order is not None and colours is not None:
        raise UnusableInput("--order and --colours both say what lies there; give one of them.")
    text = colours if order is None else order
    if text is None:
        return ()
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise UnusableInput(
            f"{text!r}: a name is missing between the commas; write one, or drop a comma."
        )
    return names


def _corners(texts: tuple[str, ...], image: Image) -> np.ndarray:
    try:
        corners = np.array([[float(v) for v in text.split(",")] for text in texts])
    except ValueError:
        corners = np.empty(0)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise UnusableInput("--corners: give four points, as in 100,120 900,130 910,880 90,870.")
    reach = np.array(size_of(image))
    if (corners < -reach).any() or (corners > 2 * reach).any():
        raise UnusableInput(f"--corners: the photo has {reach[0]} x {reach[1]} pixels.")
    return corners


def _draw(overlay: Path | None, drawn: Image) -> None:
    if overlay is not None:
        write_output(overlay, png(drawn))
