"""The corners of a table's board before a game: found by its print, or given by a person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from calibration.homography import NoFit
from calibration.profiles import UnusableProfile, check_name
from calibration.table import save_table
from server.tables.player_commands import CommandRejected
from server.views.setup_look import share
from vision.calibrated import Source, learns_table, load_teacher
from vision.nn.arrays import size_of
from vision.reader import Image

#: A frame to drag where no board was found.
_FRAME = ((0.15, 0.15), (0.85, 0.15), (0.85, 0.85), (0.15, 0.85))


@dataclass(frozen=True, slots=True)
class Corners:
    """The board's corners as shares 0..1 of the picture, clockwise from the board's first one;
    `sure`: the board's own print says so, or a person."""

    at: tuple[tuple[float, ...], ...]
    sure: bool


def found_corners(game: str, image: Image) -> Corners:
    """Where a teachable game's board seems to lie: found by its print, else a frame to drag."""
    source = Source(image, "setup", datetime.now(UTC))
    for top in (None, "up"):
        profile = load_teacher(game).learn_table(source, None, top)
        if not isinstance(profile, NoFit):
            at = tuple(tuple(share((x, y), size_of(image))) for x, y in profile.outline_xy())
            return Corners(at, sure=top is None)
    return Corners(_FRAME, sure=False)


def keep_corners(
    calibrations: Path | None, table: str, game: str, image: Image, corners: Corners
) -> CommandRejected | None:
    """Keeps the board's corners as a calibration of this table; None where that worked. Games
    begun from now on start from it. `calibrations`: the folder of profiles, None for none."""
    if calibrations is None or not learns_table(game):
        return CommandRejected("not-taught", "This game's board is found without corners.")
    pixels = np.array(corners.at, np.float64) * np.array(size_of(image))
    source = Source(image, "set-up", datetime.now(UTC))
    profile = load_teacher(game).learn_table(source, pixels, None)
    if isinstance(profile, NoFit):
        return CommandRejected("no-fit", f"These corners do not fit: {profile.reason}.")
    try:
        save_table(calibrations, check_name(f"{table}-{game}"), profile)
    except UnusableProfile as error:
        return CommandRejected("not-kept", str(error))
    return None
