"""The corners of a table's board: found by its print, or given by a person, whole or by the one
spot that tells which way round the board lies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from calibration.homography import NoFit, fit_homography
from calibration.profiles import UnusableProfile, name_of_game
from calibration.table import TableProfile, save_table
from server.tables.player_commands import CommandRejected
from server.views.setup_look import share_of
from vision.nn.arrays import size_of
from vision.reader import Image
from vision.teacher import ReferencePhoto, learns_table, load_teacher, mark_of

#: A spot as shares 0..1 of the picture's width and height.
ShareXY = tuple[float, ...]

#: A frame to drag where no board was found.
_FRAME = ((0.15, 0.15), (0.85, 0.15), (0.85, 0.85), (0.15, 0.85))

#: A board's corners in its own frame, clockwise from the first.
_BOARD = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])

_NOT_TAUGHT = CommandRejected("not-taught", "This game's board is found without corners.")


@dataclass(frozen=True, slots=True)
class Corners:
    """The board's corners as shares 0..1 of the picture, clockwise from the board's first one;
    `sure`: the board's own print says so, or a person."""

    at: tuple[ShareXY, ...]
    sure: bool


@dataclass(frozen=True, slots=True)
class WayRound:
    """One way round that a board may lie: its corners, and where `mark` (`vision.teacher.Mark`)
    would then be, as shares 0..1 of the picture."""

    corners: tuple[ShareXY, ...]
    mark: ShareXY


def found_corners(game: str, image: Image) -> Corners:
    """Where a teachable game's board seems to lie: found by its print, else a frame to drag."""
    return _found(game, image) or Corners(_FRAME, sure=False)


def ways_round(game: str, image: Image) -> tuple[WayRound, ...]:
    """The four ways round that the board in a picture may lie; none where no board is found, or
    the game has no mark that would tell them apart."""
    mark = mark_of(game)
    found = None if mark is None else _found(game, image)
    if mark is None or found is None:
        return ()
    ways = []
    for first in range(4):
        corners = (*found.at[first:], *found.at[:first])
        view = fit_homography(_BOARD, np.array(corners))
        if isinstance(view, NoFit):
            return ()
        ways.append(WayRound(corners, tuple(float(v) for v in view(np.array([mark.at]))[0])))
    return tuple(ways)


def _found(game: str, image: Image) -> Corners | None:
    source = ReferencePhoto(image, "setup", datetime.now(UTC))
    for top in (None, "up"):
        profile = load_teacher(game).learn_table(source, None, top)
        if not isinstance(profile, NoFit):
            at = tuple(tuple(share_of((x, y), size_of(image))) for x, y in profile.outline_xy())
            return Corners(at, sure=top is None)
    return None


def keep_corners(
    calibrations: Path | None, table: str, game: str, image: Image, corners: Corners
) -> CommandRejected | None:
    """Keeps the board's corners as a calibration of this table; None where that worked. Games
    begun from now on start from it. `calibrations`: the folder of profiles, None for none."""
    if calibrations is None or not learns_table(game):
        return _NOT_TAUGHT
    profile = table_of(game, image, corners)
    if isinstance(profile, CommandRejected):
        return profile
    return keep_table(calibrations, table, game, profile)


def table_of(game: str, image: Image, corners: Corners) -> TableProfile | CommandRejected:
    """The calibration that corners in a picture come to."""
    pixels = np.array(corners.at, np.float64) * np.array(size_of(image))
    source = ReferencePhoto(image, "set-up", datetime.now(UTC))
    profile = load_teacher(game).learn_table(source, pixels, None)
    if isinstance(profile, NoFit):
        return CommandRejected("no-fit", f"These corners do not fit: {profile.reason}.")
    return profile


def keep_table(
    calibrations: Path, table: str, game: str, profile: TableProfile
) -> CommandRejected | None:
    """Keeps a calibration as this table's; None where that worked."""
    try:
        save_table(calibrations, name_of_game(table, game), profile)
    except UnusableProfile as error:
        return CommandRejected("not-kept", str(error))
    return None
