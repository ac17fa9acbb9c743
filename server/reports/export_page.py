"""A kept game as one page to print or send: pictures inside, no script, nothing fetched."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import asdict

from markupsafe import Markup

from calibration.encoding import decoded
from rules.core.codec import Json
from server.reports.game_report import own_version
from server.reports.kept_games import KeptGames
from server.reports.match_summary import Accuracy
from server.reports.plot import plot_svg
from server.reports.templating import rendered
from server.store.values import GameRow, Picture
from server.views.pictures.imaging import data_uri, jpeg
from server.words import ALL_WORDS, say

#: Pixels on the longer side of a photo: enough for a third of a printed page, 40 kB each.
_PHOTO_PX = 640


def export_page(kept: KeptGames, row: GameRow, language: str) -> str:
    """The HTML page of a kept game; the date is in local time. Raises ArbitableError for a damaged
    game."""
    summary = kept.summary(row)
    turns = [_turn(kept, row.table, moment, language) for moment in kept.moments(row)]
    words = ALL_WORDS[language]
    return rendered(
        "export_page.html",
        language=language,
        words=words,
        title=summary.game.rulebook.titles[language],
        players=", ".join(summary.players),
        date=time.strftime(words["game.date"], time.localtime(row.began)),
        outcome=(summary.outcome or {}).get(language),
        made=say(language, "report.made", version=own_version(), count=len(turns)),
        # Built by our own writer of XML, which escapes every text.
        plot=Markup(plot_svg(summary, language)),
        accuracy=accuracy_lines(summary.accuracy, words),
        turns=turns,
    )


def accuracy_lines(accuracy: Accuracy, words: Mapping[str, str]) -> list[str]:
    """How the camera did, in sentences."""
    blanks = {**asdict(accuracy), "alone": accuracy.turns - accuracy.helped}
    return [words[f"accuracy.{name}"].format_map(blanks) for name in ("alone", "asked", "mended")]


def _turn(kept: KeptGames, table: str, moment: Json, language: str) -> dict[str, object]:
    def picture(name: str) -> Picture | None:
        ident = moment["pictures"].get(name)
        return kept.picture(table, ident) if ident else None

    photo = None if moment.get("order") else picture("overlay")
    board = picture("board")
    return {
        "photo": moment["photo"],
        "order": bool(moment.get("order")),
        "calls": moment["spoken"][language],
        "picture": None if photo is None else _small(photo),
        "board": None if board is None else data_uri(board.data, board.media_type),
    }


def _small(photo: Picture) -> str:
    image = decoded(photo.data)
    if image is None:
        return data_uri(photo.data, photo.media_type)
    return data_uri(jpeg(image, _PHOTO_PX), "image/jpeg")
