"""Streams and snapshots over HTTP, from a server on this computer."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import pytest

from tests.vision.sources.fakes import eventually, plain
from vision.photo import decode_photo
from vision.reader import Image
from vision.reading import Refusal
from vision.sources.capture import STREAM
from vision.sources.frame import Frame, Silent, SourceError
from vision.sources.opening import open_source
from vision.sources.web import WebSource, parts


def _jpeg(value: int) -> bytes:
    return bytes(cv2.imencode(".jpg", plain(value))[1])


class _Camera(BaseHTTPRequestHandler):
    """A network camera: /stream breaks off after three pictures, /shot.jpg gives one, always the
    same; /stall sends one picture and nothing more, until it `answers`."""

    served = 0
    answers = threading.Event()

    def do_GET(self) -> None:
        type(self).served += 1
        self.send_response(200)
        if self.path.startswith("/st"):
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=--frame")
            self.end_headers()
        if self.path.startswith("/stall"):
            data = _jpeg(100 + type(self).served % 2 * 50)
            self.wfile.write(b"--frame\r\nContent-Length: %d\r\n\r\n%b" % (len(data), data))
            self.wfile.flush()
            self.answers.wait(20)
            return
        if self.path.startswith("/stream"):
            for value in (10, 20, 30):
                data = _jpeg(value)
                self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n")
                if value != 20:  # not every camera says how long a picture is
                    self.wfile.write(b"Content-Length: %d\r\n" % len(data))
                self.wfile.write(b"\r\n" + data + b"\r\n")
            return
        kind = "image/jpeg" if self.path == "/shot.jpg" else "text/html"
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(_jpeg(200) if kind == "image/jpeg" else b"<html></html>")

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def camera() -> Iterator[str]:
    """The address of a camera on this computer."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Camera)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_stream_gives_its_newest_picture(camera: str) -> None:
    """However many came, the taker gets the last; the others are counted as dropped."""
    source = WebSource(f"{camera}/stream", retry_s=5.0)
    try:
        assert eventually(lambda: source._slot._number == 3)
        frame = source.newest(1.0)
        assert isinstance(frame, Frame)
        assert frame.image[0, 0, 0] == pytest.approx(30, abs=3)
        assert frame.dropped == 2
    finally:
        source.close()


def test_what_waits_behind_a_busy_machine_is_never_worked_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first picture takes long; of those that came meanwhile only the last is decoded."""
    free, decoded = threading.Event(), []

    def slowly(data: bytes) -> Image | Refusal:
        decoded.append(data)
        free.wait(20)
        return decode_photo(data)

    monkeypatch.setattr("vision.sources.web.decode_photo", slowly)
    source = WebSource("http://127.0.0.1:9/stream", retry_s=20.0)
    try:
        source._arrive(_jpeg(10))
        assert eventually(lambda: bool(decoded))
        for value in (20, 30, 40):
            source._arrive(_jpeg(value))
        free.set()
        assert eventually(lambda: source._slot._number == 4)
        assert decoded == [_jpeg(10), _jpeg(40)]
        frame = source.newest(1.0)
        assert isinstance(frame, Frame)
        assert frame.dropped == 3
    finally:
        free.set()
        source.close()


def test_a_stream_that_breaks_off_is_opened_again(camera: str) -> None:
    """By itself, and meanwhile it says what happened."""
    before = _Camera.served
    source = WebSource(f"{camera}/stream", retry_s=0.01)
    try:
        assert eventually(lambda: _Camera.served > before + 2)
    finally:
        source.close()


def test_a_snapshot_address_is_asked_again_and_again(camera: str) -> None:
    """Two pictures from an address that gives one at a time."""
    source = open_source(f"{camera}/shot.jpg")
    try:
        first, second = source.newest(5.0), source.newest(5.0)
        assert isinstance(first, Frame)
        assert isinstance(second, Frame)
        assert second.number == first.number + 1
    finally:
        source.close()


def test_a_stream_that_stalls_is_said_and_opened_again(
    camera: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection stands and nothing comes: after a while it is given up with a cure, and the
    next one brings a picture."""
    monkeypatch.setattr("vision.sources.web._TIMEOUT_S", 0.2)
    _Camera.answers.clear()
    source = WebSource(f"{camera}/stall", retry_s=0.01)
    try:
        assert isinstance(source.newest(5.0), Frame)
        assert eventually(lambda: isinstance(source.newest(0.0), Frame))
        assert eventually(lambda: source._slot._trouble is not None)
        told = source.newest(0.0)
        while isinstance(told, Frame):
            told = source.newest(0.0)
        assert isinstance(told, Silent)
        assert told.cure
    finally:
        _Camera.answers.set()
        source.close()


def test_a_stream_that_repeats_one_picture_is_frozen(
    camera: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pictures count no more, with a cure; what it sent before was taken."""
    monkeypatch.setattr("vision.sources.web._FROZEN_S", 0.6)
    source = WebSource(f"{camera}/shot.jpg")
    try:
        assert isinstance(source.newest(5.0), Frame)
        assert eventually(lambda: source._slot._trouble == STREAM.frozen)
    finally:
        source.close()


def test_a_web_page_is_no_camera(camera: str) -> None:
    """People paste the camera's page; the sentence says what to paste instead."""
    with pytest.raises(SourceError, match="is a web page; give the address"):
        open_source(f"{camera}/index.html")


def test_a_camera_that_is_switched_off_is_silent_with_a_cure() -> None:
    """Nothing listens there: no exception, it is tried again."""
    source = WebSource("http://127.0.0.1:9/stream", retry_s=0.01)
    try:
        assert eventually(lambda: _has_reason(source))
    finally:
        source.close()


def _has_reason(source: WebSource) -> bool:
    answer = source.newest(0)
    return isinstance(answer, Silent) and answer.cure is not None


@pytest.mark.parametrize(
    ("stream", "bodies"),
    [
        (b"--b\r\nContent-Length: 2\r\n\r\nAB\r\n--b\r\n\r\nCD\r\n--b--\r\n", [b"AB", b"CD"]),
        (b"--b\r\nContent-Length: 99999999999\r\n\r\nAB", []),
        (b"no boundary at all\n" * 3, []),
        (b"", []),
        (b"--b\r\ncontent-length: x\r\n\r\nline\nline\r\n--b\r\n", [b"line\nline"]),
    ],
)
def test_parts_of_a_stream(stream: bytes, bodies: list[bytes]) -> None:
    """With or without lengths; never more than any photo has."""
    assert list(parts(io.BytesIO(stream), "b")) == bodies
