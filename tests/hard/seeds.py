"""Whole saved games to be damaged: one of each kind of game, and one with its pictures."""

from __future__ import annotations

import io
import json
import tempfile
import zipfile
from functools import cache
from pathlib import Path
from unittest.mock import patch

from server.store.bundle import FORMAT, VERSION
from tests.server.fakes import TruthReader
from tests.server.scripted import killed, live_table, play

_JOURNALS = Path(__file__).parents[1] / "server" / "journals"


@cache
def saved_games() -> tuple[bytes, ...]:
    """The recorded Redline game with its pictures, and a journal of every game without."""
    return (_recorded(), *map(_packed, sorted(_JOURNALS.glob("*.json"))))


def _packed(journal: Path) -> bytes:
    """A kept journal as a saved game."""
    game = {"format": FORMAT, "version": VERSION, "entries": [], **json.loads(journal.read_text())}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr("game.json", json.dumps(game), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _recorded() -> bytes:
    with (
        tempfile.TemporaryDirectory() as place,
        patch("server.pipeline.session.load_reader", lambda _name: TruthReader()),
    ):
        table = live_table(Path(place))
        play(table, *range(8))
        data = table.saved()
        killed(table)
    assert data is not None
    return data
