"""`arbitable replay`: a photographed game, refereed turn by turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from server.call_wire import call_objects
from server.options import LANGUAGE, PLAYERS, RULES, players_of, rules_of
from server.photos import folder_of_photos
from server.problems import Unusable
from server.progress import Results, results
from server.session import Moment, Session, open_session
from server.speech import spoken_lines


@click.command("replay")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--game", required=True, help="The game's name.")
@PLAYERS
@RULES
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a call.")
@click.option(
    "--report",
    metavar="HTML",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the whole game as one page to keep or print.",
)
@LANGUAGE
def command(
    *,
    folder: Path,
    game: str,
    players: str | None,
    rules: tuple[str, ...],
    as_json: bool,
    report: Path | None,
    lang: str,
) -> None:
    """Referee the photos of a FOLDER, one photo a turn, in the order of their names."""
    photos = folder_of_photos(folder)
    _check_writable(report)
    session = open_session(game, players_of(players), rules_of(rules))
    with results(len(photos), "refereeing") as out:
        moments = [_told(moment, out, as_json, lang) for moment in _moments(session, photos)]
    if report is not None:
        _write(report, moments, lang)


def _check_writable(report: Path | None) -> None:
    """Says before the work that the report has no place to go."""
    if report is not None and not report.absolute().parent.is_dir():
        raise Unusable(f"there is no folder {report.parent} to write the report into.")


def _moments(session: Session, photos: tuple[Path, ...]) -> Iterator[Moment]:
    for photo in photos:
        session, moment = session.look(photo)
        yield moment


def _told(moment: Moment, out: Results, as_json: bool, lang: str) -> Moment:
    for line in _json_lines(moment, lang) if as_json else spoken_lines(moment, lang):
        out.say(line)
    out.advance()
    return moment


def _json_lines(moment: Moment, lang: str) -> Iterator[str]:
    return (json.dumps(call, ensure_ascii=False) for call in call_objects(moment, lang))


def _write(report: Path, moments: list[Moment], lang: str) -> None:
    from server.report import report_page  # noqa: PLC0415 - Jinja is slow to import

    try:
        report.write_text(report_page(moments, lang), "utf-8")
    except OSError as error:
        raise Unusable(f"{report} cannot be written ({error.strerror}).") from None
