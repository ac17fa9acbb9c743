"""`arbitable demo`: the dashboard on the recorded game."""

from __future__ import annotations

import click

from server.commands.serve import serve_folder
from server.live.listen import free_port
from server.options import DEFAULT_PORT
from server.samples import DEMO_GAME, demo_folder


@click.command("demo")
@click.option("--port", type=int, help="The port; 0 takes a free one.")
@click.option("--interval", default=4.0, show_default=True, help="Seconds between photos.")
def command(port: int | None, interval: float) -> None:
    """The dashboard on a recorded game: no camera, no questions."""
    wanted = free_port(DEFAULT_PORT) if port is None else port
    serve_folder(demo_folder(), DEMO_GAME, "127.0.0.1", wanted, interval)
