"""The gate on films of a real table. They may not be copied here; skipped where they are missing.

The reader is told nothing and sees nothing: what keeps the gate shut is the gate alone.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from vision.gate.gate import Gate, GateOpen, Trust
from vision.sources.frame import Frame
from vision.sources.video import VideoSource

PHOTOS = Path(os.environ.get("ARBITABLE_PHOTOS", Path(__file__).parents[4] / "shared" / "photos"))
HANDS, STILL = (PHOTOS / "real" / f"{n}.avi" for n in ("hands_over_a_board", "still_board"))

#: Frames with a hand in view, first and last, each good to one frame (the film's own table).
IN_VIEW = ((28, 44), (43, 59), (61, 84), (87, 107), (144, 186), (191, 207), (218, 262))

#: Clear windows that last a quarter of a second or more once the table has been settled: before
#: frame 108 the light and the hands never leave it alone for long enough.
WINDOWS = ((108, 143), (187, 190), (208, 217), (300, 333))


def _open_frames(film: Path) -> tuple[set[int], int]:
    """The frames at which the gate is open, every one accepted as a clear look, and the count."""
    if not film.exists():
        pytest.skip(f"{film.name} is not here")
    source, gate, found, count = VideoSource(film, pace="fast"), Gate(), set(), 0
    while isinstance(frame := source.newest(0), Frame):
        count += 1
        verdict = gate.see(frame)
        if isinstance(verdict, GateOpen) and verdict.trust is not Trust.ASKING:
            found.add(frame.number)
            gate.accept(())
        elif isinstance(verdict, GateOpen):
            gate.reject(frame.at)
    return found, count


@pytest.mark.slow
def test_the_gate_is_open_in_the_clear_windows_and_never_under_a_hand() -> None:
    """Real hands that move, rest and cast shadows, players' laps, lamps."""
    opened, count = _open_frames(HANDS)
    assert count == 334
    hand = {k for first, last in IN_VIEW for k in range(first, last + 1)}
    assert opened & hand == set()
    for first, last in WINDOWS:
        assert opened & set(range(first, last + 1)), f"shut all through {first}..{last}"


def test_a_light_step_is_no_event() -> None:
    """A still table under one small change of light: nothing reaches in, nothing changes."""
    if not STILL.exists():
        pytest.skip(f"{STILL.name} is not here")
    source, gate, changes, opened = VideoSource(STILL, pace="fast"), Gate(), 0, 0
    while isinstance(frame := source.newest(0), Frame):
        verdict = gate.see(frame)
        if isinstance(verdict, GateOpen):
            opened += 1
            changes += len(verdict.changed)
            gate.accept(())
    assert opened > 10
    assert changes == 0
