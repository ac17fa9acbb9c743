"""`arbitable demo`: the dashboard on the recorded game."""

from __future__ import annotations

import sys
from functools import partial

import click

from server.commands.browser import has_screen, open_page
from server.commands.options import DEFAULT_PORT, INTERVAL
from server.commands.samples import DEMO_GAME, demo_folder
from server.http.listen import free_port, listen, open_socket
from server.pipeline.photos import folder_of_photos
from server.pipeline.session import DEFAULT_PLAYERS, open_session
from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.playback import Playback
from server.tables.registry import TableRegistry

_HOST = "127.0.0.1"


@click.command("demo")
@click.option("--port", type=int, help="The port; 0 takes a free one.")
@click.option(
    "--browser/--no-browser",
    default=None,
    help="Opens the page; by default where there is a screen.",
)
@INTERVAL
def command(port: int | None, browser: bool | None, interval: float) -> None:
    """The dashboard on a recorded game: no camera, no questions."""
    opens = has_screen(terminal=sys.stdout.isatty()) if browser is None else browser
    wanted = free_port(DEFAULT_PORT) if port is None else port
    photos = folder_of_photos(demo_folder())
    opening = partial(open_session, DEMO_GAME, DEFAULT_PLAYERS, {})
    table = Playback(photos, opening, Channel(MemoryLog()), interval_s=interval)
    begun = open_page if opens else None
    listen(TableRegistry([table]), open_socket(_HOST, wanted), _HOST, None, begun=begun)
