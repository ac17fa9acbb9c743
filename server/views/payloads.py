"""What the dashboard is told of each moment: JSON in every language, pictures by id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NotRequired, TypedDict

from rules.core.codec import Json
from server.pipeline.session import Moment, Session
from server.store.memory import PictureStore
from server.store.named_texts import marks
from server.store.values import packed
from server.views.call_json import call_objects
from server.views.pictures.board import MEDIA_TYPE, board_view
from server.views.pictures.drawing import drawing
from server.views.pictures.frames import Rect
from server.views.pictures.imaging import THUMB_PIXELS, jpeg, page_jpeg
from server.views.pictures.spot import Spot
from server.views.pictures.straight import straight_jpeg
from server.views.speech import Spoken, spoken_calls, spoken_command
from server.words import by_language
from vision.overlay import draw_overlay

_DRAWINGS = Path(__file__).parents[1] / "static" / "boards"

#: What a moment's pictures are called.
PICTURES = ("before", "plain", "overlay", "straight", "spot", "thumb", "board", "view")


class MomentPayload(TypedDict):
    """The event of a moment, JSON-ready. `order`: what a person asked for, if it came of that;
    `renamed`: what was told before is told with other names from here on; `spoken` by language;
    `pictures` by what they show, each an id. Players' names stand between marks
    (`server.store.named_texts`) where it is kept."""

    index: int
    photo: str
    seconds: float
    order: NotRequired[str]
    renamed: NotRequired[bool]
    calls: list[Json]
    spoken: dict[str, list[Spoken]]
    pictures: dict[str, str | None]


def game_payload(session: Session, total: int, *, live: bool = False) -> dict[str, object]:
    """The event that begins a game of `total` photos, or of a live table."""
    book = session.game.rulebook
    return {
        "game": book.name,
        "titles": dict(book.titles),
        "players": list(marks(session.players).values() if live else session.players),
        "house": dict(session.referee.match.house.values),
        "total": total,
        "live": live,
        "drawn": is_drawn(book.name),
    }


def is_drawn(game: str) -> bool:
    """Whether the page has a drawing of its own for a game: one module of its name."""
    return (_DRAWINGS / f"{game}.js").is_file()


def emblem_of(game: str) -> str | None:
    """The address of a small picture by which a game is known at sight (SVG), if it has one."""
    name = f"{game}.svg"
    return f"/static/{_DRAWINGS.name}/{name}" if (_DRAWINGS / name).is_file() else None


def moment_payload(
    moment: Moment,
    index: int,
    pictures: PictureStore,
    before: bytes | None = None,
    *,
    spot: Spot | None = None,
    kept: bool = False,
) -> MomentPayload:
    """The event of one picture; its pictures are put into the store. `before`: the last clear
    look before it, as JPEG; `spot`: where it is that something is open; `kept`: names stand between
    marks."""
    found = _pictures(moment, pictures, spot)
    if before is not None:
        found["before"] = pictures.put(before, "image/jpeg")
    marked = replace(moment, session=moment.session.marked()) if kept else moment
    return {
        "index": index,
        "photo": moment.photo,
        "seconds": round(moment.seconds, 2),
        "calls": call_objects(marked),
        "spoken": by_language(partial(spoken_calls, marked)),
        "pictures": found,
    }


def command_payload(
    moment: Moment,
    index: int,
    command: str,
    about: Mapping[str, str | None],
    pictures: PictureStore,
    shown: Mapping[str, str | None],
) -> MomentPayload:
    """The event of what a person asked for: what it is `about`, by language, what changed by it,
    the board as it now stands, and the pictures `shown` last."""
    marked = replace(moment, session=moment.session.marked())
    return {
        "index": index,
        "photo": moment.photo,
        "seconds": 0.0,
        "order": command,
        "calls": call_objects(marked),
        "spoken": by_language(partial(spoken_command, marked, command, about)),
        "pictures": {**dict.fromkeys(PICTURES), **shown, **_board(moment, pictures)},
    }


def _board(
    moment: Moment, pictures: PictureStore, shows: Rect | None = None
) -> dict[str, str | None]:
    """The board drawn by the game itself, and what the page's own drawing needs; `shows`: the part
    of it that the straightened photo shows."""
    board, view = drawing(moment), board_view(moment, shows)
    return {
        "board": pictures.put(board.encode("utf-8"), "image/svg+xml") if board else None,
        "view": None if view is None else pictures.put(packed(view).encode("utf-8"), MEDIA_TYPE),
    }


def _pictures(moment: Moment, pictures: PictureStore, spot: Spot | None) -> dict[str, str | None]:
    straight = straight_jpeg(moment)
    board = _board(moment, pictures, None if straight is None else straight[1])
    found: dict[str, str | None] = {**dict.fromkeys(PICTURES), **board}
    if straight is not None:
        found["straight"] = pictures.put(straight[0], "image/jpeg")
    if moment.image is not None:
        drawn = draw_overlay(moment.image, moment.in_game)
        found["plain"] = pictures.put(page_jpeg(moment.image), "image/jpeg")
        found["overlay"] = pictures.put(page_jpeg(drawn), "image/jpeg")
        found["spot"] = None if spot is None else pictures.put(spot.jpeg, "image/jpeg")
        found["thumb"] = pictures.put(jpeg(drawn, THUMB_PIXELS), "image/jpeg")
    return found
