"""Pictures for pages: scaled and packed."""

from __future__ import annotations

import base64

import cv2
import numpy as np

from calibration import encoding
from vision.reader import Image

#: Pixels on the longer side of a picture on a page, and of a thumbnail in the list of turns.
PAGE_PIXELS = 1000
THUMB_PIXELS = 160

#: JPEG quality 0..100 of pictures on a page: 1000 pixels then take 60 to 150 kB.
PAGE_QUALITY = 80


#: Scale from which the mean of the nearest four pixels leaves none out: each counts for a quarter
#: at least. A call waits for its pictures, and the mean over areas takes six times as long.
_LEAVES_NONE_OUT = 0.7


def scaled(image: Image, longest: int) -> Image:
    """The picture with its longer side at most `longest` pixels; never enlarged."""
    scale = longest / max(image.shape[:2])
    if scale >= 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    how = cv2.INTER_LINEAR if scale >= _LEAVES_NONE_OUT else cv2.INTER_AREA
    return np.asarray(cv2.resize(image, size, interpolation=how), np.uint8)


#: Bytes of a picture on a page. Page, words and the first picture stay below 200 kB together.
PAGE_PICTURE_BYTES = 90_000

#: Qualities tried one after another until a picture fits; the last is taken as it comes.
_QUALITIES = (PAGE_QUALITY, 65, 50, 35)


def jpeg(image: Image, longest: int = PAGE_PIXELS) -> bytes:
    """A picture of at most `longest` pixels as JPEG."""
    return encoding.jpeg(scaled(image, longest), PAGE_QUALITY)


def page_jpeg(image: Image) -> bytes:
    """A picture for a page as JPEG: grainy ones are packed harder, so that all load quickly."""
    small = scaled(image, PAGE_PIXELS)
    packed = b""
    for quality in _QUALITIES:
        packed = encoding.jpeg(small, quality)
        if len(packed) <= PAGE_PICTURE_BYTES:
            break
    return packed


def png(image: Image) -> bytes:
    """A picture as PNG, unscaled."""
    return encoding.encoded(image, ".png")


def data_uri(data: bytes, media_type: str) -> str:
    """A picture to stand inside a page."""
    return f"data:{media_type};base64,{base64.b64encode(data).decode('ascii')}"
