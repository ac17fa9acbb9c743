"""A film sent over the network as a camera sends it, into an installed server.

The film's frames go out at its own pace, or slower, as a motion-JPEG stream; what the page hears is
timed where it arrives, so that everything between lens and page counts.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2

from tests.server.played import Played, Told
from tests.server.running import PATIENCE_S, Running, serving
from vision.reader import load_reader

#: JPEG quality of cheap network cameras.
_QUALITY = 85

#: Seconds that a frame read anew takes on a machine that keeps pace with the films, and how much
#: slower the slowest plays them.
_READ_S, _MOST_SLOWER = 0.4, 4.0

#: Seconds that the last frame is sent on, for the last call.
_LINGER_S = 8.0


class FilmCamera:
    """A film as a stream, `slower` times as long as it was filmed: it begins when somebody
    connects. `fps` is the stream's; `began` is when its first frame went out, this machine's clock,
    None before that; `last` the number of the newest one sent."""

    def __init__(self, film: Path, slower: float = 1.0) -> None:
        self._film = film
        self.fps = cv2.VideoCapture(str(film)).get(cv2.CAP_PROP_FPS) / slower
        self.began: float | None = None
        self.last = 0
        self.ended = threading.Event()

    def frames(self) -> Iterator[bytes]:
        """The frames as JPEG, each when it is due."""
        shown = b""
        self.began = time.perf_counter()
        for number, shown in enumerate(self._encoded()):
            time.sleep(max(0.0, self.began + number / self.fps - time.perf_counter()))
            self.last = number
            yield shown
        for more in range(round(_LINGER_S * self.fps)):
            time.sleep(1 / self.fps)
            # A camera's noise: the same bytes again and again are a frozen stream.
            yield shown + more.to_bytes(4, "big")
        self.ended.set()

    def _encoded(self) -> Iterator[bytes]:
        film = cv2.VideoCapture(str(self._film))
        while (got := film.read())[0]:
            yield bytes(cv2.imencode(".jpg", got[1], (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))[1])


@contextmanager
def streamed(camera: FilmCamera) -> Iterator[str]:
    """The address of a camera that shows a film once."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
            self.end_headers()
            with suppress(ConnectionError):  # the server is gone before the camera
                for data in camera.frames():
                    head = b"--frame\r\nContent-Length: %d\r\n\r\n" % len(data)
                    self.wfile.write(head + data + b"\r\n")

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/film"
    server.shutdown()
    server.server_close()


def slowness(film: Path, game: str) -> float:
    """How many times longer than it was filmed a film must take so that this machine, as busy as it
    is, sees every clear moment of it: reading a frame must not take longer than `_READ_S`."""
    frame = cv2.VideoCapture(str(film)).read()[1]
    assert frame is not None
    reader = load_reader(game)
    reader.read(frame)  # loads what it needs
    began = time.perf_counter()
    reader.read(frame)
    return min(max((time.perf_counter() - began) / _READ_S, 1.0), _MOST_SLOWER)


def play_served(film: Path, game: str, folder: Path, slower: float = 1.0) -> Played:
    """Plays a film through the network into `arbitable serve`, its journal in `folder`. A call's
    frame is the one that was sent when the page heard it: on a busy machine the last call may come
    when the film has ended and its last frame is sent on."""
    camera = FilmCamera(film, slower)
    told: list[Told] = []

    def listen(server: Running) -> None:
        for name, event in server.events():
            if name == "moment":
                now = time.perf_counter()
                told.extend(Told(camera.last, now, call) for call in event["calls"])

    with (
        streamed(camera) as address,
        serving("--game", game, "--camera", address, "--data", folder) as server,
    ):
        page = threading.Thread(target=listen, args=(server,), daemon=True)
        page.start()
        assert camera.ended.wait(600), "the film did not end"
    page.join(PATIENCE_S)
    return Played(tuple(told), camera.began or 0.0, camera.fps)
