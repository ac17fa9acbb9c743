"""`arbitable replay`: a photographed, filmed or kept game, refereed turn by turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from zipfile import is_zipfile

import click

from server.commands.options import (
    DATA,
    LANGUAGE,
    PLAYERS,
    RULES,
    TABLE,
    given_players,
    output_option,
    rules_of,
    write_output,
)
from server.commands.progress import Results, results
from server.errors import UnusableInput
from server.pipeline.calibrations import CalibratedStart, say_notes
from server.pipeline.photos import doubts_of_order, folder_of_photos
from server.pipeline.rejudge import rejudged
from server.pipeline.session import DEFAULT_PLAYERS, Moment, Session, open_session
from server.store.bundle import Bundle, read_bundle
from server.store.zipped import MOST_PACKED, NotAGame
from server.views.call_json import call_objects
from server.views.speech import spoken_lines
from vision.live.moments import still_moments
from vision.sources.photo_order import is_photo_name

#: How the name of a saved game ends; half of one is no zip file any more.
_SAVED = ".zip"


@click.command("replay")
@click.argument("source", metavar="FOLDER_OR_VIDEO", type=click.Path(path_type=Path))
@click.option("--game", help="The game's name; a saved game knows its own.")
@PLAYERS
@RULES
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a call.")
@output_option("--report", (".html", ".htm"), "Write the whole game as one page to keep or print.")
@LANGUAGE
@TABLE
@DATA
def command(
    *,
    source: Path,
    game: str | None,
    players: str | None,
    rules: tuple[str, ...],
    as_json: bool,
    report: Path | None,
    lang: str,
    table: str | None,
    data: Path | None,
) -> None:
    """Referee a game: a folder with one photo a turn, a video, or a saved game (zip)."""
    total, found = _moments(
        source, game, given_players(players), rules_of(rules), CalibratedStart(data, table)
    )
    with results(total, "refereeing") as out:
        kept = [moment for moment in found if _shown(moment, out, as_json, lang) and report]
    if report is not None and kept:
        _write(report, kept, lang)


def _moments(
    source: Path,
    game: str | None,
    players: tuple[str, ...] | None,
    rules: dict[str, str],
    known: CalibratedStart,
) -> tuple[int, Iterator[Moment]]:
    """How many moments there will be (0 where nobody knows) and the moments."""
    if source.is_file() and (source.suffix.casefold() == _SAVED or is_zipfile(source)):
        return 0, rejudged(_saved(source, game), players, rules)
    if game is None:
        raise UnusableInput("say which game it is with --game; `arbitable games` lists them.")
    opening = partial(open_session, game, players or DEFAULT_PLAYERS, rules)
    if source.is_file() and not is_photo_name(source.name):
        return 0, _filmed(opening(known(game)), source)
    photos = folder_of_photos(source)
    say_notes(doubts_of_order(photos))
    return len(photos), _photographed(opening(known(game)), photos)


def _saved(source: Path, game: str | None) -> Bundle:
    if source.stat().st_size > MOST_PACKED:
        raise UnusableInput(f"{source} is larger than a saved game can be.")
    try:
        bundle = read_bundle(source.read_bytes())
    except NotAGame as error:
        raise UnusableInput(
            f"{source}: {error} Give a game saved on its page, a film or a folder of photos."
        ) from None
    if game not in (None, bundle.game):
        raise UnusableInput(f"{source} is a game of {bundle.game}, not of {game}.")
    return bundle


def _photographed(session: Session, photos: tuple[Path, ...]) -> Iterator[Moment]:
    for photo in photos:
        session, moment = session.look(photo)
        yield moment


def _filmed(session: Session, film: Path) -> Iterator[Moment]:
    """Every still moment of a film; its name is the film's time in minutes and seconds."""
    for clear in still_moments(film, session.reader, session.memory):
        minutes, seconds = divmod(clear.frame.at, 60)
        name = f"{film.name} {int(minutes)}:{seconds:05.2f}"
        session, moment = session.judge(
            name, clear.image, clear.reading, clear.evidence, brief_view=clear.short
        )
        yield moment


def _shown(moment: Moment, out: Results, as_json: bool, lang: str) -> Moment:
    for line in _json_lines(moment, lang) if as_json else spoken_lines(moment, lang):
        out.say(line)
    say_notes(moment.reading.notes)
    out.advance()
    return moment


def _json_lines(moment: Moment, lang: str) -> Iterator[str]:
    return (json.dumps(call, ensure_ascii=False) for call in call_objects(moment, lang))


def _write(report: Path, moments: list[Moment], lang: str) -> None:
    from server.reports.game_report import report_page  # noqa: PLC0415 - Jinja is slow to import

    write_output(report, report_page(moments, lang).encode("utf-8"))
