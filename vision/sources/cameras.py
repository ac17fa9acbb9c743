"""Which cameras this computer has, and by which of OpenCV's back ends they open."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.sources.capture import Capture

#: Where Linux lists its video devices.
_LINUX_DEVICES = Path("/sys/class/video4linux")

#: The back end that opens a camera best, by system. The one that OpenCV takes first on Windows
#: (Media Foundation) needs seconds for each camera and counts them otherwise than DirectShow.
_BACK_ENDS = {
    "linux": cv2.CAP_V4L2,
    "darwin": cv2.CAP_AVFOUNDATION,
    "win32": cv2.CAP_DSHOW,
}

#: Camera numbers tried where the system has no list: nobody has more cameras plugged in.
_PROBED = 6


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera of this computer: the number OpenCV opens it by, and the name it gives itself."""

    number: int
    name: str


def open_camera(
    number: int,
    system: str = sys.platform,
    capture: Callable[[int, int], Capture] = cv2.VideoCapture,
) -> Capture:
    """The camera of that number by the system's best back end, else by whichever takes it. What
    opens is told by `isOpened`; `capture` stands for OpenCV in tests."""
    opened = capture(number, _BACK_ENDS.get(system, cv2.CAP_ANY))
    if opened.isOpened() or system not in _BACK_ENDS:
        return opened
    opened.release()
    return capture(number, cv2.CAP_ANY)


def list_cameras(
    devices: Path = _LINUX_DEVICES, opens: Callable[[int], bool] | None = None
) -> tuple[Camera, ...]:
    """The cameras of this computer, by number.

    On Linux from the system's own list, without opening any; elsewhere the first numbers are
    tried one by one, which lights a camera's lamp for a moment.
    """
    if devices.is_dir():
        return tuple(_named(sorted(devices.iterdir(), key=lambda d: (len(d.name), d.name))))
    opens = opens or _opens
    return tuple(Camera(n, f"camera {n}") for n in range(_PROBED) if opens(n))


def _named(devices: Iterable[Path]) -> Iterable[Camera]:
    """One camera a device; drivers list further nodes (metadata) of the same one, index > 0."""
    for device in devices:
        number = device.name.removeprefix("video")
        if not number.isdigit() or _read(device / "index") not in ("0", ""):
            continue
        yield Camera(int(number), _read(device / "name") or f"camera {number}")


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace").strip()
    except OSError:
        return ""


def _opens(number: int) -> bool:
    capture = open_camera(number)
    try:
        return capture.isOpened()
    finally:
        capture.release()
