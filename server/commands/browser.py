"""Opening the dashboard in the user's browser, where there is somebody to see it."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from collections.abc import Mapping

#: Systems that always have a screen of their own.
_WITH_SCREEN = ("win32", "darwin")


def has_screen(
    system: str = sys.platform, environment: Mapping[str, str] = os.environ, *, terminal: bool
) -> bool:
    """Whether a person started Arbitable from a terminal of a computer with a screen. Elsewhere
    some systems would open a browser inside the terminal, over what is printed there."""
    shown = bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
    far = bool(environment.get("SSH_CONNECTION"))
    return terminal and not far and (system in _WITH_SCREEN or shown)


def open_page(address: str) -> None:
    """Opens a page without waiting for the browser; one that cannot be opened says nothing, as the
    address is printed."""
    threading.Thread(target=_open, args=(address,), daemon=True, name="browser").start()


def _open(address: str) -> None:
    try:
        webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return
