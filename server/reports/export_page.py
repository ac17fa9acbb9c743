"""A kept game as one page to print or send: pictures inside, no script, nothing fetched."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import cv2
import numpy as np
from markupsafe import Markup

from server.reports.game_report import own_version
from server.reports.match_summary import Accuracy, Course
from server.reports.plot import plot_svg
from server.reports.templating import templates
from server.store.values import Json, Picture
from server.views.imaging import data_uri, jpeg
from server.words import ALL_WORDS, say

#: Pixels on the longer side of a photo: enough for a third of a printed page, 40 kB each.
_PHOTO_PX = 640

#: Gives a picture by its id, None where it was deleted for room.
PictureOf = Callable[[str], Picture | None]


def keepsake(
    course: Course, moments: Iterable[Json], began: float, pictures: PictureOf, language: str
) -> str:
    """The HTML page of a kept game that began at `began` (seconds since 1970, local time is
    printed)."""
    turns = [_turn(moment, pictures, language) for moment in moments]
    words = ALL_WORDS[language]
    return (
        templates()
        .get_template("keepsake.html")
        .render(
            language=language,
            words=words,
            title=course.game.rulebook.titles[language],
            players=", ".join(course.players),
            date=time.strftime("%Y-%m-%d %H:%M", time.localtime(began)),
            outcome=(course.outcome or {}).get(language),
            made=say(language, "report.made", version=own_version(), count=len(turns)),
            # Built by our own writer of XML, which escapes every text.
            plot=Markup(plot_svg(course, language)),
            accuracy=accuracy_lines(course.accuracy, words),
            turns=turns,
        )
    )


def accuracy_lines(accuracy: Accuracy, words: Mapping[str, str]) -> list[str]:
    """How the camera did, in sentences."""
    blanks = {
        "turns": accuracy.turns,
        "alone": accuracy.turns - accuracy.helped,
        "asked": accuracy.asked,
        "answered": accuracy.answered,
        "corrected": accuracy.corrected,
        "undone": accuracy.undone,
    }
    return [words[f"accuracy.{name}"].format_map(blanks) for name in ("alone", "asked", "mended")]


def _turn(moment: Json, pictures: PictureOf, language: str) -> dict[str, Any]:
    named = moment["pictures"]
    photo = None if moment.get("order") else pictures(named.get("overlay") or "")
    board = pictures(named.get("board") or "")
    return {
        "photo": moment["photo"],
        "calls": moment["spoken"][language],
        "picture": None if photo is None else _small(photo),
        "board": None if board is None else data_uri(board.data, board.media_type),
    }


def _small(photo: Picture) -> str:
    image = cv2.imdecode(np.frombuffer(photo.data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        return data_uri(photo.data, photo.media_type)
    return data_uri(jpeg(np.asarray(image, np.uint8), _PHOTO_PX), "image/jpeg")
