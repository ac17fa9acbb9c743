"""Pictures over the network: bounded before they are decoded."""

from __future__ import annotations

import io
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from fastapi import FastAPI, Request
from PIL import Image
from starlette.testclient import TestClient

from server.http import uploads
from server.http.answers import Refused
from tests.server.odd_pictures import huge_png
from vision.photo import MAX_PIXELS


def _packed(width: int, height: int, kind: str = "JPEG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "tan").save(out, kind)
    return out.getvalue()


def _refusal(read: object, data: bytes) -> tuple[int, str]:
    assert callable(read)
    with pytest.raises(Refused) as refused:
        read(data)
    return refused.value.status, refused.value.code


def test_a_jpeg_is_taken() -> None:
    """As a frame and as a photo, with its size."""
    assert uploads.frame(_packed(64, 48)).shape == (48, 64, 3)
    assert uploads.photo(_packed(64, 48, "PNG")).shape == (48, 64, 3)


@pytest.mark.parametrize("data", [b"", b"nonsense", b"\xff\xd8\xff", b"<svg/>"])
def test_nonsense_is_no_picture(data: bytes) -> None:
    """A stable code, no fault."""
    assert _refusal(uploads.frame, data) == (422, "not-an-image")
    assert _refusal(uploads.photo, data) == (422, "not-an-image")


def test_a_frame_is_a_jpeg() -> None:
    """Other formats are for photos."""
    assert _refusal(uploads.frame, _packed(8, 8, "PNG")) == (422, "not-an-image")


def test_too_many_pixels_are_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The header is enough to refuse."""
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("decoded"))
    assert _refusal(uploads.frame, _packed(5000, 3000)) == (413, "too-large")
    assert _refusal(uploads.photo, huge_png()) == (413, "too-large")


def test_a_photo_as_large_as_is_asked_for_is_read() -> None:
    """Whoever makes a photo as small as the refusal says is not refused again."""
    with pytest.raises(Refused, match="at most 52 megapixels"):
        uploads.photo(huge_png())
    assert uploads.PHOTO.pixels == MAX_PIXELS


def test_a_photo_is_opened_no_larger_than_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones send 48 megapixels, of which a reader needs a quarter."""
    monkeypatch.setattr(uploads, "ENOUGH_PIXELS", 4_000)
    assert uploads.photo(_packed(160, 120)).shape == (60, 80, 3)


def test_a_photo_is_turned_upright() -> None:
    """Phones write the turn into the file."""
    exif = Image.Exif()
    exif[0x0112] = 6
    out = io.BytesIO()
    Image.new("RGB", (40, 20)).save(out, "JPEG", exif=exif)
    assert uploads.photo(out.getvalue()).shape == (40, 20, 3)


@pytest.fixture
def client() -> Iterator[TestClient]:
    """A server that takes ten bytes."""
    app = FastAPI()

    @app.post("/")
    async def take(request: Request) -> int:
        try:
            return len(await uploads.body(request, 10))
        except Refused as refused:
            return -refused.status

    with TestClient(app) as client:
        yield client


def test_a_body_is_bounded(client: TestClient) -> None:
    """By what it says of itself, and by what really comes."""

    def stream() -> Iterator[bytes]:
        yield from [b"12345678"] * 1000

    assert client.post("/", content=b"0123456789").json() == 10
    assert client.post("/", content=b"0123456789x").json() == -413
    assert client.post("/", content=stream()).json() == -413


def test_an_array_comes_out() -> None:
    """BGR, as every picture inside."""
    red = np.zeros((16, 16, 3), np.uint8)
    red[..., 2] = 255
    _, data = cv2.imencode(".jpg", red)
    assert uploads.frame(data.tobytes())[8, 8, 2] > 200
