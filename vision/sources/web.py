"""Pictures over HTTP: a motion-JPEG stream, or one address that gives a fresh snapshot."""

from __future__ import annotations

import threading
import time
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse
from operator import eq
from typing import BinaryIO

from vision.photo import MAX_BYTES, decode_photo
from vision.reading import Refusal
from vision.sources.capture import STREAM, DevicePatience
from vision.sources.frame import Clock, Ended
from vision.sources.slot import Frozen, SlotSource, Trouble

#: Seconds without a byte after which a connection counts as dead.
_TIMEOUT_S = 5.0

#: Seconds between two tries to connect, and between two snapshots.
_RETRY_S = 1.0
_SNAPSHOT_S = 0.25

#: Seconds of byte for byte the same picture before it counts as frozen, as with other cameras.
_FROZEN_S = DevicePatience().frozen_s

#: Bytes of one line of a part's header; more is not a header.
_MAX_LINE = 4096

_NO_PICTURE = Trouble(
    "This address sends no picture.",
    "Give the address of the camera's MJPEG stream or snapshot, not of its web page.",
)


def content_type(url: str) -> str:
    """What an address serves, lower case, without parameters. Raises OSError."""
    with _connect(url) as answer:
        return str(answer.headers.get_content_type())


class WebSource(SlotSource):
    """A stream or snapshot address, read by a thread that connects again when it breaks.

    Another thread decodes: where that falls behind, what waits is thrown away unseen, so that no
    backlog of the network is ever worked off picture by picture.
    """

    def __init__(self, url: str, clock: Clock = time.monotonic, retry_s: float = _RETRY_S) -> None:
        super().__init__(clock)
        self._url = url
        self._retry_s = retry_s
        self._still = Frozen[bytes](clock, _FROZEN_S, eq)
        self._closing = threading.Event()
        self._arrived = threading.Condition()
        self._waiting: bytes | None = None
        for work in (self._run, self._decode):
            threading.Thread(target=work, name="web source", daemon=True).start()

    def close(self) -> None:
        """Ends the connection at its next picture or time-out."""
        self._closing.set()
        with self._arrived:
            self._arrived.notify_all()
        self._slot.end(Ended("the stream was closed"))

    def _run(self) -> None:
        while not self._closing.is_set():
            pause = self._retry_s
            try:
                with _connect(self._url) as answer:
                    pause = self._take(answer)
            except (OSError, HTTPException, ValueError):
                self._slot.trouble(STREAM.missing)
            self._closing.wait(pause)

    def _take(self, answer: HTTPResponse) -> float:
        """Takes what one connection gives; seconds to wait before the next."""
        kind = answer.headers.get_content_type()
        if kind == "multipart/x-mixed-replace":
            for data in parts(answer, answer.headers.get_boundary() or ""):
                self._arrive(data)
                if self._closing.is_set():
                    return 0.0
            self._slot.trouble(STREAM.stopped)
            return self._retry_s
        self._arrive(answer.read(MAX_BYTES))
        return _SNAPSHOT_S

    def _arrive(self, data: bytes) -> None:
        with self._arrived:
            if self._waiting is not None:
                self._slot.skip()
            self._waiting = data
            self._arrived.notify_all()

    def _decode(self) -> None:
        while not self._closing.is_set():
            with self._arrived:
                self._arrived.wait_for(lambda: self._waiting is not None or self._closing.is_set())
                data, self._waiting = self._waiting, None
            if data is not None:
                self._put(data)

    def _put(self, data: bytes) -> None:
        if self._still.frozen(data):
            self._slot.trouble(STREAM.frozen)
            return
        image = decode_photo(data)
        if isinstance(image, Refusal):
            self._slot.trouble(_NO_PICTURE)
        else:
            self._slot.put(image)


def _connect(url: str) -> HTTPResponse:
    asked = urllib.request.Request(url, headers={"User-Agent": "Arbitable"})
    answer: HTTPResponse = urllib.request.urlopen(asked, timeout=_TIMEOUT_S)
    return answer


def parts(stream: BinaryIO | HTTPResponse, boundary: str) -> Iterator[bytes]:
    """The bodies of a multipart stream, one after another, until it ends.

    A part says its length, or runs to the next boundary. Ends at a part larger than any photo.
    """
    mark = b"--" + boundary.strip('"').removeprefix("--").encode("latin-1")
    line = stream.readline(_MAX_LINE)
    while line:
        if not line.startswith(mark):
            line = stream.readline(_MAX_LINE)
            continue
        length = _length(stream)
        if length is None:
            body, line = _until(stream, mark)
        elif length <= MAX_BYTES:
            # What ends a part may come with the next picture only: do not wait for it.
            body, line = stream.read(length), b"\n"
        else:
            return
        if body:
            yield body


def _length(stream: BinaryIO | HTTPResponse) -> int | None:
    """Reads a part's header; its content length, if it says so."""
    length = None
    while (line := stream.readline(_MAX_LINE)).strip():
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length" and value.strip().isdigit():
            length = int(value)
    return length


def _until(stream: BinaryIO | HTTPResponse, mark: bytes) -> tuple[bytes, bytes]:
    """The bytes up to a line that starts with the boundary, and that line."""
    body = bytearray()
    while line := stream.readline(_MAX_LINE):
        if line.startswith(mark) or len(body) > MAX_BYTES:
            break
        body += line
    return bytes(body).removesuffix(b"\n").removesuffix(b"\r"), line
