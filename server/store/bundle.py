"""A game as one file: a zip with what happened as JSON, and the pictures."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from types import MappingProxyType

from rules.core.codec import Json
from server.store.bundle_schema import checked_game
from server.store.store import Store
from server.store.values import GameRow, Picture, Step, storable
from server.store.zipped import NotAGame, Unpacker, add_member, raising_not_a_game

__all__ = ["FORMAT", "VERSION", "Bundle", "NotAGame", "exported", "imported", "read_bundle"]

#: What the file says it is, and in which version of its shape.
FORMAT, VERSION = "arbitable-game", 1

_GAME = "game.json"
_PICTURES = "pictures"
_TYPES = {"image/jpeg": "jpg", "image/svg+xml": "svg", "application/json": "json"}
_KINDS = {suffix: kind for kind, suffix in _TYPES.items()}
_NAME = re.compile(rf"{_PICTURES}/[0-9a-f]{{20}}\.(jpg|svg|json)")

#: Bytes of the JSON of the longest evening (a turn has some 3 kB; a byte of JSON takes up to 25 in
#: memory), and of one picture.
_MOST_JSON = 12_000_000
_MOST_PICTURE = 10_000_000

_NO_PICTURES: Mapping[str, Picture] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Bundle:
    """A game outside the store: its events, what was told of it, and its pictures by id, which are
    unpacked when they are asked for."""

    game: str
    events: tuple[Json, ...]
    entries: tuple[tuple[str, Json], ...]
    pictures: Mapping[str, Picture] = field(default_factory=lambda: _NO_PICTURES)

    def picture(self, ident: str | None) -> Picture | None:
        """A picture by its id, or None."""
        return None if ident is None else self.pictures.get(ident)


class _ZippedPictures(Mapping[str, Picture]):
    """The pictures of a zip by id. One that is not what its name says is none."""

    def __init__(self, file: Unpacker) -> None:
        self._file = file
        self._names = {PurePosixPath(n).stem: n for n in file.names if _NAME.fullmatch(n)}

    def __getitem__(self, ident: str) -> Picture:
        name = self._names[ident]
        kind = _KINDS[PurePosixPath(name).suffix[1:]]
        picture = Picture(self._file.member(name, _MOST_PICTURE), kind)
        if picture.ident != ident:  # it is not the picture that was judged
            raise KeyError(ident)
        return picture

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def exported(store: Store, row: GameRow, *, pictures: bool = True) -> bytes:
    """A game of the store as the bytes of one file. Pictures deleted for room are missing."""
    entries = store.entries(row.table, game=row)
    entries_json = [{"kind": entry.kind, "data": entry.data} for entry in entries]
    events = list(store.events(row))
    data = {"format": FORMAT, "version": VERSION, "game": row.game, "events": events}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        text = json.dumps({**data, "entries": entries_json}, ensure_ascii=False, indent=1)
        add_member(file, _GAME, text.encode("utf-8"), zipfile.ZIP_DEFLATED)
        for ident in dict.fromkeys(_named(entry.data for entry in entries) if pictures else ()):
            picture = store.picture(row.table, ident)
            if picture is not None:
                add_member(file, _member(ident, picture), picture.data, zipfile.ZIP_STORED)
    return out.getvalue()


def read_bundle(data: bytes) -> Bundle:
    """The game in a file. Raises NotAGame. Nothing is unpacked to disk, pictures not before they
    are asked for; what is not named as a game's member is left alone."""
    file = Unpacker(data)
    with raising_not_a_game():
        game = storable(json.loads(file.member(_GAME, _MOST_JSON)))
        _check_version(game)
        return Bundle(*checked_game(game), _ZippedPictures(file))


def imported(store: Store, table: str, bundle: Bundle) -> GameRow:
    """A game from a file as the newest of a table. Raises NotAGame for damaged pictures, and keeps
    nothing then."""
    found = map(bundle.picture, bundle.pictures)
    pictures = (picture for picture in found if picture is not None)
    row, _ = store.new_game(table, bundle.game, Step(bundle.events, bundle.entries, pictures))
    return row


def _named(entries_json: Iterable[Json]) -> Iterator[str]:
    for data in entries_json:
        yield from filter(None, data.get("pictures", {}).values())


def _member(ident: str, picture: Picture) -> str:
    return f"{_PICTURES}/{ident}.{_TYPES[picture.media_type]}"


def _check_version(data: Json) -> None:
    if data["format"] != FORMAT:
        raise NotAGame("This file is no game that Arbitable saved.")
    if data["version"] > VERSION:
        raise NotAGame("This game was saved by a newer Arbitable; update it.")
