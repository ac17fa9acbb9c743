"""What may be wrong with this machine, camera or photo, each with its cure."""

from __future__ import annotations

import errno
import platform
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from rules.core.discovery import discover
from server.views.look_quality import GOOD, light_grade, sharpness_grade, size_grade
from vision.limits import LIMITS
from vision.photo import load_photo
from vision.quality import Quality, measure
from vision.reader import Image, has_reader, load_reader
from vision.reading import Refusal
from vision.refusals import COLOURLESS

#: The oldest Python that Arbitable runs on.
OLDEST_PYTHON = (3, 11)

#: Grade of a photo's light to what is said of it, and the cure.
_LIGHT = {
    "dark": ("dark", "Turn a lamp on."),
    "bright": ("too bright", "Tap the table to expose for it."),
    "burnt": (
        "{burnt:.0%} of the picture is burnt out",
        "Move the lamp, or yourself, so that nothing shines.",
    ),
    GOOD: ("good", ""),
}


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at. `cure` is what to do about it, empty where all is well."""

    what: str
    found: str
    cure: str = ""


def machine(port: int) -> Iterator[Check]:
    """Everything about this machine."""
    yield _python()
    yield Check("OpenCV", cv2.__version__)
    yield from _readers()
    yield _port(port)
    yield _cameras()


def photo(path: Path) -> Iterator[Check]:
    """Everything about one photo, before any game is looked for in it."""
    image = load_photo(path)
    if isinstance(image, Refusal):
        yield Check("photo", image.message, image.cure)
        return
    yield _size(image)
    quality = measure(image)
    yield _sharpness(quality)
    yield _light(quality)
    yield _colour(quality)


def _python() -> Check:
    old = sys.version_info < OLDEST_PYTHON
    return Check("Python", platform.python_version(), "Install Python 3.11 or newer." * old)


def _readers() -> Iterator[Check]:
    for name in discover():
        if not has_reader(name):
            yield Check(f"reader of {name}", "none: its rules are known, its pieces not yet seen")
            continue
        try:
            load_reader(name)
            yield Check(f"reader of {name}", "loads")
        except Exception as error:
            cure = "Install Arbitable again."
            yield Check(f"reader of {name}", f"does not load: {error}", cure)


def _port(port: int) -> Check:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError as error:
        if error.errno == errno.EACCES:
            cure = "Give one above 1023 with --port."
            return Check(f"port {port}", "open to administrators only", cure)
        return Check(f"port {port}", "taken", "Give another with --port, or 0 for a free one.")
    return Check(f"port {port}", "free")


def _cameras() -> Check:
    found = sorted(path.name for path in Path("/dev").glob("video*"))
    return Check("cameras", ", ".join(found) if found else "none found (photos work without)")


def _size(image: Image) -> Check:
    height, width = image.shape[:2]
    small = size_grade((width, height)) != GOOD
    cure = "Take it at the camera's full size, or go nearer."
    return Check("size", f"{width} x {height}", cure * small)


def _sharpness(quality: Quality) -> Check:
    soft = sharpness_grade(quality) != GOOD
    cure = "Hold the camera still, tap the pieces to focus, and clean the lens."
    said = "soft" if soft else "sharp"
    return Check("sharpness", f"{said} ({quality.sharpness:.2f})", cure * soft)


def _light(quality: Quality) -> Check:
    said, cure = _LIGHT[light_grade(quality)]
    return Check("light", said.format(burnt=quality.burnt), cure)


def _colour(quality: Quality) -> Check:
    grey = quality.colour < LIMITS.colourless
    return Check("colour", "hardly any" if grey else "good", COLOURLESS.cure * grey)
