"""Learnt pieces as one file: a zip with set.json and its pictures, as they lie in the profile's
folder. One that comes from somebody else is measured, read anew and packed anew: none of its bytes
is kept."""

from __future__ import annotations

import io
import json
import zipfile

import cv2
import numpy as np
from PIL import Image as PillowImage

from calibration.learnt_set import KIND, VERSION, LearntSet, fields_of, set_of, titles_of
from calibration.profiles import Picture
from rules.core.codec import Json
from rules.core.errors import ArbitableError
from server.store.zipped import NotAGame, Unpacker

#: Bytes of the largest file: 200 pieces of 20 kB each.
MOST_PACKED = 4_000_000

#: The most a set may hold: pieces, bytes of its text and of one picture, and a picture's pixels on
#: either side, of which no reader looks at more than a tenth.
MOST_PIECES = 200
_MOST_TEXT, _MOST_PICTURE = 200_000, 400_000
_SIDES_PX = (8, 1024)

#: JPEG quality 0..100, as in a profile's folder.
_QUALITY = 95

_TEXT = f"{KIND}.json"


class NotASet(ArbitableError):  # noqa: N818 - reads as the fact it states
    """A file that holds no learnt pieces of Arbitable, or damaged ones."""


_TOO_MUCH = "This file holds more than learnt pieces can."
_DAMAGED = "This file holds no learnt pieces of Arbitable, or is damaged."


def packed_set(learnt: LearntSet) -> bytes:
    """The pieces as one file, the same bytes every time."""
    titles = titles_of(learnt)
    names = {title: f"{title}.jpg" for title in titles}
    head = {"arbitable": KIND, "version": VERSION}
    text = json.dumps({**head, **fields_of(learnt, names)}, indent=2, ensure_ascii=False)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as file:
        file.writestr(zipfile.ZipInfo(_TEXT), text)
        for title, example in zip(titles, learnt.examples, strict=True):
            file.writestr(zipfile.ZipInfo(names[title]), _jpeg(example.picture))
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
    if not isinstance(fields, dict) or fields.get("arbitable") != KIND:
        raise NotASet(_DAMAGED)
    if isinstance(fields.get("version"), int) and fields["version"] > VERSION:
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


def _picture(data: bytes) -> Picture:
    """A picture of a piece: its size is looked at before it is decoded. Raises NotASet."""
    try:
        with PillowImage.open(io.BytesIO(data), formats=("JPEG",)) as header:
            sides = (header.width, header.height)
    except (OSError, ValueError, SyntaxError, EOFError, RuntimeError):
        raise NotASet(_DAMAGED) from None
    if min(sides) < _SIDES_PX[0] or max(sides) > _SIDES_PX[1]:
        raise NotASet(_TOO_MUCH if max(sides) > _SIDES_PX[1] else _DAMAGED)
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise NotASet(_DAMAGED)
    return np.asarray(image, np.uint8)


def _jpeg(picture: Picture) -> bytes:
    packed, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not packed:
        raise ValueError(f"a picture of shape {picture.shape} cannot be packed")
    return data.tobytes()
