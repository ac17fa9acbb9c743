"""What a person at a terminal sees while a step takes its time."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from server.commands.progress import at_work
from tests.server.conftest import Arbitable


class _Terminal(io.StringIO):
    """Something that a person watches."""

    def isatty(self) -> bool:
        """It says so."""
        return True


@pytest.mark.parametrize(("stream", "said"), [(_Terminal(), True), (io.StringIO(), False)])
def test_a_long_step_says_what_it_does_at_a_terminal(
    stream: io.StringIO, said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing where standard error goes elsewhere: there is one line at most there."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", stream)
    with at_work("looking for the pieces"):
        pass
    assert ("looking for the pieces" in stream.getvalue()) is said


@pytest.mark.parametrize(("what", "said"), [("table", "the board"), ("pieces", "the pieces")])
def test_learning_from_a_photo_says_that_it_looks(
    what: str,
    said: str,
    arbitable: Arbitable,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A grained photo of nothing took a quarter of a minute without a word."""
    told: list[str] = []

    @contextmanager
    def noted(doing: str) -> Iterator[None]:
        told.append(doing)
        yield

    monkeypatch.setattr("server.commands.calibrate.at_work", noted)
    photo = tmp_path / "nothing.png"
    cv2.imwrite(str(photo), np.full((60, 80, 3), 150, np.uint8))
    refused = arbitable("calibrate", what, photo, "--game", "rouge")
    assert refused.exit_code == 2
    assert told == [f"looking for {said}"]
