"""Which cameras this computer has, and opening one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.sources.capture import Capture

#: Back ends by system, the first that opens a camera serves; elsewhere OpenCV chooses. On Windows
#: its own choice takes seconds to minutes for some cameras, and again for every size set, which
#: DirectShow does not (reported to OpenCV as 17687, 26495 and 27917; not tried here).
_BACK_ENDS = {"win32": (cv2.CAP_DSHOW, cv2.CAP_ANY)}

#: Where Linux lists its video devices.
_LINUX_DEVICES = Path("/sys/class/video4linux")

#: Camera numbers tried where the system has no list: nobody has more cameras plugged in.
_PROBED = 6


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera of this computer: the number OpenCV opens it by, and the name it gives itself."""

    number: int
    name: str


def list_cameras(
    devices: Path = _LINUX_DEVICES, opens: Callable[[int], bool] | None = None
) -> tuple[Camera, ...]:
    """The cameras of this computer, by number.

    On Linux from the system's own list, without opening any; elsewhere the first numbers are
    tried one by one, which lights a camera's lamp for a moment.
    """
    if devices.is_dir():
        return tuple(_named(sorted(devices.iterdir(), key=lambda d: (len(d.name), d.name))))
    opens = opens or _opens  # by the back ends that will open them: another one counts otherwise
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


def open_camera(
    number: int,
    system: str = sys.platform,
    opener: Callable[[int, int], Capture] = cv2.VideoCapture,
) -> Capture:
    """The camera of a number, by the system's best back end; one that is not opened where none can
    open it."""
    *others, last = _BACK_ENDS.get(system, (cv2.CAP_ANY,))
    for back_end in others:
        capture = opener(number, back_end)
        if capture.isOpened():
            return capture
        capture.release()
    return opener(number, last)


def _opens(number: int) -> bool:
    capture = open_camera(number)
    try:
        return bool(capture.isOpened())
    finally:
        capture.release()
