"""A test look at the table before a game: its quality, where the board is, what is read."""

from __future__ import annotations

import time
from dataclasses import asdict

from rules.core.discovery import discover, get
from rules.core.game import AnyGame
from server.pipeline.readers import LockedReader, ReaderCache
from server.views.look_quality import findings
from server.views.pictures.imaging import data_uri, jpeg
from server.views.place_names import PlaceNames, names_over
from server.views.read_json import piece_fields
from server.views.speech import label_texts
from server.words.sentences import in_languages
from vision.framing import framing_of
from vision.glare import glare_spots
from vision.nn.arrays import size_of
from vision.quality import measure
from vision.reader import Image, has_reader
from vision.reading import SURE_CONFIDENCE, Piece, Reading, Refusal

#: Digits of a share of the picture's width or height: a pixel in ten thousand.
DIGITS = 4

#: Mean confidence and number of pieces from which a picture shows another game. Origin: the sample
#: pictures, read by the readers of other games: 0.2 at most; by their own: 0.62 at least.
_SURELY_OTHER, _FEWEST = 0.5, 3

#: Readings offered for a doubtful piece.
_OTHERS = 2


def setup_look(game: str, reader: LockedReader, memory: object, image: Image) -> dict[str, object]:
    """Everything one picture (H, W, 3 uint8 BGR, upright) tells before a game, JSON-ready; places
    in it as shares 0..1 of its width and height. Raises UnknownName for a game not seen."""
    found = get(game)
    start = time.perf_counter()
    reading = reader.read(image, memory)
    seconds = time.perf_counter() - start
    names = names_over(found, (piece.place for piece in reading.pieces))
    framing, size_wh = framing_of(reading), size_of(image)
    glare = glare_spots(image, framing.outline_xy)
    return {
        "picture": data_uri(jpeg(image), "image/jpeg"),
        "size": list(size_wh),
        "seconds": round(seconds, 2),
        "status": reading.status.value,
        "reason": None if reading.refusal is None else _reason(reading.refusal),
        "notes": in_languages(*reading.notes),
        "findings": [asdict(f) for f in findings(size_wh, measure(image), framing, glare)],
        "glare": [
            {"at": share_of(s.xy, size_wh), "radius": round(s.radius / size_wh[0], DIGITS)}
            for s in glare
        ],
        "outline": [share_of(xy, size_wh) for xy in framing.outline_xy],
        "pieces": [_piece(found, names, piece, size_wh) for piece in reading.pieces],
        "doubts": _doubted_places(reading),
    }


def other_game(game: str, readers: ReaderCache, image: Image) -> AnyGame | None:
    """Another game that is seen in a picture in which this one is not; None where none is."""
    others = [one for one in discover().values() if one.name != game and has_reader(one.name)]
    found = [(_seen(readers.of(one.name).read(image)), one) for one in others]
    seen, best = max(found, key=lambda one: one[0], default=(0.0, None))
    return best if seen >= _SURELY_OTHER else None


def _seen(reading: Reading) -> float:
    """The mean confidence of a reading's pieces, 0 where there are too few to tell."""
    sure = [piece.confidence for piece in reading.pieces]
    return sum(sure) / len(sure) if len(sure) >= _FEWEST else 0.0


def share_of(xy: tuple[float, float], size_wh: tuple[int, int]) -> list[float]:
    """A spot of the picture in pixels as shares 0..1 of its width and height."""
    return [round(float(v) / size, DIGITS) for v, size in zip(xy, size_wh, strict=True)]


def _reason(refusal: Refusal) -> dict[str, object]:
    return {**asdict(refusal), "texts": in_languages(refusal.message, refusal.cure)}


def _piece(
    game: AnyGame, names: PlaceNames, piece: Piece, size_wh: tuple[int, int]
) -> dict[str, object]:
    return {
        "kind": piece.kind,
        "area": piece.area,
        "place": piece.place.name() if piece.place is not None else None,
        "names": names.all_of(piece.place) if piece.place is not None else None,
        "texts": _texts(game, piece.kind, piece.label),
        "at": share_of(piece.pixel_xy, size_wh),
        "outline": [share_of(xy, size_wh) for xy in piece.outline_xy],
        "sure": piece.confidence >= SURE_CONFIDENCE,
        "confidence": round(piece.confidence, DIGITS),
        "others": [
            {"texts": _texts(game, piece.kind, label), "probability": round(p, DIGITS)}
            for label, p in piece.alternatives[:_OTHERS]
        ],
    }


def _texts(game: AnyGame, kind: str, label: object) -> dict[str, str]:
    return label_texts(game.rulebook, piece_fields(game, kind, label))


def _doubted_places(reading: Reading) -> int:
    """Places that look empty but not surely so."""
    seen = reading.observation.sightings if reading.observation is not None else ()
    filled = {piece.place for piece in reading.pieces}
    doubts = (
        s.belief.confidence < SURE_CONFIDENCE and s.pose is not None and s.place not in filled
        for s in seen
    )
    return sum(doubts)
