"""Photo files as phones make them: JPEG, PNG, WebP, HEIC, any EXIF turn, bounded in size."""

from __future__ import annotations

import io
import os
import stat
import warnings
from pathlib import Path

import numpy as np
import pillow_heif
from PIL import ExifTags
from PIL import Image as PillowImage

from vision.nn.models import make_room
from vision.reader import Image
from vision.reading import Refusal
from vision.whole_file import is_whole

#: Phones stop at about 50 megapixels a shot today (48 or 50).
MAX_PIXELS = 52_000_000

#: Pixels that are enough to read any game: what phones take where nobody asks for more.
ENOUGH_PIXELS = 12_000_000

#: Pixels from which decoding takes so much memory, and so many seconds, that the nets' scratch has
#: to make room and to read the nets anew costs nothing.
_LARGE_PX = 24_000_000

#: Pixels of a side: OpenCV counts no further where it straightens pictures.
MAX_SIDE = 32_767

#: Bytes that opening may take for a moment, so that a reading stays under 600 MB; and what the
#: decoders were measured to take a pixel: one of WebP keeps the whole in three shapes, one of a
#: JPEG in several passes all of them, one of TIFF turns a copy.
_MOST_BYTES = 364_000_000
_BYTES_A_PIXEL = 7
_BYTES_A_PIXEL_WEBP = 15
_BYTES_A_PIXEL_PASSES = 10
_BYTES_A_PIXEL_TURNED_TIFF = 11

#: Bytes; a 52-megapixel JPEG of the best quality has about 35 MB.
MAX_BYTES = 64_000_000

_FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "BMP", "TIFF")

#: Pixels that change their colour model at once.
_BAND_PX = 1 << 20

#: How the file's rows lie in the upright picture, by the EXIF turn: whether rows and columns change
#: places, and which of the file's axes then run backwards; 1 is upright.
_TURNS: dict[int, tuple[bool, tuple[int, ...]]] = {
    2: (False, (1,)),
    3: (False, (0, 1)),
    4: (False, (0,)),
    5: (True, ()),
    6: (True, (0,)),
    7: (True, (0, 1)),
    8: (True, (1,)),
}

pillow_heif.register_heif_opener()

NOT_AN_IMAGE = Refusal(
    "not-an-image",
    "This file is not a picture that can be opened.",
    "Give a JPEG, PNG, WebP or HEIC photo; if it is one, copy it again: it may be cut short.",
)


def _too_large(pixels: int) -> Refusal:
    return Refusal(
        "too-large",
        f"This picture is larger than {pixels // 1_000_000} megapixels.",
        "Take it at the camera's normal size, or scale it down.",
    )


TOO_LARGE = _too_large(MAX_PIXELS)
TOO_LONG = Refusal(
    "too-large",
    f"A side of this picture has more than {MAX_SIDE} pixels.",
    "Give the photo as the camera took it.",
)


TOO_MANY_BYTES = Refusal(
    "too-large",
    f"This file has more than {MAX_BYTES // 1_000_000} megabytes.",
    "Give the photo as the camera took it.",
)


def load_photo(path: Path) -> Image | Refusal:
    """The upright picture of a file, or why there is none. Never raises for a bad file."""
    data = photo_bytes(path)
    return data if isinstance(data, Refusal) else decode_photo(data)


def photo_bytes(path: Path) -> bytes | Refusal:
    """What a file holds, at most `MAX_BYTES`. Never waits for a pipe, never reads a device."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return NOT_AN_IMAGE
        with open(path, "rb", opener=_without_waiting) as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        return NOT_AN_IMAGE
    return TOO_MANY_BYTES if len(data) > MAX_BYTES else data


def _without_waiting(path: str, flags: int) -> int:
    """Opens what may have become a pipe since it was looked at."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def decode_photo(data: bytes, enough_px: int | None = None) -> Image | Refusal:
    """The upright picture of a file's bytes: (H, W, 3) uint8 BGR, EXIF turn applied, or why not.

    Size is checked from the header before a pixel is decoded. With `enough_px` a picture of four
    times as many pixels comes at half its size, or at a quarter, as long as it has so many.
    """
    if not is_whole(data):
        return NOT_AN_IMAGE
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _decode(data, enough_px)
    except PillowImage.DecompressionBombError:
        return TOO_LARGE
    except Exception:  # decoders answer damaged bytes with any error there is
        return NOT_AN_IMAGE


