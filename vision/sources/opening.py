"""From what a user types to a source."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Literal

import cv2

from vision.sources.cameras import Camera, list_cameras
from vision.sources.capture import STREAM, Capture, CapturedSource
from vision.sources.exposure import ExposureLock
from vision.sources.folder import FolderSource
from vision.sources.frame import Clock, Source, SourceError
from vision.sources.pushed import PushedSource
from vision.sources.video import VideoSource
from vision.sources.web import WebSource, content_type

#: The picture asked of a webcam, pixels; drivers give the nearest they have.
_WANTED_WH = (1280, 720)

#: Milliseconds OpenCV may block on a network stream before it gives up.
_STREAM_MS = 5000


def open_source(
    spec: str, clock: Clock = time.monotonic, pace: Literal["own", "fast"] = "own"
) -> Source:
    """The source that a user named.

    `spec`: a camera's number or (part of its) name, a video file, a folder, an address starting
    with http, https or rtsp, or `phone`. `pace` is for films: as if live, or every frame as fast
    as it is taken. Raises SourceError with one sentence that says how to mend it; a camera or
    stream that merely does not answer yet opens, is silent and says why.
    """
    if spec == "phone":
        return PushedSource("phone", clock)
    if "://" in spec:
        return _address(spec, clock)
    if spec.isdecimal():
        return _camera(Camera(int(spec), f"camera {spec}"), clock)
    path = Path(spec).expanduser()
    if path.is_dir():
        return FolderSource(path, clock)
    return VideoSource(path, clock, pace) if path.is_file() else _camera(_by_name(spec), clock)


def _address(url: str, clock: Clock) -> Source:
    if url.startswith(("http://", "https://")):
        return _web(url, clock)
    if url.startswith(("rtsp://", "rtsps://")):
        return CapturedSource(_public(url), lambda: _stream(url), STREAM, clock)
    raise SourceError(f"{url} is no address that can be watched; give http, https or rtsp.")


def _web(url: str, clock: Clock) -> Source:
    """Motion JPEG and snapshots by ourselves; any other stream is OpenCV's."""
    try:
        kind = content_type(url)
    except ValueError as error:
        raise SourceError(f"{url} is not an address ({error}).") from None
    except OSError:
        kind = "unknown"
    if kind.startswith("text/html"):
        raise SourceError(
            f"{url} is a web page; give the address of the camera's stream or snapshot."
        )
    if kind.startswith(("video/", "application/")) and kind != "application/octet-stream":
        return CapturedSource(_public(url), lambda: _stream(url), STREAM, clock)
    return WebSource(url, clock)


def _camera(camera: Camera, clock: Clock) -> Source:
    return CapturedSource(
        camera.name, lambda: _device(camera.number), clock=clock, settings=ExposureLock(clock)
    )


def _by_name(name: str) -> Camera:
    cameras = list_cameras()
    wanted = name.casefold()
    exact = [c for c in cameras if c.name.casefold() == wanted]
    found = exact or [c for c in cameras if wanted in c.name.casefold()]
    if found:
        return found[0]
    known = ", ".join(f"{c.number} ({c.name})" for c in cameras) or "none is plugged in"
    if os.sep in name or "." in name:
        raise SourceError(f"{name} does not exist; give a film, a folder or a camera ({known}).")
    raise SourceError(f"There is no camera called {name!r}; the cameras are: {known}.")


def _device(number: int) -> Capture:
    capture = cv2.VideoCapture(number)
    # Uncompressed pictures of this size do not fit through USB 2 at 30 frames a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, _WANTED_WH[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, _WANTED_WH[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _stream(url: str) -> Capture:
    open_ms, read_ms = cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, cv2.CAP_PROP_READ_TIMEOUT_MSEC
    limits = [open_ms, _STREAM_MS, read_ms, _STREAM_MS]
    return cv2.VideoCapture(url, cv2.CAP_FFMPEG, limits)


def _public(url: str) -> str:
    """The address without a password or query, fit for showing."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('?')[0].rpartition('@')[2]}"
