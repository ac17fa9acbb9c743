"""Photo files as phones make them, and files that are none."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as PillowImage

from vision.photo import NOT_AN_IMAGE, TOO_LARGE, decode_photo, load_photo


def _picture() -> PillowImage.Image:
    """Left half red, right half green, so that turns and mirrors show."""
    rgb = np.zeros((40, 60, 3), np.uint8)
    rgb[:, :30, 0] = 200
    rgb[:, 30:, 1] = 200
    return PillowImage.fromarray(rgb)


def _encoded(kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    _picture().save(out, kind, **options)  # type: ignore[arg-type]
    return out.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_every_phone_format_opens_upright_in_bgr(kind: str) -> None:
    """The left half stays left and red is the last channel."""
    image = decode_photo(_encoded(kind))
    assert isinstance(image, np.ndarray)
    assert image.shape == (40, 60, 3)
    assert image.dtype == np.uint8
    assert int(image[20, 10, 2]) > 150 > int(image[20, 10, 1])


@pytest.mark.parametrize(
    ("orientation", "red_at"), [(1, "left"), (3, "right"), (6, "top"), (8, "bottom")]
)
def test_exif_turns_are_applied(orientation: int, red_at: str) -> None:
    """The camera's note on how it was held decides what is up."""
    exif = PillowImage.Exif()
    exif[0x0112] = orientation
    image = decode_photo(_encoded("JPEG", exif=exif, quality=95))
    assert isinstance(image, np.ndarray)
    h, w = image.shape[:2]
    at = {
        "left": (h // 2, 5),
        "right": (h // 2, w - 5),
        "top": (5, w // 2),
        "bottom": (h - 5, w // 2),
    }
    assert int(image[at[red_at]][2]) > 150


def _huge_png_header() -> bytes:
    """A valid start of a PNG of 20000 x 10000 pixels: 200 megapixels in a few bytes."""
    header = struct.pack(">IIBBBBB", 20000, 10000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    body = struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    data = zlib.compress(b"\0" * 100)
    idat = b"IDAT" + data
    body += struct.pack(">I", len(data)) + idat + struct.pack(">I", zlib.crc32(idat))
    return b"\x89PNG\r\n\x1a\n" + body


def test_a_200_megapixel_png_is_refused_before_it_is_decoded() -> None:
    """The header alone decides."""
    assert decode_photo(_huge_png_header()) is TOO_LARGE


@pytest.mark.parametrize(
    "data",
    [b"", b"hello, I am a text file renamed to .jpg", _encoded("JPEG")[:200], b"\xff\xd8" * 50],
    ids=["empty", "text", "truncated", "noise"],
)
def test_what_is_no_picture_is_refused_with_its_cure(data: bytes) -> None:
    """One sentence, no exception."""
    assert decode_photo(data) is NOT_AN_IMAGE


def test_a_missing_file_and_a_folder_are_no_pictures(tmp_path: Path) -> None:
    """Paths that cannot be read are refused like files that cannot."""
    assert load_photo(tmp_path / "none.jpg") is NOT_AN_IMAGE
    assert load_photo(tmp_path) is NOT_AN_IMAGE


def test_pictures_with_transparency_and_grey_pictures_open() -> None:
    """Every colour mode becomes three channels."""
    out = io.BytesIO()
    _picture().convert("RGBA").save(out, "PNG")
    grey = io.BytesIO()
    _picture().convert("L").save(grey, "JPEG")
    for data in (out.getvalue(), grey.getvalue()):
        image = decode_photo(data)
        assert isinstance(image, np.ndarray)
        assert image.shape == (40, 60, 3)
