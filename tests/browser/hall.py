"""A hall of tables as people leave them: what every view of the pages is looked at with."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

from playwright.sync_api import Browser, BrowserContext

from rules.games.redline.tiles import Tile
from server.http.context import Services
from server.pipeline.session import open_session
from server.store.memory import MemoryLog
from server.tables.channel import Channel
from server.tables.incoming.pulse import CameraHealth
from server.tables.live_table import LiveTable
from server.tables.playback import Playback
from server.tables.player_commands import PressButton, TellFact
from server.tables.registry import TableRegistry
from server.tables.resuming import Setup
from tests.browser.live_server import standing
from tests.browser.recorded import photos_of
from tests.server.fakes import TruthReader, picture
from tests.server.questions import ask
from tests.server.scripted import NoFeed, killed, live_table, obeyed, play, watch

#: Pages narrower than this are looked at with fingers.
TOUCHED = 1000

#: Colours, language, width in pixels.
Look = tuple[Literal["light", "dark"], str, int]


@contextmanager
def hall() -> Iterator[str]:
    """Its address: a live game with a foul on the table, one with an open question, one by hand,
    and a photo each of the games that the real readers see."""
    with tempfile.TemporaryDirectory() as place:
        with (
            patch("server.pipeline.session.load_reader", lambda _name: TruthReader()),
            # They are looked at, on large screens too.
            patch("tests.server.scripted.small_picture", picture),
        ):
            live = [made(Path(place)) for made in (_fouled, _asked, _by_hand)]
        registry = TableRegistry([*live, _shown("linie1", "06"), _shown("rouge", "05")])
        with standing(registry, Services(live[0]._store)) as address:
            yield address
        for table in live:
            killed(table)


def _fouled(place: Path) -> LiveTable:
    table = live_table(place / "data", spec="0")
    play(table, 0)
    hand = {"player": "Ada", "tiles": [{"colour": "yellow", "spokes": ["N"]}], "hidden": 3}
    obeyed(table, TellFact("hand", hand), TellFact("turn", {"player": "Ada"}))
    camera: Any = NoFeed("0")
    camera.health = CameraHealth(30.0, 0.3, "good")
    watch(table, camera)
    play(table, 1, 2, 3)
    return table


def _asked(place: Path) -> LiveTable:
    """A table with an open question that is not watched just now."""
    with patch("tests.server.scripted.TABLE", "asked"):
        table = live_table(place / "asked", spec="0")
    play(table, 0)
    ask(table, 1, Tile.named("blue", ["E", "W"]), Tile.named("blue", ["N", "W"]))
    obeyed(table, PressButton("pause"))
    return table


def _by_hand(place: Path) -> LiveTable:
    """A game that no camera looks at."""
    with patch("tests.server.scripted.TABLE", "mokadi"):
        return live_table(place / "by-hand", Setup("mokadi", ("Ada", "Bo")))


def _shown(game: str, photo: str) -> Playback:
    opening = partial(open_session, game, ("Ada", "Bo"), {})
    playback = Playback(photos_of(game, photo), opening, Channel(MemoryLog()))
    playback.row = type(playback.row)(game, playback.row.log, "watch", "camera", "keeper")
    playback.begin()
    playback.step()
    return playback


def context_of(browser: Browser, look: Look) -> BrowserContext:
    """A browser as one of its users has it."""
    scheme, locale, width = look
    size: Any = {"width": width, "height": width * 9 // 16 if width > TOUCHED else 800}
    touch = width < TOUCHED
    return browser.new_context(color_scheme=scheme, locale=locale, viewport=size, has_touch=touch)