def _decode(data: bytes, enough_px: int | None) -> Image | Refusal:
    with PillowImage.open(io.BytesIO(data), formats=_FORMATS) as picture:
        if max(picture.size) > MAX_SIDE:
            return TOO_LONG
        most = _most_pixels(picture)
        if picture.width * picture.height > most:
            return TOO_LARGE if most == MAX_PIXELS else _too_large(most)
        if picture.width * picture.height > _LARGE_PX:
            make_room()
        turn = _turn(picture)
        factor = _smaller(picture.width * picture.height, enough_px)
        whole_wh = picture.size
        # A JPEG is decoded at its smaller size at once; other formats know no such way.
        if factor > 1:
            picture.draft(None, (picture.width // factor, picture.height // factor))
        reduced = factor > 1 and picture.size == whole_wh
        return _bgr(picture.reduce(factor) if reduced else picture, turn)


def _smaller(pixels: int, enough_px: int | None) -> int:
    """By how much a side may shrink: a power of two."""
    factor = 1
    while enough_px is not None and pixels >= 4 * factor * factor * enough_px:
        factor *= 2
    return factor


def _most_pixels(picture: PillowImage.Image) -> int:
    """Pixels that this picture may have."""
    each = _BYTES_A_PIXEL_PASSES if "progressive" in picture.info else _BYTES_A_PIXEL
    each = _BYTES_A_PIXEL_WEBP if picture.format == "WEBP" else each
    if picture.format == "TIFF" and _noted_turn(picture) != 1:
        each = _BYTES_A_PIXEL_TURNED_TIFF
    return min(MAX_PIXELS, _MOST_BYTES // each)


def _turn(picture: PillowImage.Image) -> int:
    """How the picture is still to be turned, as EXIF counts: Pillow turns a TIFF by itself."""
    return 1 if picture.format == "TIFF" else _noted_turn(picture)


def _noted_turn(picture: PillowImage.Image) -> int:
    """How the camera was held, as EXIF counts; upright where its note cannot be read."""
    try:
        return int(picture.getexif().get(ExifTags.Base.Orientation, 1))
    except Exception:  # a damaged note says nothing of the picture
        return 1


def _bgr(picture: PillowImage.Image, turn: int) -> Image:
    """(H, W, 3) uint8 BGR, upright, band by band: a large picture is never there three times."""
    width, height = picture.size
    image = np.empty((width, height, 3) if _lies(turn) else (height, width, 3), np.uint8)
    held = _as_held(image, turn)
    rows = max(1, _BAND_PX // width)
    for top in range(0, height, rows):
        bottom = min(height, top + rows)
        held[top:bottom] = _rgb(picture.crop((0, top, width, bottom)))[:, :, ::-1]
    return image


def _rgb(band: PillowImage.Image) -> Image:
    """(H, W, 3) uint8. Sixteen bits lose the lower eight; Pillow itself would clip them."""
    if not band.mode.startswith("I"):
        return np.asarray(band.convert("RGB"))
    grey = np.clip(np.asarray(band, np.int64) >> 8, 0, 255).astype(np.uint8)
    return np.repeat(grey[:, :, None], 3, axis=2)


def _lies(turn: int) -> bool:
    """Whether the file's rows are the upright picture's columns."""
    return _TURNS.get(turn, (False, ()))[0]


def _as_held(upright: Image, turn: int) -> Image:
    """The upright picture as the camera was held: a view in the order of the file's rows."""
    lies, backwards = _TURNS.get(turn, (False, ()))
    held = upright.transpose(1, 0, 2) if lies else upright
    return np.flip(held, backwards)
