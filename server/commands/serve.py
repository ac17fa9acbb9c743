"""`arbitable serve`: the dashboard on a table."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from server.live.channel import Channel
from server.live.listen import listen
from server.live.log import MemoryLog
from server.live.playback import Playback
from server.options import DEFAULT_PORT, NOBODY_SAID, PLAYERS, RULES, players_of, rules_of
from server.photos import folder_of_photos
from server.problems import Unusable
from server.session import check_session, open_session


@click.command("serve")
@click.option("--game", required=True, help="The game's name.")
@click.option("--camera", required=True, metavar="SRC", help="A folder of photos.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=DEFAULT_PORT, show_default=True, help="0 takes a free one.")
@click.option("--interval", default=4.0, show_default=True, help="Seconds between photos.")
@click.option("--data", metavar="DIR", help="Where games are kept (not there yet).")
@PLAYERS
@RULES
def command(
    *,
    game: str,
    camera: str,
    host: str,
    port: int,
    interval: float,
    data: str | None,
    players: str | None,
    rules: tuple[str, ...],
) -> None:
    """The dashboard on a table seen by a camera, so far a folder of photos."""
    if data is not None:
        raise Unusable("--data is not there yet: games live as long as the program; leave it out.")
    folder = _folder(camera)
    serve_folder(
        folder, game, host, port, interval, players=players_of(players), rules=rules_of(rules)
    )


def _folder(camera: str) -> Path:
    folder = Path(camera)
    if not folder.is_dir():
        raise Unusable(
            f"--camera {camera}: only a folder of photos works so far; cameras, videos, streams "
            "and phones are not there yet."
        )
    return folder


def serve_folder(
    folder: Path,
    game: str,
    host: str,
    port: int,
    interval: float,
    *,
    players: tuple[str, ...] = NOBODY_SAID,
    rules: dict[str, str] | None = None,
) -> None:
    """Serves the dashboard on a folder of photos until told to end."""
    photos = folder_of_photos(folder)
    check_session(game, players, rules or {})
    channel = Channel(MemoryLog())
    opening = partial(open_session, game, players, rules or {})
    listen(Playback(photos, opening, channel, interval_s=interval), host, port)
