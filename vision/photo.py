"""Photo files as phones make them: JPEG, PNG, WebP, HEIC, any EXIF turn, bounded in size."""

from __future__ import annotations

import io
import warnings
from pathlib import Path

import numpy as np
import pillow_heif
from PIL import Image as PillowImage
from PIL import ImageOps, UnidentifiedImageError

from vision.reader import Image
from vision.reading import Refusal

#: Phones stop at about 50 megapixels a shot today (48 or 50); twice that leaves room, and
#: decoding stays under half a gigabyte.
MAX_PIXELS = 100_000_000

#: Bytes; a 100-megapixel JPEG of the best quality has about 60 MB.
MAX_BYTES = 80_000_000

_FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "BMP", "TIFF")

pillow_heif.register_heif_opener()

NOT_AN_IMAGE = Refusal(
    "not-an-image",
    "This file is not a picture that can be opened.",
    "Give a JPEG, PNG, WebP or HEIC photo; if it is one, copy it again: it may be cut short.",
)
TOO_LARGE = Refusal(
    "too-large",
    f"This picture is larger than {MAX_PIXELS // 1_000_000} megapixels.",
    "Take it at the camera's normal size, or scale it down.",
)


def load_photo(path: Path) -> Image | Refusal:
    """The upright picture of a file, or why there is none. Never raises for a bad file."""
    try:
        if path.stat().st_size > MAX_BYTES:
            return TOO_LARGE
        return decode_photo(path.read_bytes())
    except OSError:
        return NOT_AN_IMAGE


def decode_photo(data: bytes) -> Image | Refusal:
    """The upright picture of a file's bytes: (H, W, 3) uint8 BGR, EXIF turn applied, or why not.

    Size is checked from the header before a pixel is decoded.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _decode(data)
    except PillowImage.DecompressionBombError:
        return TOO_LARGE
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, RuntimeError):
        return NOT_AN_IMAGE


def _decode(data: bytes) -> Image | Refusal:
    with PillowImage.open(io.BytesIO(data), formats=_FORMATS) as picture:
        if picture.width * picture.height > MAX_PIXELS:
            return TOO_LARGE
        upright = ImageOps.exif_transpose(picture).convert("RGB")
        return np.ascontiguousarray(np.asarray(upright)[:, :, ::-1])
