"""Films as cameras."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vision.sources.fakes import FakeClock, plain, write_film
from vision.sources.frame import Ended, Frame, Silent, SourceError
from vision.sources.opening import open_source
from vision.sources.video import VideoSource


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Ten frames at ten a second, frame k of grey 20 k."""
    path = tmp_path / "film.avi"
    write_film(path, (plain(20 * k) for k in range(10)))
    return path


def _numbers(source: VideoSource) -> list[int]:
    numbers = []
    while isinstance(frame := source.newest(1.0), Frame):
        numbers.append(frame.number)
    return numbers


def test_fast_gives_every_frame_with_the_films_own_times(film: Path) -> None:
    """Nothing is dropped; times are the film's, not the clock's."""
    source = VideoSource(film, FakeClock(), "fast")
    frames = [source.newest(0) for _ in range(10)]
    assert [f.number for f in frames if isinstance(f, Frame)] == list(range(10))
    assert [f.at for f in frames if isinstance(f, Frame)] == pytest.approx(
        [k / 10 for k in range(10)]
    )
    assert isinstance(source.newest(0), Ended)


def test_own_pace_waits_for_the_next_frame(film: Path) -> None:
    """A taker who is quicker than the film gets every frame, a tenth of a second apart."""
    clock = FakeClock()
    source = VideoSource(film, clock, "own", clock.sleep)
    assert _numbers(source) == list(range(10))
    assert clock.now == pytest.approx(101.0, abs=0.01)  # the end, too, comes in its time


def test_own_pace_drops_what_a_slow_taker_missed(film: Path) -> None:
    """As with a camera: after 0.35 s the frame of 0.3 s is due, and the drops are counted."""
    clock = FakeClock()
    source = VideoSource(film, clock, "own", clock.sleep)
    source.newest(1.0)
    clock.sleep(0.35)
    frame = source.newest(1.0)
    assert isinstance(frame, Frame)
    assert (frame.number, frame.dropped) == (3, 2)
    assert int(frame.image.mean()) == pytest.approx(60, abs=3)


def test_own_pace_is_silent_when_no_frame_is_due_in_time(film: Path) -> None:
    """The taker is not kept longer than it asked for."""
    clock = FakeClock()
    source = VideoSource(film, clock, "own", clock.sleep)
    source.newest(1.0)
    assert isinstance(source.newest(0.04), Silent)
    assert clock.now == pytest.approx(100.04)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("notes.avi", b"not a film"),
        ("notes.txt", b"A long letter.\n" * 500),
        ("text.jpg", b"hello\n"),
        ("packed.jpg", b"PK\x03\x04" + bytes(100)),
        ("nothing.mp4", b""),
    ],
)
def test_what_is_no_film_is_refused_in_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], name: str, data: bytes
) -> None:
    """The error names the file and the cure; nothing else is said on the terminal."""
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(SourceError, match=rf"{name} is not a film .* give an AVI"):
        open_source(str(path))
    assert capfd.readouterr() == ("", "")


def test_a_closed_film_has_ended(film: Path) -> None:
    """No frame comes after closing."""
    source = open_source(str(film), FakeClock())
    source.close()
    assert isinstance(source.newest(0), Ended)
