"""A test look at the table before a game: its quality, where the board is, what is read."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np

from calibration.homography import NoFit
from calibration.profiles import UnusableProfile, check_name
from calibration.table import TableProfile, save_table
from rules.core.discovery import get
from rules.core.game import Game
from rules.core.rulebook import LANGUAGES
from server.tables.player_commands import Impossible
from server.tables.services import Backstage
from server.views.imaging import data_uri, jpeg
from server.views.look_quality import findings
from server.views.read_json import piece_fields
from server.views.speech import spoken_label
from server.words.sentences import in_languages
from vision.calibrated import Source, can_be_taught, load_teacher
from vision.glare import glare_spots
from vision.quality import measure
from vision.reader import Image
from vision.reading import SURE_CONFIDENCE, Piece, Reading, Refusal
from vision.viewing import view_of

AnyGame = Game[Any, Any]

#: Digits of a share of the picture's width or height: a pixel in ten thousand.
_DIGITS = 4

#: Readings offered for a doubtful piece.
_OTHERS = 2


def looked(backstage: Backstage, game: str, image: Image) -> dict[str, Any]:
    """Everything one picture (H, W, 3 uint8 BGR, upright) tells before a game, JSON-ready; places
    in it as shares 0..1 of its width and height. Raises UnknownName for a game not seen."""
    found = get(game)
    start = time.perf_counter()
    reading = backstage.readers.of(game).read_again(image, backstage.known(game))
    seconds = time.perf_counter() - start
    view, size_wh = view_of(reading), (image.shape[1], image.shape[0])
    glare = glare_spots(image, view.outline_xy)
    return {
        "picture": data_uri(jpeg(image), "image/jpeg"),
        "size": list(size_wh),
        "seconds": round(seconds, 2),
        "status": reading.status.value,
        "reason": None if reading.refusal is None else _refused(reading.refusal),
        "notes": in_languages(*reading.notes),
        "findings": [asdict(f) for f in findings(size_wh, measure(image), view, glare)],
        "glare": [
            {"at": _share(s.xy, size_wh), "radius": round(s.radius / size_wh[0], _DIGITS)}
            for s in glare
        ],
        "outline": [_share(xy, size_wh) for xy in view.outline_xy],
        "pieces": [_piece(found, piece, size_wh) for piece in reading.pieces],
        "doubts": _doubted_places(reading),
        "teachable": backstage.calibrations is not None and can_be_taught(game),
    }


def _refused(refusal: Refusal) -> dict[str, Any]:
    said = in_languages(refusal.message, refusal.cure)
    return {**asdict(refusal), "texts": said}


def _share(xy: tuple[float, float], size_wh: tuple[int, int]) -> list[float]:
    return [round(xy[0] / size_wh[0], _DIGITS), round(xy[1] / size_wh[1], _DIGITS)]


def _piece(game: AnyGame, piece: Piece, size_wh: tuple[int, int]) -> dict[str, Any]:
    return {
        "kind": piece.kind,
        "area": piece.area,
        "place": piece.place.name() if piece.place is not None else None,
        "texts": _texts(game, piece.kind, piece.label),
        "at": _share(piece.pixel_xy, size_wh),
        "outline": [_share(xy, size_wh) for xy in piece.outline_xy],
        "sure": piece.confidence >= SURE_CONFIDENCE,
        "confidence": round(piece.confidence, _DIGITS),
        "others": [
            {"texts": _texts(game, piece.kind, label), "probability": round(p, _DIGITS)}
            for label, p in piece.alternatives[:_OTHERS]
        ],
    }


def _texts(game: AnyGame, kind: str, label: Any) -> dict[str, str]:
    fields = piece_fields(game, kind, label)
    return {language: spoken_label(game.rulebook, fields, language) for language in LANGUAGES}


def _doubted_places(reading: Reading) -> int:
    """Places that look empty but not surely so."""
    seen = reading.observation.sightings if reading.observation is not None else ()
    filled = {piece.place for piece in reading.pieces}
    doubts = (
        s.belief.confidence < SURE_CONFIDENCE and s.pose is not None and s.place not in filled
        for s in seen
    )
    return sum(doubts)


@dataclass(frozen=True, slots=True)
class Corners:
    """The board's corners as shares 0..1 of the picture, clockwise from the board's first one;
    `sure`: the board's own print says so, or a person."""

    at: tuple[tuple[float, float], ...]
    sure: bool


def found_corners(game: str, image: Image) -> Corners:
    """Where a teachable game's board seems to lie: found by its print, else a frame to drag."""
    size_wh = (image.shape[1], image.shape[0])
    profile = load_teacher(game).learn_table(Source(image, "setup", datetime.now(UTC)), None, None)
    if isinstance(profile, NoFit):
        profile = load_teacher(game).learn_table(
            Source(image, "setup", datetime.now(UTC)), None, "up"
        )
        if isinstance(profile, NoFit):
            return Corners(((0.15, 0.15), (0.85, 0.15), (0.85, 0.85), (0.15, 0.85)), False)
        return Corners(_shares(profile, size_wh), False)
    return Corners(_shares(profile, size_wh), True)


def _shares(profile: TableProfile, size_wh: tuple[int, int]) -> tuple[tuple[float, float], ...]:
    return tuple(
        (round(float(x) / size_wh[0], _DIGITS), round(float(y) / size_wh[1], _DIGITS))
        for x, y in profile.outline_xy()
    )


def kept_corners(
    backstage: Backstage, table: str, game: str, image: Image, corners: Corners
) -> Impossible | None:
    """Keeps the board's corners as a calibration of this table; None where that worked. Games
    begun from now on start from it."""
    if backstage.calibrations is None or not can_be_taught(game):
        return Impossible("not-taught", "This game's board is found without corners.")
    pixels = np.array(corners.at, np.float64) * np.array([image.shape[1], image.shape[0]])
    source = Source(image, "set-up", datetime.now(UTC))
    profile = load_teacher(game).learn_table(source, pixels, None)
    if isinstance(profile, NoFit):
        return Impossible("no-fit", f"These corners do not fit: {profile.reason}.")
    try:
        save_table(backstage.calibrations, check_name(f"{table}-{game}"), profile)
    except UnusableProfile as error:
        return Impossible("not-kept", str(error))
    return None
