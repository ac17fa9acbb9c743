"""Photo files as phones make them, and files that are none."""

from __future__ import annotations

import io
import os
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as PillowImage
from PIL import ImageOps

from vision.photo import MAX_BYTES, NOT_AN_IMAGE, TOO_LARGE, decode_photo, load_photo
from vision.reading import Refusal


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


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
@pytest.mark.parametrize("orientation", range(10))
def test_every_turn_is_what_pillow_makes_of_it(kind: str, orientation: int) -> None:
    """All eight of EXIF, and numbers that mean none, once; the rows lie one after the other."""
    noise = np.random.default_rng(5).integers(0, 256, (31, 47, 3), np.uint8)
    exif = PillowImage.Exif()
    exif[0x0112] = orientation
    out = io.BytesIO()
    PillowImage.fromarray(noise).save(out, kind, exif=exif)
    image = decode_photo(out.getvalue())
    assert isinstance(image, np.ndarray)
    with PillowImage.open(out) as picture:
        turned = np.asarray(ImageOps.exif_transpose(picture))[:, :, ::-1]
    assert np.array_equal(image, turned)
    assert image.flags.c_contiguous


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


@pytest.mark.parametrize("kind", ["JPEG", "MPO", "PNG"])
def test_a_picture_may_come_no_larger_than_is_enough(kind: str) -> None:
    """At half its size while that still has enough pixels; it shows the same, upright."""
    whole = decode_photo(_encoded(kind))
    half = decode_photo(_encoded(kind), 20 * 30)
    same = decode_photo(_encoded(kind), 20 * 30 + 1)
    assert isinstance(whole, np.ndarray)
    assert isinstance(half, np.ndarray)
    assert isinstance(same, np.ndarray)
    assert (whole.shape, half.shape, same.shape) == ((40, 60, 3), (20, 30, 3), (40, 60, 3))
    assert int(half[10, 5, 2]) > 150 > int(half[10, 5, 1])


def test_an_endless_side_is_refused() -> None:
    """64 megapixels in one line took a gigabyte, and are no photo."""
    out = io.BytesIO()
    PillowImage.new("L", (40_000, 1)).save(out, "PNG")
    refused = decode_photo(out.getvalue())
    assert isinstance(refused, Refusal)
    assert refused.code == "too-large"


def test_a_heavy_file_is_refused_for_its_bytes(tmp_path: Path) -> None:
    """How many pixels it has nobody knows."""
    heavy = tmp_path / "heavy.jpg"
    with heavy.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    refused = load_photo(heavy)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.message) == (
        "too-large",
        "This file has more than 64 megabytes.",
    )


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


def test_sixteen_bits_are_made_eight() -> None:
    """A grey scanner picture keeps its greys instead of burning out."""
    out = io.BytesIO()
    ramp = np.linspace(0, 65535, 60 * 40).astype(np.uint16).reshape(40, 60)
    PillowImage.fromarray(ramp).save(out, "PNG")
    image = decode_photo(out.getvalue())
    assert isinstance(image, np.ndarray)
    assert 120 < float(image.mean()) < 135


def test_a_damaged_note_on_the_turn_leaves_the_picture() -> None:
    """What the camera wrote beside the pixels may be nonsense; the pixels are none."""
    exif = PillowImage.Exif()
    exif[0x0112] = 6
    data = bytearray(_encoded("JPEG", exif=exif))
    at = data.find(b"Exif\0\0") + 10
    data[at : at + 8] = b"\xff" * 8
    assert isinstance(decode_photo(bytes(data)), np.ndarray)


def test_reserved_room_is_no_photo() -> None:
    """A copy that has its full size before its bytes is not half a picture in grey."""
    noise = np.random.default_rng(1).integers(0, 256, (200, 200, 3), np.uint8)
    out = io.BytesIO()
    PillowImage.fromarray(noise).save(out, "JPEG")
    data = out.getvalue()
    assert decode_photo(data[: len(data) // 2].ljust(len(data), b"\0")) is NOT_AN_IMAGE
    assert isinstance(decode_photo(data + bytes(5000)), np.ndarray)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_pipes_and_devices_are_no_photos(tmp_path: Path) -> None:
    """A pipe is not waited for, an endless device not read."""
    os.mkfifo(tmp_path / "pipe.jpg")
    assert load_photo(tmp_path / "pipe.jpg") is NOT_AN_IMAGE
    (tmp_path / "zero.jpg").symlink_to("/dev/zero")
    assert load_photo(tmp_path / "zero.jpg") is NOT_AN_IMAGE
    assert load_photo(Path("a\0b.jpg")) is NOT_AN_IMAGE


def test_a_progressive_giant_is_refused_by_what_its_decoder_takes() -> None:
    """A JPEG in several passes needs more room, so it may have fewer pixels."""
    header = bytearray(_encoded("JPEG", progressive=True))
    at = header.find(b"\xff\xc2") + 5
    header[at : at + 4] = struct.pack(">HH", 7600, 7600)
    refused = decode_photo(bytes(header))
    assert isinstance(refused, Refusal)
    assert refused.code == "too-large"
