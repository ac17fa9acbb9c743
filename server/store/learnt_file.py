"""Learnt pieces as one file: a zip with set.json and its pictures, as they lie in the profile's
folder. One that comes from somebody else is measured, read anew and packed anew: none of its bytes
is kept."""

from __future__ import annotations

import io
import json
import zipfile

import numpy as np

from calibration.arrays import Pixels
from calibration.encoding import decoded, jpeg
from calibration.learnt_set import KIND, LearntSet, fields_of, set_of, titles_of
from calibration.profiles import KEPT_QUALITY
from rules.core.codec import Json
from rules.core.errors import ArbitableError
from server.store.picture_header import picture_size
from server.store.zipped import NotAGame, Unpacker, add_member

#: Bytes of the largest file: 200 pieces of 20 kB each.
MOST_PACKED = 4_000_000

#: The most a set may hold: pieces, bytes of its text and of one picture, and a picture's pixels on
#: either side, of which no reader looks at more than a tenth.
MOST_PIECES = 200
_MOST_TEXT, _MOST_PICTURE = 200_000, 400_000
_SIDES_PX = (8, 1024)

_TEXT = f"{KIND.name}.json"


class NotASet(ArbitableError):  # noqa: N818 - reads as the fact it states
    """A file that holds no learnt pieces of Arbitable, or damaged ones."""


_TOO_MUCH = "This file holds more than learnt pieces can."
_DAMAGED = "This file holds no learnt pieces of Arbitable, or is damaged."


def packed_set(learnt: LearntSet) -> bytes:
    """The pieces as one file, the same bytes every time."""
    titles = titles_of(learnt)
    names = {title: f"{title}.jpg" for title in titles}
    head = {"arbitable": KIND.name, "version": KIND.version}
    text = json.dumps({**head, **fields_of(learnt, names)}, indent=2, ensure_ascii=False)
    made = io.BytesIO()
    pictures = zip(titles, learnt.examples, strict=True)
    packed = [(names[title], jpeg(one.picture, KEPT_QUALITY)) for title, one in pictures]
    with zipfile.ZipFile(made, "w") as file:
        for name, data in ((_TEXT, text.encode("utf-8")), *packed):
            add_member(file, name, data, zipfile.ZIP_STORED)
    return made.getvalue()


def unpacked_set(data: bytes) -> LearntSet:
    """The pieces of a file from somebody else. Whether a game knows them is not checked. Raises
    NotASet."""
    if len(data) > MOST_PACKED:
        raise NotASet(_TOO_MUCH)
    try:
        file = Unpacker(data)
        fields = json.loads(file.member(_TEXT, _MOST_TEXT))
    except (NotAGame, ValueError, RecursionError):
        raise NotASet(_DAMAGED) from None
    if not isinstance(fields, dict) or fields.get("arbitable") != KIND.name:
        raise NotASet(_DAMAGED)
    if isinstance(fields.get("version"), int) and fields["version"] > KIND.version:
        raise NotASet("These pieces were learnt by a newer Arbitable; update this one.")
    return _checked(fields, file)


def _checked(fields: Json, file: Unpacker) -> LearntSet:
    pieces = fields.get("pieces")
    if isinstance(pieces, list) and len(pieces) > MOST_PIECES:
        raise NotASet(_TOO_MUCH)
    try:
        learnt = set_of(fields, lambda name: _picture(file.member(str(name), _MOST_PICTURE)))
        said = [learnt.game, learnt.photo, *(e.photo for e in learnt.examples)]
        said += [e.name for e in learnt.examples]
        places = [xy for e in learnt.examples for xy in e.where_xy]
    except NotASet:
        raise
    except (NotAGame, KeyError, TypeError, ValueError, OverflowError, AttributeError):
        raise NotASet(_DAMAGED) from None
    if not np.isfinite(places).all() or not all(_is_line(one) for one in said):
        raise NotASet(_DAMAGED)
    return learnt


def _is_line(text: str) -> bool:
    return len(text) <= 200 and text.isprintable()


def _picture(data: bytes) -> Pixels:
    """A picture of a piece: its size is looked at before it is decoded. Raises NotASet."""
    sides = picture_size(data)
    if sides is not None and max(sides) > _SIDES_PX[1]:
        raise NotASet(_TOO_MUCH)
    if sides is None or min(sides) < _SIDES_PX[0]:
        raise NotASet(_DAMAGED)
    image = decoded(data)
    if image is None:
        raise NotASet(_DAMAGED)
    return image
