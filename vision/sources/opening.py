"""From what a user types to a source."""

from __future__ import annotations

import os
import re
import time
from http.client import HTTPException
from urllib.parse import urlsplit

import cv2

from vision.sources.cameras import Camera, list_cameras, open_camera
from vision.sources.capture import STREAM, Capture, CapturedSource
from vision.sources.exposure import ExposureLock
from vision.sources.frame import Clock, FrameSource, SourceError
from vision.sources.paths import exists, is_file, named_path
from vision.sources.photo_order import printable
from vision.sources.pushed import PHONE, PushedSource
from vision.sources.video import VideoSource
from vision.sources.web import WebSource, content_type

#: The picture asked of a webcam, pixels; drivers give the nearest they have.
_WANTED_WH = (1280, 720)

#: What can be watched over a network.
_SCHEMES = frozenset(("http", "https", "rtsp", "rtsps"))

#: Digits of the largest camera number that is passed to a driver.
_MOST_DIGITS = 4

#: Characters of what a user typed that a sentence repeats.
_MOST_SHOWN = 120

#: Milliseconds OpenCV may block on a network stream before it gives up.
_STREAM_MS = 5000


def open_source(spec: str, clock: Clock = time.monotonic) -> FrameSource:
    """The source that a user named.

    `spec`: a camera's number or (part of its) name, a video file, an address starting with http,
    https or rtsp, or `phone`; a folder is a `FolderSource`. A film is played as if live. Raises
    SourceError with one sentence that says how to mend it; a camera or stream that merely does not
    answer yet opens, is silent and says why.
    """
    if spec == PHONE:
        return PushedSource(clock)
    if "://" in spec:
        return _address(spec, clock)
    if spec.isascii() and spec.isdecimal():
        return _camera(_by_number(spec), clock)
    path = named_path(spec)
    if is_file(path):
        return VideoSource(path, clock)
    if exists(path):
        raise SourceError(f"{_short(spec)} is neither a film nor a folder of photos.")
    return _camera(_by_name(spec), clock)


def _by_number(text: str) -> Camera:
    """Drivers count cameras from 0 and have few; a number they cannot hold is a slip."""
    if len(text.lstrip("0")) > _MOST_DIGITS:
        raise SourceError(f"There is no camera {_short(text)}; give a number such as 0.")
    return Camera(int(text), f"camera {int(text)}")


def _short(text: str) -> str:
    """What a user typed, fit for a sentence."""
    shown = printable(text)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"


def check_address(url: str) -> None:
    """Raises SourceError for what can be no address of a camera; asks nobody."""
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.port != 0 and not re.search(r"\s", url)
    except ValueError as error:
        raise SourceError(f"{_short(url)} is not an address ({error}).") from None
    if parts.scheme not in _SCHEMES:
        raise SourceError(
            f"{_short(url)} is no address that can be watched; give http, https or rtsp."
        )
    if not named:
        raise SourceError(f"{_short(url)} is not an address (it names no computer).")


def _address(url: str, clock: Clock) -> FrameSource:
    check_address(url)
    if url.lower().startswith(("http://", "https://")):
        return _web(url, clock)
    return CapturedSource(lambda: _stream(url), STREAM, clock)


def _web(url: str, clock: Clock) -> FrameSource:
    """Motion JPEG and snapshots by ourselves; any other stream is OpenCV's."""
    try:
        kind = content_type(url)
    except ValueError as error:
        raise SourceError(f"{_short(url)} is not an address ({error}).") from None
    except (OSError, HTTPException):
        kind = "unknown"
    if kind.startswith("text/html"):
        raise SourceError(
            f"{_short(url)} is a web page; give the address of the camera's stream or snapshot."
        )
    if kind.startswith(("video/", "application/")) and kind != "application/octet-stream":
        return CapturedSource(lambda: _stream(url), STREAM, clock)
    return WebSource(url, clock)


def _camera(camera: Camera, clock: Clock) -> FrameSource:
    settings = ExposureLock(clock)
    return CapturedSource(lambda: _device(camera.number), clock=clock, settings=settings)


def _by_name(name: str) -> Camera:
    cameras = list_cameras()
    wanted = name.casefold()
    exact = [c for c in cameras if c.name.casefold() == wanted]
    found = exact or [c for c in cameras if wanted in c.name.casefold()]
    if found:
        return found[0]
    known = ", ".join(f"{c.number} ({c.name})" for c in cameras) or "none is plugged in"
    if any(mark in name for mark in (os.sep, os.altsep, ".") if mark):
        raise SourceError(
            f"{_short(name)} does not exist; give a film, a folder or a camera ({known})."
        )
    raise SourceError(f"There is no camera called {_short(name)!r}; the cameras are: {known}.")


def _device(number: int) -> Capture:
    capture = open_camera(number)
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
