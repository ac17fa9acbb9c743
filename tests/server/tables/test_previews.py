"""Previews: sources stay open while somebody looks, and are let go for a table or when idle."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from server.tables.incoming.previews import NoPicture, Previews
from tests.server.fakes import PHOTOS
from vision.reader import Image
from vision.sources.frame import Ended, Frame, Silent, SourceError

GREY: Image = np.full((4, 6, 3), 90, np.uint8)


class FakeSource:
    """A source that gives what it was told to, then stays silent."""

    def __init__(self, *gives: Frame | Ended | Silent) -> None:
        self.gives = list(gives)
        self.closed = False

    def newest(self, timeout: float) -> Frame | Ended | Silent:
        """The next one."""
        return self.gives.pop(0) if self.gives else Silent(0.0)

    def close(self) -> None:
        """Remembers."""
        self.closed = True


def _previews(source: FakeSource) -> Previews:
    ticks = iter(range(10_000))
    return Previews(lambda _spec: source, clock=lambda: next(ticks) / 2)


def test_the_dark_first_pictures_of_a_camera_are_passed_over() -> None:
    """The fifth picture counts, as its exposure has settled; then every newest one."""
    frames = [Frame(GREY + n, 0.0, n) for n in range(7)]
    previews = _previews(FakeSource(*frames))
    first, second = previews.newest("0"), previews.newest("0")
    assert not isinstance(first, NoPicture)
    assert not isinstance(second, NoPicture)
    assert (int(first[0, 0, 0]), int(second[0, 0, 0])) == (94, 95)
    previews.let_go()


def test_the_last_picture_stays_while_nothing_new_comes() -> None:
    """A film that is over still shows its last picture."""
    previews = _previews(FakeSource(Frame(GREY, 0.0, 9), Ended()))
    for _ in range(3):
        assert previews.newest("film.avi") is GREY
    previews.let_go()


def test_a_silent_source_says_why() -> None:
    """With the source's own reason and cure, or a plain sentence."""
    unplugged = FakeSource(*[Silent(0.0, "It is unplugged.", "Plug it in.")] * 20)
    assert _previews(unplugged).newest("0") == NoPicture(
        "no-picture", "It is unplugged. Plug it in."
    )
    dumb = _previews(FakeSource()).newest("0")
    assert isinstance(dumb, NoPicture)
    assert dumb.code == "no-picture"


def test_an_unplugged_camera_shows_no_old_picture() -> None:
    """It says what is wrong as long as the source does; plugged in again it shows the table."""
    unplugged = Silent(0.0, "It is unplugged.", "Plug it in.")
    source = FakeSource(Frame(GREY, 0.0, 9), unplugged, Frame(GREY, 0.0, 10))
    previews = _previews(source)
    assert previews.newest("0") is GREY
    gone = previews.newest("0")
    assert isinstance(gone, NoPicture)
    assert gone.message == "It is unplugged. Plug it in."
    assert previews.newest("0") is GREY
    assert previews.newest("0") is GREY  # silent for a moment, which is no trouble
    previews.let_go()


def test_a_table_gets_the_camera() -> None:
    """Let go, a source is closed; asked for again it is opened anew."""
    source = FakeSource(Frame(GREY, 0.0, 9))
    previews = _previews(source)
    previews.newest("0")
    previews.let_go("1")
    assert not source.closed
    previews.let_go("0")
    assert source.closed


def test_a_source_that_cannot_be_opened_is_no_fault() -> None:
    """Its sentence is handed on."""

    def fails(_spec: str) -> FakeSource:
        raise SourceError("There is no such camera.")

    assert Previews(fails).newest("9") == NoPicture("no-camera", "There is no such camera.")


def test_a_folder_shows_the_photo_that_would_begin(tmp_path: Path) -> None:
    """Its first one by name; an empty folder and a damaged photo say what is wrong."""
    previews = Previews()
    assert not isinstance(previews.newest(str(PHOTOS[0].parent)), NoPicture)
    empty = previews.newest(str(tmp_path))
    assert isinstance(empty, NoPicture)
    assert empty.code == "empty"
    (tmp_path / "1.jpg").write_bytes(b"nothing")
    damaged = previews.newest(str(tmp_path))
    assert isinstance(damaged, NoPicture)
    assert damaged.code == "not-an-image"


def test_an_idle_source_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asked for a while: the lamp goes out."""
    monkeypatch.setattr("server.tables.incoming.previews._IDLE_S", 0.0)
    source = FakeSource(Frame(GREY, 0.0, 9))
    previews = _previews(source)
    previews.newest("0")
    previews._close_idle()
    assert source.closed


def test_a_source_asked_for_anew_is_not_closed_with_the_idle_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It has the name of the one that is let go, and is another one."""
    monkeypatch.setattr("server.tables.incoming.previews._IDLE_S", 3.0)
    idle, first, again = (FakeSource(Frame(GREY, 0.0, 9)) for _ in range(3))
    to_open = {"0": iter([idle]), "1": iter([first, again])}
    now = [0.0]
    previews = Previews(lambda spec: next(to_open[spec]), clock=lambda: now[0])
    previews.newest("0")
    previews.newest("1")

    def asked_meanwhile() -> None:
        FakeSource.close(idle)
        previews.let_go("1")  # a table took it and gave it back
        previews.newest("1")

    monkeypatch.setattr(idle, "close", asked_meanwhile)
    now[0] = 3.0
    previews._close_idle()
    assert idle.closed
    assert first.closed
    assert not again.closed
    previews.let_go()
