"""A whole game as one page to keep, send or print: nothing in it is fetched from anywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from server.pipeline.session import Moment
from server.reports.templating import rendered
from server.views.call_json import call_objects
from server.views.pictures.drawing import drawing
from server.views.pictures.imaging import data_uri, jpeg
from server.views.speech import spoken_calls
from server.words import WORDS, say
from vision.overlay import draw_overlay


def report_page(moments: Sequence[Moment], language: str) -> str:
    """The HTML page of a game. Photos are at most 1000 pixels, with what was read over them."""
    session = moments[-1].session
    turns = [_turn(moment, language) for moment in moments]
    return rendered(
        "report.html",
        language=language,
        words=WORDS[language],
        title=session.game.rulebook.titles[language],
        players=", ".join(session.game.rulebook.all_called(session.players)),
        summary=_summary(moments, language),
        made=say(language, "report.made", version=own_version(), count=len(moments)),
        turns=turns,
    )


def own_version() -> str:
    """The installed version, or a dash when run from loose files."""
    try:
        return version("arbitable")
    except PackageNotFoundError:
        return "-"


def _turn(moment: Moment, language: str) -> dict[str, object]:
    board = drawing(moment)
    return {
        "photo": moment.photo,
        "picture": _picture(moment),
        "board": data_uri(board.encode("utf-8"), "image/svg+xml") if board else None,
        "calls": spoken_calls(moment, language),
    }


def _picture(moment: Moment) -> str | None:
    if moment.image is None:
        return None
    return data_uri(jpeg(draw_overlay(moment.image, moment.in_game)), "image/jpeg")


def _summary(moments: Sequence[Moment], language: str) -> str:
    kinds = Counter(call["call"] for moment in moments for call in call_objects(moment))
    legal, foul = kinds["legal"], kinds["foul"]
    other = kinds.total() - legal - foul
    return say(language, "report.summary", legal=legal, foul=foul, other=other)
