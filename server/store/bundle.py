"""A game as one file: a zip with what happened as JSON, and the pictures."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from rules.core.errors import ArbitableError
from server.store.store import Store
from server.store.values import GameRow, Json, Picture, Step

#: What the file says it is, and in which version of its shape.
FORMAT, VERSION = "arbitable-game", 1

_GAME = "game.json"
_PICTURES = "pictures"
_TYPES = {"image/jpeg": "jpg", "image/svg+xml": "svg", "application/json": "json"}
_NAME = re.compile(rf"{_PICTURES}/[0-9a-f]{{20}}\.(jpg|svg|json)")

#: The most a file may hold unpacked: bytes of one member, of all, and how many there may be.
_MOST_MEMBER = 50_000_000
_MOST_BYTES = 2_000_000_000
_MOST_MEMBERS = 100_000


class NotAGame(ArbitableError):  # noqa: N818 - reads as the fact it states
    """A file that is no game of Arbitable, or a damaged one."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A game outside the store: its events, what was told of it, and its pictures by id."""

    game: str
    events: tuple[Json, ...]
    entries: tuple[tuple[str, Json], ...]
    pictures: tuple[Picture, ...]

    def picture(self, ident: str | None) -> Picture | None:
        """A picture by its id, or None."""
        return next((picture for picture in self.pictures if picture.ident == ident), None)


def exported(store: Store, row: GameRow) -> bytes:
    """A game of the store as the bytes of one file. Pictures deleted for room are missing."""
    entries = store.entries(row.table, game=row)
    entries_json = [{"kind": entry.kind, "data": entry.data} for entry in entries]
    events = list(store.events(row))
    data = {"format": FORMAT, "version": VERSION, "game": row.game, "events": events}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        text = json.dumps({**data, "entries": entries_json}, ensure_ascii=False, indent=1)
        file.writestr(_GAME, text, zipfile.ZIP_DEFLATED)
        for ident in dict.fromkeys(_named(entry.data for entry in entries)):
            picture = store.picture(row.table, ident)
            if picture is not None:
                file.writestr(_member(ident, picture), picture.data, zipfile.ZIP_STORED)
    return out.getvalue()


def read_bundle(data: bytes) -> Bundle:
    """The game in a file. Raises NotAGame. Nothing is unpacked to disk; what is not named as a
    game's member is left alone."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            _check_size(file)
            game = json.loads(_member_bytes(file, _GAME))
            pictures = tuple(_pictures(file))
            return _bundle(game, pictures)
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError, OSError, RuntimeError) as error:
        raise NotAGame(f"This is no game that Arbitable saved ({error}).") from None


def imported(store: Store, table: str, bundle: Bundle) -> GameRow:
    """A game from a file as the newest of a table."""
    step = Step(bundle.events, bundle.entries, bundle.pictures)
    row, _ = store.new_game(table, bundle.game, step)
    return row


def _named(entries_json: Iterable[Json]) -> Iterator[str]:
    for data in entries_json:
        yield from filter(None, data.get("pictures", {}).values())


def _member(ident: str, picture: Picture) -> str:
    return f"{_PICTURES}/{ident}.{_TYPES[picture.media_type]}"


def _check_size(file: zipfile.ZipFile) -> None:
    sizes = [info.file_size for info in file.infolist()]
    if len(sizes) > _MOST_MEMBERS or sum(sizes) > _MOST_BYTES:
        raise NotAGame("This file holds more than a game can.")


def _member_bytes(file: zipfile.ZipFile, name: str) -> bytes:
    """A member's bytes; what its header says of its size is not believed."""
    with file.open(name) as member:
        data = member.read(_MOST_MEMBER + 1)
    if len(data) > _MOST_MEMBER:
        raise NotAGame("This file holds more than a game can.")
    return data


def _pictures(file: zipfile.ZipFile) -> Iterator[Picture]:
    types = {suffix: kind for kind, suffix in _TYPES.items()}
    for name in file.namelist():
        if _NAME.fullmatch(name):
            path = PurePosixPath(name)
            picture = Picture(_member_bytes(file, name), types[path.suffix[1:]])
            if picture.ident == path.stem:  # else it is not the picture that was judged
                yield picture


def _bundle(data: Any, pictures: tuple[Picture, ...]) -> Bundle:
    if data["format"] != FORMAT:
        raise NotAGame("This file is no game that Arbitable saved.")
    if data["version"] > VERSION:
        raise NotAGame("This game was saved by a newer Arbitable; update it.")
    entries = tuple((str(e["kind"]), dict(e["data"])) for e in data["entries"])
    return Bundle(str(data["game"]), tuple(dict(e) for e in data["events"]), entries, pictures)
