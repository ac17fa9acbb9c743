"""The demo opens its page where there is somebody to see it, and nowhere else."""

from __future__ import annotations

import threading
import webbrowser

import pytest

from server.commands.browser import has_screen, open_page


@pytest.mark.parametrize(
    ("system", "environment", "terminal", "opens"),
    [
        ("linux", {"DISPLAY": ":0"}, True, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True, True),
        ("linux", {}, True, False),
        ("linux", {"DISPLAY": ":10", "SSH_CONNECTION": "10.0.0.2 22"}, True, False),
        ("linux", {"DISPLAY": ":0"}, False, False),
        ("darwin", {}, True, True),
        ("win32", {}, True, True),
        ("win32", {}, False, False),
    ],
)
def test_it_opens_where_there_is_a_screen(
    system: str, environment: dict[str, str], terminal: bool, opens: bool
) -> None:
    """A person at a terminal of a computer with a screen: not a service, not a far one."""
    assert has_screen(system, environment, terminal=terminal) is opens


def test_a_browser_that_fails_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address is printed anyway; opening never holds the server up."""
    tried = threading.Event()

    def fails(address: str) -> bool:
        assert address == "http://127.0.0.1:1/"
        tried.set()
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setattr(webbrowser, "open", fails)
    open_page("http://127.0.0.1:1/")
    assert tried.wait(5)
