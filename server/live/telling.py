"""What the dashboard is told of each photo: JSON in every language, pictures by id."""

from __future__ import annotations

from typing import Any

from rules.core.rulebook import LANGUAGES
from server.call_wire import call_objects
from server.frames import reading_in_game
from server.imaging import THUMB_PIXELS, jpeg
from server.live.pictures import Pictures
from server.session import Moment, Session, drawing
from server.speech import spoken_calls
from vision.overlay import draw_overlay


def told_game(session: Session, total: int) -> dict[str, Any]:
    """The event that begins a game of `total` photos."""
    book = session.game.rulebook
    return {
        "game": book.name,
        "titles": dict(book.titles),
        "players": list(session.players),
        "total": total,
    }


def told_moment(moment: Moment, index: int, pictures: Pictures) -> dict[str, Any]:
    """The event of one photo; its pictures are put into the store."""
    return {
        "index": index,
        "photo": moment.photo.name,
        "seconds": round(moment.seconds, 2),
        "calls": call_objects(moment),
        "spoken": {lang: spoken_calls(moment, lang) for lang in LANGUAGES},
        "pictures": _pictures(moment, pictures),
    }


def _pictures(moment: Moment, pictures: Pictures) -> dict[str, str | None]:
    board = drawing(moment)
    found: dict[str, str | None] = dict.fromkeys(("plain", "overlay", "thumb", "board"))
    if board:
        found["board"] = pictures.put(board.encode("utf-8"), "image/svg+xml")
    if moment.image is not None:
        drawn = draw_overlay(moment.image, reading_in_game(moment))
        found["plain"] = pictures.put(jpeg(moment.image), "image/jpeg")
        found["overlay"] = pictures.put(jpeg(drawn), "image/jpeg")
        found["thumb"] = pictures.put(jpeg(drawn, THUMB_PIXELS), "image/jpeg")
    return found
