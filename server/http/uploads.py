"""What comes over the network: bounded in bytes before it is parsed, in pixels before it is
decoded."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request

from calibration.encoding import decoded
from server.http.answers import Refused
from server.store.picture_header import picture_size
from server.store.zipped import MOST_PACKED
from vision.photo import ENOUGH_PIXELS, MAX_PIXELS, decode_photo
from vision.reader import Image
from vision.reading import Refusal


@dataclass(frozen=True, slots=True)
class Bounds:
    """The most that a picture may have."""

    most_bytes: int
    pixels: int


#: One picture of a phone's film: 4K at a good quality has 3 MB.
FRAME = Bounds(6_000_000, 13_000_000)

#: One photo, as large as any that can be read: phones stop at 50 megapixels.
PHOTO = Bounds(40_000_000, MAX_PIXELS)

#: A game as one file.
BUNDLE_BYTES = MOST_PACKED


#: What is asked in JSON. The longest, a position told piece by piece, has a twentieth of it.
JSON_BYTES = 200_000


async def body(request: Request, most: int) -> bytes:
    """A request's body. Raises Refused as soon as it is known to be larger than `most` bytes."""
    said = request.headers.get("content-length", "")
    if said.isdecimal() and int(said) > most:
        raise _too_large(most)
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise _too_large(most)
    return bytes(data)


def frame(data: bytes) -> Image:
    """The picture of a phone's film: JPEG only. Raises Refused."""
    _check(data, FRAME, ("JPEG",))
    image = decoded(data)
    if image is None:
        raise _no_picture()
    return image


def photo(data: bytes) -> Image:
    """A photo in any format that phones make, upright. Raises Refused."""
    _check(data, PHOTO, None)
    found = decode_photo(data, ENOUGH_PIXELS)
    if isinstance(found, Refusal):
        raise Refused(422, found.code, f"{found.message} {found.cure}")
    return found


def _check(data: bytes, bounds: Bounds, formats: tuple[str, ...] | None) -> None:
    """Looks at the header only."""
    size_wh = picture_size(data, formats)
    if size_wh is None:
        raise _no_picture()
    if size_wh[0] * size_wh[1] > bounds.pixels:
        raise Refused(413, "too-large", f"Send at most {bounds.pixels // 1_000_000} megapixels.")


def _too_large(most: int) -> Refused:
    return Refused(413, "too-large", f"Send at most {most // 1_000_000} MB.")


def _no_picture() -> Refused:
    return Refused(422, "not-an-image", "This is no picture that can be opened; send a JPEG.")
